const typed = (type: string) => ({ headers: { 'Content-Type': `${type}; charset=utf-8` } }) as const;

/** What a response says of its body, by format. */
export const XML = typed('application/xml');
export const TEXT = typed('text/plain');
export const MARKDOWN = typed('text/markdown');
export const OPEN_SEARCH = typed('application/opensearchdescription+xml');
export const RSS = typed('application/rss+xml');
export const ATOM = typed('application/atom+xml');
export const JSON_FEED = typed('application/feed+json');

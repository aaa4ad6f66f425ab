/**
 * Crawlers, link previews and archivers by the names they give themselves. Deliberately not every program: a script or a
 * browser under test that may call the route is counted like anyone else.
 */
const CRAWLERS = new RegExp(
  [
    // The phones of the make Cubot carry their name in the user agent.
    '(?<!cu)bot\\b',
    '(?<!cu)bot[_/-]',
    'crawl',
    'spider',
    'slurp',
    'archiver',
    'scrap',
    'lighthouse',
    'preview',
    'validator',
    'facebookexternalhit',
    'facebookcatalog',
    'meta-externalagent',
    'mediapartners-google',
    'google-inspectiontool',
    'google-extended',
    'googleother',
    'feedfetcher',
    'apis-google',
    'chatgpt-user',
    'perplexity-user',
    'claude-user',
    'anthropic-ai',
    'cohere-ai',
    'bingpreview',
    'whatsapp/',
    'embedly',
    'iframely',
    'hatena',
    'ichiro',
    'y!j-',
    'yeti/',
    'daumoa',
  ].join('|'),
  'i',
);

/** Whether a user agent names itself as a known crawler, whose views are not counted. */
export function isCrawler(userAgent: string): boolean {
  return CRAWLERS.test(userAgent);
}

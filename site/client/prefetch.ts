/** Fetches the page behind a link when a reader is about to follow it, so that it stands there at once. */

/** A pointer that only passes by is gone sooner. */
const DWELL_MILLISECONDS = 80;
const asked = new Set([location.pathname]);
let timer = 0;

function linkUnder({ target }: Event): HTMLAnchorElement | undefined {
  return (target instanceof Element && target.closest('a')) || undefined;
}

/** Published pages only: neither feeds nor searches, and nothing for readers who save data. */
function isWorthFetching({ origin, pathname, search }: HTMLAnchorElement): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } };
  const isCheap = !connection?.saveData && !connection?.effectiveType?.includes('2g');
  const isPage = /^\/(?:en|ko|ja)\/(?!feed|.*\.\w+$)/.test(pathname) && search === '';
  return origin === location.origin && isPage && isCheap && !asked.has(pathname);
}

function fetchAhead(link: HTMLAnchorElement | undefined): void {
  if (!link || !isWorthFetching(link)) return;
  asked.add(link.pathname);
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = link.pathname;
  document.head.append(hint);
}

document.addEventListener('pointerover', (event) => {
  clearTimeout(timer);
  timer = window.setTimeout(() => fetchAhead(linkUnder(event)), DWELL_MILLISECONDS);
});
document.addEventListener('touchstart', (event) => fetchAhead(linkUnder(event)), { passive: true });
document.addEventListener('focusin', (event) => {
  if (linkUnder(event)?.matches(':focus-visible')) fetchAhead(linkUnder(event));
});

export {};

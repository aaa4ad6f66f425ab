/** What an article's page asks of the API: that its view is counted, and its reactions. The page works without: see its form. */

type Reaction = 'like' | 'fire' | 'mindblown' | 'heart';

interface Reactions {
  counts: Record<Reaction, number>;
  mine: Reaction[];
}

const NOTHING: Reactions = { counts: { like: 0, fire: 0, mindblown: 0, heart: 0 }, mine: [] };
const PATIENCE_MILLISECONDS = [1000, 3000, 9000];

async function request<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Waits until somebody looks: a page that is rendered in advance or opened in the background has no reader yet. */
function whenVisible(action: () => void): void {
  if (document.visibilityState === 'visible') action();
  else document.addEventListener('visibilitychange', () => whenVisible(action), { once: true });
}

function countView(address: string, place: Element): void {
  const format = new Intl.NumberFormat(document.documentElement.lang);
  request<{ views: number }>(address, { method: 'POST', keepalive: true })
    .then(({ views }) => {
      place.textContent = format.format(views);
      place.parentElement?.removeAttribute('data-waiting');
    })
    .catch(() => {});
}

/** Buttons that answer at once. What the reader wants is kept until the service has it, over failures and lost answers. */
function enhanceReactions(bar: HTMLFormElement): void {
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button[name=type]')];
  const status = bar.querySelector('[role=status]');
  const format = new Intl.NumberFormat(document.documentElement.lang);
  const wanted = new Map<Reaction, boolean>();
  const working = new Set<Reaction>();
  let known = NOTHING;
  let isSure = false;

  const isMine = (type: Reaction) => wanted.get(type) ?? known.mine.includes(type);
  const countOf = (type: Reaction) =>
    known.counts[type] - Number(known.mine.includes(type)) + Number(isMine(type));

  const show = () => {
    for (const button of buttons) {
      const type = typeOf(button);
      const count = button.querySelector('.reaction-count');
      button.ariaPressed = String(isMine(type));
      if (count) count.textContent = countOf(type) > 0 ? format.format(countOf(type)) : '';
    }
  };

  const ask = async (init?: RequestInit) => {
    isSure = false;
    known = await request<Reactions>(bar.action, init);
    isSure = true;
    show();
  };

  /** The service only knows how to change sides: after a lost answer it is asked first on which side it stands. */
  const bringAbout = async (type: Reaction) => {
    if (!isSure) await ask();
    if (known.mine.includes(type) !== isMine(type))
      await ask({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type }),
        keepalive: true,
      });
  };

  const settle = async (type: Reaction) => {
    if (working.has(type)) return;
    working.add(type);
    const waits = PATIENCE_MILLISECONDS.values();
    while (wanted.has(type)) {
      try {
        await bringAbout(type);
        if (known.mine.includes(type) === isMine(type)) wanted.delete(type);
      } catch {
        const { value } = waits.next();
        if (value === undefined) giveUp(type);
        else await new Promise((resolve) => setTimeout(resolve, value));
      }
    }
    working.delete(type);
  };

  const giveUp = (type: Reaction) => {
    wanted.delete(type);
    show();
    if (status) status.textContent = bar.getAttribute('data-failure');
  };

  const press = (button: HTMLButtonElement) => {
    const type = typeOf(button);
    wanted.set(type, !isMine(type));
    show();
    if (status) status.textContent = '';
    void settle(type);
  };

  bar.addEventListener('submit', (event) => {
    event.preventDefault();
    press(event.submitter as HTMLButtonElement);
  });
  whenNear(bar, () => ask().catch(() => {}));
}

function typeOf(button: HTMLButtonElement): Reaction {
  return button.value as Reaction;
}

function whenNear(element: Element, action: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      action();
    },
    { rootMargin: '50%' },
  );
  observer.observe(element);
}

/** Hands the article to whatever the reader's device shares with, which is more than mail. */
function enhanceSharing(button: HTMLElement): void {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const data = { title: document.querySelector('h1')?.textContent ?? document.title, url };
  if (!navigator.canShare?.(data)) return;
  button.hidden = false;
  for (const mail of document.querySelectorAll<HTMLElement>('[data-mail]')) mail.hidden = true;
  // A reader who changes their mind is no error.
  button.addEventListener('click', () => navigator.share(data).catch(() => {}));
}

const bar = document.querySelector<HTMLFormElement>('[data-reactions]');
const views = document.querySelector('[data-views]');
const share = document.querySelector<HTMLElement>('[data-share]');
if (bar) enhanceReactions(bar);
if (bar && views) whenVisible(() => countView(bar.action.replace(/reactions$/, 'view'), views));
if (share) enhanceSharing(share);

export {};

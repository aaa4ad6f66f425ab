/** What an article's page asks of the API: that its view is counted, and its reactions. The page is complete without. */

type Reaction = 'like' | 'fire' | 'mindblown' | 'heart';

interface Reactions {
  counts: Record<Reaction, number>;
  mine: Reaction[];
}

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

function countView(address: string): void {
  request(`${address}/view`, { method: 'POST', keepalive: true }).catch(() => {});
}

/** Fetches the reactions once the reader comes near them. */
function enhanceReactions(address: string, bar: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      request<Reactions>(`${address}/reactions`)
        .then((reactions) => start(address, bar, reactions))
        .catch(() => {});
    },
    { rootMargin: '50%' },
  );
  observer.observe(bar.parentElement ?? bar);
}

function start(address: string, bar: HTMLElement, first: Reactions): void {
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button')];
  const status = bar.querySelector('[role=status]');
  const format = new Intl.NumberFormat(bar.getAttribute('data-reactions') ?? undefined);
  let reactions = first;

  const show = (now: Reactions) => {
    reactions = now;
    for (const button of buttons) {
      const type = typeOf(button);
      const count = button.querySelector('.reaction-count');
      button.ariaPressed = String(now.mine.includes(type));
      if (count) count.textContent = now.counts[type] > 0 ? format.format(now.counts[type]) : '';
    }
  };

  const toggle = async (button: HTMLButtonElement) => {
    if (button.ariaBusy === 'true') return;
    const type = typeOf(button);
    button.ariaBusy = 'true';
    show(toggled(reactions, type));
    try {
      const headers = { 'content-type': 'application/json' };
      show(
        await request(`${address}/reactions`, { method: 'POST', headers, body: JSON.stringify({ type }) }),
      );
      if (status) status.textContent = `${button.textContent?.trim()}`.replace(/\s+/g, ' ');
    } catch {
      show(toggled(reactions, type));
    }
    button.ariaBusy = null;
  };

  for (const button of buttons) button.addEventListener('click', () => toggle(button));
  show(first);
  bar.hidden = false;
}

function typeOf(button: HTMLButtonElement): Reaction {
  return button.getAttribute('data-type') as Reaction;
}

function toggled({ counts, mine }: Reactions, type: Reaction): Reactions {
  const active = mine.includes(type);
  return {
    counts: { ...counts, [type]: counts[type] + (active ? -1 : 1) },
    mine: active ? mine.filter((one) => one !== type) : [...mine, type],
  };
}

const id = document.querySelector<HTMLElement>('[data-article]')?.getAttribute('data-article');
const bar = document.querySelector<HTMLElement>('[data-reactions]');
if (id) {
  const address = `/api/v1/articles/${id}`;
  whenVisible(() => countView(address));
  if (bar) enhanceReactions(address, bar);
}

export {};

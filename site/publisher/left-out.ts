import type { Render } from './render.ts';

/** How long a page is left out after it has stopped the renderer once; each further time four times as long. */
const FIRST_MS = 5 * 60_000;
const LONGEST_MS = 12 * 60 * 60_000;

/** Pages whose rendering has hung or killed the renderer: left out for a while, so that one article cannot stop the site. */
export interface LeftOut {
  /** Notes that a page has stopped the renderer. */
  add(address: string): void;
  has(address: string): boolean;
  /** The pages that are left out now, and for how many milliseconds more. */
  list(): [address: string, ms: number][];
}

/** `clock` gives milliseconds from any moment on and never runs backwards. */
export function createLeftOut(clock: () => number = () => performance.now()): LeftOut {
  const pages = new Map<string, { times: number; until: number }>();
  return {
    add: (address) => {
      const times = (pages.get(address)?.times ?? 0) + 1;
      pages.set(address, { times, until: clock() + Math.min(FIRST_MS * 4 ** (times - 1), LONGEST_MS) });
    },
    has: (address) => (pages.get(address)?.until ?? 0) > clock(),
    list: () =>
      Array.from(pages, ([address, { until }]): [string, number] => [address, until - clock()]).filter(
        ([, ms]) => ms > 0,
      ),
  };
}

/** Renders all but the pages that are left out, which fail at once. */
export function leavingOut(
  render: Render,
  pages: [address: string, ms: number][],
  clock: () => number = () => performance.now(),
): Render {
  const until = new Map(pages.map(([address, ms]) => [address, clock() + ms]));
  return async (address, earlier) => {
    if ((until.get(address) ?? 0) <= clock()) return render(address, earlier);
    return {
      state: 'failed',
      error: new Error('left out for now: it has hung or ended the renderer'),
    };
  };
}

import { ensureBuilt } from '../site/build.ts';

/** Compiles the site once before the tests, so that those which render pages need not wait for one another. */
export async function setup(): Promise<void> {
  await ensureBuilt();
}

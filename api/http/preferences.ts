import type { Context } from 'hono';
import type { Publication } from '../dependencies.ts';
import type { ApiEnv } from './context.ts';

const MAX_WAIT_SECONDS = 30;

/** The seconds of `Prefer: wait=N`, at most 30; undefined when nothing sensible was asked for (RFC 7240 4.3). */
function preferredWait(prefer: string | undefined): number | undefined {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(prefer ?? '')?.[1];
  if (seconds === undefined || Number(seconds) === 0) return undefined;
  return Math.min(Number(seconds), MAX_WAIT_SECONDS);
}

/** Tells the publisher of a write, and waits until it is live when the caller prefers that. */
export async function publishWrite(c: Context<ApiEnv>, publication: Publication, seq: number): Promise<void> {
  publication.wake();
  const seconds = preferredWait(c.req.header('prefer'));
  if (seconds === undefined) return;
  const isLive = await publication.whenLive(seq, seconds * 1000);
  if (isLive) c.header('Preference-Applied', `wait=${seconds}`);
}

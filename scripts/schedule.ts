import type { Logger } from 'pino';
import type { Store } from '../data/store.ts';

const DUE_MS = 1000;
const MOST_READ_MS = 5 * 60 * 1000;
const PRUNE_MS = 60 * 60 * 1000;
const TIDY_MS = 10_000;
/** Between two steps that follow each other, so that readers are answered. */
const TIDY_STEP_MS = 50;

/** Work that goes on by itself. */
export interface Running {
  /** Resolves when what is under way is done. */
  stop(): Promise<void>;
}

export interface ScheduleParts {
  store: Pick<Store, 'articles' | 'views' | 'mostRead' | 'idempotency' | 'search'>;
  publication: { wake(): void };
  log: Logger;
}

/**
 * Publishes scheduled articles when their time comes, brings what is read most up to date on the home pages every five
 * minutes, forgets what is no longer needed once an hour, and tidies the search indexes while nobody writes.
 */
export function startSchedule({ store, publication, log }: ScheduleParts): Running {
  const publishDue = async () => {
    const { published } = await store.articles.publishDue();
    if (published === 0) return;
    log.info({ published }, 'scheduled articles are public now');
    publication.wake();
  };
  const refreshMostRead = async () => {
    if ((await store.mostRead.refresh()).seq > 0) publication.wake();
  };
  const prune = async () => {
    const visitors = await store.views.prune();
    const keys = await store.idempotency.prune();
    log.debug({ visitors, keys }, 'forgot what is no longer needed');
  };
  let isTidying = false;
  const tidy = async () => {
    isTidying = false;
    isTidying = await store.search.tidy();
  };
  const due = repeat(publishDue, () => DUE_MS, log);
  const ranking = repeat(refreshMostRead, () => MOST_READ_MS, log);
  const pruning = repeat(prune, () => PRUNE_MS, log);
  const tidying = repeat(tidy, () => (isTidying ? TIDY_STEP_MS : TIDY_MS), log);
  return {
    stop: async () => {
      await Promise.all([due.stop(), ranking.stop(), pruning.stop(), tidying.stop()]);
    },
  };
}

/**
 * Runs work now and then again and again, never twice at once; a failure is logged and does not end it. `pauseMs` is asked after
 * each time.
 */
function repeat(work: () => Promise<void>, pauseMs: () => number, log: Logger): Running {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void>;
  const run = async () => {
    await work().catch((error: unknown) => log.error({ err: error }, 'scheduled work failed'));
    if (!isStopped) timer = setTimeout(go, pauseMs());
  };
  const go = () => {
    running = run();
  };
  running = run();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

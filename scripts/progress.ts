import cliProgress from 'cli-progress';

/** Shows how far long work is. */
export interface Progress extends Disposable {
  update(done: number, total: number): void;
  end(): void;
}

/**
 * A progress bar on standard error; where that is no terminal, a line now and then. Declared with `using` it ends also when
 * the work fails: its timer would keep the process alive.
 */
export function showProgress(label: string): Progress {
  const bar = new cliProgress.SingleBar({
    format: `${label} {bar} {value}/{total} | {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5000,
    barsize: 30,
  });
  let isStarted = false;
  return {
    update: (done, total) => {
      if (!isStarted) bar.start(total, done);
      isStarted = true;
      bar.setTotal(total);
      bar.update(done);
    },
    end: () => bar.stop(),
    [Symbol.dispose]: () => bar.stop(),
  };
}

import type { Logger } from 'pino';
import type { PublisherReport } from '../site/publisher/worker.ts';

/** Writes what the publisher reports into the log. */
export function logPublication(log: Logger): (report: PublisherReport) => void {
  return (report) => {
    switch (report.report) {
      case 'rebuilding':
        return log.info('rendering the whole site anew');
      case 'mending':
        return log.warn(
          { addresses: report.addresses },
          'pages are missing or damaged on disk and are written again',
        );
      case 'failure':
        return log.error({ err: report.error, address: report.address }, 'a page could not be published');
      case 'published': {
        const { seq, rendered, failing, ms } = report;
        const changed = report.changed === 'all' ? 'all' : report.changed.length;
        return log.info({ seq, rendered, changed, failing: failing.length, ms: Math.round(ms) }, 'published');
      }
    }
  };
}

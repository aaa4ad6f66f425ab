import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ReactionType } from '../data/reactions.ts';
import type { Store } from '../data/store.ts';
import type { Config } from './config.ts';
import type { ImageStore } from './images.ts';
import type { VariantQueue } from './upload-variants.ts';

/** What the API needs to know of the publisher: how to wake it, and how far it is. */
export interface Publication {
  wake(): void;
  /** Whether everything up to a position of the change log is live; waits for it at most `timeoutMs`. */
  whenLive(seq: number, timeoutMs: number): Promise<boolean>;
  /** How many changes are not live yet, and the paths whose pages could not be made. */
  status(): Promise<{ lag: number; failing: string[] }>;
}

/** All that the API is built from; handed in by whoever starts it. */
export interface ApiDependencies {
  store: Store;
  images: Pick<ImageStore, 'store'>;
  /** Takes each new upload, to make its variants after the answer. */
  variants: Pick<VariantQueue, 'add'>;
  publication: Publication;
  config: Config;
  clock: () => Date;
  log: Logger;
  /** Whether a request has waited for its turn for so long that it should be refused. Without it, none has. */
  isLate?: (request: IncomingMessage) => boolean;
  /**
   * Answers what is neither API nor discovery: pages and feeds that are not files. Without it they are 404. The page of the
   * reactions to an article shows which of them are the reader's own, or that one was refused.
   */
  onDemand?: (
    request: Request,
    reader?: { mine?: ReactionType[]; wasRefused?: boolean },
  ) => Promise<Response>;
}

import type { Logger } from 'pino';
import type { Store } from '../data/store.ts';
import type { Upload } from '../data/uploads.ts';
import type { ImageStore } from './images.ts';

/** Makes the smaller forms of uploaded pictures and measures their colour, one picture at a time, after the upload has been answered. */
export interface VariantQueue {
  /** Queues one picture; one that is waiting already is not queued twice. */
  add(upload: Upload): void;
  /** Queues every stored picture that is not done; called at start, after a crash some may be missing. */
  resume(): Promise<void>;
  /** Resolves when nothing waits or runs any more. */
  idle(): Promise<void>;
  /** Forgets what is waiting (the next start resumes it) and resolves when the picture under way is done. */
  close(): Promise<void>;
}

interface VariantQueueParts {
  store: Pick<Store, 'uploads'>;
  images: Pick<ImageStore, 'makeVariants' | 'measureColour'>;
  publication: { wake(): void };
  log: Logger;
}

/**
 * A queue of pictures whose variants are to be made. A picture that fails is logged and keeps being shown in its original
 * form; it is tried again at the next start.
 */
export function createVariantQueue({ store, images, publication, log }: VariantQueueParts): VariantQueue {
  const waiting = new Map<string, Upload>();
  let running: Promise<void> | undefined;

  const make = async (upload: Upload): Promise<void> => {
    try {
      const variants = await images.makeVariants(upload);
      const colour = await images.measureColour(upload);
      const { seq } = await store.uploads.setVariants(upload.url, variants, colour);
      if (seq > 0) publication.wake();
    } catch (error) {
      log.error({ err: error, upload: upload.url }, 'the variants of an upload could not be made');
    }
  };

  const run = async (): Promise<void> => {
    for (const [url, upload] of waiting) {
      await make(upload);
      waiting.delete(url);
    }
    running = undefined;
  };

  const add = (upload: Upload): void => {
    if (upload.variants !== null && upload.colour !== null) return;
    waiting.set(upload.url, upload);
    running ??= run();
  };

  return {
    add,
    async resume() {
      for (const upload of await store.uploads.withoutVariants()) add(upload);
    },
    async idle() {
      await running;
    },
    async close() {
      waiting.clear();
      await running;
    },
  };
}

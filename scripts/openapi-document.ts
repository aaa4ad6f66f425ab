import { pino } from 'pino';
import { createApi } from '../api/app.ts';
import { readConfig } from '../api/config.ts';
import { openStore } from '../data/store.ts';

/**
 * The OpenAPI document as a service with these settings gives it at /openapi.json. It follows from the declarations of the
 * routes alone: the data folder is not touched and nothing is published.
 */
export async function readOpenApiDocument(environment: Record<string, string | undefined>): Promise<object> {
  const store = openStore({ file: ':memory:' });
  const { app } = createApi({
    store,
    images: { store: () => Promise.reject(new Error('No pictures are stored here.')) },
    variants: { add: () => {} },
    publication: {
      wake: () => {},
      whenLive: async () => false,
      status: async () => ({ lag: 0, failing: [] }),
    },
    config: readConfig(environment),
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  });
  const document = await (await app.request('/openapi.json')).json();
  await store.close();
  return document;
}

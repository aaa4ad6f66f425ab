import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { drawIllustration } from './illustrations.ts';
import { picturesIn, readSampleArticles, type SampleArticle } from './sample-articles.ts';

export interface Filling {
  /** Where the service runs, without a slash at the end. */
  baseUrl: string;
  /** With the scopes `write` and `upload`. */
  token: string;
  /** The moment from which the samples' days are counted back. */
  now: Date;
  /** Told after every picture and every group of articles. */
  onProgress?: (done: number, total: number) => void;
  /** The demo's own when absent. */
  samples?: SampleArticle[];
}

/**
 * Fills a running service with sample articles and their pictures, over its public API as any client would.
 * @throws Error that names the picture or the article which the service refuses.
 */
export async function fillWithSamples(filling: Filling): Promise<{ articles: number; uploads: number }> {
  const { baseUrl, token, now, onProgress = () => {} } = filling;
  const samples = filling.samples ?? (await readSampleArticles());
  const pictures = [...new Set(samples.flatMap(picturesOf))];
  const total = pictures.length + samples.length;
  const send = (path: string, request: ApiRequest) =>
    sendPatiently(`${baseUrl}/api/v1${path}`, token, request);

  const addresses = new Map<string, string>();
  for (const name of pictures) {
    addresses.set(name, await uploadPicture(send, name));
    onProgress(addresses.size, total);
  }

  const { originals, translations } = groupByTopic(samples);
  const toInput = (sample: SampleArticle) => toArticleInput(sample, addresses, now);
  const ids = await publish(send, originals, originals.map(toInput));
  onProgress(pictures.length + originals.length, total);
  const idOf = new Map(originals.map(({ topic }, index) => [topic, ids[index]]));
  const inputs = translations.map((sample) => ({
    ...toInput(sample),
    translation_of: idOf.get(sample.topic),
  }));
  await publish(send, translations, inputs);
  onProgress(total, total);
  return { articles: samples.length, uploads: pictures.length };
}

type Send = (path: string, request: ApiRequest) => Promise<Response>;

interface ApiRequest {
  body: string | FormData;
  headers?: Record<string, string>;
}

/** Waits as long as the service asks when it is asked too often (Spec 8). */
async function sendPatiently(url: string, token: string, { body, headers }: ApiRequest): Promise<Response> {
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    if (response.status !== 429) return response;
    await response.body?.cancel();
    await sleep((Number(response.headers.get('Retry-After')) || 1) * 1000);
  }
}

function picturesOf({ image, html }: SampleArticle): string[] {
  return image ? [image, ...picturesIn(html)] : picturesIn(html);
}

const UploadAnswer = z.object({ url: z.string().startsWith('/uploads/') });

async function uploadPicture(send: Send, name: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await drawIllustration(name))]), name);
  const response = await send('/upload', { body });
  if (!response.ok) throw new Error(`The picture "${name}" was refused: ${await explain(response)}`);
  return UploadAnswer.parse(await response.json()).url;
}

/** The first article of each topic, and those that translate it. */
function groupByTopic(samples: SampleArticle[]): {
  originals: SampleArticle[];
  translations: SampleArticle[];
} {
  const firsts = new Map<string, SampleArticle>();
  for (const sample of samples) if (!firsts.has(sample.topic)) firsts.set(sample.topic, sample);
  const isFirst = (sample: SampleArticle) => firsts.get(sample.topic) === sample;
  return { originals: samples.filter(isFirst), translations: samples.filter((sample) => !isFirst(sample)) };
}

function toArticleInput(sample: SampleArticle, addresses: Map<string, string>, now: Date): object {
  const { title, summary, category, tags, author, lang, status, image, sourceUrl, publishedDaysAgo, html } =
    sample;
  const publishedAt = new Date(now.getTime() - publishedDaysAgo * 86_400_000).toISOString();
  return {
    ...{ title, summary, category, tags, author, lang, status },
    content: html.replace(/src="image:([^"]*)"/g, (_, name: string) => `src="${addresses.get(name)}"`),
    source_url: sourceUrl,
    thumbnail_url: image && addresses.get(image),
    published_at: status === 'published' ? publishedAt : undefined,
  };
}

const Refusal = z.object({
  title: z.string().default('refused'),
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

const BulkAnswer = z.object({
  results: z.array(z.object({ id: z.string().optional(), error: Refusal.optional() })),
});

/** Publishes in one request and answers the ids. The same articles sent again, after a lost answer, make no second ones. */
async function publish(send: Send, samples: SampleArticle[], inputs: object[]): Promise<string[]> {
  if (inputs.length === 0) return [];
  const body = JSON.stringify(inputs);
  const response = await send('/articles/bulk', {
    body,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': `samples-${createHash('sha256').update(body).digest('hex')}`,
    },
  });
  const answer = BulkAnswer.safeParse(
    await response
      .clone()
      .json()
      .catch(() => undefined),
  );
  if (!answer.success)
    throw new Error(
      `The ${inputs.length} articles from ${describe(samples[0])} on were refused: ${await explain(response)}`,
    );
  return samples.map((sample, index) => {
    const { id, error } = answer.data.results[index] ?? {};
    if (id === undefined)
      throw new Error(`${describe(sample)} was refused: ${error ? inWords(error) : 'no reason given'}`);
    return id;
  });
}

function describe(sample: SampleArticle | undefined): string {
  return sample ? `"${sample.title}" (${sample.lang}/${sample.topic}.html)` : 'nothing';
}

async function explain(response: Response): Promise<string> {
  const text = await response.text();
  const problem = Refusal.safeParse(parseJson(text));
  return `${response.status} ${problem.success ? inWords(problem.data) : text.slice(0, 200)}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inWords({ title, detail, errors }: z.infer<typeof Refusal>): string {
  return [detail ?? title, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' ');
}

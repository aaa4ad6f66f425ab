import sharp from 'sharp';
import { expect } from 'vitest';
import type { RunningService } from '../support/running-service.ts';
import { fileForm } from '../support/test-pictures.ts';
import type { Random } from './random.ts';

/** What an article should be, or that there should be none. */
type State = { status: string; summary: string; tags: string[]; liked: boolean } | null;

/** Every state that an article may have: one when its last write was answered, two when the connection broke. */
interface Known {
  id: string | undefined;
  possible: State[];
}

/** Counts of what was done. */
export interface WriterCounts {
  answered: number;
  broken: number;
}

const CONTENT = `<p>${'The power may go at any moment. '.repeat(40)}</p>`;
const BULK = 12;

/**
 * Somebody who writes to the service without a pause, one request after another, and remembers what it has answered.
 * Titles are unique, so whatever is there twice is seen.
 */
export function createWriter(service: RunningService, random: Random, name: string) {
  const articles = new Map<string, Known>();
  const groups: string[][] = [];
  const uploads = new Map<string, number>();
  const counts: WriterCounts = { answered: 0, broken: 0 };
  let serial = 0;

  const answered = async (work: Promise<Response>): Promise<Response | undefined> => {
    try {
      const response = await work;
      const whole = new Response(response.status === 204 ? null : await response.arrayBuffer(), response);
      counts.answered++;
      return whole;
    } catch {
      counts.broken++;
      return undefined;
    }
  };

  const draft = () => ({
    title: `${name} ${++serial}`,
    content: CONTENT,
    lang: random.pick(['en', 'ko', 'ja']),
    status: random.pick(['published', 'published', 'published', 'draft']),
    summary: `first ${serial}`,
    category: random.pick(['craft', 'cities']),
    tags: [random.pick(['ink', 'stone']), random.pick(['river', 'hill'])],
  });
  const stateOf = ({ status, summary, tags }: ReturnType<typeof draft>): State => ({
    status,
    summary,
    tags: [...new Set(tags)],
    liked: false,
  });

  async function create(): Promise<void> {
    const article = draft();
    const known: Known = { id: undefined, possible: [null, stateOf(article)] };
    articles.set(article.title, known);
    const response = await answered(service.call('/api/v1/articles', { json: article }));
    if (!response) return;
    expect(response.status).toBe(201);
    known.id = ((await response.json()) as { id: string }).id;
    known.possible = [stateOf(article)];
  }

  async function createMany(): Promise<void> {
    const many = Array.from({ length: BULK }, draft);
    const known = many.map((article) => ({ id: undefined, possible: [null, stateOf(article)] }) as Known);
    for (const [n, { title }] of many.entries()) articles.set(title, known[n] as Known);
    const response = await answered(service.call('/api/v1/articles/bulk', { json: many }));
    if (!response) return void groups.push(many.map(({ title }) => title));
    expect(response.status).toBe(201);
    const { results } = (await response.json()) as { results: { id: string }[] };
    for (const [n, article] of many.entries())
      Object.assign(known[n] as Known, { id: results[n]?.id, possible: [stateOf(article)] });
  }

  /** One of the own articles that is surely there. */
  function anyArticle(isWanted: (state: NonNullable<State>) => boolean = () => true) {
    const there = [...articles.values()].filter(
      ({ id, possible: [state, other] }) => id && state && !other && isWanted(state),
    );
    return there.length === 0 ? undefined : random.pick(there);
  }

  async function change(): Promise<void> {
    const known = anyArticle();
    if (!known) return create();
    const before = known.possible[0] as NonNullable<State>;
    const json = random.pick([
      { summary: `changed ${++serial}` },
      { status: random.pick(['published', 'archived', 'draft']) },
      { tags: [random.pick(['paper', 'brush'])] },
    ]);
    const after = { ...before, ...json };
    known.possible = [before, after];
    const response = await answered(service.call(`/api/v1/articles/${known.id}`, { method: 'PATCH', json }));
    if (!response) return;
    expect(response.status).toBe(200);
    known.possible = [after];
  }

  async function remove(): Promise<void> {
    const known = anyArticle();
    if (!known) return create();
    known.possible = [known.possible[0] as State, null];
    const response = await answered(service.call(`/api/v1/articles/${known.id}`, { method: 'DELETE' }));
    if (!response) return;
    expect(response.status).toBe(204);
    known.possible = [null];
  }

  async function react(): Promise<void> {
    const known = anyArticle(({ status }) => status === 'published');
    if (!known) return create();
    const before = known.possible[0] as NonNullable<State>;
    const after = { ...before, liked: !before.liked };
    known.possible = [before, after];
    const path = `/api/v1/articles/${known.id}/reactions`;
    const response = await answered(
      service.call(path, { json: { type: 'like' }, headers: { 'User-Agent': name } }),
    );
    if (!response) return;
    expect(await response.json()).toMatchObject({ active: after.liked });
    known.possible = [after];
  }

  async function upload(): Promise<void> {
    const [width, color] = [300 + random.below(400), random.below(0xffffff)];
    const background = `#${color.toString(16).padStart(6, '0')}`;
    const picture = await sharp({ create: { width, height: 200, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const response = await answered(
      service.call('/api/v1/upload', { method: 'POST', body: fileForm(picture) }),
    );
    if (!response) return;
    expect(response.status).toBe(201);
    uploads.set(((await response.json()) as { url: string }).url, width);
  }

  const work = [create, create, createMany, change, change, change, remove, react, react, upload];
  return {
    counts,
    /** Writes until told to stop, or until a connection breaks. */
    async write(isOver: () => boolean): Promise<void> {
      const { broken } = counts;
      while (!isOver() && counts.broken === broken) await random.pick(work)();
    },
    /** Compares everything with what the service says now, which is all that is known from then on. */
    async check(): Promise<void> {
      const there = await readAll(service, name);
      for (const [title, known] of articles) await checkArticle(title, known, there.get(title) ?? []);
      for (const titles of groups.splice(0))
        expect([0, BULK]).toContain(titles.filter((title) => there.has(title)).length);
      for (const [url, width] of uploads) await checkUpload(service, url, width);
    },
  };

  async function checkArticle(title: string, known: Known, found: Found[]): Promise<void> {
    expect(found.length, `${title} is there ${found.length} times`).toBeLessThanOrEqual(1);
    const [article] = found;
    const actual = article ? await stateNow(article) : null;
    expect(known.possible, title).toContainEqual(actual);
    if (article) expect(article.content).toBe(CONTENT);
    known.id = article?.id;
    known.possible = [actual];
  }

  async function stateNow({ id, status, summary, tags }: Found): Promise<State> {
    if (status !== 'published') {
      // Reactions are only told of public articles; they are kept all the same.
      const possible = [...articles.values()].find((known) => known.id === id)?.possible;
      return { status, summary, tags, liked: possible?.[0]?.liked ?? false };
    }
    const response = await service.call(`/api/v1/articles/${id}/reactions`, {
      headers: { 'User-Agent': name },
    });
    const { mine } = (await response.json()) as { mine: string[] };
    return { status, summary, tags, liked: mine.includes('like') };
  }
}

interface Found {
  id: string;
  title: string;
  status: string;
  summary: string;
  tags: string[];
  content: string;
}

async function readAll(service: RunningService, name: string): Promise<Map<string, Found[]>> {
  const found: Found[] = [];
  for (let page = 1; ; page++) {
    const response = await service.call(`/api/v1/articles?limit=100&include=content&page=${page}`);
    const { data } = (await response.json()) as { data: Found[] };
    found.push(...data);
    if (data.length < 100) break;
  }
  return Map.groupBy(
    found.filter(({ title }) => title.startsWith(`${name} `)),
    ({ title }) => title,
  );
}

async function checkUpload(service: RunningService, url: string, width: number): Promise<void> {
  const response = await service.call(url, { token: null });
  expect(response.status, url).toBe(200);
  const { info } = await sharp(await response.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(width);
}

import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';
import { megabytesOf, processOf } from './process-of.ts';
import { record } from './record.ts';

/** `FAULTS_OVERLOAD_SECONDS=10` makes a short run. */
const SECONDS = Number(process.env.FAULTS_OVERLOAD_SECONDS ?? 60);
const MEASURED_SECONDS = 5;
const TIMES = 10;
const CONNECTIONS = 3000;
const TOKEN = 'the-token-of-the-overload-test';
const ANSWER_MS = 30_000;

const articleAt = (n: number | string) => ({
  title: `Crowd ${n}`,
  lang: 'en',
  content: '<p>Many came, and all at once.</p>',
  status: 'published',
});

/** What readers and writers ask for, in turn; what costs nothing, a page, as often as all else together. */
const REQUESTS: ((n: number) => { path: string; json?: unknown })[] = [
  (n) => ({ path: `/search?q=crowd+${n % 97}` }),
  () => ({ path: '/en/' }),
  (n) => ({ path: `/api/v1/search/suggest?q=cro${n % 7}` }),
  () => ({ path: '/feed/rss.xml' }),
  () => ({ path: '/api/v1/articles?limit=20' }),
  (n) => ({ path: `/en/articles/crowd-${n % 40}` }),
  (n) => ({ path: `/api/v1/articles/crowd-${n % 40}/reactions`, json: { type: 'like' } }),
  (n) => ({ path: '/api/v1/articles', json: articleAt(`more ${n}`) }),
];

interface Crowd {
  answers: Map<number | string, number>;
  sent: number;
  /** Requests that nobody was there to send: all connections waited for an answer. */
  unsent: number;
  perSecond(statuses: RegExp, seconds: number): number;
}

/** Sends requests to the service: as many a second as told (`atRate`), or each of some clients one after another (`atLeisure`). */
function createCrowd({ url }: RunningService, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  onTestFinished(() => agent.destroy());
  const answers: Crowd['answers'] = new Map();
  const crowd: Crowd = {
    answers,
    sent: 0,
    unsent: 0,
    perSecond: (statuses, seconds) => {
      const fitting = [...answers].filter(([status]) => statuses.test(String(status)));
      return Math.round(fitting.reduce((sum, [, count]) => sum + count, 0) / seconds);
    },
  };
  let waiting = 0;

  function send(): Promise<void> {
    const n = crowd.sent++;
    const { path, json } = (REQUESTS[n % REQUESTS.length] as (typeof REQUESTS)[number])(n);
    waiting++;
    return new Promise((resolve) => {
      const end = (outcome: number | string) => {
        waiting--;
        answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
        resolve();
      };
      const headers = {
        Authorization: `Bearer ${TOKEN}`,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      };
      const method = json === undefined ? 'GET' : 'POST';
      const sent = request(url + path, { agent, method, headers, timeout: ANSWER_MS });
      sent.on('response', (response: IncomingMessage) =>
        response.resume().on('end', () => end(response.statusCode ?? 0)),
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      sent.end(json === undefined ? undefined : JSON.stringify(json));
    });
  }

  return {
    crowd,
    async atLeisure(clients: number, seconds: number): Promise<void> {
      const until = performance.now() + seconds * 1000;
      const client = async () => {
        while (performance.now() < until) await send();
      };
      await Promise.all(Array.from({ length: clients }, client));
    },
    /** Whether or not the earlier ones have been answered. */
    async atRate(perSecond: number, seconds: number): Promise<void> {
      const begun = performance.now();
      let due = 0;
      for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - begun) / 1000) {
        for (; due < elapsed * perSecond; due++) {
          if (waiting < connections) void send();
          else crowd.unsent++;
        }
        await sleep(5);
      }
      while (waiting > 0) await sleep(50);
    },
  };
}

/** Answers a second when nobody has to hurry. */
async function capacityOf(service: RunningService): Promise<number> {
  const { crowd, atLeisure } = createCrowd(service, 8);
  await atLeisure(8, MEASURED_SECONDS);
  expect([...crowd.answers.keys()].sort()).toEqual([200, 201]);
  return crowd.perSecond(/^2/, MEASURED_SECONDS);
}

/** How long somebody waits who only wants a page, over and over until told to stop. */
function watchBystander(service: RunningService) {
  const waits: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const response = await service.call('/en/', { token: null });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
      waits.push(performance.now() - begun);
      await sleep(100);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return Math.round(Math.max(...waits));
  };
}

test(
  `${TIMES} times as many requests as can be answered, for ${SECONDS} s: the rest is refused, and all is well afterwards`,
  async () => {
    const service = await runService({
      API_TOKEN: TOKEN,
      LOG_LEVEL: 'error',
      RATE_LIMIT_TOKEN: '1000000',
    });
    onTestFinished(() => service.remove());
    const first = Array.from({ length: 40 }, (_, n) => ({ ...articleAt(n), slug: `crowd-${n}` }));
    await service.call('/api/v1/articles/bulk', {
      json: first,
      token: TOKEN,
      headers: { Prefer: 'wait=30' },
    });
    const pid = processOf(service);
    const capacity = await capacityOf(service);
    const before = megabytesOf(pid);
    let megabytes = before;
    const sampling = setInterval(() => {
      megabytes = Math.max(megabytes, megabytesOf(pid));
    }, 250);
    const bystander = watchBystander(service);
    const { crowd, atRate } = createCrowd(service, CONNECTIONS);
    await atRate(capacity * TIMES, SECONDS);
    clearInterval(sampling);
    const slowestPageMs = await bystander();
    await sleep(2000);
    const capacityAfter = await capacityOf(service);
    record('overload', {
      seconds: SECONDS,
      capacity,
      sent: crowd.sent,
      unsent: crowd.unsent,
      ...Object.fromEntries([...crowd.answers].map(([status, count]) => [String(status), count])),
      answeredPerSecond: crowd.perSecond(/^2/, SECONDS),
      megabytes: megabytes - before,
      slowestPageMs,
      capacityAfter,
    });
    expect([...crowd.answers.keys()].filter((status) => ![200, 201, 503].includes(status as number))).toEqual(
      [],
    );
    expect(crowd.answers.get(503)).toBeGreaterThan(0);
    expect(megabytes - before).toBeLessThan(500);
    expect(capacityAfter).toBeGreaterThan(capacity / 2);
  },
  (SECONDS + 120) * 1000,
);

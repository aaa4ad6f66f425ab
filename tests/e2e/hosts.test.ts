import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, runService } from '../support/running-service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await runService();
  for (const title of ['Victim', 'Evil'])
    await service.call('/api/v1/articles', {
      json: { title, lang: 'en', content: '<p>x</p>', status: 'published' },
    });
});
afterAll(() => service?.remove());

/** The whole answer to a request that says exactly this. */
function send(target: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), 'localhost');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (bytes: string) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
    socket.write(
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
  });
}

const suggest = (q: string) => `/api/v1/search/suggest?q=${q}`;

test.each(['localhost', 'localhost:8080', 'news.example', 'xn--tda.example', '127.0.0.1', '[::1]:8080'])(
  'a plain Host is served: %s',
  async (host) => {
    expect(await send('/en/', host)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await send(suggest('victim'), host)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test.each([
  '',
  'a b',
  'localhost/x',
  'localhost?x',
  'u@localhost',
  '\u00fc',
  'localhost:999999',
  '%31',
  'a,b',
  '[::1',
])('a Host that could be read as more is refused, also where the answer is known: %j', async (host) => {
  for (const target of ['/en/', suggest('victim'), suggest(`never-asked-${host.length}`)])
    expect(await send(target, host)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a Host that holds another address of the API does not change what others get', async () => {
  const path = suggest('evil&PADxxxxxxxxxxxxxx=');
  expect(await send(suggest('victim'), `${Array(8).fill('\u00fc').join('.')}${path}`)).toMatch(
    /^HTTP\/1\.1 400 /,
  );
  const answer = await (await service.call(suggest('victim'), { token: null })).json();
  expect(answer).toMatchObject({ query: 'victim', suggestions: [{ title: 'Victim' }] });
});

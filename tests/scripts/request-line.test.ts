import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { formLine } from '../../scripts/request-line.ts';

/** Longer than a turn may last before further requests wait. */
const LONG_MS = 6;

function openLine() {
  const line = formLine(new EventEmitter() as Server);
  const answered: number[] = [];
  const add = (n: number, request = openRequest()) => line.add(request, () => answered.push(n));
  return { line, answered, add };
}

const openRequest = ({ isGone = false } = {}) => ({ socket: { destroyed: isGone } }) as IncomingMessage;

/** As a request does that needs much work. */
function keepBusy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('a request that nobody waits before is answered at once', () => {
  const { answered, add } = openLine();
  add(1);
  expect(answered).toEqual([1]);
});

test('those who come in a turn that has lasted a while are answered one a turn, in their order', async () => {
  const { answered, add } = openLine();
  add(1);
  keepBusy(LONG_MS);
  for (const n of [2, 3, 4]) add(n);
  expect(answered).toEqual([1]);
  const seen: number[] = [];
  while (answered.length < 4) {
    await nextTurn();
    seen.push(answered.length);
  }
  expect(answered).toEqual([1, 2, 3, 4]);
  expect(seen).toEqual([2, 3, 4]);
});

test('who waits has their turn before who comes later, however short the turn is', async () => {
  const { answered, add } = openLine();
  add(1);
  keepBusy(LONG_MS);
  add(2);
  add(3);
  await nextTurn();
  add(4);
  while (answered.length < 4) await nextTurn();
  expect(answered).toEqual([1, 2, 3, 4]);
});

test('whose client has gone is passed over', async () => {
  const { answered, add } = openLine();
  add(1);
  keepBusy(LONG_MS);
  for (const n of [2, 3]) add(n, openRequest({ isGone: true }));
  add(4);
  await nextTurn();
  expect(answered).toEqual([1, 4]);
});

test('nobody is late in a short line, however long they have waited', async () => {
  const { line, answered } = openLine();
  const request = openRequest();
  let isLate: boolean | undefined;
  line.add(request, () => keepBusy(LONG_MS));
  line.add(request, () => {
    isLate = line.isLate(request);
    answered.push(1);
  });
  while (answered.length === 0) await nextTurn();
  expect(isLate).toBe(false);
});

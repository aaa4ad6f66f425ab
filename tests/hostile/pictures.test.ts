import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processOf } from '../faults/process-of.ts';
import { processorMsOf } from '../support/processor-time.ts';
import { type RunningService, runService } from '../support/running-service.ts';
import { fileForm } from '../support/test-pictures.ts';
import { type Attempt, MARK, pictureAttempts } from './pictures.ts';
import { openTally } from './tally.ts';

const tally = openTally('pictures');
const attempts = await pictureAttempts();

/** What one picture may take of the service: time, and memory beside what it has. */
const MAX_MS = 1000;
const MAX_MEGABYTES = 200;

let service: RunningService;
let pid: number;

beforeAll(async () => {
  service = await runService();
  pid = processOf(service);
  // The first picture loads the decoders.
  await upload({ what: 'any', bytes: await drawn(), status: 201 });
});
afterAll(() => service?.remove());

const drawn = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#456' } })
    .png()
    .toBuffer();

const upload = ({ bytes }: Attempt) =>
  service.call('/api/v1/upload', { method: 'POST', body: fileForm(bytes, { name: '../<img src=x>.svg' }) });

/** Ends the memory of how much memory the process has had. */
const forgetPeak = () => writeFileSync(`/proc/${pid}/clear_refs`, '5');

function megabytes(field: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Waits until the smaller forms of the last picture have been made: their work is not the upload's. */
async function untilIdle(): Promise<void> {
  for (let before = -1; before !== processorMsOf(pid); ) {
    before = processorMsOf(pid);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Nothing of what came with a picture may be left in what is served. */
async function expectClean(answer: Response): Promise<void> {
  const { url } = (await answer.json()) as { url: string };
  const served = await service.call(url, { token: null });
  expect(served.status).toBe(200);
  expect(served.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = Buffer.from(await served.arrayBuffer());
  for (const trace of [MARK, 'hit(1)', 'PK\x03\x04', '%PDF', 'Somebody', 'adobe:ns'])
    expect(bytes.includes(trace)).toBe(false);
  const { exif, xmp, icc, comments } = await sharp(bytes).metadata();
  expect([exif, xmp, icc, comments]).toEqual([undefined, undefined, undefined, undefined]);
}

/** Under which name the most that a kind has taken is recorded. */
const ROWS: Record<string, string> = { 'as large as is accepted': 'largest' };

test.each(
  Object.entries(attempts).flatMap(([kind, list]) =>
    list.map((attempt) => [kind, attempt.what, attempt] as const),
  ),
)('%s: %s', async (kind, _what, attempt) => {
  await untilIdle();
  forgetPeak();
  const memory = megabytes('VmRSS');
  const before = { busy: processorMsOf(pid), now: performance.now() };
  const answer = await upload(attempt);
  // Either may hold something else: the smaller forms, which are begun at once, or what else this machine does.
  const took = Math.min(processorMsOf(pid) - before.busy, performance.now() - before.now);
  const held = megabytes('VmHWM') - memory;
  expect(answer.status).toBe(attempt.status);
  if (answer.status === 201) await expectClean(answer);
  tally.add(answer.status === 201 ? 'cleaned' : 'refused');
  const row = ROWS[kind] ?? 'hostile';
  tally.highest(`${row}Ms`, took);
  tally.highest(`${row}Megabytes`, held);
  expect(took).toBeLessThan(MAX_MS);
  expect(held).toBeLessThan(MAX_MEGABYTES);
});

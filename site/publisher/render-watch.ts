import type { Render } from './render.ts';

/** Bytes that an address may have; longer ones are cut, and then match no page that is left out. */
const ADDRESS_BYTES = 2040;
const LANE_BYTES = ADDRESS_BYTES + 8;

/** What a thread is rendering at this moment, seen from another one that it cannot stop to tell. */
export interface RenderWatch {
  /** The pages under way, and an id that no other rendering has. */
  look(): { id: string; address: string }[];
}

/** Renderings that go on at the same time: what has changed, a second thread's part of that, and a whole new copy. */
export const LANES = { changes: 0, second: 1, copy: 2 };

/** Memory that both threads share. */
export function createWatchMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(Object.keys(LANES).length * LANE_BYTES);
}

/** Notes in a lane what is being rendered. Costs about a microsecond a page. */
export function watched(render: Render, memory: SharedArrayBuffer, lane: number): Render {
  const numbers = laneNumbers(memory, lane);
  const bytes = laneBytes(memory, lane);
  return async (address, earlier) => {
    const encoded = Buffer.from(address).subarray(0, ADDRESS_BYTES);
    bytes.set(encoded);
    Atomics.add(numbers, 0, 1);
    Atomics.store(numbers, 1, encoded.length);
    try {
      return await render(address, earlier);
    } finally {
      Atomics.store(numbers, 1, 0);
    }
  };
}

/** Looks at the memory from the other thread. */
export function openWatch(memory: SharedArrayBuffer): RenderWatch {
  const lanes = Array.from({ length: memory.byteLength / LANE_BYTES }, (_, lane) => ({
    numbers: laneNumbers(memory, lane),
    bytes: laneBytes(memory, lane),
  }));
  return {
    look: () =>
      lanes.flatMap(({ numbers, bytes }, lane) => {
        const id = `${lane}-${Atomics.load(numbers, 0)}`;
        const length = Atomics.load(numbers, 1);
        return length === 0 ? [] : [{ id, address: Buffer.from(bytes.subarray(0, length)).toString() }];
      }),
  };
}

function laneNumbers(memory: SharedArrayBuffer, lane: number): Int32Array {
  return new Int32Array(memory, lane * LANE_BYTES, 2);
}

function laneBytes(memory: SharedArrayBuffer, lane: number): Uint8Array {
  return new Uint8Array(memory, lane * LANE_BYTES + 8, ADDRESS_BYTES);
}

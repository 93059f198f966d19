import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sendBody } from '../../../src-main/wire/transfer/body.ts';

/** A body in two alternating buffers: a block is overwritten as soon as the next but one is asked for. */
async function* fleetingBlocks(content: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const buffers = [Buffer.alloc(300_000), Buffer.alloc(300_000)];
  let position = 0;
  for (const [turn, size] of sizes.entries()) {
    const buffer = buffers[turn % 2]?.fill(0) ?? Buffer.alloc(0);
    content.copy(buffer, 0, position, position + size);
    position += size;
    yield buffer.subarray(0, size);
  }
}

/** A network that reads the bytes only when it reports that it has taken them, some time later. */
function slowNetwork() {
  const taken: Buffer[] = [];
  const network = new Writable({
    write: (bytes: Buffer, _, done) => {
      setImmediate(() => {
        taken.push(Buffer.from(bytes));
        done();
      });
    },
  });
  return { network, taken };
}

it('no block changes while it is being sent', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, async (list) => {
      const content = randomBytes(list.reduce((total, size) => total + size, 0));
      const { network, taken } = slowNetwork();
      const counted = { given: 0, taken: 0 };
      await sendBody(network, {
        blocks: fleetingBlocks(content, list),
        bandwidth: undefined,
        signal: new AbortController().signal,
        onGiven: (bytes) => {
          counted.given += bytes;
        },
        onTaken: (bytes) => {
          counted.taken += bytes;
        },
        onWaiting: () => {},
      });
      expect(Buffer.concat(taken).equals(content)).toBe(true);
      expect(counted).toEqual({ given: content.length, taken: content.length });
    }),
    { numRuns: 30 },
  );
});

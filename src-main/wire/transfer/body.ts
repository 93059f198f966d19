/** @file Hands the body of an upload to the network: two writes under way at a time, within the bandwidth limit. */

import type { Writable } from 'node:stream';
import type { Line } from './bandwidth.ts';
import { BlockSize } from './block-size.ts';

/** One is sent while the next one is ready: the network is never idle, and little waits in memory. */
const WRITES_UNDER_WAY = 2;

export interface Body {
  /** A block must keep its bytes until the next but one is asked for. */
  blocks: AsyncIterable<Buffer>;
  bandwidth: Line | undefined;
  signal: AbortSignal;
  /** Called before bytes are handed over: from then on they may arrive. They wait for what it returns. */
  onGiven(bytes: number): void | Promise<void>;
  /** Called when the network has taken bytes that were handed over. */
  onTaken(bytes: number): void;
  /** Called around each wait for bandwidth, which is no fault of the network. */
  onWaiting(isWaiting: boolean): void;
}

/**
 * Resolves when the network has taken everything, or takes no more: the reply, or its absence, then decides. Rejects
 * with what `blocks` throws, and with the signal's reason.
 */
export async function sendBody(request: Writable, body: Body): Promise<void> {
  const size = new BlockSize();
  const underWay: Promise<boolean>[] = [];
  let endOfBlockBefore: Promise<boolean> = Promise.resolve(true);
  for await (const block of body.blocks) {
    for (let offset = 0; offset < block.length; ) {
      const part = block.subarray(offset, offset + size.under(body.bandwidth?.limit));
      offset += part.length;
      await grant(body, part.length);
      if (underWay.length === WRITES_UNDER_WAY && !(await underWay.shift())) return;
      const ready = body.onGiven(part.length);
      if (ready !== undefined) await ready;
      underWay.push(write(request, part, size, body.onTaken));
    }
    if (!(await endOfBlockBefore)) return;
    endOfBlockBefore = underWay.at(-1) ?? endOfBlockBefore;
  }
  request.end();
  await Promise.all(underWay);
}

async function grant({ bandwidth, signal, onWaiting }: Body, bytes: number): Promise<void> {
  signal.throwIfAborted();
  if (bandwidth?.limit === undefined) return;
  onWaiting(true);
  await bandwidth.take(bytes, signal);
  onWaiting(false);
}

/** True once the network has taken the bytes, false when it never will. */
function write(request: Writable, bytes: Buffer, size: BlockSize, onTaken: Body['onTaken']): Promise<boolean> {
  return new Promise((resolve) => {
    request.write(bytes, (error) => {
      if (error !== null && error !== undefined) return resolve(false);
      size.add(performance.now(), bytes.length);
      onTaken(bytes.length);
      resolve(true);
    });
  });
}

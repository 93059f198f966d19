/**
 * @file A file that a person names and that is small where it is the right one: a template, a manifest, a receipt, control
 * figures. It is read as a whole, so the wrong one must not fill the memory, also where it is a pipe that never ends; and
 * waiting for it ends at once, also where it is a pipe that stays silent, or on a share that is away.
 */

import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { untilAborted } from '../until-aborted.ts';
import { toFileError } from './file-errors.ts';
import { BRIEF_PATIENCE_MS, whileLocked } from './file-locks.ts';

const MB = 1024 * 1024;

/** The most bytes of each. */
export const largest = {
  /** Templates, rule sets, recipes, control figures: as many as an action takes. */
  written: 5_000_000,
  /** Manifests, receipts, lists of lines and of ids. */
  record: 16 * MB,
  /** The rows of a prepared file whose lines come from many places. */
  rowMap: 256 * MB,
  /** The end of the history, line by line: a million lines. */
  anchors: 256 * MB,
  /** Certificates, and keys. */
  certificate: 1_000_000,
} as const;

/** @param signal ends the wait; undefined where nothing waits for it @throws AppError file.too-large, file.*; the signal's reason */
export async function readSmall(path: string, most: number, signal: AbortSignal | undefined): Promise<Buffer> {
  return await smallOf(bytesIn(path, signal), path, most, signal);
}

async function* bytesIn(path: string, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  const patience = { patience: BRIEF_PATIENCE_MS, ...(signal && { signal }) };
  const file = await whileLocked(() => open(path, 'r'), patience);
  yield* file.createReadStream({ signal });
}

/** What is piped in, too. @throws as `readSmall` */
export async function smallOf(
  bytes: AsyncIterable<unknown>,
  path: string,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const read = gathered(bytes, path, most);
  return await (signal === undefined ? read : untilAborted(read, signal));
}

async function gathered(bytes: AsyncIterable<unknown>, path: string, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let read = 0;
  try {
    for await (const part of bytes) {
      const next = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
      read += next.length;
      if (read > most) throw new AppError('file.too-large', { path, limit: most });
      parts.push(next);
    }
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
  return Buffer.concat(parts);
}

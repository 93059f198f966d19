/** @file How much an archive may unpack to: small files that unpack to whole disks are made to do harm. */

import type { AppError } from '../../../src-shared/errors.ts';
import { number, size } from '../../../src-shared/quantities.ts';
import { unreadable } from '../structured-source.ts';

export interface Bounds {
  /** Up to so many bytes anything may unpack. */
  freeBytes: number;
  /** Beyond them, at most so many times the packed size: exports reach 50. */
  ratio: number;
  /** What a single file may unpack to in any case. */
  mostBytes: number;
  /** Files in an archive. */
  mostEntries: number;
  /** Packed in one another. */
  deepest: number;
}

export const usualBounds: Bounds = {
  freeBytes: 100_000_000,
  ratio: 500,
  mostBytes: 1_000_000_000_000,
  mostEntries: 10_000,
  deepest: 5,
};

/** The bytes, as long as they keep to the bounds. @throws AppError file.export-unreadable */
export async function* bounded(
  unpacked: AsyncIterable<Uint8Array>,
  packedBytes: number,
  bounds: Bounds,
  shownPath: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    assertBounded(bytes, packedBytes, bounds, shownPath);
    yield chunk;
  }
}

/** @throws AppError file.export-unreadable */
export function assertBounded(unpacked: number, packed: number, bounds: Bounds, shownPath: string): void {
  if (unpacked > bounds.mostBytes) throw tooMuch(shownPath, `It unpacks to more than ${size(bounds.mostBytes)}.`);
  if (unpacked > bounds.freeBytes && unpacked > packed * bounds.ratio) {
    throw tooMuch(shownPath, `It unpacks to more than ${number(bounds.ratio)} times its own size, as no export does.`);
  }
}

/** @throws AppError file.export-unreadable */
export function assertEntries(count: number, bounds: Bounds, shownPath: string): void {
  if (count > bounds.mostEntries)
    throw tooMuch(shownPath, `There are more than ${number(bounds.mostEntries)} files in it.`);
}

/** @throws AppError file.export-unreadable */
export function assertDepth(depth: number, bounds: Bounds, shownPath: string): void {
  if (depth > bounds.deepest) throw tooMuch(shownPath, `It is packed more than ${number(bounds.deepest)} times.`);
}

function tooMuch(shownPath: string, problem: string): AppError {
  return unreadable(shownPath, problem, {
    remedy: 'It may have been made to do harm: ask where it comes from. An export that is right can be unpacked first.',
  });
}

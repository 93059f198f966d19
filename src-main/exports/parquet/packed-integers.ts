/**
 * @file Reads small whole numbers that are packed as runs or bit by bit, as Parquet keeps levels and the numbers of
 * dictionary values. What a damaged file says about lengths is not believed. Pure.
 */

import { fact } from '../../../src-shared/languages/fact.ts';
import { ParquetProblem } from './parquet-problem.ts';

/** More bytes than that make no number of 32 bits. */
const LONGEST_HEADER = 5;
const WIDEST = 32;

/**
 * Fills `into` with numbers of `width` bits from the bytes, which may continue behind them. Throws ParquetProblem where they
 * are too few.
 */
export function readPackedIntegers(bytes: Uint8Array, width: number, into: Uint8Array | Uint32Array): void {
  if (width > WIDEST) throw damaged();
  let at = 0;
  for (let filled = 0; filled < into.length; ) {
    let header = 0;
    for (let length = 0; ; length++) {
      const byte = bytes[at++];
      if (byte === undefined || length === LONGEST_HEADER) throw damaged();
      header += (byte & 0x7f) * 2 ** (7 * length);
      if (byte < 0x80) break;
    }
    const left = into.length - filled;
    const isBitByBit = header % 2 === 1;
    const said = Math.floor(header / 2) * (isBitByBit ? 8 : 1);
    const count = Math.min(said, left);
    if (isBitByBit) {
      unpack(bytes, at, width, into, filled, count);
      at += (said / 8) * width;
    } else {
      const size = Math.ceil(width / 8);
      if (at + size > bytes.length) throw damaged();
      let value = 0;
      for (let byte = 0; byte < size; byte++) value += (bytes[at + byte] ?? 0) * 2 ** (8 * byte);
      into.fill(value, filled, filled + count);
      at += size;
    }
    filled += count;
  }
}

/** The lowest bits come first, across the borders of bytes. */
function unpack(
  bytes: Uint8Array,
  start: number,
  width: number,
  into: Uint8Array | Uint32Array,
  filled: number,
  count: number,
): void {
  if (start + Math.ceil((count * width) / 8) > bytes.length) throw damaged();
  const mask = 2 ** width;
  let held = 0;
  let bits = 0;
  let at = start;
  for (let index = 0; index < count; index++) {
    // Up to 39 bits, which a number holds exactly.
    for (; bits < width; bits += 8) held += (bytes[at++] ?? 0) * 2 ** bits;
    const value = held % mask;
    into[filled + index] = value;
    held = (held - value) / mask;
    bits -= width;
  }
}

function damaged(): ParquetProblem {
  return new ParquetProblem(fact('A page of a column is damaged: it has fewer values than it says.'));
}

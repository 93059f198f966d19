/**
 * @file Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log) frame by frame, so
 * that a broken frame costs only itself. SQLite stops at the first one and does not report the commits behind it.
 */

import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

export interface WriteAheadLog {
  /** Offset in the log of the newest committed content of a page, by page number. */
  pages: ReadonlyMap<number, number>;
  pageSize: number | undefined;
  /** Why commits must have been lost; undefined when the log is whole, or only its end is missing. */
  damage: string | undefined;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Its last bit gives the byte order of the checksums. */
const MAGIC = 0x377f0682;

/** @throws what node:fs throws when the file cannot be opened */
export function readWriteAheadLog(path: string): WriteAheadLog {
  const file = openSync(path, 'r');
  try {
    return readFrames(file);
  } finally {
    closeSync(file);
  }
}

function readFrames(file: number): WriteAheadLog {
  const pages = new Map<number, number>();
  const header = new Uint8Array(HEADER_BYTES);
  // Without a whole header nothing was committed.
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES)
    return { pages, pageSize: undefined, damage: undefined };
  const view = new DataView(header.buffer);
  const pageSize = view.getUint32(8);
  const swapped = (view.getUint32(0) & 1) === (endianness() === 'BE' ? 0 : 1);
  const seed = checksum([0, 0], header.subarray(0, 24), swapped);
  if ((view.getUint32(0) & ~1) >>> 0 !== MAGIC || seed[0] !== view.getUint32(24) || seed[1] !== view.getUint32(28)) {
    return { pages, pageSize: undefined, damage: 'the start of its write-ahead log is not readable' };
  }
  const frame = new Uint8Array(FRAME_HEADER_BYTES + pageSize);
  const frameView = new DataView(frame.buffer);
  const uncommitted = new Map<number, number>();
  let before: Checksum = seed;
  let broken = false;
  let damage: string | undefined;
  for (let at = HEADER_BYTES; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    const sameGeneration =
      frameView.getUint32(8) === view.getUint32(16) && frameView.getUint32(12) === view.getUint32(20);
    const stored: Checksum = [frameView.getUint32(16), frameView.getUint32(20)];
    const covered = checksum(
      checksum(before, frame.subarray(0, 8), swapped),
      frame.subarray(FRAME_HEADER_BYTES),
      swapped,
    );
    before = stored;
    if (!sameGeneration || covered[0] !== stored[0] || covered[1] !== stored[1]) {
      broken = true;
      continue;
    }
    uncommitted.set(frameView.getUint32(0), at + FRAME_HEADER_BYTES);
    if (frameView.getUint32(4) === 0) continue;
    // A commit is on the disk before the next one begins. A commit behind a broken frame therefore means that the frame
    // broke later.
    if (broken) damage = 'a part of its write-ahead log is not readable';
    for (const [page, offset] of uncommitted) pages.set(page, offset);
    uncommitted.clear();
  }
  return { pages, pageSize, damage };
}

type Checksum = readonly [number, number];

/** Over a multiple of eight bytes; `swapped` when their byte order is not that of this machine. */
function checksum([first, second]: Checksum, bytes: Uint8Array, swapped: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = (endianness() === 'LE') !== swapped;
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, littleEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, littleEndian) + one) >>> 0;
  }
  return [one, two];
}

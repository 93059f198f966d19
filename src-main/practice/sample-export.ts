/** @file Writes exports to practise with: a valid one of any size, and one that is full of faults. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { type PlantedFault, plantFaults } from './sample-faults.ts';
import { randomNumbers, sampleTransaction } from './sample-transactions.ts';

/** The size of one write; large enough to be fast, small enough not to matter in memory. */
const BLOCK = 1024 * 1024;

export interface SampleSize {
  lines: number;
  bytes: number;
}

/**
 * Streams valid transactions to `path`, 500 to 700 bytes a line, until the file has at least `bytes` bytes, and less
 * than one line more. The same seed gives the same file, and a longer file begins with the lines of a shorter one.
 */
export async function writeSampleExport(path: string, bytes: number, seed = 1): Promise<SampleSize> {
  const random = randomNumbers(seed);
  const file = createWriteStream(path, { highWaterMark: 2 * BLOCK, mode: PRIVATE_FILE });
  const done = finished(file);
  // The failure is awaited below; this only keeps it from being called unhandled until then.
  done.catch(() => undefined);
  const size: SampleSize = { lines: 0, bytes: 0 };
  while (size.bytes < bytes && !file.errored) {
    let block = '';
    let blockBytes = 0;
    while (blockBytes < BLOCK && size.bytes + blockBytes < bytes) {
      const line = `${JSON.stringify(sampleTransaction(random))}\n`;
      block += line;
      blockBytes += Buffer.byteLength(line);
      size.lines += 1;
    }
    size.bytes += blockBytes;
    if (!file.write(block)) await Promise.race([once(file, 'drain'), done]);
  }
  file.end();
  await done;
  return size;
}

/**
 * Writes an export with a few dozen planted faults between valid lines and returns where they are. `fault` is named as
 * the check names its rules; a line with two faults is listed twice.
 */
export async function writeFaultySample(path: string, seed = 1): Promise<readonly PlantedFault[]> {
  const { lines, faults } = plantFaults(randomNumbers(seed));
  await writeFile(path, lines.map((line) => `${line}\n`).join(''), { mode: PRIVATE_FILE });
  return faults;
}

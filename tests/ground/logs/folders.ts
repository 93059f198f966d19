/** @file Folders and files of a test of the logs. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as yauzl from 'yauzl';

/** The lines of a log, parsed. */
export function linesOf(folder: string, day: string): unknown[] {
  const lines = readFileSync(join(folder, `tranship-${day}.log`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
}

/** The texts in a zip by their names, read by another library than the one that wrote it. */
export async function unzipped(path: string): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(readFileSync(path));
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return texts;
}

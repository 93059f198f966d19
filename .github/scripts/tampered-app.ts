/**
 * @file `node .github/scripts/tampered-app.ts PROGRAM ARCHIVE`: changes one byte of the archive (app.asar) of an installed
 * app, once in its header and once in the file that starts the app. Fails if the app starts all the same. The archive is as
 * before afterwards.
 */

import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { run } from './run.ts';
import { passed, type SelfTest, startSelfTest } from './self-test.ts';

/** Chromium's Pickle: the size of a size, the size of the header with its length, the two lengths of the text. */
const TEXT_LENGTH_AT = 12;
const HEADER_SIZE_AT = 4;
const TEXT_AT = 16;
const PREFIX = 8;

const fileSchema = z.looseObject({ offset: z.string().regex(/^\d+$/), size: z.int().positive() });
interface Folder {
  files: Record<string, unknown>;
}
const folderSchema: z.ZodType<Folder> = z.looseObject({ files: z.record(z.string(), z.unknown()) });

/** Where a byte can be changed, as offsets in the archive. @throws Error if the archive has no such file */
export function placesToTamper(archive: Buffer, path: readonly string[]): { header: number; content: number } {
  const text = archive.toString('utf8', TEXT_AT, TEXT_AT + archive.readUInt32LE(TEXT_LENGTH_AT));
  let entry: unknown = JSON.parse(text);
  for (const name of path) {
    entry = folderSchema.parse(entry).files[name];
    if (entry === undefined) throw new Error(`The archive has no ${path.join('/')}.`);
  }
  const { offset, size } = fileSchema.parse(entry);
  const header = text.indexOf('"hash":"');
  if (header < 0) throw new Error('The archive has no digests, so nothing can notice a change.');
  const content = PREFIX + archive.readUInt32LE(HEADER_SIZE_AT) + Number(offset) + Math.floor(size / 2);
  // The header is ASCII up to the first digest unless a file name is not.
  return { header: TEXT_AT + Buffer.byteLength(text.slice(0, header)) + '"hash":"'.length, content };
}

/** A copy in which one byte is another one: a hexadecimal digit stays one. */
export function tampered(archive: Buffer, place: number): Buffer {
  const changed = Buffer.from(archive);
  changed[place] = changed[place] === 0x30 ? 0x31 : 0x30;
  return changed;
}

/**
 * @param start starts the app for its self-test
 * @throws Error if the untouched app does not start, or a changed one does
 */
export async function checkTampering(
  archivePath: string,
  path: string[],
  start: () => Promise<SelfTest>,
): Promise<void> {
  passed(await start());
  const kept = `${archivePath}.kept`;
  copyFileSync(archivePath, kept);
  try {
    const archive = readFileSync(archivePath);
    for (const [part, place] of Object.entries(placesToTamper(archive, path))) {
      writeFileSync(archivePath, tampered(archive, place));
      const { exitCode, report } = await start();
      if (exitCode === 0 || report !== undefined) throw new Error(`The app starts with a changed byte in its ${part}.`);
    }
  } finally {
    copyFileSync(kept, archivePath);
    rmSync(kept);
  }
}

if (import.meta.main) {
  run(async ([program = '', archive = '']) => {
    await checkTampering(archive, ['out', 'main', 'index.js'], () => startSelfTest(program));
    return 'The app starts as it was built, and with no changed byte.';
  });
}

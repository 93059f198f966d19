/** @file Reads an archive of Electron (app.asar): https://github.com/electron/asar#format. Pure. */

import { z } from 'zod';

/** Chromium's Pickle: the size of a size, the size of the header with its length, the two lengths of the text. */
const HEADER_SIZE_AT = 4;
const TEXT_LENGTH_AT = 12;
const TEXT_AT = 16;
const PREFIX = 8;

const fileSchema = z.looseObject({ offset: z.string().regex(/^\d+$/), size: z.int().positive() });
interface Folder {
  files: Record<string, unknown>;
}
const folderSchema: z.ZodType<Folder> = z.looseObject({ files: z.record(z.string(), z.unknown()) });

/** The header as text, and where it begins in the archive. */
export function headerOf(archive: Buffer): { text: string; start: number } {
  return { text: archive.toString('utf8', TEXT_AT, TEXT_AT + archive.readUInt32LE(TEXT_LENGTH_AT)), start: TEXT_AT };
}

/** Where a file is in the archive. @throws Error if it is not in it */
export function placeOf(archive: Buffer, path: readonly string[]): { start: number; size: number } {
  let entry: unknown = JSON.parse(headerOf(archive).text);
  for (const name of path) {
    entry = folderSchema.parse(entry).files[name];
    if (entry === undefined) throw new Error(`The archive has no ${path.join('/')}.`);
  }
  const { offset, size } = fileSchema.parse(entry);
  return { start: PREFIX + archive.readUInt32LE(HEADER_SIZE_AT) + Number(offset), size };
}

export function contentOf(archive: Buffer, path: readonly string[]): Buffer {
  const { start, size } = placeOf(archive, path);
  return archive.subarray(start, start + size);
}

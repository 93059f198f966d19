/** @file The zip of a prepared folder, as a browser saves it: verified as the folder is, and unpacked to be sent. */

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { usualBounds } from '../exports/bounds.ts';
import { type Content, fileContent } from '../exports/content.ts';
import { MANIFEST } from '../exports/output-folder.ts';
import { openZip } from '../exports/unpacking/zip.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { PRIVATE_FOLDER } from '../ground/files/own-folder.ts';
import { replaceFile } from '../ground/files/replace-file.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { largest, smallOf } from '../ground/files/small-file.ts';
import { beginsAsManifest, type Manifest } from './manifest-shape.ts';
import { PREPARED_FOLDER } from './preparation-record.ts';
import { assertAsPrepared, openPrepared, type PreparedFolder, parseManifest } from './prepared-folder.ts';

/** First bytes, in Latin-1. */
const ZIP = 'PK\x03\x04';
/** Folders that are unpacked: what a crash leaves is removed by this. */
const UNPACKING = 'unpacking-';

/** Reads and verifies it; undefined for another file. Rejects as `openPrepared` does, and where it is damaged. */
export async function readPreparedZip(path: string, signal: AbortSignal): Promise<Manifest | undefined> {
  const zip = await openOurs(path, signal).catch((thrown: unknown) => {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  });
  if (zip === undefined) return undefined;
  try {
    const manifest = parseManifest(zip.text, path);
    const beside = {
      names: async () => [...zip.files.keys()].filter((name) => !name.includes('/')),
      find: async (name: string) => await digestOf(zip.files.get(name), signal),
    };
    await assertAsPrepared({ path, manifest }, beside, signal);
    return manifest;
  } finally {
    zip.close();
  }
}

/**
 * Unpacks it into a folder of its own among the preparations of the data folder, where it stays until its files are sent and
 * purged; undefined for the zip of something else. Rejects as `openPrepared` does, and with `disk.full`; then nothing stays.
 */
export async function unpackPrepared(
  path: string,
  dataFolder: string,
  signal: AbortSignal,
): Promise<PreparedFolder | undefined> {
  const zip = (await isZip(path)) ? await openOurs(path, signal) : undefined;
  if (zip === undefined) return undefined;
  const id = randomUUID();
  const unpacking = join(dataFolder, PREPARED_FOLDER, UNPACKING + id);
  const place = join(dataFolder, PREPARED_FOLDER, id);
  try {
    for (const [name, content] of zip.files) await unpackFile(content, join(unpacking, 'files', name), signal);
    await replaceFile(unpacking, place);
    return await openPrepared(join(place, 'files', MANIFEST), signal);
  } catch (thrown) {
    for (const folder of [unpacking, place]) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    throw thrown;
  } finally {
    zip.close();
  }
}

/** Removes what was unpacked when the app was ended. Never throws: what is left is removed another time. */
export async function removeHalfUnpacked(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, PREPARED_FOLDER);
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((one) => one.startsWith(UNPACKING)))
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** The check says what cannot be read here. */
async function isZip(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0);
    return buffer.toString('latin1') === ZIP;
  } catch {
    return false;
  }
}

async function unpackFile(content: Content, path: string, signal: AbortSignal): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
  await saveFile(path, content.open(signal), signal);
}

interface OpenedZip {
  /** By their names beside the manifest, which may be within one folder. */
  files: ReadonlyMap<string, Content>;
  /** Of the manifest. */
  text: string;
  close(): void;
}

/** Undefined for the zip of something else. Rejects with AppError `file.*`. */
async function openOurs(path: string, signal: AbortSignal): Promise<OpenedZip | undefined> {
  const archive = await openZip(path, await fileContent(path), usualBounds);
  let isOurs = false;
  try {
    const found = archive.files.find(({ name }) => basename(name) === MANIFEST && name.split('/').length <= 2);
    if (found === undefined) return undefined;
    const text = (await smallOf(found.open(signal), path, largest.record, signal)).toString();
    isOurs = beginsAsManifest(text);
    const within = found.name.slice(0, -MANIFEST.length);
    const files = archive.files.filter(({ name }) => name.startsWith(within));
    const byName = new Map(files.map((content) => [content.name.slice(within.length), content]));
    return isOurs ? { files: byName, text, close: archive.close } : undefined;
  } finally {
    if (!isOurs) archive.close();
  }
}

async function digestOf(content: Content | undefined, signal: AbortSignal) {
  if (content === undefined) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content.open(signal)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

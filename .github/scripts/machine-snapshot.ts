/**
 * @file A snapshot of a machine: all that an installer can leave behind, in the registry and in folders, one entry for each key,
 * value, file and folder. What cannot be read is an entry, too, or ends with a sentence: a snapshot that lacks something would look
 * like a machine that is clean.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  type Dirent,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Entry, RegistryExport } from './registry-export.ts';
import type { MachinePlaces } from './snapshot-places.ts';

/**
 * Writes the entries into a file, each as a line of JSON: a whole machine is too much for one text.
 * @returns how many
 * @throws Error where a part of the registry could not be read, or something is missing that every such machine has
 */
export async function takeSnapshot(file: string, { keys, folders, landmarks }: MachinePlaces): Promise<number> {
  const missing = new Set(landmarks.map((place) => place.toLowerCase()));
  const output = openSync(file, 'w');
  let count = 0;
  const add = ([place, value]: Entry) => {
    missing.delete(place.toLowerCase());
    writeSync(output, `${JSON.stringify([place, value])}\n`);
    count += 1;
  };
  try {
    for (const key of keys) await exportKey(key, add);
    for (const { folder, levels, byContent } of folders) walk(folder, levels, byContent ?? false, add);
  } finally {
    closeSync(output);
  }
  if (missing.size > 0)
    throw new Error(`The snapshot is not whole. Every such machine has what it lacks: ${[...missing].join(', ')}`);
  return count;
}

/** The entries of a snapshot by place. */
export function readSnapshot(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line, index): Entry => {
      const entry: unknown = line === '' ? undefined : JSON.parse(line);
      if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string')
        return [entry[0], entry[1]];
      throw new Error(`${file} is no snapshot: line ${index + 1} has no place and value.`);
    }),
  );
}

async function exportKey(key: string, add: (entry: Entry) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-registry-'));
  const file = join(folder, 'exported.reg');
  try {
    const call = ['export', key, file, '/y', '/reg:64'];
    // It would say that it is done.
    const { status, error } = spawnSync('reg', call, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (error !== undefined || status !== 0)
      throw new Error(`The registry could not be read: reg ${call.join(' ')} ended with ${error?.message ?? status}.`);
    await readExport(file, key, add);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function readExport(file: string, key: string, add: (entry: Entry) => void): Promise<void> {
  const reading = new RegistryExport(add);
  try {
    const lines = createInterface({ input: createReadStream(file, 'utf16le'), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) reading.line(line);
    reading.end();
  } catch (thrown) {
    const what = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`reg.exe ended well, but what it should have exported of ${key} cannot be used: ${what}`);
  }
}

/** @param levels how deep to go; what is below counts with the folder around it */
function walk(folder: string, levels: number, byContent: boolean, add: (entry: Entry) => void): void {
  const listed = listing(folder);
  if (listed === undefined) return;
  if (typeof listed === 'string') {
    add([folder, listed]);
    return;
  }
  add([folder, 'folder']);
  for (const entry of listed) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && levels > 1) walk(path, levels - 1, byContent, add);
    else add([path, described(path, entry, byContent)]);
  }
}

/** Undefined where there is no such folder; a text where it cannot be read. */
function listing(folder: string): Dirent[] | string | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (thrown) {
    const code = codeOf(thrown);
    return code === 'ENOENT' ? undefined : `a folder that cannot be read (${code})`;
  }
}

function described(path: string, entry: Dirent, byContent: boolean): string {
  try {
    if (entry.isSymbolicLink()) return `a link to ${readlinkSync(path)}`;
    if (entry.isDirectory()) return 'folder';
    if (!byContent || !entry.isFile()) return `${lstatSync(path).size} bytes`;
    return `sha256 ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  } catch (thrown) {
    return `cannot be read (${codeOf(thrown)})`;
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
}

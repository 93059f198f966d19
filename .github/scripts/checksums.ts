/**
 * @file `node .github/scripts/checksums.ts write FOLDER` writes FOLDER/SHA256SUMS over all files in it, as sha256sum does;
 * `… check FOLDER` fails if a file has changed, is missing, or is not listed.
 */

import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from './run.ts';

const LIST = 'SHA256SUMS';

/** The files of a folder with their digests, in order of their names. */
export async function checksumsOf(folder: string): Promise<Map<string, string>> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== LIST);
  const digests = new Map<string, string>();
  for (const name of entries.map((entry) => entry.name).sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    digests.set(name, hash.digest('hex'));
  }
  return digests;
}

/** @throws Error if the folder has no files */
export async function writeChecksums(folder: string): Promise<number> {
  const digests = await checksumsOf(folder);
  if (digests.size === 0) throw new Error(`There are no files in ${folder}.`);
  const lines = [...digests].map(([name, digest]) => `${digest}  ${name}\n`);
  writeFileSync(join(folder, LIST), lines.join(''));
  return digests.size;
}

/** @throws Error that names each file that differs from the list */
export async function checkChecksums(folder: string): Promise<number> {
  const listed = new Map(
    readFileSync(join(folder, LIST), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [, digest, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
        if (digest === undefined || name === undefined)
          throw new Error(`${LIST} has a line that is no checksum: ${line}`);
        return [name, digest];
      }),
  );
  const found = await checksumsOf(folder);
  const problems = [...new Set([...listed.keys(), ...found.keys()])].flatMap((name) => {
    if (!found.has(name)) return [`${name} is missing`];
    if (!listed.has(name)) return [`${name} is not listed`];
    return listed.get(name) === found.get(name) ? [] : [`${name} has changed`];
  });
  if (listed.size === 0) problems.push('no file is listed');
  if (problems.length > 0) throw new Error(`${folder}: ${problems.join('; ')}.`);
  return found.size;
}

if (import.meta.main) {
  run(async ([what, folder = '.']) => {
    if (what === 'write') return `${LIST} lists ${await writeChecksums(folder)} files.`;
    if (what === 'check') return `${await checkChecksums(folder)} files are as ${LIST} lists them.`;
    throw new Error('Say “write” or “check”, and a folder.');
  });
}

/** @file A checkout on Windows, where git is installed with core.autocrlf=true, has the bytes that were committed. */

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { atNight } from '../harness/night.ts';
import { folderOfFile } from '../temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

let place: string;
let checkout: string;

beforeAll(() => {
  place = folderOfFile();
  checkout = checkOut(root, 'tranship');
});

function checkOut(from: string, name: string): string {
  const to = join(place, name);
  execFileSync('git', ['clone', '--quiet', '-c', 'core.autocrlf=true', from, to]);
  return to;
}

function git(folder: string, ...values: string[]): string {
  return execFileSync('git', ['-C', folder, ...values], { encoding: 'utf8' });
}

/** The files that got carriage returns, except those that need them. */
function filesWithCarriageReturns(folder: string): string[] {
  const changed = git(folder, 'ls-files', '--eol')
    .split('\n')
    .filter((line) => /\sw\/(crlf|mixed)\s/.test(line));
  return changed.flatMap((line) => line.split('\t').slice(1)).filter((path) => !/\.(cmd|bat)$/.test(path));
}

it('A checkout with core.autocrlf=true gives no file carriage returns', () => {
  expect(filesWithCarriageReturns(checkout)).toEqual([]);
});

atNight(it)('A checkout with core.autocrlf=true passes the formatter', () => {
  const format = spawnSync(process.execPath, [biome, 'format', '.'], { cwd: checkout, encoding: 'utf8' });
  expect(format.status, format.stdout + format.stderr).toBe(0);
});

it('Without .gitattributes the same checkout has carriage returns', () => {
  const author = ['-c', 'user.name=A tester', '-c', 'user.email=tester@tranship.example'];
  git(checkout, 'rm', '--quiet', '.gitattributes');
  git(checkout, ...author, 'commit', '--quiet', '--no-verify', '--message', 'Without attributes');
  expect(filesWithCarriageReturns(checkOut(checkout, 'without')).length).toBeGreaterThan(500);
});

/** @file A checkout on Windows, where git is installed with core.autocrlf=true, has the bytes that were committed. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

let place: string;
let clone: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'tranship-checkout-'));
  clone = join(place, 'tranship');
  execFileSync('git', ['clone', '--quiet', '-c', 'core.autocrlf=true', root, clone]);
});

afterAll(() => rmSync(place, { recursive: true }));

function git(...values: string[]): string {
  return execFileSync('git', ['-C', clone, ...values], { encoding: 'utf8' });
}

/** The files that the checkout changed, except those that need their carriage returns. */
function filesWithCarriageReturns(): string[] {
  const files = git('ls-files', '--eol')
    .split('\n')
    .filter((line) => /\sw\/(crlf|mixed)\s/.test(line));
  return files.flatMap((line) => line.split('\t').slice(1)).filter((path) => !/\.(cmd|bat)$/.test(path));
}

it('A checkout with core.autocrlf=true gives no file carriage returns', () => {
  expect(filesWithCarriageReturns()).toEqual([]);
});

it('A checkout with core.autocrlf=true passes the formatter', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, 'format', '.'], {
    cwd: clone,
    encoding: 'utf8',
  });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});

it('Without .gitattributes the same checkout would have carriage returns', () => {
  git('rm', '--quiet', '.gitattributes');
  git('rm', '--quiet', '-r', '--cached', '.');
  git('reset', '--quiet', '--hard');
  expect(filesWithCarriageReturns()).toEqual([]);
  git('rm', '--quiet', '.gitattributes');
  git('checkout-index', '--force', '--all');
  expect(filesWithCarriageReturns().length).toBeGreaterThan(500);
});

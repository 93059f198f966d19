/** @file Where a person wants a file, and something else is. */

import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportForSupport } from '../../../src-main/ground/logs/support-export.ts';
import { assertWritable, refusePipe } from '../../../src-main/shells/cli/written-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-written-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const facts = {
  versions: {},
  settings: {},
  connections: [],
  policy: { sources: [], values: {}, ignored: [] },
  queue: {},
};
const support = (path: string) => exportForSupport({ logs: folder, facts: facts as never }, path);

describe.runIf(process.platform !== 'win32')('a pipe in place of a file to write', () => {
  const pipe = () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  };

  it('is refused at once, also behind a link, and no one waits for a reader', async () => {
    const path = pipe();
    const link = join(folder, 'findings.csv');
    symlinkSync(path, link);
    for (const place of [path, link]) {
      await expect(assertWritable(place, [])).rejects.toMatchObject({ code: 'file.cannot-write' });
      await expect(refusePipe(place)).rejects.toMatchObject({ code: 'file.cannot-write' });
    }
  });

  it('is not replaced by the export for support', async () => {
    const path = pipe();
    await expect(support(path)).rejects.toMatchObject({ code: 'file.cannot-write' });
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it('beside the export for support holds up no one', async () => {
    const path = pipe();
    execFileSync('mv', [path, join(folder, 'support.zip.part')]);
    await support(join(folder, 'support.zip'));
    expect(readFileSync(join(folder, 'support.zip')).subarray(0, 2).toString()).toBe('PK');
  });
});

it.runIf(existsSync('/dev/null'))('a device is never replaced by the export for support', async () => {
  await expect(support('/dev/null')).rejects.toMatchObject({ code: 'file.cannot-write' });
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
});

it.runIf(process.platform !== 'win32')('a link is followed to the file that it names', async () => {
  const file = join(folder, 'real.zip');
  writeFileSync(file, 'old');
  symlinkSync(file, join(folder, 'link.zip'));
  await support(join(folder, 'link.zip'));
  expect(lstatSync(join(folder, 'link.zip')).isSymbolicLink()).toBe(true);
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  await assertWritable(join(folder, 'link.zip'), []);
});

it('a folder in place of a file is told as one', async () => {
  await expect(assertWritable(folder, [])).rejects.toMatchObject({ code: 'file.cannot-write' });
});

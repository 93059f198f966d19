/** @file Every check of the machine fails where the machine fails: one that cannot fail would prove nothing. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type MachinePorts,
  machineChecks,
  stateUpdates,
} from '../../../../src-main/actions/self-test/machine-checks.ts';
import { lockFolder } from '../../../../src-main/ground/files/folder-lock.ts';
import { terminalShell } from '../../../../src-main/shells/terminal-shell.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

function folderFor(name: string): string {
  const folder = temporaryFolder(`tranship-${name}-`);
  return folder;
}

/** Little, and at any speed. */
const measured = { sampleBytes: 2_000_000, slowest: 0 };

/** Runs one of the checks on this machine, changed as given. */
async function run(name: string, change: Partial<MachinePorts> = {}): Promise<string> {
  const rendererFolder = fileURLToPath(new URL('../../../../out/renderer', import.meta.url));
  const ports = { folder: folderFor('self-test'), rendererFolder, shell: terminalShell, measured };
  const checks = machineChecks({ ...ports, ...change });
  const check = checks.find((one) => one.name === name);
  if (check === undefined) throw new Error(`There is no check ${name}.`);
  return await check.run(new AbortController().signal);
}

/** A thread with this code. */
function thread(code: string): URL {
  const path = join(folderFor('thread'), 'thread.mjs');
  writeFileSync(path, code);
  return pathToFileURL(path);
}

describe('a machine on which Tranship works', () => {
  it.each([
    ['threads', /ends alone/],
    ['check', /^(\d+) of (\d+) lines are valid, as they should be: 2 MB at \d+ MB\/s/],
    ['folder', /no other user can read it/],
    ['database', /^SQLite 3\..*write-ahead log, and what a kill leaves behind/],
    ['lock', /locked once/],
    ['disk', /1 MB was written and read; \d+ MB are free/],
    ['replacing', /that another one had open/],
    ['client-certificates', /TLSv1\.2 with AES-256, TLSv1\.2 with Triple DES, TLSv1\.3 with AES-256/],
    ['authorities', /^\d+ authorities, read in \d+ ms/],
    ['trust', /only the list of this computer has, and refused without it\. Not tried/],
    ['updates', /^This build never looks for updates/],
    ['practice-send', /^\d+ transactions went in \d+ batches, were accepted, and have a receipt/],
    ['page-files', /^\d+ files, \d+ kB/],
  ])('passes the check of %s', async (name, words) => {
    expect(await run(name)).toMatch(words);
  });
});

describe('a machine on which something is wrong', () => {
  it.each([
    ['runs for ever within its memory', 'process.exit(0)', 'without an error'],
    ['fails otherwise', "throw new Error('out of luck')", 'out of luck'],
  ])('fails the check of threads where one %s', async (_what, code, words) => {
    await expect(run('threads', { threads: { memory: thread(code) } })).rejects.toThrow(words);
  });

  it('fails the check of files where it is too slow', async () => {
    const slow = run('check', { measured: { ...measured, slowest: 1e15 } });
    await expect(slow).rejects.toThrow('at least 1000000000 MB/s are expected');
  });

  it('fails the check of files where their threads do not start', async () => {
    const check = new URL('file:///nowhere/check-worker.js');
    await expect(run('check', { threads: { check } })).rejects.toMatchObject({ code: 'check.failed' });
  });

  it('fails the check of the database and of the disk where nothing can be written', async () => {
    const folder = join(folderFor('self-test'), 'a file');
    writeFileSync(folder, '');
    await expect(run('database', { folder })).rejects.toThrow();
    await expect(run('disk', { folder })).rejects.toThrow();
  });

  it('fails the check of the whole way where the practice service cannot be reached', async () => {
    const folder = folderFor('self-test');
    writeFileSync(join(folder, 'practice-send'), 'a file is in the way');
    await expect(run('practice-send', { folder })).rejects.toMatchObject({ code: expect.stringMatching(/^folder/) });
  });

  it('fails the check of the lock where the folder is taken already', async () => {
    const folder = folderFor('self-test');
    const held = lockFolder(folder, 'another');
    onTestFinished(() => held.release());
    await expect(run('lock', { folder })).rejects.toMatchObject({ code: 'queue.locked' });
  });

  it('fails the check of authorities where the system gives none', async () => {
    const code = (message: object) =>
      thread(`import { parentPort } from 'node:worker_threads'; parentPort.postMessage(${JSON.stringify(message)});`);
    const from = (message: object) => run('authorities', { threads: { authorities: code(message) } });
    await expect(from({ certificates: [] })).rejects.toThrow('no authorities');
    await expect(from({ certificates: ['A'], problem: 'access denied' })).rejects.toThrow('access denied');
  });

  it.each([
    ['the page itself', '', 'index.html'],
    ['a script that it names', '<script src="./assets/index.js"></script>', 'assets/index.js'],
    ['every script', '<p>Tranship</p>', 'names no script'],
  ])('fails the check of the page’s files where %s is missing', async (_what, page, words) => {
    const rendererFolder = folderFor('renderer');
    mkdirSync(join(rendererFolder, 'assets'));
    if (page !== '') writeFileSync(join(rendererFolder, 'index.html'), page);
    await expect(run('page-files', { rendererFolder })).rejects.toThrow(words);
  });
});

it('an installation with a feed of updates says that it asks nothing of it by itself', () => {
  const told = stateUpdates({ publicKey: 'key', feed: 'https://updates.example/tranship' });
  expect(told).toBe(
    'It looks for updates at updates.example only once a person or the organisation has turned that on. This test has not.',
  );
});

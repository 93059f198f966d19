/** @file The checks of an installation that need no Electron: they run in tests as they run there. */

import { randomBytes } from 'node:crypto';
import { copyFileSync, statSync } from 'node:fs';
import { appendFile, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors.ts';
import { checkFile } from '../../check/check.ts';
import { defaultRuleSet } from '../../check/rules/rule-set.ts';
import { SECOND, systemClock } from '../../ground/clock.ts';
import { freeBytesIn } from '../../ground/files/disk-space.ts';
import { lockFolder } from '../../ground/files/folder-lock.ts';
import { ownFolder, PRIVATE_FOLDER } from '../../ground/files/own-folder.ts';
import { replaceFile } from '../../ground/files/replace-file.ts';
import { writeSampleExport } from '../../practice/sample-export.ts';
import { openDatabase } from '../../send/storage/database.ts';
import { threadFile } from '../../thread-file.ts';
import { builtInUpdates } from '../../updates/built-in.ts';
import type { UpdateSource } from '../../updates/updates.ts';
import { readInThread } from '../../wire/network/machine-authorities.ts';
import { createNonce, readPageFile } from '../page.ts';
import type { Shell } from '../ports.ts';
import { checkPracticeSend } from './practice-send.ts';
import type { Check } from './run-checks.ts';
import { checkClientCertificates, checkMachineTrust } from './tls-check.ts';

const MEGABYTE = 1_000_000;
/**
 * A sample that is large enough to show the speed of this computer; and the bytes a second below which something is in the way
 * of the check, as a scanner of every read.
 */
const measuredCheck = { sampleBytes: 100 * MEGABYTE, slowest: 5 * MEGABYTE };
/** How long a file stays open that is replaced. */
const HELD_MS = 300;
const MEMORY_OF_THREAD = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

export interface MachinePorts {
  /** A folder for this test alone. */
  folder: string;
  /** The folder of the built page. */
  rendererFolder: string;
  /** Asks no person anything. */
  shell: Shell;
  measured?: typeof measuredCheck;
  /** Replaces the entries of threads, to test their failures. */
  threads?: { check?: URL; authorities?: URL; memory?: URL };
}

export function machineChecks(ports: MachinePorts): Check[] {
  const { folder, rendererFolder, shell, threads } = ports;
  return [
    { name: 'threads', patience: 30 * SECOND, run: () => checkMemoryLimit(threads?.memory) },
    { name: 'check', patience: 60 * SECOND, run: (signal) => checkSample(ports, signal) },
    { name: 'folder', patience: 20 * SECOND, run: async () => checkFolder(folder) },
    { name: 'database', patience: 20 * SECOND, run: async () => checkDatabase(folder) },
    { name: 'lock', patience: 20 * SECOND, run: async () => checkLock(folder) },
    { name: 'disk', patience: 20 * SECOND, run: () => checkDisk(folder) },
    { name: 'replacing', patience: 20 * SECOND, run: () => checkReplacing(folder) },
    { name: 'client-certificates', patience: 20 * SECOND, run: checkClientCertificates },
    { name: 'authorities', patience: 70 * SECOND, run: () => checkAuthorities(threads?.authorities) },
    { name: 'trust', patience: 20 * SECOND, run: checkMachineTrust },
    { name: 'practice-send', patience: 60 * SECOND, run: (signal) => checkPracticeSend(folder, shell, signal) },
    { name: 'page-files', patience: 20 * SECOND, run: () => checkPageFiles(rendererFolder) },
    { name: 'updates', patience: SECOND, run: async () => stateUpdates(builtInUpdates) },
  ];
}

/** A thread that takes too much memory must end with an error, and this process continue. */
async function checkMemoryLimit(entry = threadFile('memory-worker')): Promise<string> {
  const code = await new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(entry, { resourceLimits: MEMORY_OF_THREAD });
    worker.once('error', (error: unknown) => resolve(error instanceof Error && 'code' in error ? error.code : error));
    worker.once('exit', (exitCode) =>
      reject(new Error(`The thread ended with code ${exitCode} and without an error.`)),
    );
  });
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw new Error(`The thread ended with ${String(code)}.`);
  return 'A thread that takes too much memory ends alone.';
}

/** The threads of the check find exactly the one line that is no transaction, and are fast enough to be waited for. */
async function checkSample(
  {
    folder,
    threads,
    measured: { sampleBytes, slowest } = measuredCheck,
  }: Pick<MachinePorts, 'folder' | 'threads' | 'measured'>,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, 'sample.jsonl');
  const { lines } = await writeSampleExport(path, sampleBytes);
  await appendFile(path, '{"notATransaction": true}\n');
  const request = { path, ruleSet: defaultRuleSet, maxBatchBytes: sampleBytes, workers: 2 };
  const workerFile = threads?.check;
  const { bytes, transactions, valid, durationMs } = await checkFile(request, {
    signal,
    chunkBytes: Math.ceil(sampleBytes / 8),
    ...(workerFile && { workerFile }),
  });
  await rm(path);
  const found = `${valid} of ${transactions} lines are valid`;
  if (transactions !== lines + 1 || valid !== lines) throw new Error(`${found}, in place of ${lines} of ${lines + 1}.`);
  const speed = bytes / (durationMs / SECOND);
  const told = `${Math.round(bytes / MEGABYTE)} MB at ${Math.round(speed / MEGABYTE)} MB/s`;
  if (speed < slowest) throw new Error(`${told}: at least ${slowest / MEGABYTE} MB/s are expected.`);
  return `${found}, as they should be: ${told}.`;
}

/** The data folder would be this person's alone. */
function checkFolder(folder: string): string {
  const made = ownFolder(join(folder, 'data'));
  if (process.platform === 'win32') return 'A data folder can be made; the permissions of the profile protect it.';
  const mode = statSync(made).mode & 0o777;
  if (mode !== PRIVATE_FOLDER) throw new Error(`A new data folder is open to others: its mode is ${mode.toString(8)}.`);
  return 'A data folder can be made, and no other user can read it.';
}

/** One connection writes while another one reads what was there before. */
function checkDatabase(folder: string): string {
  const path = join(folder, 'self-test.db');
  const writer = openDatabase(path);
  try {
    const reader = openDatabase(path, { readOnly: true });
    try {
      const marks = () => Number(reader.prepare('SELECT count(*) AS marks FROM marks').get()?.marks);
      const mode = String(writer.prepare('PRAGMA journal_mode').get()?.journal_mode);
      if (mode !== 'wal') throw new Error(`The journal mode is “${mode}”, not “wal”.`);
      writer.exec("BEGIN IMMEDIATE; INSERT INTO marks VALUES ('self-test', 1, 1)");
      const during = marks();
      writer.exec('COMMIT');
      const after = marks();
      if (during !== 0 || after !== 1) throw new Error(`The reader saw ${during} and then ${after} rows, not 0 and 1.`);
      leftByKill(path, folder);
      const version = String(reader.prepare('SELECT sqlite_version() AS version').get()?.version);
      return `SQLite ${version}: two connections over one write-ahead log, and what a kill leaves behind.`;
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
  }
}

/** What a kill would leave behind now opens, has what was committed, and nothing of what was not. */
function leftByKill(path: string, folder: string): void {
  const writer = openDatabase(path);
  const copy = join(folder, 'left-by-a-kill.db');
  try {
    writer.exec("BEGIN IMMEDIATE; INSERT INTO marks VALUES ('not committed', 1, 1)");
    for (const part of ['', '-wal']) copyFileSync(path + part, copy + part);
    writer.exec('ROLLBACK');
  } finally {
    writer.close();
  }
  const opened = openDatabase(copy);
  try {
    const names = opened
      .prepare('SELECT key FROM marks')
      .all()
      .map(({ key }) => key);
    if (names.join() !== 'self-test') throw new Error(`After a kill the database has ${names.join() || 'nothing'}.`);
  } finally {
    opened.close();
  }
}

/** The lock of a data folder is given once, and again when it was released. */
function checkLock(folder: string): string {
  const first = lockFolder(folder, 'the self-test');
  try {
    lockFolder(folder, 'the self-test, again').release();
  } catch (thrown) {
    const isRefused = thrown instanceof AppError && thrown.code === 'queue.locked';
    if (!isRefused) throw thrown;
    first.release();
    lockFolder(folder, 'the self-test, at last').release();
    return 'The folder is locked once, and free again afterwards.';
  }
  throw new Error('The folder was locked twice: on this disk, two processes could send the same file.');
}

async function checkDisk(folder: string): Promise<string> {
  const path = join(folder, 'disk.bin');
  const written = randomBytes(MEGABYTE);
  const file = await open(path, 'wx');
  try {
    await file.writeFile(written);
    await file.sync();
  } finally {
    await file.close();
  }
  const isSame = (await readFile(path)).equals(written);
  await rm(path);
  if (!isSame) throw new Error('What was written is not what is read.');
  return `1 MB was written and read; ${Math.floor(freeBytesIn(folder) / MEGABYTE)} MB are free.`;
}

/** A file is replaced that somebody has open for a while, as a scanner does. */
async function checkReplacing(folder: string): Promise<string> {
  const path = join(folder, 'replaced.txt');
  await writeFile(path, 'before');
  await writeFile(`${path}.new`, 'after');
  const held = await open(path, 'r');
  const released = systemClock.sleep(HELD_MS).then(() => held.close());
  await replaceFile(`${path}.new`, path);
  await released;
  const content = await readFile(path, 'utf8');
  if (content !== 'after') throw new Error(`After it was replaced, the file has “${content}”.`);
  return 'A file was replaced that another one had open.';
}

async function checkAuthorities(entry?: URL): Promise<string> {
  const begun = performance.now();
  const { certificates, problem } = await readInThread({}, entry);
  if (problem !== undefined) throw new Error(`The authorities of the system cannot be read: ${problem}`);
  if (certificates.length === 0) throw new Error('There are no authorities.');
  return `${certificates.length} authorities, read in ${Math.round(performance.now() - begun)} ms.`;
}

/** The page, and every file that it names. */
async function checkPageFiles(rendererFolder: string): Promise<string> {
  const read = async (path: string) => {
    const file = await readPageFile(rendererFolder, path, { nonce: createNonce(), language: 'system' });
    if (file === undefined) throw new Error(`The file ${path} of the page is missing.`);
    return file.body;
  };
  const page = (await read('/index.html')).toString();
  const named = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path);
  if (named.length === 0) throw new Error('The page names no script.');
  let bytes = Buffer.byteLength(page);
  for (const path of named) bytes += (await read(path)).length;
  return `${named.length + 1} files, ${Math.round(bytes / 1000)} kB.`;
}

/** Cannot fail: somebody in the organisation asks what the app asks for by itself. */
export function stateUpdates(source: UpdateSource | undefined): string {
  if (source === undefined) return 'This build never looks for updates: it has no key to know them by.';
  const feed = new URL(source.feed).host;
  return `It looks for updates at ${feed} only once a person or the organisation has turned that on. This test has not.`;
}

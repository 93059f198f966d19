/** @file The checks of an installation that need no Electron: they run in tests as they run there. */

import { randomBytes } from 'node:crypto';
import { appendFile, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../src-shared/errors.ts';
import { checkFile } from '../../check/check.ts';
import { defaultRuleSet } from '../../check/rules/rule-set.ts';
import { SECOND } from '../../ground/clock.ts';
import { freeBytesIn } from '../../ground/files/disk-space.ts';
import { lockFolder } from '../../ground/files/folder-lock.ts';
import { writeSampleExport } from '../../practice/sample-export.ts';
import { openDatabase } from '../../send/storage/database.ts';
import { threadFile } from '../../thread-file.ts';
import { readInThread } from '../../wire/network/machine-authorities.ts';
import { createNonce, readPageFile } from '../page.ts';
import type { Check } from './run-checks.ts';
import { checkClientCertificates } from './tls-check.ts';

const MEGABYTE = 1_000_000;
/** Several chunks, so that every kind of thread has work. */
const SAMPLE_BYTES = 2 * MEGABYTE;
const SAMPLE_CHUNK = 256 * 1024;
const MEMORY_OF_THREAD = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

export interface MachinePorts {
  /** A folder for this test alone. */
  folder: string;
  /** The folder of the built page. */
  rendererFolder: string;
  /** Replaces the entries of threads, to test their failures. */
  threads?: { check?: URL; authorities?: URL; memory?: URL };
}

export function machineChecks({ folder, rendererFolder, threads }: MachinePorts): Check[] {
  return [
    { name: 'threads', patience: 30 * SECOND, run: () => checkMemoryLimit(threads?.memory) },
    { name: 'check', patience: 60 * SECOND, run: (signal) => checkSample(folder, signal, threads?.check) },
    { name: 'database', patience: 20 * SECOND, run: async () => checkDatabase(folder) },
    { name: 'lock', patience: 20 * SECOND, run: async () => checkLock(folder) },
    { name: 'disk', patience: 20 * SECOND, run: () => checkDisk(folder) },
    { name: 'client-certificates', patience: 20 * SECOND, run: checkClientCertificates },
    { name: 'authorities', patience: 70 * SECOND, run: () => checkAuthorities(threads?.authorities) },
    { name: 'page-files', patience: 20 * SECOND, run: () => checkPageFiles(rendererFolder) },
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

/** The threads of the check find exactly the one line that is no transaction. */
async function checkSample(folder: string, signal: AbortSignal, workerFile?: URL): Promise<string> {
  const path = join(folder, 'sample.jsonl');
  const { lines } = await writeSampleExport(path, SAMPLE_BYTES);
  await appendFile(path, '{"notATransaction": true}\n');
  const request = { path, ruleSet: defaultRuleSet, maxBatchBytes: SAMPLE_BYTES, workers: 2 };
  const options = { signal, chunkBytes: SAMPLE_CHUNK, ...(workerFile && { workerFile }) };
  const { transactions, valid, durationMs, sha256 } = await checkFile(request, options);
  const found = `${valid} of ${transactions} lines are valid`;
  if (transactions !== lines + 1 || valid !== lines) throw new Error(`${found}, in place of ${lines} of ${lines + 1}.`);
  return `${found}, as they should be, after ${durationMs} ms (SHA-256 ${sha256.slice(0, 8)}…).`;
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
      const version = String(reader.prepare('SELECT sqlite_version() AS version').get()?.version);
      return `SQLite ${version}: two connections over one write-ahead log.`;
    } finally {
      reader.close();
    }
  } finally {
    writer.close();
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

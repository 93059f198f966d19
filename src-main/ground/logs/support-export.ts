/** @file The export for support: one zip with the logs and other useful facts, without secrets. */

import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { toFileError, toWriteError } from '../files/file-errors.ts';
import { whileLocked } from '../files/file-locks.ts';
import { saveFile } from '../files/saved-file.ts';
import { redactAll } from '../redaction.ts';
import { dailyFiles, securityLog } from './daily-file.ts';
import { listedFacts, type SupportFacts } from './support-facts.ts';

const README = `What is in this file
====================
Made by Tranship for support. Everything is text: look through it before you pass it on.

logs/          What Tranship did in the last 14 days, one file a day (times are UTC): when it was started, which
               requests it made to which host, how long they took and how they ended.
facts.json     Versions; settings; the connections with their names and addresses, their client ids shortened;
               how many submissions and batches of the queue are in which state.
diagnosis.txt  The latest diagnosis of a connection, if one was made.

What is not in it: secrets, passwords, certificates' keys, tokens, upload addresses with their signatures, and nothing
of the transactions in your files.
`;

export interface SupportExport {
  /** The folder of the daily logs. */
  logs: string;
  facts: SupportFacts;
  /** Whether it also has the security log, which says who worked when. */
  withSecurityLog?: boolean;
}

/**
 * Writes the zip to `path`, where a file appears only once it is whole. Memory stays flat for any size of the logs.
 * Rejects with the signal's reason. @throws AppError file.cannot-write, file.locked, disk.full
 */
export async function exportForSupport(
  { logs, facts, withSecurityLog = false }: SupportExport,
  path: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  /** Ends the reading of the remaining files. */
  const ended = new AbortController();
  try {
    const zip = new ZipFile();
    zip.on('error', (error) => ended.abort(error));
    addFacts(zip, facts);
    const security = withSecurityLog ? dailyFiles(logs, securityLog) : [];
    for (const name of [...dailyFiles(logs), ...security])
      await addLog(zip, join(logs, name), `logs/${name}`, ended.signal);
    zip.end();
    const isOver = AbortSignal.any([signal, ended.signal]);
    await saveFile(path, Readable.from(zip.outputStream), isOver);
  } catch (thrown) {
    signal.throwIfAborted();
    throw toWriteError(ended.signal.aborted ? ended.signal.reason : thrown, path);
  } finally {
    ended.abort();
  }
}

function addFacts(zip: ZipFile, facts: SupportFacts): void {
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(redactAll(text)), name);
  add('README.txt', README);
  add('facts.json', JSON.stringify(listedFacts(facts), undefined, 2));
  if (facts.diagnosis !== undefined) add('diagnosis.txt', facts.diagnosis);
}

/** With its present length: today's file may grow while it is read. */
async function addLog(zip: ZipFile, path: string, name: string, signal: AbortSignal): Promise<void> {
  const { size, mtime } = await stat(path);
  if (size === 0) return;
  zip.addReadStreamLazy(name, { size, mtime }, (give) => {
    logStream(path, size, signal).then(
      // The library does not hear of a stream that fails.
      (stream) =>
        give(
          undefined,
          stream.on('error', (thrown) => zip.emit('error', toFileError(thrown, path))),
        ),
      (thrown: unknown) => zip.emit('error', toFileError(thrown, path)),
    );
  });
}

async function logStream(path: string, size: number, signal: AbortSignal): Promise<Readable> {
  const file = await whileLocked(() => open(path, 'r'), { signal });
  return file.createReadStream({ end: size - 1, signal });
}

/**
 * @file Appends lines to one file a day (UTC, as the times in the lines), kept for some days. `append` passes a line to
 * the system before it returns, so that a crash loses none. A line that cannot be written blocks no work; it is
 * tried again later.
 */

import { closeSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, type Clock, DAY, SECOND } from '../clock.ts';
import { BRIEF_PATIENCE_MS, blockWhileLocked } from '../files/file-locks.ts';
import { makeFolder } from '../files/folders.ts';
import { openAtEnd } from '../files/own-folder.ts';

/** How long to wait for a full disk or a locked file before the next try. */
const RETRY_AFTER = 5 * SECOND;
/** The limit for lines that wait: about a minute of the busiest work. */
const LONGEST_WAITING_BYTES = 8 * 1024 * 1024;

/** One kind of daily files: `<name>-<day>.log`. */
export interface DailyLog {
  name: string;
  /** Today included, unless somebody has set another time. */
  keptDays: number;
}

export interface DailyFileOptions {
  log?: DailyLog;
  keptDays?: () => number;
  write?: Write;
}

export const supportLog: DailyLog = { name: 'tranship', keptDays: 14 };
export const securityLog: DailyLog = { name: 'security', keptDays: 400 };

/** The names of the daily files of a log, oldest first; none where the folder cannot be read. */
export function dailyFiles(folder: string, log: DailyLog = supportLog): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => dayIn(name, log) !== undefined)
      .sort();
  } catch {
    return [];
  }
}

/** Writes to the file; a test passes one that fails as on a full disk. */
export type Write = (file: number, bytes: Buffer) => number;

export class DailyFile {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #write: Write;
  readonly #log: DailyLog;
  readonly #keptDays: () => number;
  readonly #closed = new AbortController();
  #file: { day: string; descriptor: number } | undefined;
  /** Whole lines, except the first, which may have been written in part. */
  #waiting: { day: string; bytes: Buffer }[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #retryAt = 0;

  /** Removes files that are too old, now and whenever a day begins. Does not throw. */
  constructor(folder: string, clock: Clock, options: DailyFileOptions = {}) {
    const { log = supportLog, keptDays = () => log.keptDays, write = writeSync } = options;
    this.#folder = folder;
    this.#clock = clock;
    this.#write = write;
    this.#log = log;
    this.#keptDays = keptDays;
    this.#removeOld();
  }

  /** How many waiting lines were dropped since the last call; 0 as long as others still wait. */
  takeLost(): number {
    if (this.#waiting.length > 0) return 0;
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  /** Appends one line with its end. Does not throw. */
  append(line: string): void {
    const now = this.#clock.now();
    const entry = { day: dayOf(now), bytes: Buffer.from(line) };
    this.#waiting.push(entry);
    this.#waitingBytes += entry.bytes.length;
    while (this.#waitingBytes > LONGEST_WAITING_BYTES) this.#drop();
    if (now >= this.#retryAt) this.#writeWaiting();
    // Lines after `close` are still written, but keep no file open.
    if (this.#closed.signal.aborted) this.#letGo();
  }

  /** Writes what waits, if that is possible now, and closes the file. */
  close(): void {
    this.#closed.abort();
    this.#writeWaiting();
    this.#letGo();
  }

  #drop(): void {
    this.#waitingBytes -= this.#waiting.shift()?.bytes.length ?? 0;
    this.#lost++;
  }

  #writeWaiting(): void {
    try {
      for (let entry = this.#waiting[0]; entry !== undefined; entry = this.#waiting[0]) {
        const written = this.#write(this.#open(entry.day), entry.bytes);
        this.#waitingBytes -= written;
        entry.bytes = entry.bytes.subarray(written);
        if (entry.bytes.length === 0) this.#waiting.shift();
      }
    } catch {
      // Opened again at the next try: the folder may have been removed, or the drive disconnected and connected again.
      this.#letGo();
      this.#retryAt = this.#clock.now() + RETRY_AFTER;
      this.#retryLater();
    }
  }

  /** Writes what waits even if no further line comes. */
  #retryLater(): void {
    const retry = () => {
      if (this.#clock.now() >= this.#retryAt) this.#writeWaiting();
    };
    after(this.#clock, RETRY_AFTER, retry, this.#closed);
  }

  #open(day: string): number {
    if (this.#file?.day !== day) {
      this.#letGo();
      makeFolder(this.#folder);
      const path = join(this.#folder, `${this.#log.name}-${day}.log`);
      // Once it is closed, nothing is tried again later.
      const patience = this.#closed.signal.aborted ? BRIEF_PATIENCE_MS : 0;
      this.#file = { day, descriptor: blockWhileLocked(() => openAtEnd(path), { patience }) };
      this.#removeOld();
    }
    return this.#file.descriptor;
  }

  #letGo(): void {
    const descriptor = this.#file?.descriptor;
    this.#file = undefined;
    try {
      if (descriptor !== undefined) closeSync(descriptor);
    } catch {
      // The drive is gone: there is nothing left to close.
    }
  }

  #removeOld(): void {
    const oldest = dayOf(this.#clock.now() - (this.#keptDays() - 1) * DAY);
    for (const name of dailyFiles(this.#folder, this.#log)) {
      if ((dayIn(name, this.#log) ?? oldest) >= oldest) continue;
      try {
        rmSync(join(this.#folder, name));
      } catch {
        // Another program reads the file; tomorrow's clean-up removes it.
      }
    }
  }
}

/** The day in the name of such a file; undefined for any other. */
function dayIn(file: string, { name }: DailyLog): string | undefined {
  const day = file.startsWith(`${name}-`) && file.endsWith('.log') ? file.slice(name.length + 1, -'.log'.length) : '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

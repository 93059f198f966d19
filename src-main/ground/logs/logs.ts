/** @file The log for support: what the app did, and the result of each request, as JSON Lines without secrets. */

import pino from 'pino';
import { visibleInJson } from '../../../src-shared/visible-text.ts';
import type { Clock } from '../clock.ts';
import { redactFields } from '../redaction.ts';
import { DailyFile, type Write } from './daily-file.ts';
import type { LogRequest } from './request-log.ts';

/** The fields of an event. Texts in them are redacted. */
export interface LogFields {
  readonly [name: string]: string | number | boolean | undefined | LogFields;
}

export type LogLevel = 'info' | 'warn' | 'error';

export interface Logs {
  /** The folder of the daily files. */
  readonly folder: string;
  readonly request: LogRequest;
  /** Logs an event: `name` says what happened, as in `connection.changed`. Does not throw. */
  event(level: LogLevel, name: string, fields?: LogFields): void;
  /** Logs the end of the app. */
  close(): void;
}

export interface LogPorts {
  /** Where the daily files are kept; created if missing. */
  folder: string;
  clock: Clock;
  /** Of Tranship. */
  version: string;
  /** How many days the files are kept, today included; asked whenever a day begins. */
  keptDays?: () => number;
  /** Writes to the file; a test passes one that fails as on a full disk. */
  write?: Write;
}

/** Opens the log, even if it cannot be written yet, and logs the start of the app. Does not throw. */
export function openLogs({ folder, clock, version, keptDays, write }: LogPorts): Logs {
  const file = new DailyFile(folder, clock, { ...(keptDays && { keptDays }), ...(write && { write }) });
  // Our own destination: pino's would write from a thread, or lose its buffer in a crash.
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => file.append(`${visibleInJson(line.trimEnd())}\n`) },
  );
  const event: Logs['event'] = (level, name, fields = {}) => {
    const lost = file.takeLost();
    if (lost > 0) logger.warn({ event: 'log.lines-lost', lines: lost });
    logger[level]({ event: name, ...redactFields(fields) });
  };
  event('info', 'app.started', { version, platform: process.platform, arch: process.arch, node: process.version });
  return {
    folder,
    request: (entry) => event(entry.error === undefined ? 'info' : 'warn', 'request', { ...entry }),
    event,
    close: () => {
      event('info', 'app.closed');
      file.close();
    },
  };
}

/** @file The log: what the app did and what each request came to, as JSON Lines for whoever helps. Nothing secret. */

import pino from 'pino';
import type { Clock } from '../clock.ts';
import { redactFields } from '../redaction.ts';
import { DailyFile, type Write } from './daily-file.ts';
import type { LogRequest } from './request-log.ts';

/** What belongs to an event. Texts in it are redacted. */
export interface LogFields {
  readonly [name: string]: string | number | boolean | undefined | LogFields;
}

export type LogLevel = 'info' | 'warn' | 'error';

export interface Logs {
  /** The folder of the daily files. */
  readonly folder: string;
  readonly request: LogRequest;
  /** Writes down that something happened: `name` says what, as in `connection.changed`. Throws nothing. */
  event(level: LogLevel, name: string, fields?: LogFields): void;
  /** Writes down that the app ends. */
  close(): void;
}

export interface LogPorts {
  /** Where the daily files are kept; made if it is not there. */
  folder: string;
  clock: Clock;
  /** Of Tranship. */
  version: string;
  /** What writes to the file; a test gives a disk that is full. */
  write?: Write;
}

/** Opens the log, also where it cannot be written yet, and writes down that the app has started. Throws nothing. */
export function openLogs({ folder, clock, version, write }: LogPorts): Logs {
  const file = new DailyFile(folder, clock, write);
  // A destination of our own: pino's would write from a thread, or lose what is in its buffer at a crash.
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => file.append(line) },
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

/**
 * @file The security log: who was let in, what decides where secrets go, and what was released. A log of its own beside
 * the support log, kept for 400 days and forwarded as syslog where that is set.
 */

import { visibleJson } from '../../src-shared/visible-text.ts';
import { type Clock, MINUTE } from '../ground/clock.ts';
import { DailyFile, securityLog, type Write } from '../ground/logs/daily-file.ts';
import { redactFields } from '../ground/redaction.ts';
import type { Recorder } from './chain.ts';
import type { RecordSecurity, SecurityEvent } from './security-events.ts';
import { type SyslogMessage, syslogMessage } from './syslog-message.ts';

export interface SecurityLogPorts {
  /** The folder of the logs. */
  folder: string;
  clock: Clock;
  recorder: Recorder;
  /** Passes a syslog message on, where that is set. Must not throw. */
  forward: (message: Buffer) => void;
  write?: Write;
}

/** What somebody without any right can cause: of these, so many are kept in a minute, and the rest is counted. */
const hostile: ReadonlySet<SecurityEvent['kind']> = new Set([
  'session-refused',
  'session-begun',
  'session-ended',
  'tampering-found',
  'storage-host-held',
]);
const MOST_IN_A_MINUTE = 60;
const warnings: ReadonlySet<SecurityEvent['kind']> = new Set([
  'session-refused',
  'tampering-found',
  'storage-host-held',
  'key-store-changed',
]);

export class SecurityLog {
  readonly #ports: SecurityLogPorts;
  readonly #file: DailyFile;
  #minute = { begunAt: 0, kept: new Map<string, number>() };

  constructor(ports: SecurityLogPorts) {
    this.#ports = ports;
    this.#file = new DailyFile(ports.folder, ports.clock, {
      log: securityLog,
      ...(ports.write && { write: ports.write }),
    });
  }

  /** Does not throw. */
  readonly record: RecordSecurity = ({ kind, ...fields }) => {
    this.#beginMinute();
    const kept = this.#minute.kept.get(kind) ?? 0;
    if (hostile.has(kind)) this.#minute.kept.set(kind, kept + 1);
    if (kept < MOST_IN_A_MINUTE) this.#write(kind, fields, warnings.has(kind) ? 'warning' : 'notice');
  };

  /** Passes on what an auditor outside of this machine compares with: not an event. */
  note(id: string, fields: Readonly<Record<string, unknown>>): void {
    const { clock, recorder, forward } = this.#ports;
    const { machine } = recorder;
    const text = visibleJson({ ...recorder, ...fields });
    forward(syslogMessage({ at: clock.now(), severity: 'informational', machine, processId: process.pid, id, text }));
  }

  close(): void {
    this.#tellUncounted();
    this.#file.close();
  }

  #beginMinute(): void {
    const now = this.#ports.clock.now();
    if (Math.abs(now - this.#minute.begunAt) < MINUTE) return;
    this.#tellUncounted();
    this.#minute = { begunAt: now, kept: new Map() };
  }

  #tellUncounted(): void {
    for (const [event, count] of this.#minute.kept) {
      if (count > MOST_IN_A_MINUTE)
        this.#write('events-omitted', { of: event, count: count - MOST_IN_A_MINUTE }, 'warning');
    }
  }

  #write(event: string, fields: object, severity: SyslogMessage['severity']): void {
    const { clock, recorder, forward } = this.#ports;
    const { user, machine } = recorder;
    const at = clock.now();
    const line = visibleJson({ time: new Date(at).toISOString(), user, machine, event, ...redacted(fields) });
    this.#file.append(`${line}\n`);
    forward(syslogMessage({ at, severity, machine, processId: process.pid, id: event, text: line }));
  }
}

/** Values in events are never secrets; this is the second lock. */
function redacted(fields: object): Record<string, unknown> {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return typeof value === 'object' && value !== null ? redacted(value) : redactFields({ value }).value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]));
}

/** @file The diagnoses that a running app makes: each ends with the app, and the latest goes into the support file. */

import type { Diagnosis } from '../../src-shared/contract.ts';
import type { Logs } from '../ground/logs/logs.ts';
import type { DiagnosisOptions, RemoteServices } from './remote-services.ts';

export interface DiagnosesPorts {
  services: Pick<RemoteServices, 'diagnose'>;
  logs: Pick<Logs, 'event'>;
  /** Called after one in which nothing was bad. */
  onGood: () => void;
}

export class Diagnoses {
  readonly #ports: DiagnosesPorts;
  readonly #running = new Set<Promise<Diagnosis>>();
  readonly #closing = new AbortController();
  #latest: string | undefined;

  constructor(ports: DiagnosesPorts) {
    this.#ports = ports;
  }

  /** The latest one as text. */
  get latest(): string | undefined {
    return this.#latest;
  }

  /** @throws AppError connection.unknown, connection.invalid */
  async run(name: string | undefined, options: DiagnosisOptions, signal: AbortSignal): Promise<Diagnosis> {
    const { services, logs, onGood } = this.#ports;
    const running = services.diagnose(name, options, AbortSignal.any([signal, this.#closing.signal]));
    this.#running.add(running);
    const diagnosis = await running.finally(() => this.#running.delete(running));
    this.#latest = diagnosis.text;
    const failed = diagnosis.steps.filter(({ outcome }) => outcome === 'bad').map(({ step }) => step);
    logs.event('info', 'diagnosis.made', { connection: name, failed: failed.join(' ') });
    if (failed.length === 0) onGood();
    return diagnosis;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Tranship is being closed.'));
    await Promise.allSettled(this.#running);
  }
}

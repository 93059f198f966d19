/** @file What holds customer data, and how long it is kept: the settings of that, and the purge of what is due. */

import { toAppError } from '../../src-shared/errors.ts';
import type { RecordSecurity } from '../audit/security-events.ts';
import type { Clock } from '../ground/clock.ts';
import type { Logs } from '../ground/logs/logs.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { Queue } from '../send/queue.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { KeptFiles } from './retention/kept-files.ts';
import { Purge } from './retention/purge.ts';
import { keepRetention, type Retention, readRetention } from './retention/retention.ts';

export interface KeptDataPorts {
  /** The data folder. */
  folder: string;
  settings: SettingsFile;
  store: QueueStore;
  queue: Queue;
  clock: Clock;
  logs: Logs;
  record: RecordSecurity;
}

export class KeptData {
  readonly #ports: KeptDataPorts;
  readonly #files: KeptFiles;
  readonly #purge: Purge;

  /** Begins to purge what is due. */
  constructor(ports: KeptDataPorts) {
    const { folder, store, queue, clock, logs, record } = ports;
    this.#ports = ports;
    this.#files = new KeptFiles(folder);
    this.#purge = new Purge({
      store,
      clock,
      record,
      files: this.#files,
      retention: () => this.retention,
      remove: (id) => queue.remove(id),
      onFailure: (thrown) => logs.event('warn', 'purge.failed', { code: toAppError(thrown).code }),
    });
    queue.subscribe(({ kind }) => {
      if (kind === 'removed') this.#purge.wake();
    });
    this.#purge.start();
  }

  /** How long each kind is kept. Read from the file each time. */
  get retention(): Retention {
    return readRetention(this.#ports.settings);
  }

  /** Stores it; what is due by it is purged at once. @throws AppError folder.unusable, disk.full */
  changeRetention(retention: Retention): void {
    keepRetention(this.#ports.settings, retention);
    this.#ports.logs.event('info', 'retention.changed', { retention: JSON.stringify(retention) });
    this.#purge.wake();
  }

  /**
   * Purges what is due, and writes the database again, so that nothing is left in it of what earlier versions have deleted.
   * Takes as long as copying the database. @returns whether the files hold nothing of it any more
   * @throws AppError disk.full, folder.unusable, queue.damaged
   */
  async purgeNow(signal: AbortSignal): Promise<boolean> {
    return await this.#purge.thoroughly(signal);
  }

  /** Resolves once the step under way has ended. */
  async close(): Promise<void> {
    await this.#purge.stop();
  }
}

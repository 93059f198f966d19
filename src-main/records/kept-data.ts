/** @file What holds customer data, and how long it is kept: the settings of that, and the purge of what is due. */

import type { Freeable } from '../../src-shared/contract.ts';
import { toAppError } from '../../src-shared/errors.ts';
import type { RecordSecurity } from '../audit/security-events.ts';
import type { Clock } from '../ground/clock.ts';
import type { Logs } from '../ground/logs/logs.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { Queue } from '../send/queue.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { acceptedContents, type FreeablePorts, removeFreeable, whatIsFreeable } from './retention/freeable.ts';
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
  /** Whether the organisation says how long reports are kept. */
  areReportsManaged: boolean;
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
      remove: (id) => queue.actions.remove(id),
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

  /** What can be removed at once where the disk is full. */
  async freeable(): Promise<Freeable[]> {
    return await whatIsFreeable(this.#freeablePorts());
  }

  /** Removes it; the history keeps that. Nothing that is open needs it. */
  async free(kind: Freeable['kind']): Promise<void> {
    const removed = await removeFreeable(kind, this.#freeablePorts());
    if (removed > 0) this.#ports.record({ kind: 'data-purged', submission: 0, what: [`${removed} ${kind}`] });
  }

  #freeablePorts(): FreeablePorts {
    const { store, queue, clock, areReportsManaged } = this.#ports;
    return {
      files: this.#files,
      areReportsManaged,
      now: clock.now(),
      isOpen: (batchId) => store.customerData.isOpen(batchId),
      acceptedContents: () => acceptedContents(queue.standings()),
    };
  }

  /** Resolves once the step under way has ended. */
  async close(): Promise<void> {
    await this.#purge.stop();
  }
}

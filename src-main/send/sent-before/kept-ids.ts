/** @file The modification ids of checked files as a running app keeps them: whether it does, and what the queue asks of them. */

import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { Logs } from '../../ground/logs/logs.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { IdComparison } from '../compared.ts';
import type { IdKeeper } from '../intake.ts';
import type { QueueStore } from '../storage/store.ts';
import { keepsIdIndexes, setIdIndexes } from './id-index-settings.ts';
import { IdIndexes } from './id-indexes.ts';
import { KnownIds } from './known-ids.ts';
import { compareOrTell, mayShareIds } from './same-ids.ts';
import { SentFiles } from './sent-files.ts';

export interface KeptIdsPorts {
  /** The data folder. */
  folder: string;
  /** The keys by which they are enciphered. */
  keys: () => Promise<readonly IdKey[]>;
  settings: SettingsFile;
  logs: Pick<Logs, 'event'>;
}

export class KeptIds {
  readonly indexes: IdIndexes;
  readonly #ports: KeptIdsPorts;
  readonly #keepers = new WeakMap<QueueStore, IdKeeper & IdComparison>();

  /** Removes what no check will complete: no check may be under way. */
  constructor(ports: KeptIdsPorts) {
    this.indexes = new IdIndexes(ports.folder, ports.keys);
    this.#ports = ports;
    if (this.isOn) this.indexes.removeUnfinished();
    else this.indexes.removeAll();
  }

  /** Whether they are kept. Read from the file each time. */
  get isOn(): boolean {
    return keepsIdIndexes(this.#ports.settings);
  }

  /** What was kept is removed at once where it is no longer wanted. @throws AppError folder.unusable, disk.full, policy.managed */
  change(kept: boolean): void {
    setIdIndexes(this.#ports.settings, kept);
    this.#ports.logs.event('info', 'ids.changed', { kept });
    if (!kept) this.indexes.removeAll();
  }

  /** What could not be compared with these indexes. */
  noteUncompared(submission: number, index: string): void {
    this.#ports.logs.event('warn', 'ids.not-compared', { submission, index });
  }

  /** The same one for a store each time: what it knows of earlier files is read once. */
  keeperOf(store: QueueStore): IdKeeper & IdComparison {
    const keeper = this.#keepers.get(store) ?? this.#keeperOf(store);
    this.#keepers.set(store, keeper);
    return keeper;
  }

  #keeperOf(store: QueueStore): IdKeeper & IdComparison {
    const { indexes } = this;
    const { logs } = this.#ports;
    const sent = new SentFiles(store);
    const known = new KnownIds(indexes);
    return {
      order: async (id) => (this.isOn ? await indexes.order(id) : undefined),
      onFailure: (submission, { code }) => logs.event('warn', 'ids.not-kept', { submission, code }),
      mayShare: async (checked, others, signal) =>
        this.isOn && (await mayShareIds(checked, others, { indexes, known, signal })),
      compare: async (submission, sha256, signal, mostNamed) => {
        if (!this.isOn) return undefined;
        const onUncompared = (id: number, index: string) => this.noteUncompared(id, index);
        const ports = { store, sent, indexes, known, signal, onUncompared };
        return await compareOrTell(submission, sha256, ports, mostNamed, ({ detail }) =>
          logs.event('warn', 'ids.not-compared', { submission: submission.id, reason: detail }),
        );
      },
    };
  }
}

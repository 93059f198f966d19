/**
 * @file Keeps the history provable while the app runs: compares it with its head at the start, begins the seal, and
 * notes the head beside the database and outside of the folder.
 */

import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import type { WrittenKind } from '../../src-shared/history.ts';
import type { Author, Head } from '../audit/chain.ts';
import { headFileName, type KeptHead, readHead, writeHead } from '../audit/head-file.ts';
import type { HistoryKey } from '../audit/history-key.ts';
import { type Clock, MINUTE } from '../ground/clock.ts';
import { isInUse } from '../ground/files/file-errors.ts';
import type { BlockOptions } from '../ground/files/file-locks.ts';
import type { QueueStore } from '../send/storage/store.ts';

/** What a person does is noted at once; all else at most once a minute. */
const byPerson: ReadonlySet<WrittenKind> = new Set([
  'added',
  'approved',
  'paused',
  'resumed',
  'retried',
  'cancelled',
  'cancel',
  'send-again',
  'removed',
  'restored',
  'rebound',
  'file-found',
  'recovery-told',
  'sealed',
  'history-shortened',
  'history-reviewed',
  'folder-confirmed',
  'audit-set',
  'rule-set-changed',
  'control-entered',
  'control-removed',
  'posting-begun',
  'posting-ended',
] satisfies WrittenKind[]);
const REGULARLY = MINUTE;

const noHead: Head = { position: 0, hash: '', count: 0 };

export interface HistoryKeepingPorts {
  store: QueueStore;
  /** The data folder. */
  folder: string;
  author: Author;
  clock: Clock;
  /** Notes the head outside of the folder. Must not throw. */
  onHead: (head: Head) => void;
  /** The history is not what it was at the end of the last run. */
  onTampering: (what: string) => void;
  /** The head could not be written. */
  onFailure: (thrown: unknown) => void;
}

export class HistoryKeeping {
  readonly #ports: HistoryKeepingPorts;
  #notedAt = Number.NEGATIVE_INFINITY;
  #notedPosition = -1;
  /** Another program has the head open: it is tried again each time, without waiting for it once more. */
  #isInUse = false;
  /** Until then the head is not replaced: it is the evidence of what has happened since the last run. */
  #isCompared = false;
  /** Whether this key had sealed entries before this run. */
  #hadEntries = false;

  /** Records, before anything else is recorded, what has happened to the history since the last run. */
  constructor(ports: HistoryKeepingPorts) {
    this.#ports = ports;
    const { store, author } = ports;
    if (author.key !== undefined) this.#begin(author.key);
    store.onRecorded((kinds) => this.#noteAfter(kinds));
  }

  /** Notes the head for the last time; the store must still be open. */
  close(): void {
    this.#note();
  }

  #begin(key: HistoryKey): void {
    const { store, clock, onFailure } = this.#ports;
    this.#hadEntries = store.hasEntryOf(key.id);
    try {
      this.#compare(key);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'folder.in-use') throw thrown;
      this.#isInUse = true;
      onFailure(thrown);
    }
    const at = clock.now();
    if (store.lastEntry()?.key !== key.id) {
      store.record({ at, kind: 'sealed', detail: { key: key.id, after: store.historyHead() ?? noHead } });
    }
    this.#note();
  }

  /** @throws AppError folder.in-use */
  #compare(key: HistoryKey): void {
    const { store, folder, clock, onTampering } = this.#ports;
    const kept = readHead(folder, key, this.#lock());
    const loss = lossIn(kept, store, this.#hadEntries);
    this.#isCompared = true;
    // Before the first seal: a crash right after it must not look like a head that was removed.
    if (loss === undefined && kept.kind === 'absent') this.#write(key, store.historyHead() ?? noHead);
    if (loss === undefined) return;
    // The evidence must outlast the head, which is written again from now on.
    store.record({ at: clock.now(), kind: 'history-shortened', detail: loss });
    onTampering(loss.reason);
  }

  #lock(): BlockOptions {
    return this.#isInUse ? { patience: 0 } : {};
  }

  #noteAfter(kinds: readonly WrittenKind[]): void {
    const isDue = Math.abs(this.#ports.clock.now() - this.#notedAt) >= REGULARLY;
    if (isDue || kinds.some((kind) => byPerson.has(kind))) this.#note();
  }

  #note(): void {
    const { store, author, clock, onHead, onFailure } = this.#ports;
    try {
      const head = store.historyHead();
      if (head === undefined || head.position === this.#notedPosition) return;
      this.#notedAt = clock.now();
      this.#notedPosition = head.position;
      onHead(head);
      if (author.key !== undefined) this.#write(author.key, head);
    } catch (thrown) {
      onFailure(thrown);
    }
  }

  #write(key: HistoryKey, head: Head): void {
    const { folder, clock, onFailure } = this.#ports;
    try {
      if (!this.#isCompared) this.#compare(key);
      writeHead(folder, key, head, clock.now(), this.#lock());
      this.#isInUse = false;
    } catch (thrown) {
      const error = isInUse(thrown) ? new AppError('folder.in-use', { path: join(folder, headFileName) }) : thrown;
      const isStillInUse = this.#isInUse;
      this.#isInUse = error instanceof AppError && error.code === 'folder.in-use';
      if (!(isStillInUse && this.#isInUse)) onFailure(error);
    }
  }
}

/** What is missing of the history, as the head beside it shows. */
function lossIn(kept: KeptHead, store: QueueStore, hadEntries: boolean): { reason: string; noted?: Head } | undefined {
  switch (kept.kind) {
    case 'absent':
      return hadEntries ? { reason: 'The head of the history was removed.' } : undefined;
    case 'unreadable':
      return { reason: 'The head of the history cannot be read.' };
    case 'forged':
      return { reason: 'The head of the history was written without the key of this folder.' };
    case 'kept': {
      const noted = kept.head;
      const { count, hash = '' } = store.historyUpTo(noted.position);
      if (count === noted.count && hash === noted.hash) return undefined;
      return { reason: `The history was cut off or changed before its entry ${noted.position}.`, noted };
    }
  }
}

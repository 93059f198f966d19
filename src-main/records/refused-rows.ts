/**
 * @file Rows that preparations refused, of which no file in the queue has anything: part of the account of what was prepared.
 *
 * [Note: When refused rows are no longer open] Once another preparation that is in the queue was made of the file that has them, or of
 * the same export again: that one tells of its own rows. Or once a person has said that they are settled elsewhere.
 */

import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { exportOf, type RefusedRows } from '../../src-shared/refused-rows.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { SubmissionId } from '../send/batch.ts';
import { isGivenUp } from '../send/lines-in-the-end.ts';
import type { QueueChange } from '../send/queue-change.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { PreparedFacts, Submission } from '../send/submission.ts';

export type RefusedStore = Pick<QueueStore, 'prepared' | 'submission' | 'batches' | 'history'>;

/** A file that came of a preparation. */
export interface PreparedFile {
  id: SubmissionId;
  content: string;
  facts: PreparedFacts;
  /** Given up before anything of it went, so that it has no rows any more. */
  isGivenUp: boolean;
  /** Taken off the list by a person. */
  isRemoved: boolean;
  settled?: NonNullable<RefusedRows['settled']>;
}

/** By the submissions whose preparation refused them; pure. @param files in the order in which they were added */
export function refusedRows(files: readonly PreparedFile[]): Map<SubmissionId, RefusedRows> {
  const standing = files.filter((file) => !file.isGivenUp);
  const found = new Map<SubmissionId, RefusedRows>();
  for (const [manifest, own] of Map.groupBy(standing, ({ facts }) => facts.manifestSha256)) {
    const [first] = own;
    if (first === undefined) continue;
    const later = standing.filter(({ id, facts }) => id > first.id && facts.manifestSha256 !== manifest);
    const open = (first.facts.notPrepared?.refused ?? []).filter(
      (part) => !later.some(({ facts }) => isPreparedAgain(part, manifest, facts)),
    );
    if (open.length === 0) continue;
    const settled = own.find((file) => file.settled !== undefined)?.settled;
    const listed = own.find(({ isRemoved }) => !isRemoved) ?? first;
    for (const { id, content } of own) {
      const exports = open.map(({ file, ...part }) => ({
        export: exportOf(part),
        rows: part.rows,
        ...(file !== undefined && { file: join(dirname(content), file.name) }),
      }));
      found.set(id, { manifest, first: listed.id, exports, ...(settled !== undefined && { settled }) });
    }
  }
  return found;
}

type RefusedPart = NonNullable<PreparedFacts['notPrepared']>['refused'][number];

function isPreparedAgain({ sha256, file }: RefusedPart, manifest: string, { sources }: PreparedFacts): boolean {
  return sources.some(
    (source) =>
      source.sha256 === sha256 ||
      (file !== undefined && source.sha256 === file.sha256) ||
      (source.refusedBy === manifest && file !== undefined && baseName(source.name) === file.name),
  );
}

const baseName = (name: string): string => name.split(/[/\\]/).at(-1) ?? name;

/** As it is stored now. */
export function refusedRowsIn(store: RefusedStore): Map<SubmissionId, RefusedRows> {
  return refusedRows(store.prepared().flatMap((submission) => preparedFile(store, submission) ?? []));
}

/** Only those about which something is to be done. */
export function openRefusedRowsIn(store: RefusedStore): Map<SubmissionId, RefusedRows> {
  return new Map([...refusedRowsIn(store)].filter(([, { settled }]) => settled === undefined));
}

/** As `openRefusedRowsIn`; nothing is looked for where none of these came of a preparation. */
export function openRefusedRowsOf(
  store: RefusedStore,
  views: readonly ({ submission: Pick<Submission, 'prepared'> } | undefined)[],
): Map<SubmissionId, RefusedRows> {
  return views.some((view) => view?.submission.prepared !== undefined) ? openRefusedRowsIn(store) : new Map();
}

function preparedFile(store: RefusedStore, submission: Submission): PreparedFile | undefined {
  const { id, content, prepared, stage, removedAt } = submission;
  if (prepared === undefined) return undefined;
  const mayBeGivenUp = stage === 'approved' || stage === 'cancelled' || removedAt !== undefined;
  const file = {
    id,
    content,
    facts: prepared,
    isRemoved: removedAt !== undefined,
    isGivenUp: mayBeGivenUp && isGivenUp(submission, store.batches(id)),
  };
  if ((prepared.notPrepared?.refused.length ?? 0) === 0) return file;
  const event = store.history(id).findLast(({ kind }) => kind === 'refused-settled');
  if (event === undefined) return file;
  const { user } = event.recorder ?? {};
  const reason = String(event.detail['reason'] ?? '');
  return { ...file, settled: { reason, at: new Date(event.at).toISOString(), ...(user !== undefined && { user }) } };
}

/** Kept as the queue changes. */
export class RefusedRowsOfQueue {
  readonly #store: RefusedStore;
  #files: Map<SubmissionId, PreparedFile> | undefined;
  #found: ReadonlyMap<SubmissionId, RefusedRows> = new Map();
  /** As it was when it was asked last what has changed. */
  #told: ReadonlyMap<SubmissionId, RefusedRows> = new Map();
  /** What has changed since it was looked at last. */
  readonly #changed = new Set<SubmissionId>();

  constructor(store: RefusedStore) {
    this.#store = store;
  }

  /** Undefined where none are open. */
  of(id: SubmissionId): RefusedRows | undefined {
    this.#look();
    const refused = this.#found.get(id);
    return refused?.settled === undefined ? refused : undefined;
  }

  note(change: QueueChange): void {
    const files = this.#files;
    if (files === undefined) return;
    if (change.kind === 'submission' && change.submission.prepared !== undefined)
      this.#changed.add(change.submission.id);
    if (change.kind === 'removed' && files.has(change.submission)) this.#changed.add(change.submission);
    // That all of its batches were cancelled gives it up.
    if (change.kind === 'batch' && isEndState(change.batch.state) && files.has(change.batch.submission))
      this.#changed.add(change.batch.submission);
  }

  /** The submissions with another answer since this was asked last. */
  takeAffected(): SubmissionId[] {
    const isFirst = this.#files === undefined;
    this.#look();
    const [before, now] = [this.#told, this.#found];
    this.#told = now;
    if (isFirst || before === now) return [];
    const all = new Set([...before.keys(), ...now.keys()]);
    return [...all].filter((id) => !isDeepStrictEqual(before.get(id), now.get(id)));
  }

  #look(): void {
    const files = this.#files ?? new Map<SubmissionId, PreparedFile>();
    const read = this.#files === undefined ? this.#store.prepared() : this.#read();
    if (this.#files !== undefined && read.length === 0) return;
    for (const submission of read) {
      const file = preparedFile(this.#store, submission);
      if (file !== undefined) files.set(submission.id, file);
    }
    this.#changed.clear();
    const isFirst = this.#files === undefined;
    this.#files = files;
    this.#found = refusedRows([...files.values()].sort((one, other) => one.id - other.id));
    if (isFirst) this.#told = this.#found;
  }

  #read(): Submission[] {
    return [...this.#changed].flatMap((id) => this.#store.submission(id) ?? []);
  }
}

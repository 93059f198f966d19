/**
 * @file The queue as a window follows it: one snapshot, then numbered changes, however often the queue itself speaks.
 */

import type {
  OlderSubmissions,
  QueueChanged,
  QueueNews,
  QueueSnapshot,
  QueueState,
  SubmissionRow,
} from '../../src-shared/contract.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { factsOf } from '../../src-shared/states.ts';
import { after, type Clock, SECOND } from '../ground/clock.ts';
import type { RefusedRowsOfQueue } from '../records/refused-rows.ts';
import type { Stories } from '../records/stories.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { QueueChange } from '../send/queue.ts';
import { QueueView, type QueueViewPorts } from '../send/view/queue-view.ts';
import type { Standing } from '../send/view/standing.ts';
import { newsOf } from './queue-news.ts';
import { submissionRow } from './submission-row.ts';

/** At most ten changes a second. */
const GAP = SECOND / 10;
/** More than a tall screen shows: so many are in a snapshot whatever their state. */
const LATEST = 100;
/** About ten milliseconds of work, so that uploads and other calls come in between. */
const PIECE = 500;

export interface ProjectionPorts {
  queue: QueueViewPorts['queue'];
  clock: Clock;
  /** None, where nothing corrects another. */
  stories?: Pick<Stories, 'of' | 'forget'>;
  /** None, where nothing came of a preparation. */
  refusedRows?: Pick<RefusedRowsOfQueue, 'of' | 'note' | 'takeAffected'>;
  /** How much was corrected in one that is held. */
  keptCorrections?: (id: SubmissionId) => number;
  /** Gets each change, the submissions in it whole. */
  tell: (change: QueueChanged) => void;
}

export class QueueProjection {
  readonly view: QueueView;
  readonly #ports: ProjectionPorts;
  readonly #changed = new Set<SubmissionId>();
  /** Taken out of the queue since the last change was told. */
  readonly #removed = new Set<SubmissionId>();
  #news: QueueNews[] = [];
  readonly #closing = new AbortController();
  #sequence = 0;
  #isDue = false;
  #lastTold = Number.NEGATIVE_INFINITY;

  /** Follows the queue from now on. */
  constructor(ports: ProjectionPorts) {
    this.#ports = ports;
    const { queue, clock } = ports;
    this.view = new QueueView({ queue, clock, onChange: (change, affected) => this.#note(change, affected) });
    this.#closing.signal.addEventListener('abort', () => this.view.close(), { once: true });
  }

  /**
   * What moves or needs a person now, and the latest of all others: with ten thousand submissions, a page shows these before
   * the rest could be told. A change that is still to be told may be in it already; it will say the same again.
   */
  snapshot(): QueueSnapshot {
    const all = this.view.stored();
    const before = all.at(-LATEST)?.submission.id ?? 0;
    const first = all.filter((standing) => standing.submission.id >= before || !this.#isDone(standing));
    const count = all.length - first.length;
    const older = before === 0 || count === 0 ? {} : { older: { before, count } };
    return {
      ...this.#state(
        first.map(({ submission }) => this.row(submission.id)),
        [],
      ),
      ...older,
    };
  }

  /**
   * Some of what the snapshot has left out, newest first. What has come to move or to need a person since then comes as a
   * change, and is not among these.
   * @param before the oldest submission of what the page has of these
   */
  older(before: SubmissionId): OlderSubmissions {
    const piece: SubmissionId[] = [];
    let isMore = false;
    for (const standing of this.view.stored().toReversed()) {
      const { id } = standing.submission;
      if (id >= before || !this.#isDone(standing)) continue;
      isMore = piece.length === PIECE;
      if (isMore) break;
      piece.push(id);
    }
    const last = piece.at(-1);
    return {
      sequence: this.#sequence,
      submissions: piece.map((id) => this.row(id)),
      ...(last !== undefined && isMore && { before: last }),
    };
  }

  /** @throws AppError queue.unknown-id */
  row(id: SubmissionId): SubmissionRow {
    const standing = this.view.of(id);
    const { stories, refusedRows } = this.#ports;
    const kept = standing.state === 'held' ? this.#ports.keptCorrections?.(id) : undefined;
    return submissionRow(standing, stories?.of(standing.submission), refusedRows?.of(id), kept);
  }

  /** What a person keeps of it has changed, which the queue does not know of. */
  noteKept(id: SubmissionId): void {
    this.#changed.add(id);
    this.#tellSoon();
  }

  /** Whether something has happened that is still to be told. */
  get hasNews(): boolean {
    return this.#news.length > 0;
  }

  /** Tells this with the next change. */
  note(news: QueueNews): void {
    this.#news.push(news);
    this.#tellSoon();
  }

  /** Tells at once what waits to be told. */
  tellNow(): void {
    const { clock, tell, queue, refusedRows } = this.#ports;
    if (this.#closing.signal.aborted || !this.#isDue) return;
    this.#isDue = false;
    this.#lastTold = clock.now();
    for (const id of refusedRows?.takeAffected() ?? []) if (queue.has(id)) this.#changed.add(id);
    const rows = [...this.#changed].map((id) => this.row(id));
    const removed = [...this.#removed];
    const news = this.#news;
    this.#changed.clear();
    this.#removed.clear();
    this.#news = [];
    this.#sequence += 1;
    tell({ ...this.#state(rows, removed), ...(news.length > 0 && { news }) });
  }

  /** Tells nothing more, and asks the queue nothing more. */
  close(): void {
    this.#closing.abort();
  }

  #note(change: QueueChange, affected: readonly SubmissionId[]): void {
    const { queue, stories } = this.#ports;
    for (const id of affected) {
      this.#changed.add(id);
      for (const other of stories?.forget(id) ?? []) if (queue.has(other)) this.#changed.add(other);
    }
    this.#ports.refusedRows?.note(change);
    this.#news.push(...newsOf(change));
    if (change.kind === 'submission') this.#removed.delete(change.submission.id);
    if (change.kind === 'removed') {
      this.#changed.delete(change.submission);
      this.#removed.add(change.submission);
    }
    if (change.kind !== 'action') this.#tellSoon();
  }

  /** Whether the queue lists it so: nothing of it moves, or needs a person. */
  #isDone({ submission: { id }, state, account, doubled }: Standing): boolean {
    if (factsOf(state).phase !== 'ended') return false;
    // Of thousands no row is made for it. What failed of their batches says nothing more once they have ended.
    const ended = { id, state, failedBatches: 0, unknownBatches: 0, refusedRows: this.#ports.refusedRows?.of(id) };
    return groupOf({ ...ended, account, ...(doubled.batches > 0 && { doubled }) }) === 'done';
  }

  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { clock } = this.#ports;
    const wait = Math.min(GAP, Math.max(0, this.#lastTold + GAP - clock.now()));
    // Until the window is gone.
    after(clock, wait, () => this.tellNow(), this.#closing);
  }

  #state(submissions: QueueState['submissions'], removed: SubmissionId[]): QueueState {
    const { stopped, waits } = this.view;
    return {
      sequence: this.#sequence,
      submissions,
      removed,
      ...(stopped !== undefined && { stopped }),
      ...(waits.length > 0 && { waits: [...waits] }),
    };
  }
}

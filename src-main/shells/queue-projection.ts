/**
 * @file The queue as a window follows it: one snapshot, then numbered changes, however often the queue itself speaks.
 */

import type { QueueState } from '../../src-shared/contract.ts';
import { type Clock, SECOND } from '../clock.ts';
import type { SubmissionId } from '../queue/batch.ts';
import type { QueueChange } from '../queue/queue.ts';
import { QueueView, type QueueViewPorts } from '../queue/view/queue-view.ts';
import { submissionRow } from './submission-row.ts';

/** At most ten changes a second. */
const GAP = SECOND / 10;

export interface ProjectionPorts {
  queue: QueueViewPorts['queue'];
  clock: Clock;
  /** Gets each change, the submissions in it whole. */
  tell: (change: QueueState) => void;
}

export class QueueProjection {
  readonly view: QueueView;
  readonly #ports: ProjectionPorts;
  readonly #changed = new Set<SubmissionId>();
  /** Taken out of the queue since the last change was told. */
  readonly #removed = new Set<SubmissionId>();
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

  /** All submissions now. A change that is still to be told may be in it already; it will say the same again. */
  snapshot(): QueueState {
    return this.#state(this.view.all().map(submissionRow), []);
  }

  /** Tells nothing more, and asks the queue nothing more. */
  close(): void {
    this.#closing.abort();
  }

  #note(change: QueueChange, affected: readonly SubmissionId[]): void {
    for (const id of affected) this.#changed.add(id);
    if (change.kind === 'submission') this.#removed.delete(change.submission.id);
    if (change.kind === 'removed') {
      this.#changed.delete(change.submission);
      this.#removed.add(change.submission);
    }
    if (change.kind !== 'action') this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { clock } = this.#ports;
    const wait = Math.min(GAP, Math.max(0, this.#lastTold + GAP - clock.now()));
    clock.sleep(wait, this.#closing.signal).then(
      () => this.#tellNow(),
      // The window is gone.
      () => {},
    );
  }

  #tellNow(): void {
    const { clock, tell } = this.#ports;
    if (this.#closing.signal.aborted) return;
    this.#isDue = false;
    this.#lastTold = clock.now();
    const rows = [...this.#changed].map((id) => submissionRow(this.view.of(id)));
    const removed = [...this.#removed];
    this.#changed.clear();
    this.#removed.clear();
    this.#sequence += 1;
    tell(this.#state(rows, removed));
  }

  #state(submissions: QueueState['submissions'], removed: SubmissionId[]): QueueState {
    const { stopped } = this.view;
    return { sequence: this.#sequence, submissions, removed, ...(stopped !== undefined && { stopped }) };
  }
}

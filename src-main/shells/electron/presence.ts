/** @file Shows the queue outside its window: follows its changes and passes on their overall meaning. */

import type { QueueSnapshot, QueueState, SubmissionRow } from '../../../src-shared/contract.ts';
import { type Happening, happeningOf, stopOf } from '../../../src-shared/happenings.ts';
import { type Activity, activityOf, isMoving, isOpen, isUploading } from './activity.ts';

export interface PresencePorts {
  /** Receives the activity of the queue when it may have changed. */
  show: (activity: Activity) => void;
  tell: (happening: Happening) => void;
}

export class Presence {
  readonly #ports: PresencePorts;
  readonly #rows = new Map<SubmissionRow['id'], SubmissionRow>();
  /** Of the submissions before this one, those that are not known here had ended well from the start. */
  readonly #older: number;
  /** The files that have been checked or uploaded since the last moment at which nothing moved: one may be sent while others are still checked. */
  readonly #run = new Set<SubmissionRow['id']>();
  #stopped: QueueState['stopped'];

  /** Starts from the current queue: earlier events are not news. */
  constructor(snapshot: QueueSnapshot, ports: PresencePorts) {
    this.#ports = ports;
    this.#older = snapshot.older?.before ?? 0;
    for (const row of snapshot.submissions) this.#rows.set(row.id, row);
    this.#stopped = snapshot.stopped;
    this.#show(snapshot.submissions);
  }

  /**
   * Shows what is known now; a run takes in what is uploaded, and what is checked, since a small file may be uploaded unseen between two
   * looks. It ends once nothing moves.
   */
  #show(rows: readonly SubmissionRow[]): void {
    for (const row of rows) if (isUploading(row) || row.state === 'checking') this.#run.add(row.id);
    const { activity } = this;
    if (!isMoving(activity)) this.#run.clear();
    this.#ports.show(activity);
  }

  follow({ submissions, removed, stopped }: QueueState): void {
    const happenings = submissions.map((row) => this.#news(row));
    if (stopped?.code !== this.#stopped?.code) happenings.push(stopOf(stopped));
    for (const row of submissions) this.#rows.set(row.id, row);
    for (const id of removed) this.#rows.delete(id);
    this.#stopped = stopped;
    for (const happening of happenings) if (happening !== undefined) this.#ports.tell(happening);
    this.#show(submissions);
  }

  #news(row: SubmissionRow): Happening | undefined {
    const before = this.#rows.get(row.id);
    const happening = happeningOf(before, row);
    const hadEnded = before === undefined && row.id < this.#older;
    return hadEnded && happening?.needsPerson === false ? undefined : happening;
  }

  get activity(): Activity {
    return activityOf(this.#rows.values(), this.#stopped !== undefined, this.#run);
  }

  /** The submissions that have not ended: those that are paused, or those that are not. */
  open(isPaused: boolean): SubmissionRow['id'][] {
    return [...this.#rows.values()].filter((row) => isOpen(row) && row.paused === isPaused).map(({ id }) => id);
  }
}

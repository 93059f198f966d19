/** @file Shows the queue outside its window: follows its changes and passes on their overall meaning. */

import type { QueueState, SubmissionRow } from '../../../src-shared/contract.ts';
import { type Activity, activityOf, isOpen } from './activity.ts';
import { type Happening, happeningOf, stopOf } from './happenings.ts';

export interface PresencePorts {
  /** Receives the activity of the queue when it may have changed. */
  show: (activity: Activity) => void;
  tell: (happening: Happening) => void;
}

export class Presence {
  readonly #ports: PresencePorts;
  readonly #rows = new Map<SubmissionRow['id'], SubmissionRow>();
  #stopped: QueueState['stopped'];

  /** Starts from the current queue: earlier events are not news. */
  constructor(snapshot: QueueState, ports: PresencePorts) {
    this.#ports = ports;
    for (const row of snapshot.submissions) this.#rows.set(row.id, row);
    this.#stopped = snapshot.stopped;
    ports.show(this.activity);
  }

  follow({ submissions, removed, stopped }: QueueState): void {
    const happenings = submissions.map((row) => happeningOf(this.#rows.get(row.id), row));
    if (stopped?.code !== this.#stopped?.code) happenings.push(stopOf(stopped));
    for (const row of submissions) this.#rows.set(row.id, row);
    for (const id of removed) this.#rows.delete(id);
    this.#stopped = stopped;
    for (const happening of happenings) if (happening !== undefined) this.#ports.tell(happening);
    this.#ports.show(this.activity);
  }

  get activity(): Activity {
    return activityOf(this.#rows.values(), this.#stopped !== undefined);
  }

  /** The submissions that have not ended: those that are paused, or those that are not. */
  open(isPaused: boolean): SubmissionRow['id'][] {
    return [...this.#rows.values()].filter((row) => isOpen(row) && row.paused === isPaused).map(({ id }) => id);
  }
}

/** @file Carries out the correction of a connection: what it concerns is stored at its new place, all of it or nothing. */

import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { Contents } from './contents.ts';
import { type Correction, planOf, rebound } from './rebinding.ts';
import type { Runner } from './runner.ts';
import { recordOfWay } from './sealed/fields.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';

export interface CorrectionPorts {
  store: QueueStore;
  clock: Clock;
  contents: Contents;
  runner: Pick<Runner, 'rest'>;
  /** Takes over what has just been stored. */
  accept: (submission: Submission) => void;
}

export class Corrections {
  readonly #ports: CorrectionPorts;

  constructor(ports: CorrectionPorts) {
    this.#ports = ports;
  }

  /** While the queue runs. @throws AppError connection.in-use, and what `change` throws */
  async rebind(correction: Correction, change: () => Promise<void>): Promise<void> {
    const { places } = this.#planOf(correction);
    const goOn = await this.#ports.runner.rest(places);
    try {
      // An upload address may have come meanwhile.
      this.#planOf(correction);
      await change();
      this.correct(correction);
    } finally {
      goOn();
    }
  }

  /** While nothing moves. @throws AppError connection.in-use */
  correct(correction: Correction): void {
    const { store, clock, contents, accept } = this.#ports;
    const { bound } = this.#planOf(correction);
    const { connection, destination } = correction;
    const [at, way] = [clock.now(), recordOfWay({ connection, destination })];
    const moved = store.together(() =>
      bound.map((id) => {
        const submission = rebound(contents.submission(id), destination, store);
        store.saveSubmission(submission, { at, kind: 'rebound', detail: { ...way, paused: submission.paused } });
        return submission;
      }),
    );
    for (const submission of moved) accept(submission);
  }

  #planOf(correction: Correction): ReturnType<typeof planOf> {
    const plan = planOf(correction, this.#ports.contents.standings(), this.#ports.store);
    const { connection } = correction;
    if (plan.opposed > 0) throw new AppError('connection.in-use', { connection, submissions: plan.opposed });
    return plan;
  }
}

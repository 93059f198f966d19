/** @file Carries out the correction of a connection: what it concerns is stored at its new place, all of it or nothing. */

import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { Contents } from './contents.ts';
import { type Correction, planOf, rebound } from './rebinding.ts';
import type { Runner } from './runner.ts';
import { recordOfWay } from './sealed/fields.ts';
import type { QueueStore } from './storage/store.ts';
import type { Submission } from './submission.ts';
import type { TeamGate } from './team-gate.ts';

export interface CorrectionPorts {
  store: QueueStore;
  clock: Clock;
  contents: Contents;
  runner: Pick<Runner, 'rest'>;
  /** Takes over what has just been stored. */
  accept: (submission: Submission) => void;
  /** Has the file checked, if the queue runs. */
  check: (submission: Submission) => void;
  team?: Pick<TeamGate, 'ledgerOf'> | undefined;
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
    const { store, clock, contents, accept, check } = this.#ports;
    const { bound } = this.#planOf(correction);
    const { connection, destination } = correction;
    const [at, way] = [clock.now(), recordOfWay({ connection, destination })];
    const moved = store.together(() =>
      bound.map((id) => {
        const before = contents.submission(id);
        const submission = rebound(before, destination, this.#ports);
        const isWithdrawn = before.stage === 'approved' && submission.stage !== 'approved';
        const occasion = { at, kind: 'rebound', detail: { ...way, paused: submission.paused } } as const;
        if (isWithdrawn) store.withdrawApproval(submission, occasion);
        else store.saveSubmission(submission, occasion);
        return { submission, isWithdrawn };
      }),
    );
    for (const { submission, isWithdrawn } of moved) {
      accept(submission);
      if (isWithdrawn && submission.stage === 'checking') check(submission);
    }
  }

  #planOf(correction: Correction): ReturnType<typeof planOf> {
    const plan = planOf(correction, this.#ports.contents.standings(), this.#ports.store);
    const { connection } = correction;
    if (plan.opposed > 0) throw new AppError('connection.in-use', { connection, submissions: plan.opposed });
    return plan;
  }
}

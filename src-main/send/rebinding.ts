/**
 * @file A person changes where a connection leads. The files that wait for it move along, all of them or none, unless one has got an
 * upload address: the service knows that file at the old place, and the connection must still lead there.
 */

import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { SubmissionId } from './batch.ts';
import type { Contents } from './contents.ts';
import { decide } from './decision.ts';
import type { Accept } from './queue-change.ts';
import type { Runner } from './runner.ts';
import { recordOfWay } from './sealed/fields.ts';
import { sentBefore } from './sent-before/same-content.ts';
import type { QueueStore } from './storage/store.ts';
import { hasBegun, type Submission } from './submission.ts';
import type { TeamGate } from './team-gate.ts';
import type { Standing } from './view/standing.ts';
import { withoutApproval } from './withdrawn-approval.ts';

export interface Rebinding {
  connection: string;
  /** Where it leads now. */
  destination: string;
  /** Only what is bound to one of these places; by default all that is bound elsewhere. */
  from?: ReadonlySet<string>;
}

export interface RebindingPorts {
  store: QueueStore;
  clock: Clock;
  contents: Contents;
  runner: Pick<Runner, 'rest'>;
  accept: Accept;
  /** Has the file checked, if the queue runs. */
  check: (submission: Submission) => void;
  onRebound: () => void;
  team?: Pick<TeamGate, 'ledgerOf'> | undefined;
}

export class Rebindings {
  readonly #ports: RebindingPorts;

  constructor(ports: RebindingPorts) {
    this.#ports = ports;
  }

  /**
   * While the queue runs: what is bound to where the connection led follows, all at once, unless something of it is known there.
   * @param change changes the connection, once that is certain
   * @throws AppError connection.in-use, and what `change` throws
   */
  async rebind(rebinding: Rebinding, change: () => Promise<void>): Promise<void> {
    const { places } = this.#planOf(rebinding);
    const goOn = await this.#ports.runner.rest(places);
    try {
      // An upload address may have come meanwhile.
      this.#planOf(rebinding);
      await change();
      this.rebindAtRest(rebinding);
    } finally {
      goOn();
    }
    this.#ports.onRebound();
  }

  /** While nothing moves. @throws AppError connection.in-use */
  rebindAtRest(rebinding: Rebinding): void {
    const { store, clock, contents, accept, check } = this.#ports;
    const { bound } = this.#planOf(rebinding);
    const { connection, destination } = rebinding;
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
      accept(submission, [], 'rebound');
      if (isWithdrawn && submission.stage === 'checking') check(submission);
    }
  }

  #planOf(rebinding: Rebinding): ReturnType<typeof planOf> {
    const plan = planOf(rebinding, this.#ports.contents.standings(), this.#ports.store);
    const { connection } = rebinding;
    if (plan.opposed > 0) throw new AppError('connection.in-use', { connection, submissions: plan.opposed });
    return plan;
  }
}

/** What it concerns: `opposed` are open, and known at the place that the connection would leave. */
function planOf(
  { connection, destination, from }: Rebinding,
  standings: readonly Standing[],
  store: Pick<QueueStore, 'batches'>,
): { bound: SubmissionId[]; opposed: number; places: Set<string> } {
  const concerned = standings.filter(
    ({ submission }) =>
      submission.connection === connection &&
      submission.destination !== destination &&
      (from === undefined || from.has(submission.destination)),
  );
  const isKnown = ({ submission }: Standing) => hasBegun(store.batches(submission.id));
  const [known, unknown] = [concerned.filter(isKnown), concerned.filter((standing) => !isKnown(standing))];
  return {
    bound: unknown.map(({ submission }) => submission.id),
    opposed: known.filter(({ isMoving, state }) => isMoving || state === 'held').length,
    places: new Set(unknown.map(({ submission }) => submission.destination)),
  };
}

/**
 * The submission at its new place. Where a team ledger has a say, what it said was about the old one. Otherwise, if the same
 * content was sent there before, it waits until a person has looked.
 */
function rebound(
  submission: Submission,
  destination: string,
  { store, team }: { store: QueueStore; team?: Pick<TeamGate, 'ledgerOf'> | undefined },
): Submission {
  if (submission.stage === 'approved' && team?.ledgerOf(submission) !== undefined)
    return { ...withoutApproval(submission, store.batches(submission.id)), destination };
  const moved = { ...submission, destination };
  if (moved.stage !== 'approved' && moved.stage !== 'held') return moved;
  const { check } = moved;
  const { error } = decide(moved, check, true, sentBefore(store, moved, check));
  if (error === undefined) return moved;
  return moved.stage === 'held' ? { ...moved, error } : { ...moved, paused: true, warning: error };
}

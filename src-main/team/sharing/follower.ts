/**
 * @file Gives files to the team that were added for it, and follows what other desks make of their parts, so that this desk shows
 * the states, receipts and reports as if it had sent them itself.
 */

import { type AppError, toAppError } from '../../../src-shared/errors.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import type { Batch, SubmissionId } from '../../send/batch.ts';
import type { ApprovedSubmission } from '../../send/submission.ts';
import type { PartNews } from '../parts-ledger.ts';
import { suspension } from '../suspension.ts';
import { fromLedger, givenBack, retold, toLedger, wording } from './part-batch.ts';
import type { LedgerUse, SharedQueue } from './ports.ts';
import { sharedFileOf } from './telling-again.ts';

const LOOK_MS = 2 * SECOND;
/** While there is nothing to follow. */
const REST_MS = 30 * SECOND;

export interface FollowerPorts {
  queue: SharedQueue;
  /** The ledger that a submission is shared by; undefined where none is named any more. @throws AppError team.address */
  ledgerFor: (submission: ApprovedSubmission) => LedgerUse | undefined;
  /** Whether this desk carries it itself. */
  isHeld: (batch: Batch) => boolean;
  clock: Clock;
  onProblem: (error: AppError) => void;
}

export class Follower {
  readonly #ports: FollowerPorts;
  readonly #stopping = new AbortController();
  #end: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};
  /** What was told last of those that could not be followed. */
  readonly #told = new Map<SubmissionId, string>();
  /** Whether it has asked what became of all that it follows, with or without an answer. */
  hasLooked = false;

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#end = this.#ports.queue.subscribe((change) => {
      const isApproved = change.kind === 'submission' && change.cause === 'approved';
      if (isApproved && change.submission.team !== undefined) this.#wake();
    });
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#end();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isMore = await this.#round();
      this.hasLooked = true;
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const either = AbortSignal.any([woken.signal, signal]);
      // Without anything to follow, until something is shared.
      await this.#ports.clock.sleep(isMore ? LOOK_MS : REST_MS, either).catch(() => {});
    }
  }

  /** @returns whether anything is left to be followed */
  async #round(): Promise<boolean> {
    const { queue, ledgerFor } = this.#ports;
    let isMore = false;
    for (const submission of queue.shared.submissions()) {
      const followed = queue.shared.batches(submission.id).filter((batch) => this.#isFollowed(batch));
      if (followed.length === 0) continue;
      isMore = true;
      try {
        const ledger = ledgerFor(submission);
        if (ledger !== undefined) await this.#follow(submission, followed, ledger);
        this.#told.delete(submission.id);
      } catch (thrown) {
        this.#tell(submission, suspension(toAppError(thrown)));
      }
      if (this.#stopping.signal.aborted) return false;
    }
    return isMore;
  }

  #isFollowed(batch: Batch): boolean {
    return batch.team?.isDone !== true && !this.#ports.isHeld(batch);
  }

  async #follow(submission: ApprovedSubmission, followed: readonly Batch[], ledger: LedgerUse): Promise<void> {
    const file = submission.team?.file;
    if (file === undefined) return;
    const isNew = followed.some(({ team }) => team === undefined);
    if (isNew || followed.some(({ team }) => team?.isGivenUp === true || team?.isSentAgain === true)) {
      if (isNew) await this.#share(submission, file, ledger);
      const parts = await ledger.use((all) => all.partsOf(file));
      for (const batch of followed) await this.#tellDecision(batch, parts, ledger);
      this.#note(submission, await ledger.use((all) => all.partsOf(file)));
      return;
    }
    const known = new Map(followed.flatMap(({ team }) => (team === undefined ? [] : [[team.part, team.revision]])));
    const news = await ledger.use((parts) => parts.news(known));
    // A ledger that was put back gives its numbers again, to parts of other files.
    this.#note(
      submission,
      news.filter((part) => part.file === file),
    );
  }

  async #share(submission: ApprovedSubmission, file: string, ledger: LedgerUse): Promise<void> {
    const shared = sharedFileOf(submission, file, this.#ports.queue);
    await ledger.use((parts) => parts.share(shared));
  }

  /** A person has given a batch up, or tries it again, at this desk. */
  async #tellDecision(batch: Batch, parts: readonly PartNews[], ledger: LedgerUse): Promise<void> {
    const part = parts.find(({ start }) => start === batch.start);
    const becomes = part && decisionOn(batch, part);
    if (part === undefined || becomes === undefined) return;
    const decision = { batch: toLedger(batch, this.#ports.clock.now()), becomes };
    await ledger.use((all) => all.decide({ part: part.id, revision: part.revision }, decision));
  }

  #note({ id }: ApprovedSubmission, parts: readonly PartNews[]): void {
    const { shared } = this.#ports.queue;
    const batches = shared.batches(id);
    for (const part of parts) {
      const batch = batches.find(({ start }) => start === part.start);
      if (batch !== undefined && !this.#ports.isHeld(batch)) this.#apply(batch, part);
    }
  }

  #apply(batch: Batch, part: PartNews): void {
    const { shared } = this.#ports.queue;
    const isOurs = batch.team?.token !== undefined && batch.team.token === part.token;
    const team = {
      part: part.id,
      revision: part.revision,
      ...(isOurs && { token: part.token }),
      ...(part.status === 'done' && { isDone: true as const }),
    };
    // What this desk held last, and no other since, it knows better itself.
    const isKnown = isOurs || part.batch === null;
    // Too late to be given up: another desk had begun it.
    const local = batch.state === 'cancelled' && part.status === 'open' ? givenBack(batch) : batch;
    const next = isKnown ? local : retold(fromLedger(part.batch, part.age, this.#ports.clock.now()), local);
    const told = { ...next, team };
    if (wording(next) === wording(batch)) shared.noteRevision(told);
    else shared.save(told, 'told');
    if (isEndState(told.state)) shared.carry(told);
  }

  #tell({ id }: ApprovedSubmission, error: AppError): void {
    const isTold = [...this.#told.values()].includes(error.detail);
    this.#told.set(id, error.detail);
    if (!isTold && !this.#stopping.signal.aborted) this.#ports.onProblem(error);
  }
}

/** What the ledger has yet to hear of a batch here: undefined where that is nothing. */
function decisionOn({ state, team }: Batch, part: PartNews): 'free' | 'done' | undefined {
  const isGivenUp = state === 'cancelled' && (team === undefined || team.isGivenUp === true);
  if (isGivenUp) return part.status === 'open' ? 'done' : undefined;
  // Refused by the ledger where it is no longer in doubt.
  if (team?.isSentAgain === true) return part.status === 'open' ? 'free' : undefined;
  return team === undefined && !isEndState(state) && part.status === 'done' ? 'free' : undefined;
}

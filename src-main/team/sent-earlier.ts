/**
 * @file Tells a team ledger what this queue has approved before its desk used that ledger for it, so that the other desks hear of
 * that too: in the background, one file after the other. What is still to be told follows from the ledger and the queue alone,
 * so that a kill at any moment loses nothing.
 */

import { type Clock, SECOND } from '../ground/clock.ts';
import type { SubmissionId } from '../send/batch.ts';
import { approvalOf } from '../send/sent-before/same-ids.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { type ApprovedSubmission, hasBegun, type Submission, wasSent } from '../send/submission.ts';
import type { Sendable } from '../send/team-gate.ts';
import { isAnnouncedHere, isRefused, onLedger } from './announcements.ts';
import type { TeamLink } from './connection/team-link.ts';
import { nameInLedger } from './name-in-ledger.ts';

/** Between two files, others have their turn. */
const PAUSE_MS = 20;
/** How long it waits while files are checked that are to be sent now. */
const CHECKING_MS = SECOND;

export interface SentEarlierPorts {
  store: Pick<QueueStore, 'approvedTo' | 'submission' | 'batches' | 'history'>;
  clock: Clock;
  /** Whether the ledger is that of what goes there. Must not throw. */
  isFor: (link: TeamLink, submission: Pick<Submission, 'connection' | 'destination'>) => boolean;
  /** Whether files are being checked. */
  isChecking: () => boolean;
  /** Announces what was approved so long ago (ms). @throws AppError team.* */
  announce: (link: TeamLink, submission: Sendable, ago: number) => Promise<void>;
  exclusively: (id: SubmissionId, work: () => Promise<void>) => Promise<void>;
  /** Aborts when the app is closed. */
  closing: AbortSignal;
}

export class SentEarlier {
  readonly #ports: SentEarlierPorts;
  readonly #running = new WeakMap<TeamLink, { again: boolean; told: Promise<boolean> }>();
  /** To which not everything could be told, such as for want of a role. */
  readonly #unfinished = new WeakSet<TeamLink>();

  constructor(ports: SentEarlierPorts) {
    this.#ports = ports;
  }

  /**
   * Tells what the ledger lacks; called while it does so, it looks once more afterwards. Does not throw.
   * @returns whether the ledger knows all of it
   */
  async tell(link: TeamLink): Promise<boolean> {
    const running = this.#running.get(link);
    if (running !== undefined) {
      running.again = true;
      return await running.told;
    }
    const { promise: told, resolve } = Promise.withResolvers<boolean>();
    const own = { again: false, told };
    this.#running.set(link, own);
    try {
      do {
        own.again = false;
        await this.#tellAll(link);
      } while (own.again);
      this.#unfinished.delete(link);
    } catch {
      // When the ledger answers again, or takes something of this person, it is continued.
      this.#unfinished.add(link);
    } finally {
      this.#running.delete(link);
    }
    resolve(!this.#unfinished.has(link));
    return await told;
  }

  /** The ledger has just taken an announcement. */
  async resume(link: TeamLink): Promise<void> {
    if (this.#unfinished.has(link)) await this.tell(link);
  }

  async #tellAll(link: TeamLink): Promise<void> {
    const { store, clock, closing, isChecking, exclusively } = this.#ports;
    const own = await onLedger(link, (sendings) => sendings.ofDesk(link.desk.id));
    const told = new Set(own.filter(({ isAnnounced }) => isAnnounced).map((one) => keyOf(one.submission, one)));
    const isOwed = (submission: Submission) =>
      !told.has(keyOf(nameInLedger(submission), submission)) && this.#wasSent(link, submission);
    // The latest first: most of what is sent twice by mistake is sent again soon.
    for (const { id } of store.approvedTo().filter(isOwed).reverse()) {
      await clock.sleep(PAUSE_MS, closing);
      while (isChecking()) await clock.sleep(CHECKING_MS, closing);
      await exclusively(id, async () => {
        const submission = store.submission(id);
        if (submission?.stage === 'approved' && isOwed(submission)) await this.#announce(link, submission);
      });
    }
  }

  /** Whether it goes by this ledger, and has begun to go: of what has not, the ledger is asked first. */
  #wasSent(link: TeamLink, submission: Submission): boolean {
    // Without its file, its ids cannot be told under the key of the team.
    if (submission.purgedAt !== undefined) return false;
    if (!isAnnouncedHere(submission, this.#ports.store) || !this.#ports.isFor(link, submission)) return false;
    const batches = this.#ports.store.batches(submission.id);
    return hasBegun(batches) && wasSent(batches) && !isRefused(batches);
  }

  async #announce(link: TeamLink, submission: ApprovedSubmission): Promise<void> {
    const { store, clock, announce } = this.#ports;
    await announce(link, submission, Math.max(0, clock.now() - approvalOf(submission, store).at));
  }
}

const keyOf = (name: string, { destination }: Pick<Submission, 'destination'>): string => `${name} ${destination}`;

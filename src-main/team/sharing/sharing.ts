/**
 * @file Batches that several desks of a team carry: what this desk gives to the team and follows, and what it carries for it.
 * Without a ledger, nothing here does anything.
 */

import type { AppError } from '../../../src-shared/errors.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Batch, SubmissionId } from '../../send/batch.ts';
import { type Fence, noFence } from '../../send/fence.ts';
import type { Submission } from '../../send/submission.ts';
import type { Bound } from '../../wire/credentials/connection.ts';
import type { TeamLink } from '../connection/team-link.ts';
import { Carrier } from './carrier.ts';
import { placeOf } from './file-places.ts';
import type { NamedBytes } from './file-proof.ts';
import type { FileToSend } from './files-here.ts';
import { Follower } from './follower.ts';
import { type LedgerUse, ledgerOf, type SharedQueue } from './ports.ts';
import { tellAgain } from './telling-again.ts';

export interface SharingPorts {
  /** @throws AppError team.address */
  linkFor: (bound: Pick<Bound, 'connection'>) => TeamLink | undefined;
  uploads: () => number;
  /** Why this desk must not send a file of its team; undefined where it may. @throws AppError team.*, file.* */
  objectionTo: (file: FileToSend, where: WhereToSend) => Promise<AppError | undefined>;
  clock: Clock;
  log: (error: AppError) => void;
}

/** Where the bytes of a file are here, over which connection they would go, and the parts that the ledger names. */
export interface WhereToSend {
  place: string;
  bound: Bound;
  parts: () => Promise<NamedBytes['parts']>;
}

/** What this desk carries for its team. */
export interface TeamWork {
  bound: Bound;
  /** Where files of the team may be. */
  folders: readonly string[];
  leaseMs: number;
}

export class Sharing {
  readonly #ports: SharingPorts;
  readonly #ledgers = new WeakMap<TeamLink, LedgerUse>();
  #queue: SharedQueue | undefined;
  #follower: Follower | undefined;
  #carrier: Carrier | undefined;
  #ending: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<(error: AppError) => void>();

  constructor(ports: SharingPorts) {
    this.#ports = ports;
  }

  /** What the runner asks. */
  readonly fence: Fence = {
    holds: (batch) => this.#fence.holds(batch),
    mayBegin: (batch) => this.#fence.mayBegin(batch),
    beforeEffect: (batch, signal) => this.#fence.beforeEffect(batch, signal),
    requireLease: (batch) => this.#fence.requireLease(batch),
  };

  get #fence(): Fence {
    return this.#carrier ?? noFence;
  }

  attach(queue: SharedQueue): void {
    this.#queue = queue;
  }

  /** Hears what a person should know, although it continues; returns what ends that. */
  onProblem(listener: (error: AppError) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Gives to the team what is for it, and follows what becomes of that, while the queue sends. */
  follow(isSending: boolean): void {
    if (!isSending) {
      this.#ending = this.#follower?.stop() ?? this.#ending;
      this.#follower = undefined;
      return;
    }
    if (this.#queue === undefined || this.#follower !== undefined) return;
    this.#follower = new Follower({
      queue: this.#queue,
      clock: this.#ports.clock,
      ledgerFor: (submission) => this.#ledgerFor(submission),
      isHeld: (batch) => this.#fence.holds(batch),
      onProblem: (error) => this.#tell(error),
    });
    this.#follower.start();
  }

  /** Whether what is known of the parts that other desks carry is not of before the start. */
  get hasLooked(): boolean {
    return this.#follower?.hasLooked === true;
  }

  /** Whether the team has the parts of a file, so that other desks may send them. */
  isShared(submission: SubmissionId): boolean {
    const batches = this.#queue?.shared.batches(submission) ?? [];
    return batches.length > 0 && batches.every(({ team }: Batch) => team !== undefined);
  }

  /** Carries parts for the team from now on. @throws AppError team.address where no ledger is named */
  work({ bound, folders, leaseMs }: TeamWork): Carrier {
    const ledger = this.#ledgerFor(bound);
    if (ledger === undefined || this.#queue === undefined || this.#carrier !== undefined)
      throw new TypeError('Parts are carried by one carrier, with a ledger and a queue.');
    const { uploads, clock } = this.#ports;
    this.#carrier = new Carrier({
      queue: this.#queue,
      ledger,
      bound,
      leaseMs,
      uploads,
      clock,
      placeOf: (file) => placeOf(file, folders),
      objectionTo: (file, place) => {
        const parts = () => ledger.use((asked) => asked.partsOf(file.id));
        return this.#ports.objectionTo(file, { place, bound, parts });
      },
      steady: () => performance.now(),
      onProblem: (error) => this.#tell(error),
    });
    this.#carrier.start();
    return this.#carrier;
  }

  /**
   * Tells a ledger that was put back what became of the parts that this desk knows of.
   * @param isOwn whether this desk shared it @throws AppError team.*
   */
  async tellAgain(link: TeamLink, isOwn: (submission: Submission) => boolean): Promise<void> {
    const queue = this.#queue;
    if (queue === undefined) return;
    await tellAgain({
      queue,
      ledger: this.#ledgerOver(link),
      isOwn,
      isHeld: (batch) => this.#fence.holds(batch),
      submissions: queue.shared.submissions().filter((submission) => this.#isOver(link, submission)),
      now: () => this.#ports.clock.now(),
    });
  }

  #isOver(link: TeamLink, submission: Submission): boolean {
    try {
      return this.#ports.linkFor(submission) === link;
    } catch {
      return false;
    }
  }

  /** Leaves to other desks what this one carried. The queue must stand still. */
  async close(): Promise<void> {
    await Promise.all([this.#follower?.stop(), this.#ending, this.#carrier?.stop()]);
  }

  #ledgerFor(bound: Pick<Bound, 'connection'>): LedgerUse | undefined {
    const link = this.#ports.linkFor(bound);
    return link && this.#ledgerOver(link);
  }

  #ledgerOver(link: TeamLink): LedgerUse {
    const known = this.#ledgers.get(link) ?? ledgerOf(link);
    this.#ledgers.set(link, known);
    return known;
  }

  #tell(error: AppError): void {
    this.#ports.log(error);
    for (const listener of this.#listeners) listener(error);
  }
}

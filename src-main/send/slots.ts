/** @file Who may take the next step, of all batches whose time has come: how many at once, and in which order. */

import { assertNever } from '../../src-shared/errors.ts';
import type { Batch } from './batch.ts';
import type { nextStep } from './machine/machine.ts';
import type { Submission } from './submission.ts';

export type Slot = NonNullable<ReturnType<typeof nextStep>>;

export interface SlotLimits {
  /** Uploads at the same time over one connection. */
  uploadsPerConnection: number;
}

/** A batch whose time has come, and the kind of slot that its next step takes. */
export interface Ready {
  batch: Batch;
  slot: Slot;
  submission: Submission;
}

/** A slot that is taken. */
export type Taken = Pick<Ready, 'slot' | 'submission'>;

/** How many questions may be under way at once; the rate limits of §8 are kept in the service client. */
const STATUS_SLOTS = 4;
const REPORT_SLOTS = 2;
/** A question about what a person looks at has waited so many times as long as it has. */
const WATCHED_WEIGHT = 4;

export class Slots {
  readonly #limits: () => SlotLimits;
  /** When each submission was last given an upload slot, as a running number. */
  readonly #lastTurn = new Map<number, number>();
  #turns = 0;
  #watched: ReadonlySet<number> = new Set();

  /** @param limits asked each time, so that they can be changed while uploads run */
  constructor(limits: () => SlotLimits) {
    this.#limits = limits;
  }

  /** The submissions that a person looks at. */
  watch(submissions: ReadonlySet<number>): void {
    this.#watched = submissions;
  }

  /** The one to go next, or undefined when there is no room for any of them. */
  firstOf(ready: readonly Ready[], taken: readonly Taken[], now: number): Ready | undefined {
    let first: { candidate: Ready; rank: readonly number[] } | undefined;
    for (const candidate of ready) {
      if (!this.#hasRoom(candidate, taken)) continue;
      const rank =
        candidate.slot === 'upload' ? this.#uploadRank(candidate, taken) : this.#questionRank(candidate, now);
      if (first === undefined || isBefore(rank, first.rank)) first = { candidate, rank };
    }
    return first?.candidate;
  }

  /** This one goes. @returns gives its turn back: it came to nothing, and must not cost the submission its place */
  take({ slot, submission: { id } }: Taken): () => void {
    if (slot !== 'upload') return () => {};
    const before = this.#lastTurn.get(id) ?? 0;
    const turn = ++this.#turns;
    this.#lastTurn.set(id, turn);
    return () => {
      if (this.#lastTurn.get(id) === turn) this.#lastTurn.set(id, before);
    };
  }

  #hasRoom({ slot, submission: { destination } }: Ready, taken: readonly Taken[]): boolean {
    const same = taken.filter((other) => other.slot === slot);
    switch (slot) {
      case 'upload': {
        const there = same.filter((other) => other.submission.destination === destination);
        return there.length < this.#limits().uploadsPerConnection;
      }
      case 'status':
        return same.length < STATUS_SLOTS;
      case 'report':
        return same.length < REPORT_SLOTS;
      default:
        return assertNever(slot);
    }
  }

  /**
   * Fair between submissions: the one with the fewest uploads under way goes first, then the one whose last turn is
   * longest ago, so that a small file need not wait for all of a large one, and then the older one. Within one, a batch that
   * has an address goes before one that has none, for addresses expire.
   */
  #uploadRank({ batch, submission: { id } }: Ready, taken: readonly Taken[]): readonly number[] {
    const uploads = taken.filter(({ slot, submission }) => slot === 'upload' && submission.id === id).length;
    return [uploads, this.#lastTurn.get(id) ?? 0, id, batch.delivery === undefined ? 1 : 0, batch.start];
  }

  /** The longest due goes first. What a person looks at ages faster, so it goes earlier without starving the others. */
  #questionRank({ batch, submission }: Ready, now: number): readonly number[] {
    const waited = Math.max(1, now - batch.notBefore);
    return [-waited * (this.#watched.has(submission.id) ? WATCHED_WEIGHT : 1)];
  }
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0);
}

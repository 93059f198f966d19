/** @file Compares a history with what the team ledger has noted of it, and says what a difference can mean. Pure. */

import { fact } from '../../../src-shared/languages/fact.ts';
import type { Head } from '../../audit/chain.ts';
import type { Checkpoint } from '../../audit/verification.ts';
import type { Anchor } from './anchor.ts';

/** What the desk has noted last in a ledger, as it remembers it itself. */
export type RememberedAnchor = Omit<Head, 'count'>;

/**
 * lost: this history does not have what its desk has noted: it was cut off or rewritten, its data folder was put back to an
 * earlier state, or two data folders are used as one desk · returned: the same, and what it has was noted in between, so
 * that two histories were told in turn · copied: another desk began with the same history and went its own way: one of both
 * data folders is a copy or a backup of the other · forgotten: the ledger does not have what this desk remembers to have
 * noted: it was restored from a backup, or is another one under the same address, or its lines were removed
 */
export type LedgerDoubt =
  | { kind: 'lost' | 'returned' | 'copied'; desk: string; person: string }
  | { kind: 'forgotten' };

export interface AnchorComparison {
  /** How many anchors were compared, and the latest that fits. */
  anchors: number;
  latest: Anchor | undefined;
  /** What the chain is to be compared with: few of them, since each anchor stands for all that is before it. */
  checkpoints: Checkpoint[];
  doubts: LedgerDoubt[];
}

export interface ComparedHistory {
  desk: string;
  /** The name of the ledger. */
  ledger: string;
  remembered: RememberedAnchor | undefined;
  /** The hash of the entry at a position, as it is stored. */
  hashAt: (position: number) => string | undefined;
}

/** What is known of one desk so far. */
interface Found {
  /** The strange anchors that are the first and the last in the history; of the same position, the one heard of first. */
  first: Anchor;
  last: Anchor;
  /** Whether an anchor that fits came after a strange one. */
  isFollowed: boolean;
  /** Whether a strange anchor came after that again. */
  isInTurn: boolean;
}

/** Takes the anchors of a desk and of all copies of its history, in the order in which the ledger heard of them. */
export class AnchorComparing {
  readonly #history: ComparedHistory;
  readonly #strange = new Map<string, Found>();
  #anchors = 0;
  #latest: Anchor | undefined;
  #isRemembered: boolean;

  constructor(history: ComparedHistory) {
    this.#history = history;
    this.#isRemembered = history.remembered === undefined;
  }

  take(anchor: Anchor): void {
    const { desk, remembered, hashAt } = this.#history;
    const isOwn = anchor.desk === desk;
    this.#anchors += 1;
    if (isOwn && anchor.hash === remembered?.hash) this.#isRemembered = true;
    const found = this.#strange.get(anchor.desk);
    if (hashAt(anchor.position) === anchor.hash) {
      // What a copy has noted of the part that both have is as good as a note of our own.
      this.#latest = anchor;
      if (found !== undefined) found.isFollowed = true;
    } else if (found === undefined) {
      this.#strange.set(anchor.desk, { first: anchor, last: anchor, isFollowed: false, isInTurn: false });
    } else {
      if (anchor.position < found.first.position) found.first = anchor;
      if (anchor.position > found.last.position) found.last = anchor;
      found.isInTurn ||= found.isFollowed;
    }
  }

  end(): AnchorComparison {
    const { remembered, ledger, desk } = this.#history;
    const strange = [...this.#strange.values()];
    // A copy that is still used adds anchors for ever: its first one says all that there is to review.
    const noted = strange.flatMap(({ first, last }) =>
      first.desk === desk && first.position !== last.position ? [first, last] : [first],
    );
    return {
      anchors: this.#anchors,
      latest: this.#latest,
      checkpoints: [
        ...[...(this.#latest === undefined ? [] : [this.#latest]), ...noted].map((anchor) =>
          checkpointOf(anchor, ledger),
        ),
        ...(remembered === undefined || this.#isRemembered
          ? []
          : [
              {
                ...remembered,
                source: fact('what this desk remembers to have noted in the team ledger {ledger}', { ledger }),
              },
            ]),
      ],
      doubts: [
        ...strange.map(({ first, isInTurn }): LedgerDoubt => {
          const kind = first.desk !== desk ? 'copied' : isInTurn ? 'returned' : 'lost';
          return { kind, desk: first.deskName, person: first.person };
        }),
        ...(this.#isRemembered ? [] : [{ kind: 'forgotten' } as const]),
      ],
    };
  }
}

function checkpointOf({ position, hash, count, person, deskName, at }: Anchor, ledger: string): Checkpoint {
  return {
    position,
    hash,
    count,
    source: fact('the team ledger {ledger}, where {person} noted it at {desk} on {at}', {
      ledger,
      person,
      desk: deskName,
      at,
    }),
  };
}

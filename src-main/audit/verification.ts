/**
 * @file Verifies a chain, entry by entry: what does not hold and why, what each stretch proves, and whether what was
 * noted elsewhere (the head beside the database, anchors outside of the folder) fits. Pure.
 */

import { z } from 'zod';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { type ChainedEntry, type Head, hashOfEntry, type Recorder } from './chain.ts';
import type { HistoryKey } from './history-key.ts';

/**
 * changed: it does not fit its hash · forged: its seal is not of our key · missing: entries before it are gone ·
 * out-of-order: what comes before it stands elsewhere · cut-off: the end is gone, as a note elsewhere shows ·
 * unsealed: written without a key after the key began · another-key: sealed with a key that is not here ·
 * never-sealed: the folder has a key, the history none of it · shortened: Tranship found entries missing at a start ·
 * altered: Tranship found the queue changed before it sent from it · differs: the queue says something else than this entry, or
 * than all of them · emptied: the queue has been used, and there is no entry
 */
export type FlawKind =
  | 'changed'
  | 'forged'
  | 'missing'
  | 'out-of-order'
  | 'cut-off'
  | 'unsealed'
  | 'another-key'
  | 'never-sealed'
  | 'shortened'
  | 'altered'
  | 'differs'
  | 'emptied';

/** What does not hold, in the entries from `from` to `to`. */
export interface Flaw {
  why: FlawKind;
  from: number;
  to: number;
  /** Of the first of these entries, where there is one. */
  at?: number | undefined;
  kind?: string | undefined;
  /** What knows better, where it was noted elsewhere. */
  source?: Said;
  /** What of the queue is something else than the entry says. */
  queue?: { submission: number; batch: number | undefined; fields: string[] };
  /** Commits to what was found, so that a review does not cover what is changed later. */
  fingerprint: string;
  /** A person with the key has looked at it. */
  reviewed?: { at: number; reason: string; by: Recorder | undefined };
}

/**
 * sealed: our key proves each entry · covered: a later entry that our key sealed proves that nothing has changed since ·
 * linked: the hashes fit, which who can write into the folder can make so
 */
export type Proof = 'sealed' | 'covered' | 'linked';
export interface Stretch {
  from: number;
  to: number;
  entries: number;
  key: string | undefined;
  proof: Proof;
}

/** What was noted of the chain elsewhere; `count` where it was noted. */
export interface Checkpoint extends Omit<Head, 'count'> {
  count?: number;
  /** Where it stands. */
  source: Said;
}

export interface ChainReport {
  entries: number;
  head: Head | undefined;
  /** The first sealed entry. */
  keyBegan: { position: number; at: number } | undefined;
  /** Whether there was a key to check seals with. */
  hasKey: boolean;
  stretches: Stretch[];
  /** In the order of the chain; then those of the queue. */
  flaws: Flaw[];
  /** Flaws beyond those listed. */
  unlisted: number;
  /** How many notes elsewhere were compared. */
  checkpoints: number;
}

export interface ChainQuestion {
  entries: Iterable<ChainedEntry>;
  key: HistoryKey | undefined;
  checkpoints?: readonly Checkpoint[];
  /** Whether the folder has a key, so that its history must be sealed. */
  mustBeSealed?: boolean;
  /** Whether an entry with this hash stands anywhere in the chain; asked a few times at most. */
  has: (hash: string) => boolean;
  /** The highest position that was ever given out. */
  highest?: number;
  /** What the queue says against the entries. */
  flawsOfQueue?: Iterable<Flaw>;
}

const MOST_LISTED = 1000;
/** Each reads the whole history. */
const MOST_SEARCHES = 20;
export const reviewSchema = z.object({ flaws: z.array(z.string()), reason: z.string() });

/** Walks the whole chain; a million entries take seconds, and memory stays flat. */
export function verifyChain(question: ChainQuestion): ChainReport {
  const walk = new Walk(question);
  for (const entry of question.entries) walk.take(entry);
  return walk.end();
}

/** What keeps the chain from being proven: flaws that no person has reviewed, without those that only need a key. */
export function openFlaws({ flaws }: ChainReport): Flaw[] {
  return flaws.filter(({ why, reviewed }) => reviewed === undefined && why !== 'another-key');
}

/** Entries that a key which is not here has sealed, and that no person has reviewed. */
export function unchecked({ flaws }: ChainReport): Flaw[] {
  return flaws.filter(({ why, reviewed }) => reviewed === undefined && why === 'another-key');
}

class Walk {
  readonly #question: ChainQuestion;
  readonly #checkpoints: Map<number, Checkpoint[]>;
  readonly #flaws: Flaw[] = [];
  readonly #stretches: Stretch[] = [];
  readonly #reviews: { flaws: ReadonlySet<string>; at: number; reason: string; by: Recorder | undefined }[] = [];
  #unlisted = 0;
  #searches = 0;
  /** The first of the stretches that the next sealed entry covers, since all links up to it fit. */
  #uncovered = 0;
  /** What follows is not linked to the last stretch. */
  #isBroken = false;
  #last: ChainedEntry | undefined;
  #count = 0;
  #keyBegan: ChainReport['keyBegan'];
  /** Entries in a row that no key, or another key, has sealed. */
  #doubtful: Flaw | undefined;

  constructor(question: ChainQuestion) {
    this.#question = question;
    this.#checkpoints = Map.groupBy(question.checkpoints ?? [], ({ position }) => position);
  }

  take(entry: ChainedEntry): void {
    this.#count += 1;
    if (!this.#checkLink(entry)) this.#isBroken = true;
    const hash = hashOfEntry(entry.previousHash, entry);
    if (hash !== entry.hash) this.#add('changed', entry, hash);
    const isOurs = this.#checkSeal(entry);
    if (entry.kind === 'history-shortened') this.#add('shortened', entry, entry.hash);
    if (entry.kind === 'altered') this.#add('altered', entry, entry.hash);
    if (isOurs && entry.kind === 'history-reviewed' && hash === entry.hash) this.#noteReview(entry);
    this.#checkNotes(entry);
    // Of an entry that was changed nothing is proven, nor does it prove anything of those before it.
    if (hash === entry.hash) this.#extend(entry, isOurs);
    else this.#isBroken = true;
    this.#last = entry;
  }

  end(): ChainReport {
    this.#endDoubtful();
    const last = this.#last;
    for (const [position, checkpoints] of [...this.#checkpoints].sort(([a], [b]) => a - b)) {
      // The head of an empty history.
      if (position === 0 && checkpoints.every(({ hash }) => hash === '')) continue;
      const isBeyond = position > (last?.position ?? 0);
      const from = isBeyond ? (last?.position ?? 0) + 1 : position;
      for (const { hash, source } of checkpoints) {
        this.#list({
          why: isBeyond ? 'cut-off' : 'missing',
          from,
          to: position,
          source,
          fingerprint: `noted ${position} ${hash}`,
        });
      }
    }
    this.#checkEnd(last?.position ?? 0);
    if (this.#question.mustBeSealed && this.#keyBegan === undefined && last !== undefined) {
      const fingerprint = `never-sealed ${last.position} ${last.hash}`;
      this.#list({ why: 'never-sealed', from: 1, to: last.position, fingerprint });
    }
    return {
      entries: this.#count,
      head: last && { position: last.position, hash: last.hash, count: this.#count },
      keyBegan: this.#keyBegan,
      hasKey: this.#question.key !== undefined,
      stretches: this.#stretches,
      flaws: this.#flaws.sort(inOrder).map((flaw) => this.#reviewed(flaw)),
      unlisted: this.#unlisted,
      checkpoints: this.#question.checkpoints?.length ?? 0,
    };
  }

  /** Whether entries are missing that the numbering knows, since a position is given out once, or that the queue must have. */
  #checkEnd(last: number): void {
    const { highest = 0, mustBeSealed = false, flawsOfQueue = [] } = this.#question;
    let isUsed = highest > 0 || mustBeSealed;
    for (const flaw of flawsOfQueue) {
      isUsed = true;
      if (last === 0) break;
      this.#list(flaw);
    }
    if (last === 0 && isUsed)
      this.#list({ why: 'emptied', from: 1, to: Math.max(1, highest), fingerprint: `emptied ${highest}` });
    else if (highest > last)
      this.#list({
        why: 'cut-off',
        from: last + 1,
        to: highest,
        source: fact('the numbering of the queue'),
        fingerprint: `numbered ${last} ${highest}`,
      });
  }

  /** Whether it follows the one before it. */
  #checkLink(entry: ChainedEntry): boolean {
    const { previousHash, position } = entry;
    const before = this.#last;
    if (previousHash === (before?.hash ?? '')) return true;
    this.#searches += 1;
    const isElsewhere = previousHash === '' || (this.#searches <= MOST_SEARCHES && this.#question.has(previousHash));
    const gap = (before?.position ?? 0) + 1;
    if (isElsewhere) this.#add('out-of-order', entry, `${before?.hash} ${entry.hash}`);
    else {
      const { at, kind } = entry;
      const fingerprint = `missing ${position} ${before?.hash} ${previousHash}`;
      this.#list({
        why: 'missing',
        from: Math.min(gap, position),
        to: Math.max(gap, position - 1),
        at,
        kind,
        fingerprint,
      });
    }
    return false;
  }

  /** Whether our key has sealed it. */
  #checkSeal(entry: ChainedEntry): boolean {
    const { position, at, key, seal, hash } = entry;
    const own = this.#question.key;
    if (key !== undefined) this.#keyBegan ??= { position, at };
    if (key !== undefined && key === own?.id) {
      this.#endDoubtful();
      if (own.isSeal('entry', hash, seal ?? '')) return true;
      this.#add('forged', entry, `${hash} ${seal}`);
      return false;
    }
    if (this.#keyBegan === undefined) return false;
    const why = key === undefined ? 'unsealed' : 'another-key';
    if (this.#doubtful?.why !== why) this.#endDoubtful();
    const { from, kind: first, at: since } = this.#doubtful ?? { from: position, kind: entry.kind, at };
    const fingerprint = `${why} ${from}-${position} ${hash}`;
    this.#doubtful = { why, from, to: position, at: since, kind: first, fingerprint };
    return false;
  }

  #endDoubtful(): void {
    if (this.#doubtful !== undefined) this.#list(this.#doubtful);
    this.#doubtful = undefined;
  }

  #noteReview({ detail, at, recorder }: ChainedEntry): void {
    const review = reviewSchema.safeParse(JSON.parse(detail)).data;
    if (review === undefined) return;
    this.#reviews.push({ flaws: new Set(review.flaws), reason: review.reason, at, by: recorder });
  }

  #reviewed(flaw: Flaw): Flaw {
    const review = this.#reviews.find(({ flaws }) => flaws.has(flaw.fingerprint));
    if (review === undefined) return flaw;
    const { at, reason, by } = review;
    return { ...flaw, reviewed: { at, reason, by } };
  }

  /** Compares what was noted of this position. */
  #checkNotes(entry: ChainedEntry): void {
    const { position, hash, at, kind } = entry;
    const notes = this.#checkpoints.get(position);
    if (notes === undefined) return;
    this.#checkpoints.delete(position);
    for (const note of notes) {
      const fits = note.hash === hash && (note.count === undefined || note.count === this.#count);
      const why = note.hash === hash ? 'missing' : 'changed';
      const fingerprint = `noted ${position} ${note.hash} ${hash} ${note.count} ${this.#count}`;
      if (!fits) this.#list({ why, from: position, to: position, at, kind, source: note.source, fingerprint });
    }
  }

  #extend({ position, key }: ChainedEntry, isOurs: boolean): void {
    const proof = isOurs ? 'sealed' : 'linked';
    const isFull = this.#stretches.length > MOST_LISTED;
    if (this.#isBroken) this.#uncovered = this.#stretches.length;
    if (isOurs) {
      for (const stretch of this.#stretches.slice(this.#uncovered))
        if (stretch.proof === 'linked') stretch.proof = 'covered';
      this.#uncovered = this.#stretches.length;
    }
    const current = this.#stretches.at(-1);
    const continues = !this.#isBroken && current?.key === key && current?.proof === proof;
    this.#isBroken = false;
    if (current !== undefined && (continues || isFull)) {
      current.to = position;
      current.entries += 1;
      if (!continues) current.proof = 'linked';
    } else this.#stretches.push({ from: position, to: position, entries: 1, key, proof });
  }

  #add(why: FlawKind, { position, at, kind }: ChainedEntry, evidence: string): void {
    this.#list({ why, from: position, to: position, at, kind, fingerprint: `${why} ${position} ${evidence}` });
  }

  #list(flaw: Flaw): void {
    if (this.#flaws.length < MOST_LISTED) this.#flaws.push(flaw);
    else this.#unlisted += 1;
  }
}

function inOrder(one: Flaw, other: Flaw): number {
  return Number(one.why === 'differs') - Number(other.why === 'differs') || one.from - other.from;
}

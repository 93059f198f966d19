/**
 * @file A set of line numbers, kept as runs: most sets of lines are a few long ones. Stored in whatever is smaller, the lengths of
 * the runs or a bit for each line, so that one of a file of five million lines takes less than a megabyte. Pure.
 */

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { firstPlace } from './binary-search.ts';

/** From the first to the last, both included. */
export interface LineRun {
  first: number;
  last: number;
}

/** How a set is stored: the lengths of gaps and runs in turn, or bits. */
const AS_RUNS = 0;
const AS_BITS = 1;

export class LineSet {
  static readonly none = new LineSet(new Uint32Array());
  /** Of any file. */
  static readonly all = new LineSet(Uint32Array.of(1, 2 ** 32 - 1));

  /** Where runs begin and, one behind their last line, end: ascending, all different. */
  readonly #edges: Uint32Array;
  readonly size: number;

  private constructor(edges: Uint32Array) {
    this.#edges = edges;
    let size = 0;
    for (let at = 0; at < edges.length; at += 2) size += edgeAt(edges, at + 1) - edgeAt(edges, at);
    this.size = size;
  }

  /** A set from its edges, for those that build one in order. */
  static fromEdges(edges: Uint32Array): LineSet {
    return edges.length === 0 ? LineSet.none : new LineSet(edges);
  }

  /** Lines in any order, also more than once. */
  static of(lines: Iterable<number>): LineSet {
    const sorted = Uint32Array.from(lines).sort();
    const edges = new Edges();
    for (const line of sorted) edges.add(line, line + 1);
    return edges.finish();
  }

  /** Runs in any order, also overlapping; one whose last line is before its first is empty. */
  static ofRuns(runs: Iterable<LineRun>): LineSet {
    const edges = new Edges();
    for (const { first, last } of [...runs].sort((one, other) => one.first - other.first)) edges.add(first, last + 1);
    return edges.finish();
  }

  /** @param stored as `encode` has made it @throws RangeError, and what zlib throws, for anything else */
  static decode(stored: Uint8Array): LineSet {
    const [form] = stored;
    const bytes = inflateRawSync(stored.subarray(1));
    if (form === AS_RUNS) return fromLengths(bytes);
    if (form === AS_BITS) return fromBits(bytes);
    throw new RangeError(`No set of lines is stored in form ${form}.`);
  }

  encode(): Uint8Array {
    const last = this.#edges.at(-1) ?? 0;
    const isMadeOfShortRuns = this.#edges.length > last >>> 3;
    const [form, bytes] = isMadeOfShortRuns ? [AS_BITS, this.#bits(last)] : [AS_RUNS, this.#lengths()];
    return Buffer.concat([Uint8Array.of(form), deflateRawSync(bytes)]);
  }

  /** SHA-256 of the set itself, in hex, however it is stored. */
  digest(): string {
    return createHash('sha256').update(this.#edges.join(' ')).digest('hex');
  }

  has(line: number): boolean {
    // An odd number of edges lies at or before a line of the set.
    return firstPlace(0, this.#edges.length, (at) => edgeAt(this.#edges, at) <= line) % 2 === 1;
  }

  *runs(): Generator<LineRun> {
    const edges = this.#edges;
    for (let at = 0; at < edges.length; at += 2) yield { first: edgeAt(edges, at), last: edgeAt(edges, at + 1) - 1 };
  }

  /** In ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const { first, last } of this.runs()) for (let line = first; line <= last; line++) yield line;
  }

  /** Tells of lines whether they are among these; to be asked in ascending order. */
  inOrder(): (line: number) => boolean {
    const edges = this.#edges;
    let at = 0;
    return (line) => {
      while (at < edges.length && edgeAt(edges, at) <= line) at += 1;
      return at % 2 === 1;
    };
  }

  union(other: LineSet): LineSet {
    return this.#with(other, (mine, theirs) => mine || theirs);
  }

  intersection(other: LineSet): LineSet {
    return this.#with(other, (mine, theirs) => mine && theirs);
  }

  difference(other: LineSet): LineSet {
    return this.#with(other, (mine, theirs) => mine && !theirs);
  }

  /** The same lines where `lines` more come before them. */
  movedBy(lines: number): LineSet {
    return new LineSet(this.#edges.map((edge) => edge + lines));
  }

  #with(other: LineSet, keeps: (mine: boolean, theirs: boolean) => boolean): LineSet {
    const [mine, theirs] = [this.#edges, other.#edges];
    const edges = new Uint32Array(mine.length + theirs.length);
    let [at, mineAt, theirsAt, isIn] = [0, 0, 0, false];
    while (mineAt < mine.length || theirsAt < theirs.length) {
      const edge = Math.min(mine[mineAt] ?? Number.POSITIVE_INFINITY, theirs[theirsAt] ?? Number.POSITIVE_INFINITY);
      if (mine[mineAt] === edge) mineAt += 1;
      if (theirs[theirsAt] === edge) theirsAt += 1;
      const isKept = keeps(mineAt % 2 === 1, theirsAt % 2 === 1);
      if (isKept !== isIn) edges[at++] = edge;
      isIn = isKept;
    }
    return LineSet.fromEdges(edges.slice(0, at));
  }

  #lengths(): Uint8Array {
    const bytes: number[] = [];
    let before = 0;
    for (const edge of this.#edges) {
      for (let rest = edge - before; ; rest = Math.floor(rest / 128)) {
        bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
        if (rest < 128) break;
      }
      before = edge;
    }
    return Uint8Array.from(bytes);
  }

  #bits(end: number): Uint8Array {
    const bits = new Uint8Array((end >>> 3) + 1);
    for (const line of this) bits[line >>> 3] = (bits[line >>> 3] ?? 0) | (1 << (line & 7));
    return bits;
  }
}

/** Builds the edges of runs that begin in ascending order. */
class Edges {
  #edges = new Uint32Array(16);
  #length = 0;

  /** @param end one behind the last line */
  add(start: number, end: number): void {
    if (end <= start) return;
    const before = this.#length === 0 ? -1 : edgeAt(this.#edges, this.#length - 1);
    if (start <= before) {
      this.#edges[this.#length - 1] = Math.max(before, end);
      return;
    }
    if (this.#length === this.#edges.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#edges);
      this.#edges = larger;
    }
    this.#edges[this.#length] = start;
    this.#edges[this.#length + 1] = end;
    this.#length += 2;
  }

  finish(): LineSet {
    return LineSet.fromEdges(this.#edges.slice(0, this.#length));
  }
}

function edgeAt(edges: Uint32Array, at: number): number {
  return edges[at] ?? 0;
}

function fromLengths(bytes: Uint8Array): LineSet {
  const edges: number[] = [];
  let [edge, length, unit] = [0, 0, 1];
  for (const byte of bytes) {
    length += (byte & 127) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    edge += length;
    edges.push(edge);
    [length, unit] = [0, 1];
  }
  if (edges.length % 2 === 1 || edges.some((one, at) => at > 0 && one <= (edges[at - 1] ?? 0)))
    throw new RangeError('These are not the runs of a set of lines.');
  return LineSet.fromEdges(Uint32Array.from(edges));
}

function fromBits(bytes: Uint8Array): LineSet {
  const edges = new Edges();
  for (const [at, byte] of bytes.entries()) {
    for (let bit = 0; byte >>> bit > 0; bit++) if ((byte >>> bit) & 1) edges.add(8 * at + bit, 8 * at + bit + 1);
  }
  return edges.finish();
}

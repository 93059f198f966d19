/**
 * @file From which number the service counts the lines of a batch, and where an entry therefore belongs. Pure.
 *
 * Where entries give both a number and an identifier that the batch contains, these prove it. Otherwise the numbers may:
 * a 0 is the first line of those who count from 0, the number of lines is the last of those who count from 1. Otherwise counts what
 * was known of the service before.
 */

import { assertNever } from '../../../src-shared/errors.ts';
import { type IdClaim, type IdKind, idKinds, type NumberClaim } from './reading/entry.ts';

export interface Numbering {
  /** The number of the first line. */
  first: 0 | 1;
  /** What it was learnt from; `known`: from before · `name`: only the names of the fields speak for it. */
  evidence: 'identifiers' | 'numbers' | 'known' | 'name';
}

/** For each sort of number its own: a report may have both. */
export type Numberings = Readonly<Record<NumberClaim['basis'], Numbering>>;

/** What was seen of one sort of number. */
export interface Witnesses {
  /** Entries whose identifier stands in the line that the number means when counted from 0, or from 1. */
  fromZero: number;
  fromOne: number;
  hasZero: boolean;
  /** The number of the batch's last line, counted from 1, occurs. */
  hasLast: boolean;
}

export function noWitnesses(): Witnesses {
  return { fromZero: 0, fromOne: 0, hasZero: false, hasLast: false };
}

/** Notes what one entry proves. `found`: the lines of the batch, from 1, that have its identifiers. */
export function observe(
  witnesses: Record<NumberClaim['basis'], Witnesses>,
  numbers: readonly NumberClaim[],
  found: readonly number[],
  lines: number,
): void {
  for (const { number, basis } of numbers) {
    const seen = witnesses[basis];
    seen.hasZero ||= number === 0;
    seen.hasLast ||= number === lines;
    if (found.includes(number + 1)) seen.fromZero += 1;
    if (found.includes(number)) seen.fromOne += 1;
  }
}

/** @param known from where the service counts, as it was known before */
export function numberingOf(basis: NumberClaim['basis'], witnesses: Witnesses, known?: 0 | 1): Numbering {
  const { fromZero, fromOne, hasZero, hasLast } = witnesses;
  if (fromZero !== fromOne) return { first: fromZero > fromOne ? 0 : 1, evidence: 'identifiers' };
  switch (basis) {
    // Line 0 is often the file as a whole, so it proves nothing.
    case 'line':
      return hasLast ? { first: 1, evidence: 'numbers' } : unproven(1, known);
    case 'index':
      return hasZero === hasLast ? unproven(0, known) : { first: hasZero ? 0 : 1, evidence: 'numbers' };
    default:
      return assertNever(basis);
  }
}

function unproven(byName: 0 | 1, known: 0 | 1 | undefined): Numbering {
  return known === undefined ? { first: byName, evidence: 'name' } : { first: known, evidence: 'known' };
}

/** A line of the batch, counted from 1, that has one of the identifiers. */
export interface FoundId {
  /** Which of the line's identifiers it is. */
  kind: Exclude<IdKind, 'any'>;
  claimed: IdKind;
  line: number;
}

export interface Place {
  /** Of the batch, from 1. */
  line: number;
  by: 'number' | Exclude<IdKind, 'any'>;
  /** The number that the report gives, where it means another line than the identifier. */
  contradicts?: number;
}

export type Placement =
  /** `isProven`: it is certain that these are the lines that the entry means, and all of them. */
  | { kind: 'placed'; places: Place[]; isProven: boolean }
  /** `no-reference`: the entry names nothing; `beyond`: there is no such line; `unknown-id`: the batch has no such identifier. */
  | { kind: 'unplaced'; reason: 'no-reference' | 'beyond' | 'unknown-id' };

/** Of the lines that share an identifier, no more are looked at, but for those that an entry gives the numbers of. */
export const MOST_SHARING = 1000;

/** The lines that the numbers of an entry mean. */
export function linesMeant(numbers: readonly NumberClaim[], numberings: Numberings): { said: number; line: number }[] {
  return numbers.map(({ number, basis }) => ({ said: number, line: number - numberings[basis].first + 1 }));
}

/**
 * Where an entry belongs. An identifier counts more than a number; of several lines with the identifier, the one that the
 * number means.
 * @param lines how many the batch has
 */
export function placeOf(
  { numbers, ids }: { numbers: readonly NumberClaim[]; ids: readonly IdClaim[] },
  found: readonly FoundId[],
  numberings: Numberings,
  lines: number,
): Placement {
  const meant = linesMeant(numbers, numberings);
  const byId = mostTrusted(found);
  if (byId.length > 0) {
    const agreeing = byId.filter(({ line }) => meant.some((one) => one.line === line));
    const contradicted = agreeing.length === 0 ? meant[0] : undefined;
    const places = (agreeing.length > 0 ? agreeing : byId).map(({ line, kind }) => ({
      line,
      by: kind,
      ...(contradicted !== undefined && { contradicts: contradicted.said }),
    }));
    // All that share a modification id are rejected; which of those with another id in common is not said.
    const isComplete = byId.length < MOST_SHARING && (byId.length === 1 || byId[0]?.kind === 'modification');
    return { kind: 'placed', places, isProven: agreeing.length > 0 || isComplete };
  }
  const within = meant.filter(({ line }) => line >= 1 && line <= lines);
  if (within.length > 0) {
    const isOfAnother = ids.some(({ kind }) => kind !== 'any');
    const isProven = !isOfAnother && numbers.every(({ basis }) => numberings[basis].evidence !== 'name');
    return { kind: 'placed', places: within.map(({ line }) => ({ line, by: 'number' })), isProven };
  }
  if (numbers.length > 0) return { kind: 'unplaced', reason: 'beyond' };
  return { kind: 'unplaced', reason: ids.length > 0 ? 'unknown-id' : 'no-reference' };
}

/** The lines with the most trusted identifier, each once: first what the report calls so itself. */
function mostTrusted(found: readonly FoundId[]): FoundId[] {
  for (const claimed of idKinds) {
    for (const kind of idKinds) {
      const lines = found.filter((one) => one.claimed === claimed && one.kind === kind);
      if (lines.length > 0)
        return lines.filter((one, index) => lines.findIndex(({ line }) => line === one.line) === index);
    }
  }
  return [];
}

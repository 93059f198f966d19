/**
 * @file What became of each line of a file in the end: a line that a correction sent again has the outcome that it has there. The
 * seven still add up to the lines of the file. Pure.
 *
 * [Note: The last outcome of a line] A line that a correction has carries its outcome there, unless the service may have the original:
 * then only its acceptance there settles it. A line that the correction stands for and does not have was left out of it. A correction
 * that was given up before anything of it went is as if it had not been made. Where nobody can tell which line each of its lines
 * was, since a person made its file, the lines it stands for are left out here, replaced by another file, which has an account of its own.
 */

import { type LineOutcome, lineOutcomes, perOutcome } from '../../src-shared/account.ts';
import type { LineMap } from '../fixing/line-map.ts';
import { LineSet } from '../ground/line-set.ts';
import type { AccountLines } from './account.ts';
import type { SubmissionId } from './batch.ts';

/** A submission, by itself and with what corrects it. */
export interface Link {
  submission: SubmissionId;
  /** Of its file; undefined while they are not counted. */
  lines: number | undefined;
  account: AccountLines | undefined;
  /** Given up before anything of it went. */
  isGivenUp: boolean;
  correction?: Correction;
}

export interface Correction {
  /** The lines that it stands for. */
  standsFor: LineSet;
  /** The file that was sent, and the one of the lines that stayed to be corrected. */
  parts: readonly [CorrectionPart, ...CorrectionPart[]];
}

interface CorrectionPart {
  by: Link;
  /** Which line each of its lines was; undefined where that is not known. */
  map: LineMap | undefined;
}

/** A correction of a file. */
export interface Step {
  submission: SubmissionId;
  /** That it has of the one before it, or replaces. */
  lines: number;
  /** mapped: its lines are followed · apart: they are not known to be those of the file, so it has an account of its own */
  kind: 'mapped' | 'apart';
}

/** Lines that a correction stands for and does not have. */
export interface LeftOutBy {
  /** The file from which they were left out, and what corrects it. */
  submission: SubmissionId;
  correction: SubmissionId;
  kind: Step['kind'];
  /** By their numbers in the first file. */
  lines: LineSet;
}

export interface FollowedAccount {
  account: AccountLines;
  /** The corrections that count, the first one first. */
  steps: Step[];
  /** Of the lines that were left out, those that a correction has left out. */
  leftOutBy: LeftOutBy[];
}

/** Whether the service may have the line, so that nothing that is done elsewhere makes it certain that it has not. */
const mayBeThere: Readonly<Record<LineOutcome, boolean>> = {
  accepted: false,
  rejected: false,
  invalid: false,
  leftOut: false,
  unsent: false,
  pending: true,
  unknown: true,
};

/** @returns undefined while the lines of the file are not counted */
export function followedAccount(link: Link): FollowedAccount | undefined {
  const told = followed(link);
  return told && { account: told.account, steps: told.steps, leftOutBy: told.leftOutBy };
}

/** A file, with those of its lines whose last outcome is the one that they have in it. */
export interface Place {
  submission: SubmissionId;
  account: AccountLines;
  /** Its other lines. */
  elsewhere: LineSet;
}

/**
 * Where each line is as it was in the end: in the file itself, or as a correction has sent it, perhaps with another amount. Each line
 * of the file is in one place.
 * @param wanted of the lines of the file
 */
export function lastPlaces(link: Link, wanted = LineSet.all): Place[] {
  const told = followed(link);
  if (told === undefined) return [];
  const { submission, correction } = link;
  const settled = told.settled.intersection(wanted);
  const account = perOutcome((outcome) => told.account[outcome].intersection(wanted).difference(settled));
  const elsewhere = union(Object.values(told.account)).difference(union(Object.values(account)));
  const beyond = (correction?.parts ?? []).flatMap(({ by, map }) => {
    const there = map?.linesOf(settled);
    return there === undefined || there.size === 0 ? [] : lastPlaces(by, there);
  });
  return [{ submission, account, elsewhere }, ...beyond];
}

/** `settled`: the lines whose outcome is that of a line of the correction. */
function followed({
  submission: first,
  account,
  correction,
}: Link): (FollowedAccount & { settled: LineSet }) | undefined {
  if (account === undefined) return undefined;
  if (correction === undefined || correction.parts.every(({ by }) => isGivenUp(by)))
    return { account, steps: [], leftOutBy: [], settled: LineSet.none };
  const { parts, standsFor } = correction;
  const submission = parts[0].by.submission;
  const leftOut = { submission: first, correction: submission };
  const mapped = parts.flatMap(({ by, map }) => (map !== undefined && fits(map, account, by) ? [{ by, map }] : []));
  if (mapped.length < parts.length) {
    const { replaced, ...told } = settledBy(account, standsFor);
    const steps: Step[] = [{ submission, lines: standsFor.size, kind: 'apart' }];
    return { ...told, steps, leftOutBy: [{ ...leftOut, kind: 'apart', lines: replaced }] };
  }
  const followedParts = mapped.map((part) => ({ ...part, beyond: followedAccount(part.by) }));
  const there = followedParts.map(({ map, beyond }) => linesThere(map, beyond?.account));
  const told = settledBy(
    account,
    standsFor,
    perOutcome((outcome) => union(there.map((part) => part[outcome]))),
  );
  // Before its lines are counted there, each is only what it was.
  const counted = union(followedParts.flatMap(({ map, beyond }) => (beyond === undefined ? [] : [map.originals])));
  const settled = told.settled.intersection(counted);
  return {
    account: told.account,
    settled,
    steps: followedParts.flatMap(({ by, map, beyond }): Step[] => [
      { submission: by.submission, lines: map.lines, kind: 'mapped' },
      ...(beyond?.steps ?? []),
    ]),
    leftOutBy: [
      { ...leftOut, kind: 'mapped', lines: told.replaced },
      ...followedParts.flatMap(({ map, beyond }) =>
        (beyond?.leftOutBy ?? []).map((one) => ({
          ...one,
          lines: map.originalsOf(one.lines).intersection(told.settled),
        })),
      ),
    ],
  };
}

/** Whether it counts as not made: it was given up, and so was what corrects it. */
function isGivenUp({ isGivenUp: isOver, correction }: Link): boolean {
  return isOver && (correction === undefined || correction.parts.every(({ by }) => isGivenUp(by)));
}

/** A file that was changed before its check has other lines than those that the map tells of. */
function fits(map: LineMap, account: AccountLines, { lines = map.lines }: Link): boolean {
  return map.lines > 0 && lines === map.lines && map.originals.difference(union(Object.values(account))).size === 0;
}

/** The lines of the file by their outcome in the correction; before they are counted there, they are not sent. */
function linesThere(map: LineMap, account: AccountLines | undefined): AccountLines {
  if (account !== undefined) return perOutcome((outcome) => map.originalsOf(account[outcome]));
  return { ...perOutcome(() => LineSet.none), unsent: map.originals };
}

function settledBy(
  own: AccountLines,
  standsFor: LineSet,
  there?: AccountLines,
): { account: AccountLines; settled: LineSet; replaced: LineSet } {
  const before = (outcome: LineOutcome) => (mayBeThere[outcome] ? own[outcome] : LineSet.none);
  const uncertain = union(lineOutcomes.map(before));
  const carried = there === undefined ? LineSet.none : union(lineOutcomes.map((outcome) => there[outcome]));
  const settled = carried.difference(uncertain).union(there?.accepted ?? LineSet.none);
  const replaced = standsFor.difference(carried).difference(uncertain).difference(own.accepted);
  const account = perOutcome((outcome) => {
    const kept = own[outcome].difference(settled).difference(replaced);
    const gained = there === undefined ? kept : kept.union(there[outcome].intersection(settled));
    return outcome === 'leftOut' ? gained.union(replaced) : gained;
  });
  return { account, settled, replaced };
}

function union(sets: readonly LineSet[]): LineSet {
  return sets.reduce((all, some) => all.union(some), LineSet.none);
}

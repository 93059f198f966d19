/**
 * @file The lines of a file that were left out, each with why: what a person or the check or the service has said of it in the file
 * from which a correction has left it out.
 */

import type { Corrector } from '../../src-shared/correction-shapes.ts';
import { type Fact, fact, isFact, type Said } from '../../src-shared/languages/fact.ts';
import { type LeftOut, reasonWords } from '../../src-shared/left-out.ts';
import { type LeftOutReason, leftOutReasons } from '../../src-shared/left-out-reasons.ts';
import { LineSet } from '../ground/line-set.ts';
import type { SubmissionId } from '../send/batch.ts';
import { WayBack } from '../send/correction/line-origin.ts';
import type { LeftOutBy, Place } from '../send/followed-account.ts';
import { errorsOf, linesNamedByService } from '../send/known-lines.ts';
import { type AccountStore, linesInTheEnd, placesInTheEnd } from '../send/lines-in-the-end.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { correctionsOf, type Submission } from '../send/submission.ts';
import { viewOf } from '../send/submission-view.ts';
import { namedStep } from './file-account.ts';

export type LeftOutStore = AccountStore & Pick<QueueStore, 'lineEdits'>;

/** Lines of the first file with one reason. */
interface Part {
  reason: LeftOutReason;
  lines: LineSet;
  /** Where the reason was found: the file from which they were left out. */
  submission: SubmissionId;
  correction?: SubmissionId;
  /** Of lines that were given up. */
  givenUp?: GivenUp;
}

/** Who gave up a file, and what that person said of why. */
export interface GivenUp extends Corrector {
  reason?: string;
}

export interface LeftOutLines {
  file: Submission;
  lines: LineSet;
  parts: readonly Part[];
}

/** Also those that are faulty, and may still be corrected. */
export interface NotSentLines extends Omit<LeftOutLines, 'parts'> {
  parts: readonly NotSentPart[];
}
type NotSentPart = Omit<Part, 'reason'> & { reason: LeftOutReason | 'open' };

/** A line, as a table tells of it. */
export interface LeftOutLine {
  line: number;
  correction: SubmissionId | undefined;
  /** The reason, and what the check found. */
  why: readonly Said[];
  /** What a person has said of why it is left out, as far as the app has kept that by itself; the rest is in the change log. */
  given: string | undefined;
}

/** Of the first of the files that correct each other. Undefined where it is not known. */
export const leftOutLines = (store: LeftOutStore, submission: Submission): LeftOutLines | undefined =>
  leftOutOf(store, firstFile(store, submission));

/** Why so many lines of a file were left out, which has an account of its own; without reasons where these are not known. */
export function leftOutReasonsOf(
  store: LeftOutStore,
  file: Submission,
  lines: number,
): Pick<LeftOut, 'lines' | 'reasons'> {
  const told = lines === 0 ? undefined : leftOutOf(store, file);
  return { lines, reasons: told === undefined ? [] : leftOutCounted(store, told).reasons };
}

/** Of a file that has an account of its own. Undefined where it is not known. */
export function leftOutOf(store: LeftOutStore, file: Submission): LeftOutLines | undefined {
  const told = linesInTheEnd(store, file);
  if (told === undefined) return undefined;
  const byCorrections = told.leftOutBy.flatMap((one) => partsOf(store, file, one));
  const lines = told.account.leftOut;
  const known = byCorrections.reduce((all, part) => all.union(part.lines), LineSet.none);
  const rest: Part = {
    reason: 'given-up',
    lines: lines.difference(known),
    submission: file.id,
    ...onlyGivenUp(store, file),
  };
  return { file, lines, parts: [...byCorrections, rest].filter((part) => part.lines.size > 0) };
}

/** Where lines of the file are in the end: those that were left out of it there, by why; numbered as there. */
export function leftOutThere(
  store: LeftOutStore,
  { file, parts }: LeftOutLines,
  { submission, account }: Pick<Place, 'submission' | 'account'>,
): { reason: LeftOutReason; lines: LineSet }[] {
  const byReason = Map.groupBy(parts, ({ reason }) => reason);
  return leftOutReasons.flatMap((reason) => {
    const own = byReason.get(reason);
    if (own === undefined) return [];
    const lines = own.reduce((all, part) => all.union(part.lines), LineSet.none);
    return [{ reason, lines: numbersIn(store, file, submission, lines).intersection(account.leftOut) }];
  });
}

/** Counted, and with who has decided. */
export function leftOutCounted(store: LeftOutStore, { file, lines, parts }: LeftOutLines): LeftOut {
  const sum = (own: readonly Part[]) => own.reduce((total, part) => total + part.lines.size, 0);
  const reasons = leftOutReasons.map((reason) => ({
    reason,
    lines: sum(parts.filter((one) => one.reason === reason)),
  }));
  const byCorrection = Map.groupBy(parts, ({ correction }) => correction);
  return {
    submission: file.id,
    lines: lines.size,
    reasons: reasons.filter((one) => one.lines > 0),
    corrections: [...byCorrection].flatMap(([correction, own]) => {
      const [part] = own;
      if (correction === undefined || part === undefined) return [];
      const step = namedStep(store, { submission: correction, lines: 0, kind: 'mapped' }, part.submission);
      const by = part.givenUp ?? step.by;
      return [{ submission: correction, lines: sum(own), ...(by && { at: by.at, ...(by.user && { user: by.user }) }) }];
    }),
  };
}

/** With the lines that were not sent because they are faulty. */
export function withFaulty(store: LeftOutStore, { file, lines, parts }: LeftOutLines): NotSentLines {
  const faulty = placesInTheEnd(store, file)
    .map(({ submission, account }): NotSentPart => {
      return { reason: 'open', lines: numbersOf(store, file, submission, account.invalid), submission };
    })
    .filter((part) => part.lines.size > 0);
  return { file, lines: faulty.reduce((all, part) => all.union(part.lines), lines), parts: [...parts, ...faulty] };
}

/** In the order of the file, each with its reason and what the check found in it. */
export function* notSentTold(store: LeftOutStore, { file, lines, parts }: NotSentLines): Generator<LeftOutLine> {
  const sources = parts.map((part) => {
    const there = numbersIn(store, file, part.submission, part.lines);
    return { ...part, has: part.lines.inOrder(), numbers: there[Symbol.iterator]() };
  });
  const ways = new Map<SubmissionId, WayBack>();
  const wayBack = (id: SubmissionId) => {
    const way = ways.get(id) ?? new WayBack(store, id);
    ways.set(id, way);
    return way;
  };
  for (const line of lines) {
    const part = sources.find(({ has }) => has(line));
    const number = part?.numbers.next().value ?? 0;
    const found = part === undefined ? [] : store.findings.ofLine(part.submission, number, MOST_FINDINGS);
    const back = part === undefined ? undefined : wayBack(part.submission);
    const said = found
      .filter(({ severity }) => severity === 'error')
      .map((finding) => inFirstFile(finding.message, (there) => back?.originOf(there)?.line ?? there));
    yield {
      line,
      correction: part?.correction,
      why: [...(part === undefined ? [] : [whyNotSent(part)]), ...said],
      given: part && givenReason(store, part, number),
    };
  }
}

const whyNotSent = ({ reason }: NotSentPart): Fact =>
  reason === 'open' ? fact('faulty and not sent') : reasonWords[reason];

/** Of one rule in one line. */
const MOST_FINDINGS = 5;

function partsOf(
  store: LeftOutStore,
  file: Submission,
  { submission: id, correction, kind, lines }: LeftOutBy,
): Part[] {
  const from = store.submission(id);
  if (from === undefined || kind === 'apart') return [{ reason: 'replaced', lines, submission: id, correction }];
  // A line that shares its id with one that stays is no transaction of its own: what was wrong with it stays with that.
  const faulty = errorsOf(store, id, (rule) => rule !== 'line.blank');
  const reasons: [LeftOutReason, LineSet][] = [
    ['by-hand', leftOutByHand(store, from)],
    ['service', linesNamedByService(store, viewOf(from, store.batches(id)))],
    ['duplicate', copiesOfKept(store, id, numbersIn(store, file, id, lines))],
    ['check', faulty],
    ['blank', errorsOf(store, id, (rule) => rule === 'line.blank')],
  ];
  let rest = lines;
  const parts = reasons.map(([reason, there]): Part => {
    const own = rest.intersection(numbersOf(store, file, id, there));
    rest = rest.difference(own);
    return { reason, lines: own, submission: id, correction };
  });
  // What is right in itself was a copy, unless the correction says that all of it had gone before.
  const reason = rest.size > 0 && rest.size === linesBefore(store, correction) ? 'sent-before' : 'dropped';
  return [...parts, { reason, lines: rest, submission: id, correction }];
}

/** How many lines a correction does not send again. */
function linesBefore(store: LeftOutStore, correction: SubmissionId): number {
  const { linesBefore } = store.history(correction).find(({ kind }) => kind === 'added')?.detail ?? {};
  return typeof linesBefore === 'number' ? linesBefore : 0;
}

/** Of the lines that were left out, those that share their id with one that stays, or with one that is not known any more. */
function copiesOfKept(store: LeftOutStore, id: SubmissionId, leftOut: LineSet): LineSet {
  const shared = errorsOf(store, id, (rule) => rule === 'modification.duplicate');
  const hasKept = (line: number) => {
    const found = store.findings.ofLine(id, line, 1, { rules: ['modification.duplicate'] });
    const others = found.flatMap(({ message }) => sharingLines(message));
    return others.length === 0 || others.some((other) => !leftOut.has(other));
  };
  return LineSet.of([...shared.intersection(leftOut)].filter(hasKept));
}

/** What was found in a line, with the other lines that it names by their numbers in the first file: there a person looks for them. */
function inFirstFile(said: Said, originOf: (line: number) => number): Said {
  const others = sharingLines(said);
  if (!isFact(said) || others.length === 0) return said;
  const named = others.map(originOf).join(', ');
  return {
    ...said,
    values: { ...said.values, ...('line' in (said.values ?? {}) ? { line: named } : { lines: named }) },
  };
}

/** The other lines with the same id, as the check names the first of them. */
function sharingLines(said: Said): number[] {
  const { line, lines = line } = (isFact(said) && said.values) || {};
  return typeof lines === 'string' ? lines.split(', ').map(Number) : [];
}

function leftOutByHand({ lineEdits }: LeftOutStore, { id, check }: Submission): LineSet {
  if (check === undefined) return LineSet.none;
  const edits = lineEdits.list({ id, sha256: check.sha256 });
  return LineSet.of(edits.flatMap(({ line, kind }) => (kind === 'left-out' ? [line] : [])));
}

/** What a person has said of why a line is left out. */
function givenReason(
  store: LeftOutStore,
  { reason, submission: id, givenUp }: NotSentPart,
  line: number,
): string | undefined {
  const check = reason === 'by-hand' ? store.submission(id)?.check : undefined;
  const edit = check && store.lineEdits.at({ id, sha256: check.sha256 }, line);
  return edit?.reason ?? givenUp?.reason;
}

/** Where one of the files that correct each other was given up: its number, by whom and why. */
function onlyGivenUp(store: LeftOutStore, file: Submission): Pick<Part, 'correction' | 'givenUp'> {
  const [one, ...others] = corrections(store, file).flatMap(({ id }) => {
    const givenUp = givenUpOf(store, id);
    return givenUp === undefined ? [] : [{ correction: id, givenUp }];
  });
  return one === undefined || others.length > 0 ? {} : one;
}

/** All that correct it. One was added later than what it corrects. */
const corrections = (store: LeftOutStore, file: Submission): Submission[] =>
  correctionsOf(file).flatMap((id) => {
    const by = id > file.id ? store.submission(id) : undefined;
    return by === undefined ? [] : [by, ...corrections(store, by)];
  });

/** Undefined where it was not given up before anything of it was sent. */
export function givenUpOf(store: LeftOutStore, id: SubmissionId): GivenUp | undefined {
  if (store.submission(id)?.stage !== 'cancelled') return undefined;
  const event = store.history(id).findLast(({ kind, batch }) => kind === 'cancelled' && batch === undefined);
  if (event === undefined) return undefined;
  const { at, recorder, detail } = event;
  return {
    at: new Date(at).toISOString(),
    ...(recorder !== undefined && { user: recorder.user, machine: recorder.machine }),
    ...(typeof detail['reason'] === 'string' && { reason: detail['reason'] }),
  };
}

/** The corrections that lead from a file to another. */
function wayTo(store: LeftOutStore, file: Submission, to: SubmissionId): SubmissionId[] {
  const before = to === file.id ? undefined : store.submission(to)?.corrects;
  return before === undefined ? [] : [...wayTo(store, file, before), to];
}

/** What lines of the first file are in one that corrects it, and back. Lines keep their order on the way. */
export function numbersIn(store: LeftOutStore, file: Submission, there: SubmissionId, lines: LineSet): LineSet {
  return wayTo(store, file, there).reduce((own, id) => store.lines.map(id)?.linesOf(own) ?? LineSet.none, lines);
}

function numbersOf(store: LeftOutStore, file: Submission, there: SubmissionId, lines: LineSet): LineSet {
  return wayTo(store, file, there).reduceRight(
    (own, id) => store.lines.map(id)?.originalsOf(own) ?? LineSet.none,
    lines,
  );
}

/** The file that this one corrects, through all corrections before it; itself where it corrects none. */
export function firstFile(store: LeftOutStore, submission: Submission): Submission {
  const before = submission.corrects === undefined ? undefined : store.submission(submission.corrects);
  return before !== undefined && correctionsOf(before).includes(submission.id) ? firstFile(store, before) : submission;
}

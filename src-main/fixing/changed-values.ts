/** @file What a correction changed, read from its change log: each change, or the same ones together. */

import { createHash } from 'node:crypto';
import type { ChangedLine, ChangedValue } from '../../src-shared/correction-shapes.ts';
import { addedUp } from '../../src-shared/exact-amount.ts';
import type { NamedLine } from '../../src-shared/left-out.ts';
import { isAmount } from '../../src-shared/money-change.ts';
import { LineSet } from '../ground/line-set.ts';
import { type Change, changeIn, entriesIn, type LoggedChange, type MadeByLog, madeIn } from './change-entries.ts';
import { paidExactly } from './line-payment.ts';
import type { RecipeStep } from './recipe.ts';
import { isByHand, isOther, settled } from './settled-changes.ts';

/** A receipt tells so many changes that differ, and the window shows them; the list of changes has all. */
export const MOST_TOLD = 500;
/** Changes that differ, beyond which they are only counted. */
const MOST_KEPT = 10_000;
/** Of lines with the same change, so many ranges of numbers are told. */
const MOST_RANGES = 20;

/** Each value that such a step changes is mostly another one, and what it makes of them is the same: they are told by an example. */
const byRule: ReadonlySet<string> = new Set<RecipeStep['step']>([
  'date-from-text',
  'strip-zone',
  'number-from-text',
  'uuid-from-text',
  'trim',
]);

/** @param log as change-log.ts writes it @throws AppError `file.*` */
export async function* changesIn(log: string, signal: AbortSignal): AsyncGenerator<Change> {
  const gone = await linesGoneIn(log, signal);
  for await (const { changes } of linesIn(log, signal)) yield* changes.map((change) => withKept(change, gone));
}

/** The lines that are not in the file that was made. A line may be left out in favour of one that comes later. */
async function linesGoneIn(log: string, signal: AbortSignal): Promise<LineSet> {
  const gone: number[] = [];
  for await (const { changes } of linesIn(log, signal))
    for (const one of changes) if (!isOther(one)) gone.push(one.line);
  return LineSet.of(gone);
}

const withKept = <Told extends Pick<Change, 'copyOf'>>(told: Told, gone: LineSet): Told & Pick<Change, 'isKeptGone'> =>
  told.copyOf !== undefined && gone.has(told.copyOf) ? { ...told, isKeptGone: true } : told;

/** In how many lines a person changed money, which is always done with a reason. */
export interface MoneyChanges {
  amounts: number;
  /** Only the currency. */
  currencies: number;
}

/** With what the log says of the file that was made. @throws AppError `file.*` */
export async function moneyChangesIn(log: string, signal: AbortSignal): Promise<MoneyChanges & { made?: MadeByLog }> {
  const lines = { amounts: 0, currencies: 0 };
  let made: MadeByLog | undefined;
  for await (const line of linesIn(log, signal)) {
    made = line.made ?? made;
    const changed = line.changes.filter((change) => change.reason !== undefined && isOther(change));
    // A line that is told as a whole may have another amount.
    if (changed.some(({ field }) => field === undefined || isAmount(field))) lines.amounts += 1;
    else if (changed.length > 0) lines.currencies += 1;
  }
  return { ...lines, ...(made !== undefined && { made }) };
}

/** What persons have said of why lines were left out, with what the log says of the file that was made. @throws AppError `file.*` */
export async function reasonsLeftOutIn(
  log: string,
  signal: AbortSignal,
): Promise<{ reasons: { line: number; reason: string }[]; made?: MadeByLog }> {
  const reasons: { line: number; reason: string }[] = [];
  let made: MadeByLog | undefined;
  for await (const { changes, made: told } of linesIn(log, signal)) {
    made = told ?? made;
    for (const { line, reason, ...change } of changes)
      if (reason !== undefined && !isOther(change)) reasons.push({ line, reason });
  }
  return { reasons, ...(made !== undefined && { made }) };
}

/**
 * The same changes together, those by hand and then the most frequent first, and how many others there are; how many lines have several;
 * each change by itself, where there are not more; the lines that were left out; with what the log says of the file that was made:
 * undefined where it was broken off, and the digest of the log.
 * @throws AppError `file.*`
 */
export async function readChanges(log: string, most: number, signal: AbortSignal) {
  const alike = new AlikeChanges();
  const hash = createHash('sha256');
  const named: NamedLine[] = [];
  const gone: number[] = [];
  const each: ChangedLine[] = [];
  let decided: { first: string; last: string } | undefined;
  let [leftOut, several, all] = [0, 0, 0];
  let made: MadeByLog | undefined;
  for await (const line of linesIn(log, signal, (text) => hash.update(text))) {
    made = line.made ?? made;
    if (line.changes.length > 1) several += 1;
    for (const change of line.changes) {
      alike.add(change);
      if (change.at !== undefined) decided = spanOf(decided, change.at);
      if (isOther(change)) {
        all += 1;
        const { newLine: _, copyOf: __, isKeptGone: ___, payment: ____, why: _____, ...told } = change;
        if (each.length < most) each.push(told);
      }
      if (!isOther(change)) gone.push(change.line);
      if (isLeftOut(change)) {
        leftOut += 1;
        const { line: number, step, copyOf, payment, reason, at, why } = change;
        if (named.length < most)
          named.push({
            ...{ line: number, step },
            ...(copyOf !== undefined && { copyOf }),
            ...(payment !== undefined && { payment }),
            ...(reason !== undefined && { reason }),
            ...(at !== undefined && { at }),
            ...(why !== undefined && { why }),
          });
      }
    }
  }
  const goneLines = LineSet.of(gone);
  return {
    ...alike.told(most),
    ...{ several, all, made, logSha256: hash.digest('hex') },
    ...(decided !== undefined && { decided }),
    ...(all <= most && { each }),
    ...(leftOut > 0 && { named: named.map((one) => withKept(one, goneLines)), moreNamed: leftOut - named.length }),
  };
}

/** Moments in ISO 8601 are in order as texts. */
const spanOf = (span: { first: string; last: string } | undefined, at: string) =>
  span === undefined
    ? { first: at, last: at }
    : { first: at < span.first ? at : span.first, last: at > span.last ? at : span.last };

/** What was done to one line, and what the log says of the file that was made. */
interface LoggedLine {
  changes: readonly Change[];
  made?: MadeByLog;
}

/** The entries of a line follow one another. @param onText hears of all of the log */
async function* linesIn(
  log: string,
  signal: AbortSignal,
  onText: (text: string) => void = () => {},
): AsyncGenerator<LoggedLine> {
  let entries: LoggedChange[] = [];
  for await (const text of entriesIn(log, signal)) {
    onText(`${text}\n`);
    const change = changeIn(text);
    if (change !== undefined && change.line === entries[0]?.line) {
      entries.push(change);
      continue;
    }
    if (entries.length > 0) yield { changes: settled(entries) };
    entries = change === undefined ? [] : [change];
    const made = change === undefined ? madeIn(text) : undefined;
    if (made !== undefined) yield { changes: [], made };
  }
  if (entries.length > 0) yield { changes: settled(entries) };
}

/** The same change of several lines is one. */
class AlikeChanges {
  readonly #found = new Map<string, ChangedValue>();
  #uncounted = 0;

  add(entry: Change): void {
    const { line, newLine: _, copyOf: __, isKeptGone: ___, payment, why: ____, at, ...change } = entry;
    const { step, further = [], field, before, isChosen = false } = change;
    const steps = [step, ...further];
    const key = steps.every((one) => byRule.has(one))
      ? `${steps.join('+')} ${field} ${isChosen}`
      : JSON.stringify(change);
    const known = this.#found.get(key);
    if (known !== undefined) {
      known.lines += 1;
      if (at !== undefined) known.decided = spanOf(known.decided, at);
      if (known.before !== before) known.isExample = true;
      addTo(known.ranges ?? [], line);
      if (isLeftOut(entry)) known.pays = withPayment(known.pays, payment);
    } else if (this.#found.size < MOST_KEPT)
      this.#found.set(key, {
        ...{ ...change, lines: 1, first: line, ranges: [{ first: line, last: line }] },
        ...(at !== undefined && { decided: spanOf(undefined, at) }),
        ...(isLeftOut(entry) && { pays: withPayment(undefined, payment) }),
      });
    else this.#uncounted += 1;
  }

  told(most: number): { changes: ChangedValue[]; more: number } {
    const [byHand = [], others = []] = [true, false].map((wanted) =>
      [...this.#found.values()].filter((change) => isByHand(change) === wanted).sort(toldFirst),
    );
    // Of many lines by hand a part is told: what was changed by values has to be, too.
    const room = Math.max(most - others.length, Math.ceil(most / 4));
    const changes = [...byHand.slice(0, room), ...others].slice(0, most);
    return { changes, more: this.#found.size - changes.length + this.#uncounted };
  }
}

/** A line that says nothing of a payment adds nothing. */
function withPayment(
  pays: ChangedValue['pays'] = { sums: [] },
  payment: Change['payment'],
): NonNullable<ChangedValue['pays']> {
  if (payment === undefined) return pays;
  const paid = paidExactly(payment);
  return paid === undefined
    ? { ...pays, unread: (pays.unread ?? 0) + 1 }
    : { ...pays, sums: addedUp([...pays.sums, paid]) };
}

/** Lines come in their order. */
function addTo(ranges: NonNullable<ChangedValue['ranges']>, line: number): void {
  const last = ranges.at(-1);
  if (last?.last === line - 1) last.last = line;
  else if (last?.last !== line && ranges.length < MOST_RANGES) ranges.push({ first: line, last: line });
}

/** A blank line and a byte order mark pay nothing. */
const isLeftOut = (change: Change): boolean => change.line > 0 && !isOther(change) && change.step !== 'drop-blank';

/** What a person changed by hand comes first: it is asked about most, and mostly concerns one line. Then the most frequent. */
export function toldFirst(one: ChangedValue, other: ChangedValue): number {
  return Number(isByHand(other)) - Number(isByHand(one)) || other.lines - one.lines;
}

/** @file What a person has decided about the faults of a file, in turns that are undone one by one, and what is left of each kind. Pure. */

import type { EditedLine, FaultEntry, FaultKind, Faults, RecipeStep, Turn } from '../../src-shared/contract.ts';
import { needsReason } from '../../src-shared/money-change.ts';
import { onlyNumberIn } from '../../src-shared/written-number.ts';
import { hasForm } from './code-form.ts';

/** Lines that are corrected together, in all kinds. */
export type EntryKey = string;

export interface KindOfFile extends FaultKind {
  /** Lines of it that are still faulty, by the last check. */
  left: number;
  entries: EntryOfFile[];
}

export interface EntryOfFile extends FaultEntry {
  /** The same: none where all were corrected by hand, too. */
  left: number;
}

export const keyOf = (
  { name }: Pick<FaultKind, 'name'>,
  { fault, first }: Pick<FaultEntry, 'fault' | 'first'>,
): EntryKey => `${name}\n${JSON.stringify(fault)}${fault.kind === 'line' ? first : ''}`;

/** Of what is decided about a kind as a whole. */
export const keyOfAll = ({ name }: Pick<FaultKind, 'name'>): EntryKey => `${name}\n*`;

/** The last decision about each entry. */
export function decided(turns: readonly Turn[]): ReadonlyMap<EntryKey, RecipeStep> {
  return new Map(turns.flatMap(({ decisions }) => decisions.map(({ entry, step }) => [entry, step])));
}

export const stepsOf = (turns: readonly Turn[]): RecipeStep[] => {
  // Duplicates, for one, are dropped once, whatever the entries.
  const steps = new Map([...decided(turns).values()].map((step) => [JSON.stringify(step), step]));
  return [...steps.values()];
};

/** A decision that changes the money of lines, and does not say why. */
export interface MoneyChange {
  step: RecipeStep;
  entry: FaultEntry;
}

/** What a person says of why money changes, of why lines are left out by hand, and of why those are that stayed faulty. */
export interface Reasons {
  money?: string;
  leftOut?: readonly { lines: number[]; reason: string }[];
  faulty?: string;
  /** Why lines go again that went before. */
  again?: string;
}

/** Whether lines of a kind can be left out by what is wrong with them. */
export const canLeaveOut = ({ rule }: Pick<FaultKind, 'rule'>): boolean =>
  !['modification.duplicate', 'line.blank', 'service'].includes(rule) &&
  !rule.startsWith('file.') &&
  !rule.startsWith('json.');

/** Leaves out the lines of a kind that are faulty still after all else that was decided. */
export function kindLeftOut({ name, rule, field, left }: KindOfFile, reason: string): Turn {
  const said = name.split('\n')[2] ?? '';
  const step: RecipeStep = { step: 'drop-with-fault', rule, field, ...(said !== '' && { message: said }), reason };
  return { decisions: [{ entry: keyOfAll({ name }), step }], lines: left, kind: name };
}

/** Leaves out the lines with the value of an entry; undefined where that is none that a step could name. */
export function valueLeftOut(kind: FaultKind, entry: FaultEntry, reason: string): Turn | undefined {
  const { fault, lines } = entry;
  if (fault.kind !== 'value' || fault.isShortened === true) return undefined;
  const step: RecipeStep = { step: 'drop-with-value', field: kind.field, value: fault.value, reason };
  return { decisions: [{ entry: keyOf(kind, entry), step }], lines, kind: kind.name };
}

/** Of each id, the one line that counts; the others are left out, even where their content differs. */
export function oneOfEachKept(
  { name }: Pick<FaultKind, 'name'>,
  { keep, lines, reason }: { keep: 'first' | 'last'; lines: number; reason: string },
): Turn {
  const step: RecipeStep = { step: 'keep-one', by: 'id', keep, reason };
  return { decisions: [{ entry: keyOfAll({ name }), step }], lines, kind: name };
}

/** Leaves out every line of ids that lines share: none of them counts. */
export function idsLeftOut(
  { name, rule, field }: Pick<FaultKind, 'name' | 'rule' | 'field'>,
  shared: readonly FaultEntry[],
  { lines, reason }: { lines: number; reason: string },
): Turn {
  const decisions = shared.flatMap((entry): Turn['decisions'] => {
    const { fault } = entry;
    if (fault.kind !== 'shared') return [];
    return [{ entry: keyOf({ name }, entry), step: { step: 'drop-with-fault', rule, field, ids: [fault.id], reason } }];
  });
  return { decisions, lines, kind: name };
}

/** Lines that were left out by hand without a word of why, by the kind for whose sake they were. */
export function unexplainedLines(
  edits: readonly EditedLine[],
  turns: readonly Turn[],
): { kind: string; lines: number[] }[] {
  const kinds = new Map(
    turns.flatMap(({ byHand, isLeftOut, kind }) => (byHand && isLeftOut ? [[byHand.line, kind]] : [])),
  );
  const lines = edits.flatMap(({ line, isUnexplained }) => (isUnexplained ? [line] : []));
  return [...Map.groupBy(lines, (line) => kinds.get(line) ?? '')].map(([kind, own]) => ({ kind, lines: own }));
}

export const unexplainedMoney = (
  kinds: readonly KindOfFile[],
  done: ReadonlyMap<EntryKey, RecipeStep>,
): MoneyChange[] =>
  kinds.flatMap((kind) =>
    kind.entries.flatMap((entry) => {
      const step = done.get(keyOf(kind, entry));
      return step === undefined || !needsReason(step) ? [] : [{ step, entry }];
    }),
  );

/** The kinds in the order of the first check, so that none jumps; what came up since stands at the end. */
export function kindsOf(first: Faults, last: Faults): KindOfFile[] {
  const now = new Map(last.kinds.map((kind) => [kind.name, kind]));
  const known = new Set(first.kinds.map(({ name }) => name));
  const before = first.kinds.map((kind) => {
    const current = now.get(kind.name);
    const entries = kind.entries.map((entry) => ({ ...entry, left: linesLeft(kind, entry, current) }));
    return { ...kind, left: current?.lines ?? 0, entries: [...entries, ...cameUp(kind, current)] };
  });
  return [...before, ...last.kinds.filter(({ name }) => !known.has(name)).map(asNew)];
}

/**
 * The same while a check is under way: what was decided since the last one is done, where the check can say nothing else, which is
 * where a person has taken a way that was offered. How many lines are left of those that are left out, only the check knows.
 */
export function withDecided(
  kinds: readonly KindOfFile[],
  turns: readonly Turn[],
  counted: readonly Turn[],
): KindOfFile[] {
  const [now, before] = [decided(turns), decided(counted)];
  const isDone = (kind: KindOfFile, entry: EntryOfFile) => {
    const key = keyOf(kind, entry);
    const step = now.get(key);
    return step !== undefined && !dropsLines(step) && !before.has(key) && wayOf(entry, step) !== undefined;
  };
  return kinds.map((kind) => {
    const entries = kind.entries.map((entry) => (isDone(kind, entry) ? { ...entry, left: 0 } : entry));
    const done = linesIn(kind.entries) - linesIn(entries);
    return { ...kind, entries, left: Math.max(0, kind.left - done) };
  });
}

/** The way that was offered, and taken, whatever the zone; undefined for what a person has said. */
const wayOf = ({ ways }: FaultEntry, step: RecipeStep): FaultEntry['ways'][number] | undefined => {
  const withoutZone = (one: RecipeStep) => JSON.stringify({ ...one, zone: undefined });
  return ways.find((way) => withoutZone(way.step) === withoutZone(step));
};

/** How many are left of all of them. */
export const linesIn = (counted: readonly { left: number }[]): number =>
  counted.reduce((sum, { left }) => sum + left, 0);

const asNew = (kind: FaultKind): KindOfFile => ({
  ...kind,
  left: kind.lines,
  entries: kind.entries.map((entry) => ({ ...entry, left: entry.lines })),
});

function linesLeft(first: FaultKind, entry: FaultEntry, last: FaultKind | undefined): number {
  const found = last?.entries.find((other) => isSameEntry(entry, other));
  if (found !== undefined || last === undefined) return found?.lines ?? 0;
  // It may be among those that are not listed; and a form may have become another one with what is left of it.
  const isOther = ({ fault }: FaultEntry) => fault.kind === 'form' && fault.kind === entry.fault.kind;
  const isOpen = last.entries.some((other) => isOther(other) && !first.entries.some((one) => isSameEntry(one, other)));
  return last.more > 0 || isOpen ? entry.lines : 0;
}

/** Entries that a step has made, such as a new value that is wrong as well. */
function cameUp(first: FaultKind, last: FaultKind | undefined): EntryOfFile[] {
  const known = new Set(first.entries.map((entry) => keyOf(first, entry)));
  // Beyond those that are listed, nobody knows which are new.
  if (last === undefined || first.more > 0) return [];
  const isNew = (entry: FaultEntry) => !known.has(keyOf(last, entry));
  return asNew(last).entries.filter((entry) => ['value', 'line', 'shared'].includes(entry.fault.kind) && isNew(entry));
}

/**
 * Another line that still has the fault of an entry, as the last check has counted, else one that has another fault of its kind;
 * undefined where none is left.
 * @param line the one that was just corrected, and may be faulty still
 * @param corrected lines of which the check has not said yet what is left of them
 */
export function nextFaulty(
  kind: FaultKind,
  entry: FaultEntry,
  last: Faults,
  { line, corrected }: { line: number; corrected: ReadonlySet<number> },
): number | undefined {
  const now = last.kinds.find(({ name }) => name === kind.name)?.entries ?? [];
  const isAlike = (other: FaultEntry) => (isListedByLine(entry) ? isListedByLine(other) : isSameEntry(entry, other));
  const nextOf = (entries: readonly FaultEntry[]) => {
    const lines = entries.flatMap((other) => (isListedByLine(other) ? [other.first] : linesOf(other)));
    const others = lines
      .filter((other) => other > 0 && other !== line && !corrected.has(other))
      .toSorted((one, other) => one - other);
    return others.find((other) => other > line) ?? others[0];
  };
  return nextOf(now.filter(isAlike)) ?? nextOf(now);
}

const linesOf = ({ first, next }: FaultEntry): number[] => [first, ...next];

/** The entry that a line of a kind belongs to; undefined where that is the one that is open, or is not known. */
export function entryOfLine(kind: KindOfFile, open: FaultEntry | undefined, line: number): EntryOfFile | undefined {
  const has = (entry: FaultEntry) => linesOf(entry).includes(line);
  return open !== undefined && has(open) ? undefined : kind.entries.find(has);
}

/** Each is looked at by itself, so that the next line is one of another. */
export const isListedByLine = ({ fault }: Pick<FaultEntry, 'fault'>): boolean =>
  fault.kind === 'line' || fault.kind === 'shared';

/** Whether two checks have counted the same: of a form, example and number change with its lines. */
function isSameEntry(one: FaultEntry, other: FaultEntry): boolean {
  if (one.fault.kind === 'line' && one.first !== other.first) return false;
  return JSON.stringify(comparedBy(one)) === JSON.stringify(comparedBy(other));
}

const comparedBy = ({ fault, ways }: FaultEntry) =>
  fault.kind === 'form' ? [fault.kind, ways.map(({ step }) => step)] : fault;

/** The decisions that need no more word of a person, but of entries that have one. */
export function proposalsIn(kinds: readonly KindOfFile[], done: ReadonlyMap<EntryKey, RecipeStep>): Turn | undefined {
  return turnOf(kinds, done, (step) => !dropsLines(step));
}

/** Leaving out all but the first of the lines that say the same: asked apart, since lines go by it. */
export function duplicatesIn(kinds: readonly KindOfFile[], done: ReadonlyMap<EntryKey, RecipeStep>): Turn | undefined {
  return turnOf(kinds, done, ({ step }) => step === 'keep-one');
}

const dropsLines = ({ step }: RecipeStep): boolean => step === 'keep-one' || step === 'drop-blank';

function turnOf(
  kinds: readonly KindOfFile[],
  done: ReadonlyMap<EntryKey, RecipeStep>,
  isMeant: (step: RecipeStep) => boolean,
): Turn | undefined {
  const found = kinds.flatMap((kind) =>
    kind.entries.flatMap((entry) => {
      const [way] = entry.ways;
      const key = keyOf(kind, entry);
      return way === undefined || !entry.isCertain || !isMeant(way.step) || done.has(key) || entry.left === 0
        ? []
        : [{ kind, entry: key, step: way.step, lines: entry.left }];
    }),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const lines = found.reduce((sum, { lines: of }) => sum + of, 0);
  return { decisions: found.map(({ entry, step }) => ({ entry, step })), lines, kind: first.kind.name };
}

/** Whether a kind has, or had, decisions that need no more word of a person. */
export const hasProposals = ({ entries }: Pick<KindOfFile, 'entries'>): boolean =>
  entries.some(({ isCertain, ways: [way] }) => isCertain && way !== undefined && !dropsLines(way.step));

/** Codes mean the same in each field that holds them. */
const CODES = ['country', 'currency'];

/** What was decided about the same value in another field that holds the same, with that field; none where this one has a sure proposal. */
export function decidedElsewhere(
  kinds: readonly KindOfFile[],
  kind: FaultKind,
  entry: FaultEntry,
  done: ReadonlyMap<EntryKey, RecipeStep>,
): { step: RecipeStep; kind: KindOfFile } | undefined {
  const { fault } = entry;
  if (fault.kind !== 'value' || entry.isCertain || !CODES.includes(kind.holds ?? '')) return undefined;
  for (const other of kinds) {
    if (other.name === kind.name || other.holds !== kind.holds) continue;
    const said = done.get(keyOf(other, entry));
    const step = said?.step === 'replace' ? stepOfValue(kind, entry, String(said.to)) : undefined;
    if (step !== undefined) return { step, kind: other };
  }
  return undefined;
}

/** Whether a person has still to say something of it. */
export const isOpenEntry = (kind: KindOfFile, entry: EntryOfFile, done: ReadonlyMap<EntryKey, RecipeStep>): boolean =>
  entry.left > 0 && !done.has(keyOf(kind, entry));

/** Open entries first, then by their lines: as they stood when the kind was opened, so that nothing moves under the hand. */
export function inShownOrder(kind: KindOfFile, done: ReadonlyMap<EntryKey, RecipeStep>): EntryOfFile[] {
  const isOpen = (entry: EntryOfFile) => Number(isOpenEntry(kind, entry, done));
  return kind.entries.toSorted((one, other) => isOpen(other) - isOpen(one));
}

/** The step that gives an entry a value that a person says; undefined where the value does not say enough, and in the place of an object. */
export function stepOfValue(
  { field, holds }: Pick<FaultKind, 'field' | 'holds'>,
  { fault, ways: [way] }: Pick<FaultEntry, 'fault' | 'ways'>,
  said: string,
): RecipeStep | undefined {
  if ((fault.kind !== 'value' && fault.kind !== 'missing') || holds === undefined) return undefined;
  const value = holds === 'amount' ? numberIn(said) : said;
  if (value === undefined || !hasForm(holds, said) || (said === '' && fault.kind === 'missing')) return undefined;
  // What limits the proposal limits another value, too.
  if (fault.kind === 'missing') {
    const { kind: _, ...where } = fault;
    return way?.step.step === 'set-missing' ? { ...way.step, value } : { step: 'set-missing', field, value, ...where };
  }
  return fault.isShortened === true || fault.value === value
    ? undefined
    : { step: 'replace', field, from: fault.value, to: value };
}

function numberIn(said: string): number | undefined {
  const number = Number(onlyNumberIn(said));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * What a pasted column says: of two columns, the new value for each value; of one, the new values in the shown order from an entry on.
 */
export function pasted(
  kind: FaultKind,
  text: string,
  entries: readonly FaultEntry[],
): { turn: Turn | undefined; unknown: number } {
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '');
  const byValue = new Map(entries.map((entry) => [textOf(entry), entry]));
  const pairs = rows.map((row, index): [FaultEntry | undefined, string] => {
    const [value = '', to] = row.split('\t');
    return to === undefined ? [entries[index], value.trim()] : [byValue.get(value.trim()), to.trim()];
  });
  const found = pairs.flatMap(([entry, said]) => {
    const step = entry === undefined ? undefined : stepOfValue(kind, entry, said);
    return entry === undefined || step === undefined ? [] : [{ entry, step }];
  });
  const lines = found.reduce((sum, { entry }) => sum + entry.lines, 0);
  const decisions = found.map(({ entry, step }) => ({ entry: keyOf(kind, entry), step }));
  return {
    turn: found.length === 0 ? undefined : { decisions, lines, kind: kind.name },
    unknown: pairs.length - found.length,
  };
}

/** What stands in the file, as a text. */
export function textOf({ fault }: Pick<FaultEntry, 'fault'>): string {
  switch (fault.kind) {
    case 'value':
      return String(fault.value);
    case 'form':
      return fault.example;
    case 'missing':
    case 'both-forms':
    case 'blank':
    case 'same-id':
    case 'shared':
    case 'line':
    case 'whole-file':
      return '';
  }
}

/** @file What differs between two checks of the same file with different rule sets. Pure. */

import type { Said } from '../../../src-shared/languages/fact.ts';
import type { RuleId, Severity } from '../findings/finding.ts';
import type { Found, Sort } from './found.ts';

/** What a line is under a rule: nothing, where the rule finds nothing there. */
export type Standing = Severity | 'nothing';

/** Lines at which a rule finds something else than before. */
export interface RuleChange {
  rule: RuleId;
  from: Standing;
  to: Standing;
  lines: number;
  /** The first of them. The sentence is that of the new check, or of the old one where the new one finds nothing. */
  examples: { line: number; message: Said }[];
}

export interface Comparison {
  /** The most severe first, then the most frequent. */
  changes: RuleChange[];
  /** Lines with an error, and lines that have only warnings. */
  before: { faulty: number; warned: number };
  after: { faulty: number; warned: number };
}

const EXAMPLES = 2;

/** Compares all lines up to `last`. A finding is the same where line, rule and field are. */
export function compareFound(before: Found, after: Found, last: number): Comparison {
  const changes = new Map<string, RuleChange & { places: { line: number; sort: Sort }[] }>();
  const counts = { before: { faulty: 0, warned: 0 }, after: { faulty: 0, warned: 0 } };
  for (const { line, old, now } of aligned(before.lines(last), after.lines(last))) {
    // The file itself is no line.
    if (line > 0) {
      count(counts.before, old);
      count(counts.after, now);
    }
    for (const { rule, from, to, sort } of differences(old, now)) {
      const key = `${rule} ${from} ${to}`;
      const change = changes.get(key) ?? { rule, from, to, lines: 0, examples: [], places: [] };
      change.lines += 1;
      if (change.places.length < EXAMPLES) change.places.push({ line, sort });
      changes.set(key, change);
    }
  }
  const all = [...changes.values()];
  const wanted = new Set(all.flatMap(({ places }) => places.map(({ line, sort }) => after.placeOf(line, sort))));
  const messages = new Map([...before.messagesAt(wanted), ...after.messagesAt(wanted)]);
  const told = all.map(({ places, ...change }) => ({
    ...change,
    examples: places.map(({ line, sort }) => ({ line, message: messages.get(after.placeOf(line, sort)) ?? '' })),
  }));
  return { changes: told.sort((one, other) => rank(other) - rank(one) || other.lines - one.lines), ...counts };
}

/** What is new comes before what is gone. */
function rank({ from, to }: RuleChange): number {
  return 3 * weight(to) - weight(from);
}

function weight(standing: Standing): number {
  return { error: 2, warning: 1, nothing: 0 }[standing];
}

function count(counts: { faulty: number; warned: number }, sorts: readonly Sort[]): void {
  if (sorts.some(({ severity }) => severity === 'error')) counts.faulty += 1;
  else if (sorts.length > 0) counts.warned += 1;
}

/** Of each rule one difference, the gravest, so that a line counts once. */
function differences(old: readonly Sort[], now: readonly Sort[]) {
  const found = new Map<RuleId, { rule: RuleId; from: Standing; to: Standing; sort: Sort }>();
  const standingOf = (sorts: readonly Sort[], { rule, path }: Sort): Standing =>
    sorts.find((one) => one.rule === rule && one.path === path)?.severity ?? 'nothing';
  for (const sort of [...now, ...old]) {
    const [from, to] = [standingOf(old, sort), standingOf(now, sort)];
    if (from === to) continue;
    const known = found.get(sort.rule);
    const difference = { rule: sort.rule, from, to, sort };
    if (known === undefined || gravity(difference) > gravity(known)) found.set(sort.rule, difference);
  }
  return found.values();
}

function gravity({ from, to }: { from: Standing; to: Standing }): number {
  return 3 * weight(to) - weight(from);
}

/** Two lists by line as one. */
function* aligned(
  before: Iterator<{ line: number; sorts: Sort[] }>,
  after: Iterator<{ line: number; sorts: Sort[] }>,
): Generator<{ line: number; old: Sort[]; now: Sort[] }> {
  let [old, now] = [before.next(), after.next()];
  while (old.done !== true || now.done !== true) {
    const oldLine = old.done === true ? Number.POSITIVE_INFINITY : old.value.line;
    const newLine = now.done === true ? Number.POSITIVE_INFINITY : now.value.line;
    const line = Math.min(oldLine, newLine);
    yield {
      line,
      old: old.done !== true && oldLine === line ? old.value.sorts : [],
      now: now.done !== true && newLine === line ? now.value.sorts : [],
    };
    if (oldLine === line) old = before.next();
    if (newLine === line) now = after.next();
  }
}

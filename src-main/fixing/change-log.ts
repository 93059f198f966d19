/**
 * @file The change log as JSON Lines: each change and each dropped line, then which lines of the original the new file
 * has, then the sums. Values stand in it as they stood in the line, with every digit. Pure.
 */

import type { Said } from '../../src-shared/languages/fact.ts';
import type { ByHand } from './hand-edits.ts';
import type { FieldChange } from './line-editor.ts';
import type { LineRun } from './line-map.ts';
import { namedPaymentOf } from './line-payment.ts';
import type { SourceLine } from './line-reader.ts';
import type { RecipeStep } from './recipe.ts';
import type { SampleChange } from './rewrite-messages.ts';

const RUNS_A_LINE = 1000;
const SHOWN_CHARACTERS = 200;
/** More reasons to leave a line out are not read. */
const MOST_FAULTS = 3;

/** A line in the file that was corrected, and in the one that was made. */
interface LinePlace {
  line: number;
  newLine: number;
}

/** A change of a line that is kept. */
export function changeEntry(line: number, newLine: number, step: RecipeStep, change: FieldChange): string {
  const head = JSON.stringify({ line, newLine, step: step.step, field: change.field ?? fieldOf(step) }).slice(0, -1);
  // Numbers keep their spelling: they were JSON where they stood.
  const before = change.before === undefined ? '' : `,"before":${change.before}`;
  const after = change.after === undefined ? '' : `,"after":${change.after}`;
  const told = JSON.stringify({ ...ambiguousIn(step), reason: reasonOf(step), at: step.at });
  return `${head}${before}${after}${told === '{}' ? '' : `,${told.slice(1, -1)}`}}\n`;
}

/** That the text could be two numbers, of which the person has chosen one. */
const ambiguousIn = (step: RecipeStep): { isChosen?: true } =>
  step.step === 'number-from-text' && step.ambiguous !== undefined && step.ambiguous !== 'left'
    ? { isChosen: true }
    : {};

/** By which lines go that no step drops: a person has left them out, or they went before. */
export type ApartFromSteps = 'by-hand' | 'sent-before';

/** Why a line is not in the file that was made. */
export interface Dropped {
  /** The line that is kept in its place. */
  copyOf?: number | undefined;
  /** What a person has said of why it is left out. */
  reason?: string | undefined;
  /** When that was decided. */
  at?: string | undefined;
  /** What is wrong with it. */
  why?: readonly Said[] | undefined;
}

/** A line that a step has dropped, or a person; line 0 is the byte order mark. */
export function dropEntry(
  line: SourceLine | MarkOfFile,
  step: RecipeStep | ApartFromSteps,
  { copyOf, reason = reasonOf(step), at = momentOf(step), why = [] }: Dropped = {},
): string {
  const by =
    typeof step === 'string' ? { step } : { step: step.step, by: step.step === 'keep-one' ? step.by : undefined };
  const payment = paymentIn(line);
  return `${JSON.stringify({ line: line.number, ...by, copyOf, payment, reason, at, ...faultsIn(why) })}\n`;
}

const reasonOf = (step: RecipeStep | ApartFromSteps): string | undefined =>
  typeof step !== 'string' && 'reason' in step ? step.reason : undefined;

type MarkOfFile = Pick<SourceLine, 'text'> & { number: 0 };

const momentOf = (step: RecipeStep | ApartFromSteps): string | undefined =>
  typeof step === 'string' ? undefined : step.at;

/** Of what is not sent, it is asked which payment it was. */
const paymentIn = ({ text }: Pick<SourceLine, 'text'>) => text && namedPaymentOf(text.toString());

/** A line in whose place a person has put another. @param sent what steps have made of that, where they have changed it */
export function handEntry(
  place: LinePlace,
  before: string,
  { text, reason, at }: ByHand,
  sent: string | undefined,
): string {
  return `${JSON.stringify({ ...place, step: 'by-hand', before, after: text.toString(), sent, reason, at })}\n`;
}

/** The first things that are wrong with a line. */
const faultsIn = (why: readonly Said[]) => (why.length === 0 ? {} : { why: why.slice(0, MOST_FAULTS) });

/** Which lines the new file has: line, original, count. */
export function* runEntries(runs: readonly LineRun[]): Generator<string> {
  for (let at = 0; at < runs.length; at += RUNS_A_LINE) {
    const part = runs.slice(at, at + RUNS_A_LINE).map(({ line, original, count }) => [line, original, count]);
    yield `${JSON.stringify({ event: 'lines', runs: part })}\n`;
  }
}

/** The last one: its sums, and the digest of the file that was made. */
export function endEntry(sums: object): string {
  return `${JSON.stringify({ event: 'summary', ...sums })}\n`;
}

/** The change as a person looks at it. */
export function sampleOf(
  line: number,
  step: RecipeStep,
  { before, after, field = fieldOf(step) }: Omit<FieldChange, 'step'>,
): SampleChange {
  return {
    line,
    step: step.step,
    ...(field !== undefined && { field }),
    ...(before !== undefined && { before: cut(before) }),
    ...(after !== undefined && { after: cut(after) }),
  };
}

export function fieldOf(step: RecipeStep): string | undefined {
  return 'field' in step ? step.field : undefined;
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS - 1)}…`;
}

/** @file What a kind of faults, its values and the decisions about them are called. */

import { amountOfJson, sumsInWords, withTwoDecimals } from '../../src-shared/amounts.ts';
import type { FaultEntry, FaultKind, RecipeStep, Turn } from '../../src-shared/contract.ts';
import type { Role } from '../../src-shared/entity-roles.ts';
import { subjectOf } from '../../src-shared/fault-kind-words.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { isAmount } from '../../src-shared/money-change.ts';
import { numbersIn, onlyNumberIn } from '../../src-shared/written-number.ts';
import { formShown } from '../texts/date-forms.ts';
import { cityOf } from '../texts/zones.ts';
import { hasForm } from './code-form.ts';
import type { MoneyChange } from './draft.ts';

/** What a person types for it. */
export const identifierOf = (role: Role): string =>
  message(
    '{role, select, sender {Identifier of the sender} receiver {Identifier of the receiver} sending_partner {Identifier of the sending partner} other {Identifier of the receiving partner}}',
    { role },
  );

/** Why no one is asked for a reason where lines of a kind are left out; undefined where one is asked. */
export function noReasonInWords(rule: string): string | undefined {
  switch (rule) {
    case 'modification.duplicate':
      return message('You need not give a reason for copies. It is noted which line has the same id.');
    case 'line.blank':
      return message('You need not give a reason for blank lines. It is noted that they are blank.');
    default:
      return undefined;
  }
}

/** What stands in the lines of an entry. */
export function entryInWords({ fault, first, sums = [] }: Pick<FaultEntry, 'fault' | 'first' | 'sums'>): string {
  switch (fault.kind) {
    case 'value':
      return fault.value === '' ? message('(empty)') : String(fault.value);
    case 'form':
      return fault.another === undefined
        ? message('like {example}', { example: fault.example })
        : message('like {example} or {another}', { example: fault.example, another: fault.another });
    case 'missing':
      return message('(missing)');
    case 'both-forms':
      return message('(known and unknown at once)');
    case 'blank':
      return message('(a blank line)');
    case 'same-id':
      return sums.length === 0
        ? message('Lines that say the same as another')
        : message('Lines that say the same as another: {sums}', { sums: sumsInWords(sums) });
    case 'shared':
      return fault.id;
    case 'line':
      return message('Line {line, number}', { line: first });
    case 'whole-file':
      return message('The whole file');
  }
}

/** Why a new value that a person has typed is not taken. */
export function refusalInWords({ holds }: Pick<FaultKind, 'holds'>, said: string): string {
  if (!hasForm(holds, said))
    return holds === 'country'
      ? message('“{text}” is no country code. Write two capital letters, such as DE.', { text: said })
      : message('“{text}” is no currency code. Write three capital letters, such as EUR.', { text: said });
  const numbers = holds === 'amount' ? numbersIn(said) : [said];
  if (numbers.length === 0) return message('“{text}” is no amount. Write it like 1249.50.', { text: said.trim() });
  if (numbers.length === 1) return message('The file already has this value.');
  const [part = '', whole = ''] = numbers.toSorted((one, other) => Math.abs(Number(one)) - Math.abs(Number(other)));
  const [asPart, asWhole] = [amountOfJson(`${Number(part)}`), amountOfJson(whole)];
  return message('{text} can be {part} or {whole}. Write {writtenPart} or {writtenWhole}.', {
    text: said.trim(),
    part: asPart,
    whole: asWhole,
    // With three decimals, it could be both again.
    writtenPart: onlyNumberIn(asPart) === undefined ? `${asPart}0` : asPart,
    writtenWhole: whole,
  });
}

/** What a way makes of the example. A text may look like the number that it becomes. */
export function madeByWay(
  { holds }: Pick<FaultKind, 'holds'>,
  { fault }: Pick<FaultEntry, 'fault'>,
  { after = '' }: FaultEntry['ways'][number],
): string {
  if (holds !== 'amount') return after;
  const value = amountOfJson(after);
  return fault.kind === 'form' && fault.example === value ? message('{value}, as a number', { value }) : value;
}

/** An amount with its decimals, as a person would type it. */
const typedAs = (value: string | number | boolean | null): string =>
  typeof value === 'number' ? withTwoDecimals(String(value)) : String(value);

/** What a step makes of an entry, as short as a value. */
export function decisionInWords(step: RecipeStep): string {
  switch (step.step) {
    case 'replace':
      return step.to === '' ? message('(empty)') : typedAs(step.to);
    case 'set-missing':
      return typedAs(step.value);
    case 'number-from-text':
      // “12,500” as 12.5 or 12500.
      if (step.ambiguous === ',')
        return step.decimal === ','
          ? message('comma taken as decimal mark')
          : message('comma taken as thousands separator');
      if (step.ambiguous === '.')
        return step.decimal === '.'
          ? message('point taken as decimal mark')
          : message('point taken as thousands separator');
      return step.decimal === ',' ? message('read with decimal comma') : message('read with decimal point');
    case 'date-from-text':
      return message('read as {format}', { format: formShown(step.format) });
    case 'strip-zone':
      return zoneInWords(step.zone);
    case 'uuid-from-text':
      return message('a UUID');
    case 'keep-one':
      if (step.by !== 'id') return message('left out; the first stays');
      return step.keep === 'first' ? message('the first of each id counts') : message('the last of each id counts');
    case 'keep-form':
      return step.form === 'known' ? message('keep the known one') : message('keep the unknown one');
    case 'drop-with-value':
    case 'drop-with-fault':
      return message('left out');
    case 'drop-bom':
      return message('Drop the byte order mark');
    case 'drop-blank':
      return message('Drop blank lines');
    case 'trim':
    case 'upper-case':
    case 'drop-field':
    case 'drop-refused':
      return '';
  }
}

export const zoneInWords = (zone: string): string =>
  zone === 'as-written'
    ? message('the time as written, without its zone')
    : message('the time in {zone}', { zone: cityOf(zone) });

/** “Amount: n/a → 5, 3 lines”. */
export function moneyChangeInWords({ step, entry }: MoneyChange): string {
  return message('{field}: {from} → {to}, {lines, plural, one {# line} other {# lines}}', {
    field: fieldOf(step),
    from: entry.fault.kind === 'value' ? toldOf(step, entry.fault.value) : entryInWords(entry),
    to: newValueInWords(step),
    lines: entry.lines,
  });
}

/** A turn, for undoing it. */
export function turnInWords({ decisions, lines, byHand, isPutBack, isLeftOut }: Turn): string {
  if (byHand !== undefined) {
    const { line } = byHand;
    if (isPutBack) return message('line {line, number}, put back', { line });
    if (isLeftOut) return message('line {line, number}, left out', { line });
    return message('line {line, number}, by hand', { line });
  }
  const [only, ...others] = decisions;
  if (only === undefined) return '';
  const { step } = only;
  // How many lines these are together is not known: several may be about one.
  if (others.length > 0) return message('{count, number} decisions', { count: decisions.length });
  // What is about whole lines has nothing before.
  if (!('field' in step))
    return message('{decision}, {lines, plural, one {# line} other {# lines}}', {
      decision: newValueInWords(step),
      lines,
    });
  const from =
    step.step === 'replace'
      ? toldOf(step, step.from)
      : step.step === 'drop-with-value'
        ? toldOf(step, step.value)
        : fieldOf(step);
  return message('{from} → {to}, {lines, plural, one {# line} other {# lines}}', {
    from,
    to: newValueInWords(step),
    lines,
  });
}

/** All turns, the newest first, each with its place; those that read the same are numbered as they came. */
export function turnsToUndo(turns: readonly Turn[]): { place: number; words: string }[] {
  const times = new Map<string, number>();
  const all = turns.map((turn, place) => {
    const words = turnInWords(turn);
    const time = (times.get(words) ?? 0) + 1;
    times.set(words, time);
    return { place, words, time };
  });
  return all.toReversed().map(({ place, words, time }) => ({
    place,
    words: times.get(words) === 1 ? words : message('{step}, change {time, number}', { step: words, time }),
  }));
}

/** As a sentence says it; `decisionInWords` is what stands in a field. */
function newValueInWords(step: RecipeStep): string {
  if (step.step === 'replace') return toldOf(step, step.to);
  return step.step === 'set-missing' ? toldOf(step, step.value) : decisionInWords(step);
}

/** A value of its field: an amount as a number of the language. */
function toldOf(step: RecipeStep, value: string | number | boolean | null): string {
  if (value === '') return message('(empty)');
  return typeof value === 'number' && 'field' in step && isAmount(step.field)
    ? amountOfJson(String(value))
    : String(value);
}

const fieldOf = (step: RecipeStep): string =>
  step.step === 'drop-with-fault'
    ? subjectOf(step)
    : 'field' in step && step.field !== ''
      ? fieldInFull(step.field)
      : message('Line');

/** @file What a correction changed, in words: what each of its steps does, and values as people read them. */

import { amountOfJson } from './amounts.ts';
import { aroundDifference, beginningOf } from './around-difference.ts';
import type { ChangedValue, Corrector } from './correction-shapes.ts';
import { jsonIn } from './json-in.ts';
import { type Fact, fact } from './languages/fact.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';
import type { NamedLine } from './left-out.ts';
import { isAmount } from './money-change.ts';
import { momentOf } from './quantities.ts';
import type { RecipeStep } from './recipe-shapes.ts';
import { amountCell, numberCell } from './spreadsheet.ts';

const stepWords: Readonly<Record<RecipeStep['step'] | 'choose-one' | 'sent-before' | 'by-hand', Fact>> = {
  'drop-bom': fact('Byte order mark removed'),
  'drop-blank': fact('Blank line dropped'),
  replace: fact('Value replaced'),
  trim: fact('Spaces around it removed'),
  'upper-case': fact('Written in capital letters'),
  'number-from-text': fact('Written as a number'),
  'date-from-text': fact('Date written in the required form'),
  'uuid-from-text': fact('Id written in the required form'),
  'strip-zone': fact('Zone left out'),
  'drop-field': fact('Field removed'),
  'keep-form': fact('One of two forms kept'),
  'set-missing': fact('Missing value added'),
  'drop-with-value': fact('Left out'),
  'drop-with-fault': fact('Left out'),
  'drop-refused': fact('Faulty line left out'),
  'keep-one': fact('Same line kept once'),
  'choose-one': fact('Left out in favour of another line with the same id'),
  'sent-before': fact('Not sent again: it went before with another submission'),
  'by-hand': fact('Corrected by hand'),
};

const isStep = (step: string): step is keyof typeof stepWords => Object.hasOwn(stepWords, step);

type Doing = Pick<ChangedValue, 'step' | 'after' | 'field' | 'isChosen'> & Pick<NamedLine, 'copyOf' | 'isKeptGone'>;

/** What was done, by the name that a recipe has for it. A later version may write names that are not known here. */
function stepDone({ step, after, field, copyOf, isKeptGone, isChosen }: Doing): Fact | string {
  if (copyOf !== undefined && (step === 'by-hand' || step === 'choose-one'))
    return isKeptGone
      ? fact('Left out in favour of line {line, number} with the same id, which did not go either', { line: copyOf })
      : fact('Left out by hand: line {line, number} with the same id was kept', { line: copyOf });
  if (copyOf !== undefined)
    return isKeptGone
      ? fact('Copy of line {line, number}, left out like that', { line: copyOf })
      : fact('Copy of line {line, number}, left out', { line: copyOf });
  if (step === 'by-hand' && after === undefined && field === undefined) return fact('Left out by hand');
  if (step === 'number-from-text' && isChosen)
    return fact('Written as a number: the text could be two, and a person has chosen this one');
  return isStep(step) ? stepWords[step] : step;
}

/** One thing after the other: “Corrected by hand · Written as a number”. */
export const allDone = ({ further = [], ...change }: Doing & Pick<ChangedValue, 'further'>): string =>
  [stepDone(change), ...further.map((step) => stepDone({ ...change, step }))].map(inWords).join(' · ');

/**
 * What a change is about: its field, and of one line by hand which line that is.
 * @param nameOf the field, as it is shown there
 */
export function subjectOfChange(change: Omit<ChangedValue, 'before'>, nameOf: (field: string) => string): string {
  const { step, field, lines, first, origin } = change;
  if (origin !== undefined)
    return message('{field} (line {line, number}, line {original, number} of {fileName})', {
      ...{ field: field === undefined ? message('The line') : nameOf(field), line: first },
      ...{ original: origin.line, fileName: origin.fileName },
    });
  if (field === undefined) return wholeLineInWords(change);
  return step === 'by-hand' && lines === 1
    ? message('{field} (line {line, number})', { field: nameOf(field), line: first })
    : nameOf(field);
}

/** What a change without a field is about. */
function wholeLineInWords({ step, after, lines, first }: Omit<ChangedValue, 'field' | 'before'>): string {
  if (step === 'keep-one' || step === 'choose-one') return message('Several lines with one id');
  if (after === undefined) return message('The whole line');
  return lines === 1 ? message('Line {line, number}, by hand', { line: first }) : message('The line, by hand');
}

/**
 * Both values as people read them: amounts as numbers of the language, texts without quotation marks, unless these tell a text from
 * a number or show its spaces; long ones are cut around the spot in which they differ.
 */
export function shownChange(
  { before, after, field }: Pick<ChangedValue, 'before' | 'after' | 'field'>,
  longest: number,
): Pick<ChangedValue, 'before' | 'after'> {
  const texts = [before, after].map((value) => (value === undefined ? undefined : textIn(value)));
  const areTexts = [before, after].every((value, at) => value === undefined || texts[at] !== undefined);
  const [shownBefore, shownAfter] = areTexts ? texts : [before, after].map((value) => value && told(value, field));
  if (shownBefore !== undefined && shownAfter !== undefined) return aroundDifference(shownBefore, shownAfter, longest);
  return {
    ...(shownBefore !== undefined && { before: beginningOf(shownBefore, longest) }),
    ...(shownAfter !== undefined && { after: beginningOf(shownAfter, longest) }),
  };
}

/** A text in the quotation marks of the language, and an amount as a number of it. */
function told(json: string, field: string | undefined): string {
  if (json.startsWith('"')) return parsedText(json) === undefined ? json : inWords(quoted(json.slice(1, -1)));
  return field !== undefined && isAmount(field) ? amountOfJson(json) : json;
}

/**
 * Both values as a spreadsheet has them: texts without their quotation marks, numbers with the decimals of the language. A text that
 * would look the same as the number that was made of it says that it is one.
 */
export function cellsOfChange({ before, after, field }: Pick<ChangedValue, 'before' | 'after' | 'field'>) {
  const looksAlike = before !== undefined && after !== undefined && cellOf(before) === cellOf(after);
  const told = (json: string | undefined) => {
    if (json === undefined) return undefined;
    if (!json.startsWith('"')) return field !== undefined && isAmount(field) ? amountCell(json) : cellOf(json);
    return looksAlike ? message('{value} (a text)', { value: cellOf(json) }) : cellOf(json);
  };
  return { before: told(before), after: told(after) };
}

const cellOf = (json: string): string => (json.startsWith('"') ? (parsedText(json) ?? json) : numberCell(json));

/** “2,016 × modification.created_at: Zone left out, e.g. 2026-11-23T10:00:00+01:00 → 2026-11-23T10:00:00”. */
export function changeInWords(change: ChangedValue, field: string, longest: number): string {
  const { lines } = change;
  if (isLeftOutLine(change))
    return message('{lines, number} × {field}: {done}', { lines, field, done: allDone(change) });
  const { before = missingBefore(), after = removedAfter() } = shownChange(change, longest);
  const values = { lines, field, done: allDone(change), before, after };
  return change.isExample
    ? message('{lines, number} × {field}: {done}, e.g. {before} → {after}', values)
    : message('{lines, number} × {field}: {done}, {before} → {after}', values);
}

/** What a person has said of why. */
export const reasonInWords = (reason: string): string => message('Reason given: “{reason}”', { reason });

/** Whether it is about a line that did not go: it has no value before, and none after. */
export const isLeftOutLine = ({ field, before, after }: Pick<ChangedValue, 'field' | 'before' | 'after'>): boolean =>
  field === undefined && before === undefined && after === undefined;

/** What stands for a value that was not there, and for one that is not there any more. */
export const missingBefore = (): string => message('missing');
export const removedAfter = (): string => message('removed');

/** “mara, 28 Nov 2026, 10:12”. @param decided when it was decided; without it, when the correction was added */
export function correctorInWords(by: Corrector | undefined, decided?: ChangedValue['decided']): string {
  if (by === undefined) return message('not recorded');
  const [first = '', ...later] = new Set(
    [decided?.first ?? by.at, decided?.last ?? by.at].map((moment) => momentOf(Date.parse(moment))),
  );
  const at = later.reduce((from, last) => message('{first} to {last}', { first: from, last }), first);
  return by.user === undefined ? at : message('{user}, {at}', { user: by.user, at });
}

/** A text that reads the same without its quotation marks. */
function textIn(json: string): string | undefined {
  const text = parsedText(json);
  return text !== '' && text?.trim() === text ? text : undefined;
}

/** Undefined also for a value that was cut off on its way. */
function parsedText(json: string): string | undefined {
  const text = jsonIn(json);
  return typeof text === 'string' ? text : undefined;
}

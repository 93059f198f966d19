/** @file What a kind of faults, its values and the decisions about them are called. */

import { sumsInWords } from '../../src-shared/account-words.ts';
import type { FaultEntry, FaultKind, RecipeStep, Turn } from '../../src-shared/contract.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { formShown } from '../texts/date-forms.ts';
import { ruleName } from '../texts/submission.ts';

/** The field in words; a line or the file, where it is about no field. */
export function subjectOf({ field, rule }: Pick<FaultKind, 'field' | 'rule'>): string {
  if (field !== '') return fieldInFull(field);
  if (rule === 'modification.duplicate') return message('Modification id');
  return rule.startsWith('file.') ? message('File') : message('Line');
}

/** What is wrong with it, in a few words. */
export function causeOf({ rule, holds }: Pick<FaultKind, 'rule' | 'holds'>): string {
  switch (rule) {
    case 'field.format':
      return formCause(holds);
    case 'field.type':
      return holds === 'amount' ? message('a text, not a number') : message('not a text');
    case 'field.required':
      return message('missing');
    case 'modification.duplicate':
      return message('used twice');
    case 'entity.no-form':
      return message('neither known nor unknown');
    case 'entity.both-forms':
      return message('both known and unknown');
    case 'entity.unknown-details':
      return message('a detail is missing');
    case 'service':
      return message('rejected by the service');
    default:
      return ruleName(rule);
  }
}

function formCause(holds: FaultKind['holds']): string {
  switch (holds) {
    case 'country':
    case 'currency':
      return message('not a code');
    case 'date-time':
      return message('another form of date');
    case 'uuid':
      return message('not a UUID');
    case 'identifier':
      return message('empty');
    default:
      return message('not an allowed value');
  }
}

/** What stands in the lines of an entry. */
export function entryInWords({ fault, first, sums = [] }: Pick<FaultEntry, 'fault' | 'first' | 'sums'>): string {
  switch (fault.kind) {
    case 'value':
      return fault.value === '' ? message('(empty)') : String(fault.value);
    case 'form':
      return message('like {example}', { example: fault.example });
    case 'missing':
      return message('(missing)');
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

/** What a step makes of an entry, as short as a value. */
export function decisionInWords(step: RecipeStep): string {
  switch (step.step) {
    case 'replace':
      return step.to === '' ? message('(empty)') : String(step.to);
    case 'set-missing':
      return String(step.value);
    case 'number-from-text':
      return step.decimal === ',' ? message('read with decimal comma') : message('read with decimal point');
    case 'date-from-text':
      return message('read as {format}', { format: formShown(step.format) });
    case 'strip-zone':
      return zoneInWords(step.zone);
    case 'uuid-from-text':
      return message('a UUID');
    case 'keep-one':
      return message('left out; the first stays');
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
  zone === 'as-written' ? message('as written') : message('the time in {zone}', { zone });

/** A turn, for undoing it. */
export function turnInWords({ decisions, lines, byHand, isPutBack }: Turn): string {
  if (byHand !== undefined)
    return isPutBack
      ? message('line {line, number}, put back', { line: byHand.line })
      : message('line {line, number}, by hand', { line: byHand.line });
  const [only, ...others] = decisions;
  if (only === undefined) return '';
  const { step } = only;
  // How many lines these are together is not known: several may be about one.
  if (others.length > 0) return message('{count, number} decisions', { count: decisions.length });
  const from = step.step === 'replace' ? String(step.from) : fieldOf(step);
  return message('{from} → {to}, {lines, plural, one {# line} other {# lines}}', {
    from,
    to: decisionInWords(step),
    lines,
  });
}

const fieldOf = (step: RecipeStep): string => ('field' in step ? fieldInFull(step.field) : message('Line'));

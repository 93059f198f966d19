/**
 * @file What mends a kind of finding: changes to the template that a person can choose with one click. None is assumed to
 * help: the run that follows tells. Pure.
 */

import { codeOfName } from '../../src-shared/code-names.ts';
import type { Condition, FindingKind, Numbers, PlainValue, Template } from '../../src-shared/contract.ts';
import { type Directions, directionsIn } from '../../src-shared/direction-words.ts';
import { formOf } from '../../src-shared/form-of-id.ts';
import { isIban } from '../../src-shared/iban.ts';
import { AMOUNT, type DirectionByConditions, directionsByAmount } from '../../src-shared/template-direction.ts';
import { otherDates, otherNumbers } from './cell-readings.ts';
import { fieldAt, roleOf } from './fields.ts';
import {
  plainValueOf,
  withDirection,
  withField,
  withKnownWhen,
  withOwnCountry,
  withSource,
  withValue,
} from './mapping.ts';

export type Remedy =
  /** Reads numbers otherwise; `cell` is one that can be read then. */
  | { remedy: 'numbers'; numbers: Numbers; cell: string; template: Template }
  /** Also reads dates that are written so. */
  | { remedy: 'dates'; format: string; template: Template }
  /** Their values, each with ours. */
  | { remedy: 'values'; values: readonly (readonly [theirs: string, ours: string])[]; template: Template }
  | { remedy: 'capitals'; template: Template }
  /** Of IBANs, the country with which they begin. */
  | { remedy: 'iban'; template: Template }
  /** A person types what is to stand for these cells; the empty one is among them where a value is missing. */
  | { remedy: 'give'; cells: readonly string[] }
  | { remedy: 'leave-out'; condition: Condition; template: Template }
  /** For these values of a column, sender and receiver change places. */
  | { remedy: 'direction'; column: string; incoming: readonly string[]; template: Template }
  /** By the sign of the amount, or by its columns, sender and receiver change places. */
  | { remedy: 'direction-by-amount'; direction: DirectionByConditions; template: Template }
  /** The amount is written without its sign, which says nothing. */
  | { remedy: 'absolute'; template: Template }
  /** Sender and receiver are those of their fields in each row. */
  | { remedy: 'as-mapped'; template: Template }
  /** A person chooses the country of our customer. */
  | { remedy: 'own-country'; with: (country: string) => Template }
  /** Names that have the form of ids are known entities. */
  | { remedy: 'known'; template: Template }
  /** Rows that look like totals are transactions. */
  | { remedy: 'take'; template: Template };

/** @param sampled cells of the column that the sample has, whether they can be read or not */
export function remediesOf(finding: FindingKind, template: Template, sampled: readonly string[] = []): Remedy[] {
  if (finding.rule === 'row.total') {
    return [...leavingOut(finding, template), { remedy: 'take', template: { ...template, totalRows: 'take' } }];
  }
  if (finding.rule === 'ask.direction')
    return [
      ...(finding.field === AMOUNT ? amountRemedies(finding, template) : directionRemedies(finding, template)),
      { remedy: 'as-mapped', template: withDirection(template, { by: 'fields' }) },
    ];
  if (finding.rule === 'ask.known') return knownRemedies(finding, template);
  if (finding.rule === 'ask.country')
    return [{ remedy: 'own-country', with: (country) => withOwnCountry(template, country) }];
  const { field: path, column } = finding;
  const value = path === undefined ? undefined : plainValueOf(template.fields[path]);
  if (path === undefined || value?.source.from !== 'column' || value.source.column !== column) {
    return leavingOut(finding, template);
  }
  const cells = filledCells(finding);
  const signs = finding.rule === 'field.implausible' ? signRemedies(path, value, cells, template) : [];
  if (signs.length > 0) return signs;
  const own = readings(
    path,
    value,
    cells,
    template,
    sampled.filter((cell) => !cells.includes(cell)),
  );
  return [...own, ...giving(path, value, isOfEmpty(finding) ? [''] : cells), ...leavingOut(finding, template)];
}

function directionRemedies(finding: FindingKind, template: Template): Remedy[] {
  const { column = '' } = finding;
  const values = [...new Set(filledCells(finding).map((cell) => cell.trim()))];
  const known = directionsIn(values);
  // Of values that are no known words, each may be the one for money that came in.
  const ways = known === undefined ? values.map((value) => waysOf(value, values)) : [known];
  return ways
    .filter(({ outgoing }) => outgoing.length > 0)
    .map((way) => ({
      remedy: 'direction',
      column,
      incoming: way.incoming,
      template: withDirection(template, { by: 'column', column, ...way }),
    }));
}

/** Of two columns, the one that is asked about is that of money that came in. */
const amountRemedies = ({ column }: FindingKind, template: Template): Remedy[] =>
  directionsByAmount(template)
    .filter(({ incoming }) => incoming.column === column)
    .map((direction) => byAmount(direction, template));

const byAmount = (direction: DirectionByConditions, template: Template): Remedy => ({
  remedy: 'direction-by-amount',
  direction,
  template: withDirection(template, direction),
});

const NEGATIVE = /^\s*[-−(]|[-−]\s*$/;

/** What the sign of negative amounts means: who is the sender, where nothing else says it, or nothing. */
function signRemedies(path: string, value: PlainValue, cells: readonly string[], template: Template): Remedy[] {
  const isOpen = value.sign === undefined || value.sign.sign === 'as-written';
  if (fieldAt(path)?.kind !== 'amount' || !isOpen || !cells.some((cell) => NEGATIVE.test(cell))) return [];
  const ways = path === AMOUNT && template.direction === undefined ? directionsByAmount(template) : [];
  const absolute = withField(template, path, { ...value, sign: { sign: 'absolute' } });
  return [...ways.map((direction) => byAmount(direction, template)), { remedy: 'absolute', template: absolute }];
}

const waysOf = (incoming: string, values: readonly string[]): Directions => ({
  incoming: [incoming],
  outgoing: values.filter((value) => value !== incoming),
});

function knownRemedies(finding: FindingKind, template: Template): Remedy[] {
  const { field = '', column } = finding;
  const role = roleOf(field);
  const forms = [...new Set(filledCells(finding).map((cell) => formOf(cell.trim())))];
  if (role === undefined || column === undefined || forms.length === 0) return [];
  const path = `${role}.by_external_id`;
  const withId = withField(template, path, { source: { from: 'column', column } });
  return [{ remedy: 'known', template: withKnownWhen(withId, path, { column, test: 'of-form', forms }) }];
}

const filledCells = ({ cells }: FindingKind): string[] =>
  cells.map(({ cell }) => cell).filter((cell) => cell.trim() !== '');

/** Whether it is that nothing is filled in. */
const isOfEmpty = (finding: FindingKind): boolean =>
  (finding.rule === 'map.empty' || finding.rule === 'field.required') && filledCells(finding).length === 0;

function readings(
  path: string,
  value: PlainValue,
  cells: readonly string[],
  template: Template,
  others: readonly string[],
): Remedy[] {
  if (cells.length === 0) return [];
  switch (fieldAt(path)?.kind) {
    case 'amount': {
      const numbers = otherNumbers(cells, others, value.numbers ?? template.numbers);
      const [cell = ''] = cells;
      if (numbers !== undefined)
        return [{ remedy: 'numbers', numbers, cell, template: withField(template, path, { ...value, numbers }) }];
      return mapped(path, value, cells, wholeAmount, template);
    }
    case 'date-time': {
      const dates = value.dates ?? template.dates;
      return otherDates(cells, dates.formats).map((format) => ({
        remedy: 'dates',
        format,
        template: withField(template, path, { ...value, dates: { ...dates, formats: [...dates.formats, format] } }),
      }));
    }
    case 'country':
      if (value.source.from === 'column' && value.source.part === undefined && cells.every(isIban))
        return [{ remedy: 'iban', template: withSource(template, path, { ...value.source, part: 'country-of-iban' }) }];
      return codes(path, value, cells, 'country', template);
    case 'currency':
      return codes(path, value, cells, 'currency', template);
    default:
      return [];
  }
}

function codes(
  path: string,
  value: PlainValue,
  cells: readonly string[],
  kind: 'country' | 'currency',
  template: Template,
): Remedy[] {
  const isCode = kind === 'country' ? /^[A-Za-z]{2}$/ : /^[A-Za-z]{3}$/;
  if (value.letters !== 'upper' && cells.every((cell) => isCode.test(cell.trim()))) {
    return [{ remedy: 'capitals', template: withField(template, path, { ...value, letters: 'upper' }) }];
  }
  return mapped(path, value, cells, (cell) => codeOfName(cell, kind), template);
}

function mapped(
  path: string,
  { sign }: PlainValue,
  cells: readonly string[],
  ours: (cell: string) => string | undefined,
  template: Template,
): Remedy[] {
  // A value that is given is written as it is, without the sign that another column has.
  if (sign !== undefined && sign.sign !== 'as-written') return [];
  const values = cells.flatMap((cell) => {
    const own = ours(cell);
    return own === undefined ? [] : [[cell.trim(), own] as const];
  });
  if (values.length === 0) return [];
  const changed = values.reduce((before, [theirs, own]) => withValue(before, path, theirs, own), template);
  return [{ remedy: 'values', values, template: changed }];
}

/** “1.204,–” for a whole amount, as people write it. */
function wholeAmount(cell: string): string | undefined {
  const whole = /^\s*(\d{1,3}(?:[.' ’\u00a0]\d{3})*|\d+)[.,][-–—]{1,2}\s*$/.exec(cell)?.[1]?.replace(/\D/g, '');
  return whole === undefined ? undefined : `${whole.replace(/^0+(?=\d)/, '')}.00`;
}

function giving(path: string, { sign }: PlainValue, cells: readonly string[]): Remedy[] {
  const isSigned = fieldAt(path)?.kind === 'amount' && sign !== undefined && sign.sign !== 'as-written';
  return isSigned || cells.length === 0 ? [] : [{ remedy: 'give', cells }];
}

/** Only where all the cells are known: rows with others would stay. */
function leavingOut(finding: FindingKind, template: Template): Remedy[] {
  const { column, areAllCells } = finding;
  const values = [...new Set(filledCells(finding).map((cell) => cell.trim()))];
  const isEmpty = isOfEmpty(finding);
  // What an entity lacks is mended in its fields: to leave such rows out would drop payments for a setting.
  if (finding.rule.startsWith('entity.')) return [];
  if (column === undefined || (!isEmpty && (!areAllCells || values.length === 0))) return [];
  const condition: Condition = isEmpty ? { column, test: 'empty' } : { column, test: 'one-of', values };
  return [{ remedy: 'leave-out', condition, template: withRowsLeftOut(template, condition) }];
}

/** Rows for which this holds are no transactions. */
export function withRowsLeftOut(template: Template, condition: Condition): Template {
  const { leaveOutRows } = template;
  const isSame = leaveOutRows.some((one) => JSON.stringify(one) === JSON.stringify(condition));
  return isSame ? template : { ...template, leaveOutRows: [...leaveOutRows, condition] };
}

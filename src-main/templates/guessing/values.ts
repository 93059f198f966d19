/** @file The value of a field that is guessed to come from a column: what has to be done to its cells. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import type { Numbers, PlainValue } from '../../../src-shared/template-shapes.ts';
import { kindOfField } from '../mappable-fields.ts';
import type { ColumnProfile } from './column-profile.ts';
import { countryByName } from './country-names.ts';
import { riskByName } from './risks.ts';

/** What programs write where there is nothing. */
const NOTHING: ReadonlySet<string> = new Set([
  'NULL',
  'null',
  '(null)',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  '-',
  '--',
  'NaN',
  'None',
]);

/** @param numbers the marks of the template, where those of the column are the same or do not matter */
export function guessedValue(field: string, column: ColumnProfile, numbers: Numbers | undefined): PlainValue {
  const kind = kindOfField(field) ?? 'text';
  const plain: PlainValue = { source: { from: 'column', column: column.name } };
  const values = valuesOf(column, kind === 'country');
  const mapped: PlainValue = Object.keys(values).length === 0 ? plain : { ...plain, values };
  switch (kind) {
    case 'uuid':
      return column.uuids >= 0.9 || column.cells.length === 0
        ? mapped
        : { source: { from: 'uuid', columns: [column.name] } };
    case 'amount': {
      const own = column.marks?.numbers;
      const isOther = own !== undefined && numbers !== undefined && own.decimal !== numbers.decimal;
      return isOther ? { ...plain, numbers: own } : plain;
    }
    case 'country':
    case 'currency':
      return column.cells.some((cell) => /^[a-z]+$/i.test(cell) && cell !== cell.toUpperCase())
        ? { ...mapped, letters: 'upper' }
        : mapped;
    case 'date-time':
      return plain;
    case 'text':
    case 'identifier':
    case 'entity-type':
    case 'payment_method':
    case 'payment_type':
    case 'modification.type':
      return mapped;
    case 'risk_assessment':
      return withUsualRisks(mapped, column);
    default:
      return assertNever(kind);
  }
}

/** Where all its cells are words for the usual risks, these are sent as the interface usually has them. */
function withUsualRisks(value: PlainValue, { distinct }: ColumnProfile): PlainValue {
  const risks = distinct.map((cell) => [cell, riskByName(cell)] as const);
  if (!risks.every((pair): pair is readonly [string, string] => pair[1] !== undefined)) return value;
  const others = risks.filter(([cell, risk]) => cell !== risk);
  if (others.length === 0) return value;
  if (others.every(([cell, risk]) => cell.toUpperCase() === risk)) return { ...value, letters: 'upper' };
  return { ...value, values: Object.fromEntries(others) };
}

function valuesOf({ distinct }: ColumnProfile, isCountry: boolean): Record<string, string> {
  const values: Record<string, string> = {};
  for (const cell of distinct) {
    if (NOTHING.has(cell)) values[cell] = '';
    const code = isCountry ? countryByName(cell) : undefined;
    if (code !== undefined && code !== cell.toUpperCase()) values[cell] = code;
  }
  return values;
}

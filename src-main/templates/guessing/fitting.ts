/** @file How well the cells of a column fit a field: between 0, not at all, and 1, with the reason in words. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { shownInEnglish as shown } from '../../check/findings/finding.ts';
import type { MappableKind } from '../mappable-fields.ts';
import type { ColumnProfile } from './column-profile.ts';
import { countryByName } from './country-names.ts';

export interface Fitting {
  /** By which the likeness of the names is multiplied. */
  factor: number;
  /** Continues the sentence “Its name …, and”. */
  reason: string;
}

const NEARLY_ALL = 0.9;

/** More different values than this are no types. */
const MOST_TYPES = 40;

export function fitting(kind: MappableKind, column: ColumnProfile): Fitting {
  const [first] = column.distinct;
  if (first === undefined) return { factor: 0.8, reason: 'it is empty in the sample' };
  const example = `its cells are like ${shown(first)}`;
  const fits = (factor: number, reason = example): Fitting => ({ factor, reason });
  switch (kind) {
    case 'amount':
      if (column.numbers >= NEARLY_ALL && (column.dates?.share ?? 0) < NEARLY_ALL)
        return fits(1, 'its cells are numbers');
      return fits(column.numbers >= 0.5 ? 0.6 : 0.1);
    case 'date-time':
      if (column.dates !== undefined && column.dates.share >= NEARLY_ALL)
        return fits(1, `its cells are dates written as ${column.dates.formats.join(' or ')}`);
      return fits((column.dates?.share ?? 0) >= 0.5 ? 0.7 : 0.1);
    case 'currency':
      if (column.currencies >= NEARLY_ALL) return fits(1, 'its cells are currency codes');
      return fits(column.currencies >= 0.5 ? 0.7 : 0.15);
    case 'country': {
      if (column.countries >= NEARLY_ALL) return fits(1, 'its cells are country codes');
      const known = column.distinct.filter((cell) => countryByName(cell) !== undefined).length;
      if (known >= column.distinct.length * 0.8) return fits(0.95, 'its cells are names of countries');
      return fits(0.15);
    }
    case 'uuid':
      if (column.uuids >= NEARLY_ALL) return fits(1, 'its cells are UUIDs');
      if (isMeasure(column)) return fits(0.2);
      return fits(0.85, `its cells are no UUIDs, such as ${shown(first)}, so UUIDs are made of them`);
    case 'identifier':
      if (isMeasure(column) || column.currencies >= NEARLY_ALL) return fits(0.2);
      return fits(column.hasLostDigits ? 0.4 : 1);
    case 'text':
      if (column.numbers >= NEARLY_ALL || column.uuids >= 0.5 || column.ibans >= 0.5) return fits(0.1);
      return fits(column.cells.some((cell) => /\p{L}{2}/u.test(cell)) ? 1 : 0.4);
    case 'payment_method':
    case 'payment_type':
    case 'modification.type':
    case 'risk_assessment':
    case 'entity-type':
      if (isMeasure(column) || column.uuids >= 0.5 || column.currencies >= NEARLY_ALL) return fits(0.2);
      if (
        column.distinct.length > MOST_TYPES ||
        (column.cells.length > 8 && column.distinct.length > column.cells.length * 0.8)
      )
        return fits(0.5, `it has many different values, such as ${shown(first)}`);
      return fits(1, `it has few different values, such as ${shown(first)}`);
    default:
      return assertNever(kind);
  }
}

/** Amounts and dates are neither ids nor types. */
function isMeasure({ dates, numbers, hasDecimals }: ColumnProfile): boolean {
  return (dates !== undefined && dates.share >= NEARLY_ALL) || (numbers >= NEARLY_ALL && hasDecimals);
}

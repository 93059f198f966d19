/** @file How well the cells of a column fit a field: between 0, not at all, and 1, with the reason in words. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { either } from '../../../src-shared/languages/lists.ts';
import { shown } from '../../check/findings/finding.ts';
import type { MappableKind } from '../mappable-fields.ts';
import type { ColumnProfile } from './column-profile.ts';
import { countryByName } from './country-names.ts';

export interface Fitting {
  /** By which the likeness of the names is multiplied. */
  factor: number;
  /** Continues the sentence “Its name …, and”. */
  reason: Fact;
}

/** The share of cells from which on a column is of a kind. */
export const NEARLY_ALL = 0.9;

/** More different values than this are no types. */
const MOST_TYPES = 40;

export function fitting(kind: MappableKind, column: ColumnProfile): Fitting {
  const [first] = column.distinct;
  if (first === undefined) return { factor: 0.8, reason: fact('it is empty in the sample') };
  const cell = shown(first);
  const example = fact('its cells are like {cell}', { cell });
  const fits = (factor: number, reason = example): Fitting => ({ factor, reason });
  switch (kind) {
    case 'amount':
      if (column.numbers >= NEARLY_ALL && (column.dates?.share ?? 0) < NEARLY_ALL)
        return fits(1, fact('its cells are numbers'));
      return fits(column.numbers >= 0.5 ? 0.6 : 0.1);
    case 'date-time':
      if (column.dates !== undefined && column.dates.share >= NEARLY_ALL)
        return fits(1, fact('its cells are dates written as {formats}', { formats: either(column.dates.formats) }));
      return fits((column.dates?.share ?? 0) >= 0.5 ? 0.7 : 0.1);
    case 'currency':
      if (column.currencies >= NEARLY_ALL) return fits(1, fact('its cells are currency codes'));
      return fits(column.currencies >= 0.5 ? 0.7 : 0.15);
    case 'country': {
      if (column.countries >= NEARLY_ALL) return fits(1, fact('its cells are country codes'));
      const known = column.distinct.filter((cell) => countryByName(cell) !== undefined).length;
      if (known >= column.distinct.length * 0.8) return fits(0.95, fact('its cells are names of countries'));
      return fits(0.15);
    }
    case 'uuid':
      if (column.uuids >= NEARLY_ALL) return fits(1, fact('its cells are UUIDs'));
      if (isMeasure(column)) return fits(0.2);
      return fits(0.85, fact('its cells are no UUIDs, such as {cell}, so UUIDs are made of them', { cell }));
    case 'identifier':
      if (isMeasure(column) || column.currencies >= NEARLY_ALL) return fits(0.2);
      return fits(column.hasLostDigits ? 0.4 : 1);
    case 'text':
      if (column.numbers >= NEARLY_ALL || column.uuids >= 0.5 || column.ibans >= 0.5) return fits(0.1);
      return fits(column.cells.some((cell) => /\p{L}{2}/u.test(cell)) ? 1 : 0.4);
    case 'payment_method':
      if (column.methods >= NEARLY_ALL) return fits(1, fact('its cells are payment methods, such as {cell}', { cell }));
      return fittingTypes(column, fits);
    case 'payment_type':
    case 'modification.type':
    case 'risk_assessment':
    case 'entity-type':
      return fittingTypes(column, fits);
    default:
      return assertNever(kind);
  }
}

function fittingTypes(column: ColumnProfile, fits: (factor: number, reason?: Fact) => Fitting): Fitting {
  const { cells, distinct, uuids, currencies } = column;
  if (isMeasure(column) || uuids >= 0.5 || currencies >= NEARLY_ALL) return fits(0.2);
  const cell = shown(distinct[0] ?? '');
  if (distinct.length > MOST_TYPES || (cells.length > 8 && distinct.length > cells.length * 0.8))
    return fits(0.5, fact('it has many different values, such as {cell}', { cell }));
  return fits(1, fact('it has few different values, such as {cell}', { cell }));
}

/** Amounts and dates are neither ids nor types. */
function isMeasure({ dates, numbers, hasDecimals }: ColumnProfile): boolean {
  return (dates !== undefined && dates.share >= NEARLY_ALL) || (numbers >= NEARLY_ALL && hasDecimals);
}

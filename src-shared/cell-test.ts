/** @file Whether a condition of a template holds for the cell of its column, for the mapping and for the window. Pure. */

import { assertNever } from './errors.ts';
import { formOf } from './form-of-id.ts';
import type { Condition } from './template-shapes.ts';

/** The kernel has the same tests (assembly/writer.ts). */
export function cellTest(condition: Condition): (cell: string) => boolean {
  switch (condition.test) {
    case 'filled':
      return (cell) => cell.trim() !== '';
    case 'empty':
      return (cell) => cell.trim() === '';
    case 'one-of':
    case 'none-of': {
      const values = new Set(condition.values.map((value) => value.trim()));
      const wanted = condition.test === 'one-of';
      return (cell) => values.has(cell.trim()) === wanted;
    }
    case 'of-form': {
      const forms = new Set(condition.forms.map((form) => formOf(form.trim())));
      return (cell) => forms.has(formOf(cell.trim()));
    }
    case 'negative':
      return (cell) => signOfNumber(cell) < 0;
    case 'positive':
      return (cell) => signOfNumber(cell) > 0;
    default:
      return assertNever(condition);
  }
}

const MINUS = /[-\u2212\u2013\u2012]/;

/**
 * 0 for zero, and where there is no number. A minus or brackets stand around the digits, perhaps with a currency on either side
 * of them: -5, 5-, (5), $-5, 5- EUR. Between digits, a minus is that of an exponent.
 */
function signOfNumber(cell: string): number {
  if (!/[1-9]/.test(cell)) return 0;
  const [, before = '', behind = ''] = /^(\D*)(?:.*\d)?(\D*)$/s.exec(cell) ?? [];
  const isBracketed = before.includes('(') && behind.includes(')');
  return isBracketed || MINUS.test(before) || MINUS.test(behind) ? -1 : 1;
}

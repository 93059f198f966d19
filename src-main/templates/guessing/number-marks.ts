/** @file Guesses which marks numbers are written with. Pure. */

import type { Numbers } from '../../../src-shared/template-shapes.ts';
import { numberBeside, numberReader } from '../number-text.ts';

export interface GuessedMarks {
  numbers: Numbers;
  /** False where the sample fits other marks as well that make other numbers of it, such as 1.234 alone. */
  isCertain: boolean;
}

const decimals: readonly Numbers['decimal'][] = ['.', ','];
const thousands: readonly Numbers['thousands'][] = ['none', '.', ',', ' ', "'"];
const combinations: readonly Numbers[] = thousands.flatMap((group) =>
  decimals.filter((decimal) => decimal !== group).map((decimal): Numbers => ({ decimal, thousands: group })),
);

/** Marks with which none of these cells is a number are not tried on the others. */
const FIRST_CELLS = 20;

/** A number, or one with a currency beside it. */
export function readAnyNumber(text: string, numbers: Numbers): string | undefined {
  const read = numberReader(numbers);
  return read(text) ?? numberBeside(text, read)?.number;
}

/**
 * The marks with which most of the cells are numbers.
 * @param preferred the decimal mark where the sample does not tell
 */
export function guessMarks(cells: readonly string[], preferred: Numbers['decimal']): GuessedMarks | undefined {
  const first = cells.slice(0, FIRST_CELLS).map((cell) => cell.trim());
  const tried = combinations.filter((numbers) => first.some((cell) => readAnyNumber(cell, numbers) !== undefined));
  const readings = tried.map((numbers) => {
    const values = cells.map((cell) => readAnyNumber(cell.trim(), numbers));
    // Exactly three decimals everywhere are more likely thousands.
    const threeDecimals = values.filter((value) => /\.\d{3}$/.test(value ?? '')).length;
    return { numbers, values, read: values.filter((value) => value !== undefined).length, threeDecimals };
  });
  const most = Math.max(0, ...readings.map(({ read }) => read));
  if (most === 0) return undefined;
  const possible = readings.filter(({ read }) => read === most);
  const isAllThree = possible.some(({ threeDecimals }) => threeDecimals > 0 && threeDecimals === marked(cells));
  const rank = ({ numbers, threeDecimals }: (typeof readings)[number]) =>
    (isAllThree && threeDecimals > 0 ? 8 : 0) +
    (numbers.thousands === 'none' ? 0 : 2) +
    (numbers.decimal === preferred ? 0 : 1);
  const [best] = possible.toSorted((one, other) => rank(one) - rank(other));
  if (best === undefined) return undefined;
  const isCertain = possible.every(({ values }) => values.every((value, index) => value === best.values[index]));
  return { numbers: withThousands(best.numbers), isCertain };
}

/** How many cells have a point or a comma. */
function marked(cells: readonly string[]): number {
  return cells.filter((cell) => /[.,]/.test(cell)).length;
}

/** Rows beyond the sample may be large enough for a thousands mark; the other mark can be no other thing. */
function withThousands({ decimal, thousands: group }: Numbers): Numbers {
  return { decimal, thousands: group !== 'none' ? group : decimal === ',' ? '.' : ',' };
}

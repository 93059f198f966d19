/** @file Numbers as people write them: with a decimal comma, or with their thousands apart. Every digit that says something stays. Pure. */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Groups of three digits, as people write large amounts. */
const GROUPED = {
  '.': /^-?[1-9]\d{0,2}(?:([,'\u2019\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/,
  ',': /^-?[1-9]\d{0,2}(?:([.'\u2019\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:,\d+)?$/,
} as const;

/** “18.500” is eighteen and a half here, and eighteen thousand five hundred to many who read it: no zero beyond two decimals says anything. */
const ZEROS = /^(-?\d+\.\d{2}\d*?)0+$/;

export type DecimalMark = '.' | ',';

/** As a number in JSON; undefined where it is none with this mark before its decimals. */
export function numberWith(decimal: DecimalMark, text: string): string | undefined {
  const ungrouped = GROUPED[decimal].test(text) ? text.replace(decimal === '.' ? /[^\d.-]/g : /[^\d,-]/g, '') : text;
  const number = decimal === ',' ? ungrouped.replace(',', '.') : ungrouped;
  if (decimal === ',' && number === ungrouped && ungrouped.includes('.')) return undefined;
  return NUMBER.test(number) ? number.replace(ZEROS, '$1') : undefined;
}

/** Every number that a text can be: none, one, or two as “1,234”. */
export function numbersIn(text: string): string[] {
  const plain = text.trim();
  return [...new Set([numberWith('.', plain), numberWith(',', plain)])].filter((number) => number !== undefined);
}

/** Whether it can be two numbers, as “1,234”. */
export const isAmbiguous = (text: string): boolean => numbersIn(text).length > 1;

/** The number that a text can only be; undefined where it is none, or may be two. */
export function onlyNumberIn(text: string): string | undefined {
  const [only, other] = numbersIn(text);
  return other === undefined ? only : undefined;
}

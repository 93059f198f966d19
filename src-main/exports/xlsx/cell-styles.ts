/** @file Which styles of a workbook make another text of a number: a date, or one with zeros before it. Pure. */

import { localName } from '../xml/xml-text.ts';
import type { DateStyle } from './serial-dates.ts';

/** So many digits at least, with zeros before: how an account or a branch is kept as a number. */
export interface DigitsStyle {
  digits: number;
}

export type CellStyle = DateStyle | DigitsStyle;

const DAY: DateStyle = { hasDate: true, hasTime: false, isElapsed: false };
const MOMENT: DateStyle = { hasDate: true, hasTime: true, isElapsed: false };
const TIME: DateStyle = { hasDate: false, hasTime: true, isElapsed: false };
const ELAPSED: DateStyle = { hasDate: false, hasTime: true, isElapsed: true };

/** Formats that a workbook does not write down, because every Excel has them; some only in East Asia. */
const builtIn = new Map<number, DateStyle>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, DAY] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56].map((id) => [id, TIME] as const),
  [22, MOMENT],
  [46, ELAPSED],
]);

/** The style of a format such as `[$-407]TT.MM.JJJJ;@`; undefined for one that shows no date. */
export function dateStyleOf(format: string): DateStyle | undefined {
  const [section = ''] = withoutTexts(format).split(';');
  const isElapsed = /\[(h+|m+|s+)\]/i.test(section);
  const letters = section
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general|standard/gi, '')
    .replace(/e[+-]/gi, '')
    .replace(/am\/pm|a\/p/gi, 'h')
    .toLowerCase();
  const hasTime = isElapsed || /[hs]/.test(letters);
  // In German, days are T and years J. An m is a month, unless it stands among hours and seconds.
  const hasDate = /[ydjt]/.test(letters) || (/m/.test(letters) && !hasTime) || (/m{3,}/.test(letters) && !isElapsed);
  return hasDate || hasTime ? { hasDate, hasTime, isElapsed } : undefined;
}

const DIGITS = /^0{2,30}$/;

/** The style of a format; undefined for one that shows the number itself. */
function styleOf(format: string): CellStyle | undefined {
  return DIGITS.test(format) ? { digits: format.length } : dateStyleOf(format);
}

/** Without quoted texts, escaped characters, fillers and gaps, whose letters mean nothing. */
function withoutTexts(format: string): string {
  return format.replace(/"[^"]*"|\\.|_.|\*./gs, '');
}

/** The sign or code of a currency that a format shows beside the number: `#,##0.00 [$€-407]`, `"USD" 0`. */
export function currencyOf(format: string): string | undefined {
  const [section = ''] = format.split(';');
  return (/\[\$([^\]-]+)/.exec(section) ??
    /([€$£¥₹]|\b[A-Z]{3}\b)/.exec(section.replace(/\[[^\]]*\]/g, '')))?.[1]?.trim();
}

/** Reads styles.xml. */
export class CellStyles {
  readonly #formats = new Map<number, CellStyle | undefined>();
  readonly #currencies = new Map<number, string | undefined>();
  readonly #formatOfStyle: number[] = [];
  #isInCellFormats = false;

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (localName(name)) {
      case 'numFmt':
        this.#formats.set(Number(attributes['numFmtId']), styleOf(attributes['formatCode'] ?? ''));
        this.#currencies.set(Number(attributes['numFmtId']), currencyOf(attributes['formatCode'] ?? ''));
        break;
      case 'cellXfs':
        this.#isInCellFormats = true;
        break;
      case 'xf':
        if (this.#isInCellFormats) this.#formatOfStyle.push(Number(attributes['numFmtId'] ?? 0));
        break;
      default:
    }
  }

  onText(): void {}

  onClose(name: string): void {
    if (localName(name) === 'cellXfs') this.#isInCellFormats = false;
  }

  /** By the number of the style that cells name; undefined where it shows the number itself. */
  styles(): (CellStyle | undefined)[] {
    return this.#formatOfStyle.map((id) => (this.#formats.has(id) ? this.#formats.get(id) : builtIn.get(id)));
  }

  /** By the number of the style: the currency that cells show beside their number. */
  currencies(): (string | undefined)[] {
    return this.#formatOfStyle.map((id) => this.#currencies.get(id));
  }
}

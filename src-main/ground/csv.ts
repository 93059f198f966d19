/** @file CSV that people open in a spreadsheet: as in RFC 4180, without anything that it would calculate or hide. Pure. */

import { visible } from '../../src-shared/visible-text.ts';

/** Characters collected before they are passed on: writing each row separately would be slow. */
const PIECE = 64 * 1024;

/** Tells a spreadsheet that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet may calculate, full-width signs included. */
const formula = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Semicolons where decimals have a comma: spreadsheets expect them there. */
export type Separator = ',' | ';';
/** Where the reader expects another separator, a cell begins within ours; then a quote in front of the sign means nothing. */
const forms = {
  ',': { formulaWithin: /[;|](?=["'\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, number: /^-?\d+(?:\.\d+)?$/ },
  ';': { formulaWithin: /[,|](?=["'\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, number: /^-?\d+(?:,\d+)?$/ },
} as const satisfies Record<Separator, unknown>;

export type CsvValue = string | number | undefined;

/** The first row. @param isStart whether the file begins with it: the mark of UTF-8 is nowhere else */
export function csvHead(columns: readonly string[], isStart = true, separator: Separator = ','): string {
  return `${isStart ? BYTE_ORDER_MARK : ''}${csvRow(columns, separator)}`;
}

/** A row with its end. No spreadsheet takes a cell for a formula (CWE-1236), whichever separator it expects. */
export function csvRow(values: readonly CsvValue[], separator: Separator = ','): string {
  return `${values.map((value) => cell(value, separator)).join(separator)}\r\n`;
}

function cell(value: CsvValue, separator: Separator): string {
  const { formulaWithin, number } = forms[separator];
  if (value === undefined) return '';
  if (typeof value === 'number' || number.test(value)) return String(value);
  const text = visible(value).replaceAll(formulaWithin, "$&'").replace(formula, "'$&");
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows put together to pieces that are worth writing. */
export function* inPieces(rows: Iterable<string>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += row;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

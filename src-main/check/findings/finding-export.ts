/** @file Exports findings as text: CSV for a spreadsheet, JSON Lines for a program. */

import type { Finding } from './finding.ts';

/** Characters collected before they are passed on: writing each finding separately would be slow. */
const PIECE = 64 * 1024;

const columns = ['line', 'rule', 'severity', 'path', 'message'] as const;

/** Tells a spreadsheet that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet may calculate, full-width signs included. */
const FORMULA = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]';
const startOfFormula = new RegExp(`^(?=${FORMULA}|[\\t\\r\\n])`);
/** Where the separator is another one, a cell begins within ours; then a quote in front of the sign means nothing. */
const formulaWithin = new RegExp(`[;\\t\\r\\n|](?=["'\\s]*${FORMULA})`, 'g');

/**
 * CSV with a header as in RFC 4180, behind a byte order mark, in pieces. No spreadsheet interprets a cell as a formula
 * (CWE-1236), whichever separator it expects.
 * @param isStart whether the file begins with it: the mark is nowhere else
 */
export function csv(findings: Iterable<Finding>, isStart = true): Generator<string> {
  return inPieces(csvRows(findings, isStart));
}

/** One JSON object a line, in pieces. */
export function jsonLines(findings: Iterable<Finding>): Generator<string> {
  return inPieces(jsonRows(findings));
}

function* csvRows(findings: Iterable<Finding>, isStart: boolean): Generator<string> {
  yield `${isStart ? BYTE_ORDER_MARK : ''}${columns.join(',')}\r\n`;
  for (const finding of findings) {
    yield `${columns.map((column) => cell(finding[column])).join(',')}\r\n`;
  }
}

function* jsonRows(findings: Iterable<Finding>): Generator<string> {
  for (const { line, rule, severity, path, message } of findings) {
    yield `${JSON.stringify({ line, rule, severity, path, message })}\n`;
  }
}

/** A cell of CSV that no spreadsheet takes for a formula. */
export function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // Paths and messages contain text from the file, which can be anything.
  const text = value.replaceAll(formulaWithin, "$&'").replace(startOfFormula, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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

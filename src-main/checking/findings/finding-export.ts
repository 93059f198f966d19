/** @file Exports findings as text: CSV for a spreadsheet, JSON Lines for a program. */

import type { Finding } from './finding.ts';

/** Characters collected before they are passed on: writing each finding separately would be slow. */
const PIECE = 64 * 1024;

const columns = ['line', 'rule', 'severity', 'path', 'message'] as const;

/** CSV with a header as in RFC 4180, in pieces. No spreadsheet interprets a cell as a formula (CWE-1236). */
export function csv(findings: Iterable<Finding>): Generator<string> {
  return inPieces(csvRows(findings));
}

/** One JSON object a line, in pieces. */
export function jsonLines(findings: Iterable<Finding>): Generator<string> {
  return inPieces(jsonRows(findings));
}

function* csvRows(findings: Iterable<Finding>): Generator<string> {
  yield `${columns.join(',')}\r\n`;
  for (const finding of findings) {
    yield `${columns.map((column) => cell(finding[column])).join(',')}\r\n`;
  }
}

function* jsonRows(findings: Iterable<Finding>): Generator<string> {
  for (const { line, rule, severity, path, message } of findings) {
    yield `${JSON.stringify({ line, rule, severity, path, message })}\n`;
  }
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // Paths and messages contain text from the file, which can be anything.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function* inPieces(rows: Iterable<string>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += row;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

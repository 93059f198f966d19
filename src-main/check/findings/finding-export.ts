/** @file Exports findings as text: CSV for a spreadsheet, JSON Lines for a program. */

import { inEnglish } from '../../../src-shared/languages/message.ts';
import { csvHead, csvRow, inPieces } from '../../ground/csv.ts';
import type { Finding } from './finding.ts';

const columns = ['line', 'rule', 'severity', 'path', 'message'] as const;

/** CSV with a header, in pieces. @param isStart whether the file begins with it */
export function csv(findings: Iterable<Finding>, isStart = true): Generator<string> {
  return inPieces(csvRows(findings, isStart));
}

/** One JSON object a line, in pieces. */
export function jsonLines(findings: Iterable<Finding>): Generator<string> {
  return inPieces(jsonRows(findings));
}

function* csvRows(findings: Iterable<Finding>, isStart: boolean): Generator<string> {
  yield csvHead(columns, isStart);
  for (const finding of findings) {
    const row = { ...finding, message: inEnglish(finding.message) };
    yield csvRow(columns.map((column) => row[column]));
  }
}

function* jsonRows(findings: Iterable<Finding>): Generator<string> {
  for (const { line, rule, severity, path, message } of findings) {
    yield `${JSON.stringify({ line, rule, severity, path, message: inEnglish(message) })}\n`;
  }
}

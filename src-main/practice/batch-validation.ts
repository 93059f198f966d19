/** @file The first step of processing (§2.6): reads a stored batch line by line and writes the report. */

import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { type RefusedLine, writeReport } from './report-shapes.ts';
import { SharedIdentifiers } from './shared-identifiers.ts';
import { type Fault, type FaultCode, faultsOf, isObject, type JsonObject } from './transaction-rules.ts';

export interface ValidationOutcome {
  lines: number;
  invalidLines: number;
}

export interface ValidationInput {
  batchPath: string;
  /** Where the report goes if there is anything to report. */
  reportPath: string;
  reportShape: ReportShape;
  onboarded: ReadonlySet<string> | undefined;
  signal: AbortSignal;
}

/**
 * Reads the batch once, and a second time only when lines are invalid: when several transactions share an identifier,
 * the first is recognised late, but the report names them all in the order of the lines (§2.6.2).
 */
export async function validateBatch(input: ValidationInput): Promise<ValidationOutcome> {
  const { batchPath, onboarded, signal } = input;
  const identifiers = new SharedIdentifiers();
  const faultyLines: number[] = [];
  let lines = 0;
  for await (const line of readLines(batchPath, signal)) {
    lines = line.number;
    const { transaction, faults } = judge(line.bytes, onboarded);
    const identifier = identifierOf(transaction);
    if (identifier !== undefined) identifiers.add(identifier, line.number);
    if (faults.length > 0) faultyLines.push(line.number);
  }
  const { sharers } = identifiers;
  const invalidLines = sharers.size + faultyLines.filter((number) => !sharers.has(number)).length;
  if (invalidLines > 0) {
    const report = writeReport(input.reportShape, refusedLines(input, sharers));
    await pipeline(report, createWriteStream(input.reportPath, { mode: PRIVATE_FILE }), { signal });
  }
  return { lines, invalidLines };
}

async function* refusedLines(
  { batchPath, onboarded, signal }: ValidationInput,
  sharers: ReadonlySet<number>,
): AsyncGenerator<RefusedLine> {
  for await (const line of readLines(batchPath, signal)) {
    const { transaction, faults } = judge(line.bytes, onboarded);
    if (sharers.has(line.number)) {
      const message = 'Several transactions of this batch have this modification identifier.';
      faults.push({ code: 'DUPLICATE_MODIFICATION_ID', field: 'modification.external_id', message });
    }
    if (faults.length === 0) continue;
    const modificationId = identifierOf(transaction);
    yield { line: line.number, modificationId, requestId: transaction?.['request_uuid'], faults };
  }
}

function identifierOf(transaction: JsonObject | undefined): string | undefined {
  const modification = transaction?.['modification'];
  const identifier = isObject(modification) ? modification['external_id'] : undefined;
  return typeof identifier === 'string' ? identifier : undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function judge(
  bytes: Buffer | undefined,
  onboarded: ReadonlySet<string> | undefined,
): { transaction?: JsonObject; faults: Fault[] } {
  if (bytes === undefined) return unreadable('LINE_TOO_LONG', 'The line is longer than 16 MiB.');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return unreadable('INVALID_ENCODING', 'The line is not UTF-8.');
  }
  if (text.trim() === '') return unreadable('BLANK_LINE', 'The line is blank.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('INVALID_JSON', 'The line is not valid JSON.');
  }
  if (!isObject(value)) return unreadable('NOT_AN_OBJECT', 'The line is not a JSON object.');
  return { transaction: value, faults: faultsOf(value, onboarded) };
}

function unreadable(code: FaultCode, message: string): { faults: Fault[] } {
  return { faults: [{ code, field: '', message }] };
}

const NEWLINE = 0x0a;
const LONGEST_LINE = 16 * 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface Line {
  /** Counted from 1. */
  number: number;
  /** Without the newline; undefined when the line is too long to be read. */
  bytes: Buffer | undefined;
}

/**
 * A newline at the end of the file ends the last line and begins no other. A byte order mark at the start is skipped.
 */
async function* readLines(path: string, signal: AbortSignal): AsyncGenerator<Line> {
  let number = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const finish = (): Line => {
    number += 1;
    const bytes = length > LONGEST_LINE ? undefined : pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    const marked = number === 1 && bytes?.subarray(0, 3).equals(BYTE_ORDER_MARK) === true;
    return { number, bytes: marked ? bytes?.subarray(3) : bytes };
  };
  const keep = (piece: Buffer) => {
    length += piece.length;
    if (length <= LONGEST_LINE) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
    const bytes: Buffer = chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      keep(bytes.subarray(start, end));
      start = end + 1;
      yield finish();
    }
    if (start < bytes.length) keep(bytes.subarray(start));
  }
  if (length > 0) yield finish();
}

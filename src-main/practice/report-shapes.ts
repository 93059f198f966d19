/**
 * @file The shapes in which the practice tenant can write its report: the format is not shown (§2.6), so a client must read
 * any of them, and survive those that are broken.
 */

import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import type { Fault } from './transaction-rules.ts';

/** What the validation says of one line of the batch. */
export interface RefusedLine {
  /** Counted from 1. */
  line: number;
  modificationId: string | undefined;
  requestId: unknown;
  faults: readonly Fault[];
}

type Lines = AsyncIterable<RefusedLine>;
type Text = AsyncGenerator<string | Buffer>;

interface Shape {
  contentType: string;
  write: (lines: Lines) => Text;
}

const shapes = {
  /** One line of JSON for each line that is refused, with all its faults. */
  'json-lines': { contentType: 'application/x-ndjson', write: jsonLines },
  /** One list of all of them. */
  'json-list': { contentType: 'application/json', write: (lines) => list(lines, entryOf) },
  /** The list inside an object, below other facts. */
  'json-object': { contentType: 'application/json', write: (lines) => within(list(lines, entryOf)) },
  /** One fault each, with other names, and lines counted from 0. */
  'json-flat': { contentType: 'application/json', write: (lines) => within(list(lines, flatEntriesOf)) },
  /** An object by modification id, as its keys. */
  'json-by-id': { contentType: 'application/json', write: byId },
  csv: { contentType: 'text/csv', write: (lines) => csv(lines, ',', '\n') },
  'csv-semicolons': { contentType: 'text/csv', write: (lines) => csv(lines, ';', '\r\n') },
  'csv-tabs': { contentType: 'text/plain', write: (lines) => csv(lines, '\t', '\n') },
  'utf-16': { contentType: 'text/csv', write: (lines) => inUtf16(csv(lines, ';', '\r\n')) },
  'json-lines-gzip': { contentType: 'application/gzip', write: (lines) => packed(jsonLines(lines)) },
  'json-object-gzip': { contentType: 'application/gzip', write: (lines) => packed(within(list(lines, entryOf))) },
  'csv-gzip': { contentType: 'application/octet-stream', write: (lines) => packed(csv(lines, ';', '\n')) },
  /** Sentences for people. */
  text: { contentType: 'text/plain', write: sentences },
  /** What a proxy answers in place of the report. */
  html: { contentType: 'text/html', write: () => page() },
  /** Breaks off in the middle of an entry. */
  'cut-off': { contentType: 'application/json', write: (lines) => cutOff(list(lines, entryOf)) },
  'cut-off-gzip': { contentType: 'application/gzip', write: (lines) => cutOff(packed(jsonLines(lines))) },
  /** Unpacks to a thousand times its size. */
  'gzip-bomb': { contentType: 'application/gzip', write: (lines) => packed(thenBlanks(jsonLines(lines))) },
  /** Lines that the batch does not have, numbers that are none, entries twice, keys that mean something to JavaScript. */
  'wrong-lines': { contentType: 'application/x-ndjson', write: wrongLines },
  /** Each entry has a message of 10 MB. */
  'large-entries': { contentType: 'application/json', write: (lines) => list(lines, large) },
  /** A million lists in each other. */
  'deep-nesting': { contentType: 'application/json', write: (lines) => deep(list(lines, entryOf)) },
  /** A million entries, most of them about the same lines. */
  'million-entries': { contentType: 'application/x-ndjson', write: million },
} as const satisfies Record<ReportShape, Shape>;

/** The report in this shape, in pieces. */
export function writeReport(shape: ReportShape, lines: Lines): Text {
  return shapes[shape].write(lines);
}

/** What the storage says that the report is. */
export function contentTypeOf(shape: ReportShape): string {
  return shapes[shape].contentType;
}

function entryOf({ line, modificationId, requestId, faults }: RefusedLine): object {
  return { line, modification_external_id: modificationId ?? null, request_uuid: requestId ?? null, errors: faults };
}

function flatEntriesOf({ line, modificationId, faults }: RefusedLine): object[] {
  return faults.map(({ code, field, message }) => ({
    lineIndex: line - 1,
    modification: { external_id: modificationId },
    errorCode: code,
    path: `/${field.replaceAll('.', '/')}`,
    reason: message,
  }));
}

async function* jsonLines(lines: Lines): Text {
  for await (const line of lines) yield `${JSON.stringify(entryOf(line))}\n`;
}

async function* list(lines: Lines, toEntries: (line: RefusedLine) => object | object[]): Text {
  let separator = '[\n';
  for await (const line of lines) {
    for (const entry of [toEntries(line)].flat()) {
      yield `${separator}${JSON.stringify(entry)}`;
      separator = ',\n';
    }
  }
  yield separator === ',\n' ? '\n]' : '[]';
}

async function* within(entries: Text): Text {
  yield '{\n  "request_id": "5f0c1d7e-3a51-4c58-9d57-0a3f1f6f2b11",\n  "rules": [{ "name": "modification" }],\n';
  yield '  "result": { "state": "VALIDATION_FAILED", "errors": ';
  yield* entries;
  yield ' }\n}\n';
}

async function* byId(lines: Lines): Text {
  let separator = '{ "invalid": {\n';
  for await (const { modificationId, faults } of lines) {
    if (modificationId === undefined) continue;
    yield `${separator}${JSON.stringify(modificationId)}: ${JSON.stringify(faults)}`;
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n} }\n' : '{}';
}

async function* csv(lines: Lines, separator: string, lineEnd: string): Text {
  yield `${['Line Number', 'Modification ID', 'Field', 'Error Code', 'Message'].join(separator)}${lineEnd}`;
  for await (const { line, modificationId = '', faults } of lines) {
    for (const { field, code, message } of faults) {
      yield `${[line, modificationId, field, code, quoted(message)].join(separator)}${lineEnd}`;
    }
  }
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

async function* inUtf16(text: Text): Text {
  yield Buffer.from('\uFEFF', 'utf16le');
  for await (const piece of text) yield Buffer.from(String(piece), 'utf16le');
}

async function* packed(text: Text): Text {
  yield* Readable.from(text).pipe(createGzip({ level: 1 }));
}

async function* cutOff(pieces: Text): Text {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  const whole = Buffer.concat(all);
  yield whole.subarray(0, Math.floor(whole.length * 0.7));
}

async function* sentences(lines: Lines): Text {
  yield 'The batch was refused. Please look at these transactions:\n';
  for await (const { line, faults } of lines) {
    yield `In line ${line} of the batch: ${faults.map(({ message }) => message).join(' ')}\n`;
  }
}

async function* page(): Text {
  yield '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n';
}

async function* thenBlanks(text: Text): Text {
  yield* text;
  const blanks = ' '.repeat(1_000_000);
  for (let megabytes = 0; megabytes < 1100; megabytes++) yield blanks;
}

async function* wrongLines(lines: Lines): Text {
  for (const line of [0, -1, 999_999_999, 'seven', '', null, 1.5]) {
    yield `${JSON.stringify({ line, errors: [{ message: 'This line does not exist.' }] })}\n`;
  }
  yield '{"__proto__":{"line":1},"constructor":1,"message":"Keys that mean something to JavaScript."}\n';
  for await (const entry of lines) {
    const text = `${JSON.stringify({ ...entryOf(entry), line: ` ${entry.line} ` })}\r\n`;
    yield text + text;
  }
}

function large(line: RefusedLine): object {
  return { ...entryOf(line), message: 'This is a very long message. '.repeat(360_000) };
}

async function* deep(entries: Text): Text {
  yield `{ "nested": ${'['.repeat(500_000)}${']'.repeat(500_000)}, "errors": `;
  yield* entries;
  yield ' }';
}

async function* million(lines: Lines): Text {
  const entries: string[] = [];
  for await (const line of lines) entries.push(`${JSON.stringify(entryOf(line))}\n`);
  for (let written = 0; entries.length > 0 && written < 1_000_000; written += entries.length) yield entries.join('');
}

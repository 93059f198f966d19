/** @file The same known content of a report in every shape that it may come in. */

import { gzipSync } from 'node:zlib';

export interface KnownEntry {
  line: number;
  id: string;
  messages: { text: string; field: string; code: string }[];
}

/** Identifiers as the service writes them. */
export function idOf(line: number): string {
  return `00000000-0000-4000-8000-${String(line).padStart(12, '0')}`;
}

export const knownEntries: readonly KnownEntry[] = [3, 7, 8, 12].map((line) => ({
  line,
  id: idOf(line),
  messages: [
    {
      text: `Must be a currency, “not” ${line};\nreally, not this.`,
      field: 'modification.currency',
      code: 'INVALID_FORMAT',
    },
    ...(line === 7 ? [{ text: 'Field required.', field: 'sender', code: 'MISSING_FIELD' }] : []),
  ],
}));

const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`;

function csv(header: readonly string[], separator: string, lineEnd: string): string {
  const rows = knownEntries.flatMap(({ line, id, messages }) =>
    messages.map(({ text, field, code }) => [String(line), id, field, code, text].map(csvCell).join(separator)),
  );
  return [header.join(separator), ...rows, ''].join(lineEnd);
}

const errors = (messages: KnownEntry['messages']) =>
  messages.map(({ text, field, code }) => ({ code, field, message: text }));
const nested = knownEntries.map(({ line, id, messages }) => ({
  line,
  modification_external_id: id,
  request_uuid: null,
  errors: errors(messages),
}));
const flat = knownEntries.flatMap(({ line, id, messages }) =>
  messages.map(({ text, field, code }) => ({
    lineNumber: String(line),
    modificationId: id,
    field,
    errorCode: code,
    reason: text,
  })),
);
const jsonLines = nested.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const englishHeader = ['Line Number', 'Modification External ID', 'Field', 'Error Code', 'Message'];

function utf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

/** Each tells `knownEntries`, once messages of the same line are put together. */
export const shapes: Readonly<Record<string, string | Buffer>> = {
  'JSON Lines': jsonLines,
  'JSON Lines without a last line end': jsonLines.trimEnd(),
  'JSON Lines with CRLF, a byte order mark and blank lines': `\uFEFF${jsonLines.replaceAll('\n', '\r\n\r\n')}`,
  'JSON Lines of one message each': flat.map((entry) => JSON.stringify(entry)).join('\n'),
  'one list': JSON.stringify(nested),
  'one list over several lines': JSON.stringify(nested, undefined, 2),
  'one list of flat entries': JSON.stringify(flat),
  'a list inside an object': JSON.stringify({
    request_id: idOf(999),
    summary: { total: 4, tags: [{ a: 1 }] },
    errors: nested,
  }),
  'a list deep inside': JSON.stringify(
    { data: { result: [{ batch_id: idOf(1), report: { invalid: nested } }] } },
    undefined,
    1,
  ),
  'several lists': JSON.stringify({ duplicates: nested.slice(0, 2), invalid: nested.slice(2) }),
  'an object by line': JSON.stringify({ errors: Object.fromEntries(nested.map(({ line, errors }) => [line, errors])) }),
  'an object by modification id': JSON.stringify(
    Object.fromEntries(nested.map(({ modification_external_id: id, errors }) => [id, { errors }])),
  ),
  'transactions with the reasons beside them': JSON.stringify(
    knownEntries.map(({ id, messages }) => ({
      transaction: { sender: { unknown: { external_id: idOf(5) } }, modification: { external_id: id.toUpperCase() } },
      violations: errors(messages),
    })),
  ),
  'paths with the index of the line': JSON.stringify({
    detail: knownEntries.flatMap(({ line, messages }) =>
      messages.map(({ text, field, code }) => ({
        loc: ['body', line - 1, ...field.split('.')],
        msg: text,
        type: code,
      })),
    ),
  }),
  'every line with its verdict': Array.from({ length: 12 }, (_, index) => index + 1)
    .map((line) => {
      const known = nested.find((entry) => entry.line === line);
      return JSON.stringify(known ? { status: 'REJECTED', ...known } : { line, status: 'ACCEPTED', errors: [] });
    })
    .join('\n'),
  CSV: csv(englishHeader, ',', '\n'),
  'CSV with semicolons and CRLF': csv(['row', 'modification.external_id', 'path', 'code', 'description'], ';', '\r\n'),
  'CSV with tabs': csv(['LINE_NO', 'MODIFICATION_ID', 'COLUMN', 'TYPE', 'REASON'], '\t', '\n'),
  'CSV with a byte order mark and a title': `\uFEFFsep=;\r\n${csv(['lineNumber', 'externalId', 'field', 'code', 'message'], ';', '\r\n')}`,
  'CSV with JSON in a cell': [
    'line;errors',
    ...nested.map(({ line, errors }) => `${line};${csvCell(JSON.stringify(errors))}`),
  ].join('\n'),
  'UTF-16, little end first': utf16(jsonLines, false),
  'UTF-16, big end first': utf16(JSON.stringify(nested), true),
  'UTF-16 without a mark': utf16(csv(englishHeader, ',', '\r\n'), false).subarray(2),
  'packed JSON Lines': gzipSync(jsonLines),
  'packed list': gzipSync(JSON.stringify({ errors: nested })),
  'packed CSV': gzipSync(csv(englishHeader, ';', '\n')),
};

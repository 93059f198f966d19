/** @file Exports of each kind, the template for each, and the program of others that makes JSON lines of it. */

import { Buffer } from 'node:buffer';
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parquetWriteFile } from 'hyparquet-writer';
import { ZipFile } from 'yazl';
import type { Template } from '../../src-shared/template-shapes.ts';
import { benchTemplate, writeExport } from './preparation-export.ts';

/** A program that uses packages of the project, or one that the bench fetches for itself. */
export interface Peer {
  name: string;
  fetched?: string;
  program(path: string, out: string): string;
}

export interface ExportKind {
  /** @returns the path */
  write(folder: string, bytes: number): string | Promise<string>;
  template: Template;
  peer: Peer;
}

const column = (name: string) => ({ source: { from: 'column' as const, column: name } });
const uuid = (...columns: string[]) => ({ source: { from: 'uuid' as const, columns } });
const constant = (text: string) => ({ source: { from: 'constant' as const, text } });

const columns = ['Ref', 'Date', 'Amount', 'Cur', 'From', 'To', 'Acct', 'Peer'];
const padded = (number: number, length: number) => String(number).padStart(length, '0');

/** 58 bytes as CSV, of which 640 become. */
function narrowRow(number: number): string[] {
  return [
    ...[`T${padded(number, 9)}`, `2024-${padded((number % 12) + 1, 2)}-${padded((number % 28) + 1, 2)}`],
    ...[`${(number % 9973) + 1}.${padded(number % 100, 2)}`, number % 5 === 0 ? 'USD' : 'EUR', 'DE', 'FR'],
    ...[`A${padded(number % 50_000, 8)}`, `P${padded(number % 70_001, 8)}`],
  ];
}

const narrowTemplate: Template = {
  ...benchTemplate,
  columns,
  numbers: { decimal: '.', thousands: 'none' },
  dates: { formats: ['YYYY-MM-DD'], zone: 'as-written' },
  fields: {
    payment_external_id: uuid('Ref'),
    transaction_external_id: uuid('Ref', 'Date'),
    payment_source_country: column('From'),
    payment_target_country: column('To'),
    payment_method: constant('wire'),
    payment_type: constant('payin'),
    'sender.by_external_id': uuid('Acct'),
    'receiver.unknown.external_id': uuid('Peer'),
    'receiver.unknown.full_name': column('Peer'),
    'receiver.unknown.risk_assessment': constant('low'),
    'modification.external_id': uuid('Ref', 'Amount'),
    'modification.amount': column('Amount'),
    'modification.currency': column('Cur'),
    'modification.created_at': column('Date'),
  },
  additionalFields: { account: column('Acct') },
};
const reading = (format: 'xlsx' | 'xml' | 'parquet'): Template => ({ ...narrowTemplate, reading: { format } });

function* narrowRows(count: number): Generator<string[]> {
  for (let number = 0; number < count; number++) yield narrowRow(number);
}

/** Rows that come to about so many bytes. */
function* textOf(bytes: number, bytesOfRow: number, head: string, line: (cells: string[]) => string, tail = '') {
  yield head;
  let block = '';
  for (const cells of narrowRows(Math.ceil(bytes / bytesOfRow))) {
    block += line(cells);
    if (block.length < 1 << 20) continue;
    yield block;
    block = '';
  }
  yield block + tail;
}

async function written(path: string, text: Iterable<string>): Promise<string> {
  await pipeline(Readable.from(text), createWriteStream(path));
  return path;
}

/** The parts of a workbook with one sheet. */
function partsAround(rows: string): Record<string, string> {
  const schemas = 'http://schemas.openxmlformats.org';
  const relations = (inside: string) =>
    `<?xml version="1.0"?><Relationships xmlns="${schemas}/package/2006/relationships">${inside}</Relationships>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
  return {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${schemas}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main} xmlns:r="${schemas}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(relation('rId1', 'worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  };
}

/** What a person writes who has the columns and needs the lines: the same lines as ours, but for the spelling of numbers. */
const plainLines = `
const namespace = Buffer.from('3d0b6f0e8a554f3c9b1e5c7f2a94d618', 'hex');
function uuid(...cells) {
  const digest = createHash('sha1').update(namespace).update(JSON.stringify(cells)).digest();
  digest[6] = (digest[6] & 0x0f) | 0x50;
  digest[8] = (digest[8] & 0x3f) | 0x80;
  const digits = digest.toString('hex');
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([from, to]) => digits.slice(from, to)).join('-');
}
let lines = '';
function add(row) {
  lines += JSON.stringify({
    payment_external_id: uuid(row.Ref), transaction_external_id: uuid(row.Ref, row.Date),
    payment_source_country: row.From, payment_target_country: row.To, payment_method: 'wire', payment_type: 'payin',
    sender: { by_external_id: uuid(row.Acct) },
    receiver: { external_entity_type: 'unknown', unknown: { external_id: uuid(row.Peer), full_name: row.Peer, risk_assessment: 'low' } },
    modification: { external_id: uuid(row.Ref, row.Amount), amount: Number(row.Amount), currency: row.Cur, created_at: row.Date + 'T00:00:00' },
    additional_fields: { account: row.Acct },
  }) + '\\n';
  if (lines.length > 1 << 20) flush();
}
function flush() { writeSync(out, lines); lines = ''; }`;

/** @param reads calls `add` with each row of `path` */
const plainProgram = (imports: string, reads: string) => (path: string, out: string) =>
  `
import { createHash } from 'node:crypto';
import { createReadStream, openSync, writeSync } from 'node:fs';
${imports}
const path = ${JSON.stringify(path)};
const out = openSync(${JSON.stringify(out)}, 'w');
${plainLines}
${reads}
flush();`;

const duckDb = (from: (path: string) => string): Peer => ({
  name: 'DuckDB',
  fetched: '@duckdb/node-api@1.5.6-r.1',
  program: (path, out) => `
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '250MB' })).connect();
await connection.run(\`COPY (SELECT * FROM ${from(path)}) TO '${out}' (FORMAT json)\`);`,
});

const csvParse = "import { parse } from 'csv-parse';";
const csvLoop = 'for await (const row of source.pipe(parse({ delimiter: ";", columns: true }))) add(row);';

export const exportKinds: Readonly<Record<string, ExportKind>> = {
  wide: {
    write: (folder, bytes) => {
      const path = join(folder, 'wide.csv');
      writeExport(path, bytes);
      return path;
    },
    template: benchTemplate,
    peer: duckDb((path) => `read_csv('${path}', delim = ';', header = true, all_varchar = true)`),
  },
  narrow: {
    write: (folder, bytes) =>
      written(
        join(folder, 'narrow.csv'),
        textOf(bytes, 60, `${columns.join(';')}\n`, (cells) => `${cells.join(';')}\n`),
      ),
    template: narrowTemplate,
    peer: { name: 'csv-parse', program: plainProgram(csvParse, `const source = createReadStream(path);\n${csvLoop}`) },
  },
  quoted: {
    write: (folder, bytes) => {
      const line = (cells: string[]) => `"${cells.join('";"')} ""&"" Co"\r\n`;
      return written(join(folder, 'quoted.csv'), textOf(bytes, 86, `"${columns.join('";"')}"\r\n`, line));
    },
    template: narrowTemplate,
    peer: { name: 'csv-parse', program: plainProgram(csvParse, `const source = createReadStream(path);\n${csvLoop}`) },
  },
  zip: {
    write: async (folder, bytes) => {
      const line = (cells: string[]) => `${cells.join(';')}\n`;
      const path = await written(join(folder, 'packed.csv'), textOf(bytes, 60, `${columns.join(';')}\n`, line));
      const zip = new ZipFile();
      zip.addFile(path, basename(path));
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(`${path}.zip`));
      return `${path}.zip`;
    },
    template: narrowTemplate,
    peer: {
      name: 'yauzl, csv-parse',
      program: plainProgram(
        `${csvParse}\nimport { openPromise } from 'yauzl';`,
        `const zip = await openPromise(path);
for await (const entry of zip.eachEntry()) { const source = await zip.openReadStreamPromise(entry); ${csvLoop} }`,
      ),
    },
  },
  xlsx: {
    write: async (folder, bytes) => {
      const path = join(folder, 'book.xlsx');
      let row = 0;
      const rowOf = (cells: string[]) => {
        row += 1;
        const inside = cells.map(
          (cell, at) => `<c r="${'ABCDEFGH'[at]}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`,
        );
        return `<row r="${row}">${inside.join('')}</row>`;
      };
      const zip = new ZipFile();
      for (const [name, part] of Object.entries(partsAround([...textOf(bytes, 450, rowOf(columns), rowOf)].join(''))))
        zip.addBuffer(Buffer.from(part), name);
      zip.end();
      await pipeline(zip.outputStream, createWriteStream(path));
      return path;
    },
    template: reading('xlsx'),
    peer: {
      name: 'exceljs, streamed',
      fetched: 'exceljs@4.4.0',
      program: plainProgram(
        "import exceljs from 'exceljs';",
        `let names;
for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(path, { sharedStrings: 'cache' })) {
  for await (const { values } of sheet) {
    if (names === undefined) names = values; else add(Object.fromEntries(names.flatMap((name, at) => [[name, String(values[at])]])));
  }
}`,
      ),
    },
  },
  xml: {
    write: (folder, bytes) => {
      const line = (cells: string[]) =>
        `<Entry>${cells.map((cell, at) => `<${columns[at]}>${cell}</${columns[at]}>`).join('')}</Entry>\n`;
      return written(join(folder, 'entries.xml'), textOf(bytes, 150, '<Document>\n', line, '</Document>\n'));
    },
    template: reading('xml'),
    peer: {
      name: 'saxes',
      program: plainProgram(
        "import { SaxesParser } from 'saxes';",
        `const parser = new SaxesParser();
let row = {}, text = '';
parser.on('opentag', ({ name }) => { text = ''; if (name === 'Entry') row = {}; });
parser.on('text', (more) => { text += more; });
parser.on('closetag', ({ name }) => { if (name === 'Entry') add(row); else row[name] = text; });
for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) parser.write(chunk);`,
      ),
    },
  },
  parquet: {
    write: (folder, bytes) => {
      const path = join(folder, 'rows.parquet');
      const rows = [...narrowRows(Math.ceil(bytes / 60))];
      const columnData = columns.map((name, at) => ({
        name,
        data: rows.map((cells) => cells[at] ?? ''),
        type: 'STRING' as const,
      }));
      parquetWriteFile({ filename: path, columnData });
      return path;
    },
    template: reading('parquet'),
    peer: {
      name: 'hyparquet',
      program: plainProgram(
        "import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';\nimport { compressors } from 'hyparquet-compressors';",
        'for (const row of await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors })) add(row);',
      ),
    },
  },
};

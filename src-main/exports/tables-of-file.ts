/** @file The tables in a file of which it is known what it is, by the reader of its format. */

import { Buffer } from 'node:buffer';
import { basename } from 'node:path';
import { assertNever } from '../../src-shared/errors.ts';
import { isTextFormat, type TextFormat } from '../../src-shared/formats.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Encoding, Format } from '../../src-shared/template-shapes.ts';
import type { Content, ReadCount } from './content.ts';
import { delimitedTable } from './delimited/delimited-table.ts';
import { namedEncoding } from './encoding/encoding-names.ts';
import { encodingOf, type KnownEncoding, utf8Bytes } from './encoding/utf8-bytes.ts';
import type { FileFacts, Known } from './export-facts.ts';
import { assertExport, contentOnDisk, type ExportFile } from './export-files.ts';
import { fixedWidthTable } from './fixed-width/fixed-width-table.ts';
import { namedFormat } from './format-names.ts';
import { jsonTable } from './json/json-table.ts';
import { REFUSED } from './output-folder.ts';
import { parquetTable } from './parquet/parquet-table.ts';
import { iso20022Table } from './payments/iso20022/iso20022-table.ts';
import { swiftTypeOf } from './payments/swift/message-kinds.ts';
import { swiftTable } from './payments/swift/swift-table.ts';
import { given, type ReadingHints } from './reading-hints.ts';
import type { Recognition } from './recognise.ts';
import type { ReadingProgress, Table } from './rows.ts';
import { type SourceInOrder, unreadable } from './structured-source.ts';
import type { WorkArea } from './work-area.ts';
import { xlsxTables } from './xlsx/xlsx-tables.ts';
import { xmlTable } from './xml/xml-table.ts';

export interface FileTable {
  table: Table;
  facts: FileFacts;
  progress(): ReadingProgress;
}

/** Rejects with AppError `file.*`, and the signal's reason. */
export async function tablesOfFile(
  file: ExportFile,
  asked: ReadingHints,
  workArea: WorkArea,
  signal: AbortSignal,
): Promise<FileTable[]> {
  const hints = hintsFor(file, asked);
  const format = formatOf(file, hints);
  switch (format.value) {
    case 'delimited':
    case 'fixed-width':
    case 'json':
    case 'xml':
    case 'iso20022':
    case 'swift':
      return [await textTable(file, { ...format, value: format.value }, hints, signal)];
    case 'xlsx': {
      const source = await onDisk(file.content, workArea, signal);
      const reading = { format: format.value, ...given({ sheets: hints.sheets, headerRow: hints.headerRow }) };
      const { tables, sheets, notes } = await xlsxTables({ ...source, workFolder: workArea.folder }, reading, signal);
      const facts = { ...factsOf(file.content, format, notes), sheets };
      return tables.map((table) => withoutCount(table, facts, file.content));
    }
    case 'parquet': {
      const table = await parquetTable(await onDisk(file.content, workArea, signal), signal);
      return [withoutCount(table, factsOf(file.content, format), file.content)];
    }
    default:
      return assertNever(format.value);
  }
}

const REFUSED_ROWS = new RegExp(`^${REFUSED}\\b.*\\.(?:csv|jsonl)$`, 'i');

/**
 * The rows that were refused are prepared again by the same template, once they are corrected; but where the export was no
 * text, or had its rows in a list, they are not written as they came.
 */
function hintsFor({ content, recognition }: ExportFile, hints: ReadingHints): ReadingHints {
  if (!REFUSED_ROWS.test(basename(content.shownPath))) return hints;
  switch (hints.format) {
    case 'xlsx':
    case 'parquet':
    case 'xml':
    case 'iso20022':
    case 'swift': {
      const isAsCame = recognition.kind === 'format' && recognition.format === hints.format;
      return isAsCame ? hints : { format: 'delimited', headerRow: 1 };
    }
    case 'json':
      return { ...hints, list: undefined };
    case 'delimited':
    case 'fixed-width':
    case undefined:
      return hints;
    default:
      return assertNever(hints.format);
  }
}

/** What was asked for, if the content can be that. @throws AppError file.export-unreadable */
function formatOf(file: ExportFile, { format }: ReadingHints): Known<Format> {
  const { recognition, content } = file;
  const found = recognition.kind === 'format' ? recognition.format : undefined;
  // Both kinds of payment messages have the same columns: a template of one reads the other.
  if (isPaymentFormat(format) && isPaymentFormat(found)) return { value: found, how: 'detected' };
  if (format !== undefined && isTextFormat(format) && !isPaymentFormat(format) && mayBeText(recognition))
    return { value: format, how: 'asked-for' };
  assertExport(file);
  if (recognition.kind !== 'format') throw new Error('What is packed is unpacked before.');
  if (format === undefined || format === recognition.format) {
    return { value: recognition.format, how: format === undefined ? 'detected' : 'asked-for' };
  }
  throw unreadable(
    content.shownPath,
    fact('It is {is}, and not {asked}, as was asked for.', {
      is: namedFormat(recognition.format),
      asked: namedFormat(format),
    }),
    {
      remedy: fact('Choose another file, or another format or template.'),
    },
  );
}

function isPaymentFormat(format: Format | undefined): format is 'iso20022' | 'swift' {
  return format === 'iso20022' || format === 'swift';
}

/** Whether a person may know better. */
function mayBeText(recognition: Recognition): boolean {
  if (recognition.kind === 'format') return isTextFormat(recognition.format);
  return recognition.kind === 'foreign' && recognition.isUncertain === true;
}

async function textTable(
  { content, start }: ExportFile,
  format: Known<TextFormat>,
  hints: ReadingHints,
  signal: AbortSignal,
): Promise<FileTable> {
  const known = await encodingOf(content, start, format.value, hints.encoding, signal);
  const encoding: Known<Encoding> = { value: known.value, how: known.how };
  const startText = Buffer.from(start.bytes).toString('latin1');
  let count: ReadCount = { bytes: 0 };
  const source: SourceInOrder = {
    shownPath: content.shownPath,
    openBytes: (readSignal) => {
      count = { bytes: 0 };
      return utf8Bytes(content, encoding.value, readSignal, count);
    },
  };
  const { table, notes = [], ...found } = await tableOf(source, format.value, encoding.value, hints, signal, startText);
  const facts = { ...factsOf(content, format, [...notesOf(known), ...notes]), encoding, ...found };
  const progress = () => ({ bytes: Math.min(count.bytes, content.diskBytes), totalBytes: content.diskBytes });
  return { table: { ...table, name: content.name }, facts, progress };
}

async function tableOf(
  source: SourceInOrder,
  format: TextFormat,
  encoding: Encoding,
  hints: ReadingHints,
  signal: AbortSignal,
  start: string,
): Promise<{ table: Table; notes?: readonly Said[] } & Pick<FileFacts, 'delimiter' | 'headerRow'>> {
  const { columns, delimiter, element, headerRow, list } = hints;
  switch (format) {
    case 'delimited':
      return await delimitedTable(source, { format, encoding, ...given({ delimiter, headerRow }) }, signal);
    case 'fixed-width':
      if (columns === undefined) {
        throw unreadable(source.shownPath, fact('The widths of its columns are not known.'), {
          remedy: fact('Say how wide the columns are.'),
        });
      }
      return { table: fixedWidthTable(source, { format, encoding, columns, ...given({ headerRow }) }) };
    case 'json':
      return await jsonTable(source, { format, encoding, ...given({ list }) }, signal);
    case 'xml':
      return await xmlTable(source, { format, encoding, ...given({ element }) }, signal);
    case 'iso20022':
      return await iso20022Table(source, { format, encoding }, signal);
    case 'swift':
      return swiftTable(source, { format, encoding }, swiftTypeOf(start) ?? '940');
    default:
      return assertNever(format);
  }
}

function notesOf({ how, value, seems }: KnownEncoding): Fact[] {
  if (seems !== undefined)
    return [
      fact(
        'It is read in {encoding}, as was asked for, but its bytes are those of a text in {seems}. Look at names with umlauts or accents, and choose the encoding.',
        { encoding: namedEncoding(value), seems: namedEncoding(seems) },
      ),
    ];
  return how === 'guessed' ? [fact('The encoding is only the likeliest: look at names with umlauts or accents.')] : [];
}

function factsOf({ name, shownPath, packing }: Content, format: Known<Format>, notes: readonly Said[] = []): FileFacts {
  return { name, shownPath, packing, format, notes };
}

async function onDisk(content: Content, workArea: WorkArea, signal: AbortSignal) {
  const { diskPath, shownPath } = await contentOnDisk(content, workArea, signal);
  return { path: diskPath, shownPath };
}

/** For readers that read the file themselves: nothing is known between its start and its end. */
function withoutCount(table: Table, facts: FileFacts, { name, diskBytes }: Content): FileTable {
  let bytes = 0;
  const names = [name, table.name].filter((part) => part !== '');
  return {
    facts,
    progress: () => ({ bytes, totalBytes: diskBytes }),
    table: {
      ...table,
      name: names.join('/'),
      async *pieces(signal) {
        bytes = 0;
        yield* table.pieces(signal);
        bytes = diskBytes;
      },
    },
  };
}

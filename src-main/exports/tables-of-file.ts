/** @file The tables in a file of which it is known what it is, by the reader of its format. */

import { Buffer } from 'node:buffer';
import { basename } from 'node:path';
import { formatRows, isPaymentFormat, isTextFormat, namedFormat, type TextFormat } from '../../src-shared/formats.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Encoding, Format } from '../../src-shared/template-shapes.ts';
import type { Content, ReadCount } from './content.ts';
import { namedEncoding } from './encoding/encoding-names.ts';
import { encodingOf, type KnownEncoding, utf8Bytes } from './encoding/utf8-bytes.ts';
import type { FileFacts, Known } from './export-facts.ts';
import { assertExport, contentOnDisk, type ExportFile } from './export-files.ts';
import { REFUSED } from './output-folder.ts';
import { diskReaders, textReaders } from './readers.ts';
import type { ReadingHints } from './reading-hints.ts';
import type { Recognition } from './recognise.ts';
import type { ReadingProgress, Table } from './rows.ts';
import { type SourceInOrder, unreadable } from './structured-source.ts';
import type { WorkArea } from './work-area.ts';

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
  if (isTextFormat(format.value)) return [await textTable(file, { ...format, value: format.value }, hints, signal)];
  const source = { ...(await onDisk(file.content, workArea, signal)), workFolder: workArea.folder };
  const { tables, ...found } = await diskReaders[format.value](source, hints, signal);
  const facts = { ...factsOf(file.content, format), ...found };
  return tables.map((table) => withoutCount(table, facts, file.content));
}

const REFUSED_ROWS = new RegExp(`^${REFUSED}\\b.*\\.(?:csv|jsonl)$`, 'i');

/**
 * The rows that were refused are prepared again by the same template, once they are corrected; but where the export was no
 * text, or had its rows in a list, they are not written as they came.
 */
function hintsFor({ content, recognition }: ExportFile, hints: ReadingHints): ReadingHints {
  if (!REFUSED_ROWS.test(basename(content.name || (content.diskPath ?? '')))) return hints;
  if (hints.format === undefined) return hints;
  if (formatRows[hints.format].keepsRefusedRows === true) return { ...hints, list: undefined };
  const isAsCame = recognition.kind === 'format' && recognition.format === hints.format;
  return isAsCame ? hints : { format: 'delimited', headerRow: 1 };
}

/** What was asked for, if the content can be that. @throws AppError file.export-unreadable */
function formatOf(file: ExportFile, { format }: ReadingHints): Known<Format> {
  const { recognition, content } = file;
  const found = recognition.kind === 'format' ? recognition.format : undefined;
  // Both kinds of payment messages have the same columns: a template of one reads the other.
  const isPayment = format !== undefined && isPaymentFormat(format);
  if (isPayment && found !== undefined && isPaymentFormat(found)) return { value: found, how: 'detected' };
  if (format !== undefined && isTextFormat(format) && !isPayment && mayBeText(recognition))
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
  const {
    table,
    notes = [],
    ...found
  } = await textReaders[format.value](source, { ...hints, encoding: encoding.value }, signal, startText);
  const facts = { ...factsOf(content, format, [...notesOf(known), ...notes]), encoding, ...found };
  const progress = () => ({ bytes: Math.min(count.bytes, content.diskBytes), totalBytes: content.diskBytes });
  return { table: { ...table, name: content.name }, facts, progress };
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

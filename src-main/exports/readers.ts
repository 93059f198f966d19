/** @file The reader of each format: it asks of the hints what its format takes, and is given the source as it needs it. */

import type { TextFormat } from '../../src-shared/formats.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Encoding, Format } from '../../src-shared/template-shapes.ts';
import { delimitedTable } from './delimited/delimited-table.ts';
import type { FileFacts } from './export-facts.ts';
import { fixedWidthTable } from './fixed-width/fixed-width-table.ts';
import { jsonTable } from './json/json-table.ts';
import { parquetTable } from './parquet/parquet-table.ts';
import { iso20022Table } from './payments/iso20022/iso20022-table.ts';
import { swiftTypeOf } from './payments/swift/message-kinds.ts';
import { swiftTable } from './payments/swift/swift-table.ts';
import { given, type ReadingHints } from './reading-hints.ts';
import type { Table } from './rows.ts';
import { type SourceInOrder, type SourceOnDisk, unreadable } from './structured-source.ts';
import { xlsxTables } from './xlsx/xlsx-tables.ts';
import { xmlTable } from './xml/xml-table.ts';

/** @param start the beginning of the file in Latin-1 */
type TextReader = (
  source: SourceInOrder,
  hints: ReadingHints & { encoding: Encoding },
  signal: AbortSignal,
  start: string,
) => Promise<{ table: Table; notes?: readonly Said[] } & Pick<FileFacts, 'delimiter' | 'headerRow'>>;

export const textReaders: Readonly<Record<TextFormat, TextReader>> = {
  delimited: async (source, { encoding, delimiter, headerRow }, signal) =>
    await delimitedTable(source, { format: 'delimited', encoding, ...given({ delimiter, headerRow }) }, signal),
  'fixed-width': async (source, { encoding, columns, headerRow }) => {
    if (columns === undefined) {
      throw unreadable(source.shownPath, fact('The widths of its columns are not known.'), {
        remedy: fact('Say how wide the columns are.'),
      });
    }
    return { table: fixedWidthTable(source, { format: 'fixed-width', encoding, columns, ...given({ headerRow }) }) };
  },
  json: async (source, { encoding, list }, signal) =>
    await jsonTable(source, { format: 'json', encoding, ...given({ list }) }, signal),
  xml: async (source, { encoding, element }, signal) =>
    await xmlTable(source, { format: 'xml', encoding, ...given({ element }) }, signal),
  iso20022: async (source, { encoding }, signal) =>
    await iso20022Table(source, { format: 'iso20022', encoding }, signal),
  swift: async (source, { encoding }, _signal, start) =>
    swiftTable(source, { format: 'swift', encoding }, swiftTypeOf(start) ?? '940'),
};

type DiskReader = (
  source: SourceOnDisk & { workFolder: string },
  hints: ReadingHints,
  signal: AbortSignal,
) => Promise<{ tables: readonly Table[] } & Partial<Pick<FileFacts, 'sheets' | 'notes'>>>;

export const diskReaders: Readonly<Record<Exclude<Format, TextFormat>, DiskReader>> = {
  xlsx: async (source, { sheets, headerRow }, signal) =>
    await xlsxTables(source, { format: 'xlsx', ...given({ sheets, headerRow }) }, signal),
  parquet: async (source, _hints, signal) => ({ tables: [await parquetTable(source, signal)] }),
};

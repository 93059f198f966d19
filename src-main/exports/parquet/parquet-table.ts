/** @file A Parquet file as a table. */

import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type FileMetaData, parquetMetadataAsync, parquetSchema, type RowGroup } from 'hyparquet';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { isFileSystemError, toFileError } from '../../ground/files/file-errors.ts';
import { assertColumns, most } from '../bounds.ts';
import { distinctColumnNames } from '../column-names.ts';
import { RowCollector } from '../row-collector.ts';
import type { Piece, Table } from '../rows.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';
import { ColumnReader, type Entry, type FileBytes, PageMemory } from './column-reader.ts';
import { jsonOf } from './nested-json.ts';
import { ParquetProblem } from './parquet-problem.ts';
import { type Leaf, type SchemaColumn, schemaColumns } from './schema-columns.ts';

const WINDOWS_IN_ALL = 16 * 1024 * 1024;
const LARGEST_WINDOW = 256 * 1024;
const ROWS_AT_ONCE = 500;
const COUNTS_DIFFER = fact('The description at its end gives different numbers of rows, so rows may be missing.');
const EXPORT_READABLE = fact('Export it again without encryption, as one Parquet file.');

interface Opened {
  metadata: FileMetaData;
  columns: SchemaColumn[];
}

/**
 * Opens a Parquet file, whose rows count from 1. Structs become columns by dotted path, lists and maps are JSON, times
 * are as ISO 8601 writes them. Rejects with AppError `file.*`, among them `file.export-unreadable`, and with the
 * signal's reason.
 */
export async function parquetTable(source: SourceOnDisk, signal: AbortSignal): Promise<Table> {
  signal.throwIfAborted();
  const opened = await withFile(source, async (file) => await readMetadata(file));
  assertColumns(opened.columns.length, source.shownPath);
  const columns = distinctColumnNames(opened.columns.map(({ name }) => name));
  return {
    name: '',
    columns,
    reading: { format: 'parquet' },
    pieces: (ofReading) => parquetPieces(source, opened, ofReading),
  };
}

async function* parquetPieces(source: SourceOnDisk, opened: Opened, signal: AbortSignal): AsyncGenerator<Piece> {
  const handle = await openFile(source);
  try {
    const file = await bytesOf(handle);
    const collector = new RowCollector();
    const stored = opened.columns.flatMap((column, place) =>
      column.kind === 'flat' && isNumeric(column.leaf) ? [place] : [],
    );
    let number = 1;
    for (const group of opened.metadata.row_groups) {
      for await (const rows of rowsOfGroup(file, group, opened.columns)) {
        // Reading from the disk's cache and unpacking never wait, so the signal would not be heard.
        await setImmediate();
        signal.throwIfAborted();
        for (const cells of rows) {
          collector.add(stored.length > 0 ? { number, cells, stored } : { number, cells }, lengthOf(cells));
          number += 1;
        }
        yield* collector.takeReady();
      }
    }
    yield* collector.takeRest();
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw explained(source, thrown);
  } finally {
    await handle.close();
  }
}

async function* rowsOfGroup(
  file: FileBytes,
  group: RowGroup,
  columns: readonly SchemaColumn[],
): AsyncGenerator<(string | undefined)[][]> {
  // Some programs write a group without rows, whose columns lie nowhere.
  if (Number(group.num_rows) === 0) return;
  const memory = new PageMemory(most.bytesOfOpenPages);
  const windowBytes = Math.min(LARGEST_WINDOW, Math.floor(WINDOWS_IN_ALL / Math.max(1, group.columns.length)));
  const readerOf = (leaf: Leaf) => {
    const chunk = group.columns[leaf.number];
    if (chunk?.meta_data === undefined) throw new ParquetProblem(fact('A row group does not have all columns.'));
    const { codec } = chunk.meta_data;
    return new ColumnReader(file, chunk, { ...leaf, codec }, { memory, windowBytes });
  };
  const readers = columns.map((column) => (column.kind === 'flat' ? [column.leaf] : column.node.leaves).map(readerOf));
  for (let left = Number(group.num_rows); left > 0; left -= ROWS_AT_ONCE) {
    const count = Math.min(left, ROWS_AT_ONCE);
    const byColumn: (string | undefined)[][] = [];
    for (const [at, column] of columns.entries()) byColumn.push(await cellsOf(column, readers[at] ?? [], count));
    yield Array.from({ length: count }, (_, row) => byColumn.map((cells) => cells[row]));
  }
  for (const reader of readers.flat()) await reader.assertAtEnd();
}

async function cellsOf(
  column: SchemaColumn,
  readers: readonly ColumnReader[],
  count: number,
): Promise<(string | undefined)[]> {
  const [first] = readers;
  if (column.kind === 'flat') return first === undefined ? [] : await first.takeCells(count);
  const entries: Entry[][][] = [];
  for (const reader of readers) entries.push(await reader.takeEntries(count));
  return Array.from({ length: count }, (_, row) =>
    jsonOf(
      column.node,
      entries.map((rows) => rows[row] ?? []),
    ),
  );
}

const isNumeric = ({ storage, valueText }: Leaf): boolean => valueText.quoting === 'bare' && storage.type !== 'BOOLEAN';

function lengthOf(cells: readonly (string | undefined)[]): number {
  let characters = 0;
  for (const cell of cells) characters += cell?.length ?? 0;
  return characters;
}

async function readMetadata(file: FileBytes): Promise<Opened> {
  const end = await file.read(Math.max(0, file.size - 8), file.size);
  const mark = String.fromCharCode(...end.subarray(-4));
  if (mark === 'PARE') throw new ParquetProblem(fact('The Parquet file is encrypted.'), EXPORT_READABLE);
  if (mark !== 'PAR1' || file.size < 12)
    throw new ParquetProblem(fact('It does not end as a Parquet file does; it has probably been cut off.'));
  const length = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (length > most.bytesOfDescription)
    throw new ParquetProblem(fact('The description at its end is larger than 64 MB.'));
  const metadata = await parquetMetadataAsync(
    { byteLength: file.size, slice: async (start, to) => (await file.read(start, to ?? file.size)).slice().buffer },
    { geoparquet: false },
  );
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns);
  if (chunks.some(({ crypto_metadata, meta_data }) => crypto_metadata !== undefined || meta_data === undefined))
    throw new ParquetProblem(fact('Columns of the Parquet file are encrypted.'), EXPORT_READABLE);
  if (chunks.some(({ file_path }) => file_path !== undefined && file_path !== ''))
    throw new ParquetProblem(fact('Its columns lie in other files.'), EXPORT_READABLE);
  const columns = schemaColumns(parquetSchema(metadata));
  assertCounts(metadata, columns);
  return { metadata, columns };
}

/** The description counts the rows in several places: in all, in a row group, and the values of a column that has one in each row. */
function assertCounts({ num_rows: all, row_groups: groups }: FileMetaData, columns: readonly SchemaColumn[]): void {
  if (groups.reduce((sum, group) => sum + group.num_rows, 0n) !== all) throw new ParquetProblem(COUNTS_DIFFER);
  for (const group of groups)
    for (const column of columns) {
      if (column.kind !== 'flat') continue;
      const values = group.columns[column.leaf.number]?.meta_data?.num_values;
      if (values !== undefined && values !== group.num_rows) throw new ParquetProblem(COUNTS_DIFFER);
    }
}

async function withFile<Result>(source: SourceOnDisk, use: (file: FileBytes) => Promise<Result>): Promise<Result> {
  const handle = await openFile(source);
  try {
    return await use(await bytesOf(handle));
  } catch (thrown) {
    throw explained(source, thrown);
  } finally {
    await handle.close();
  }
}

async function openFile(source: SourceOnDisk): Promise<FileHandle> {
  try {
    return await open(source.path, 'r');
  } catch (thrown) {
    throw toFileError(thrown, source.path);
  }
}

async function bytesOf(handle: FileHandle): Promise<FileBytes> {
  const { size } = await handle.stat();
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new ParquetProblem(fact('It has become shorter while it was read.'));
        filled += bytesRead;
      }
      return bytes;
    },
  };
}

function explained(source: SourceOnDisk, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ParquetProblem) {
    const { said, remedy } = thrown;
    return unreadable(source.shownPath, said, remedy === undefined ? { cause: thrown } : { remedy, cause: thrown });
  }
  if (isFileSystemError(thrown)) return toFileError(thrown, source.path);
  // What the library throws for bytes that make no sense.
  return unreadable(source.shownPath, fact('It is damaged, or no Parquet file.'), { cause: thrown });
}

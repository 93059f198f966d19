/** @file Takes a page of a Parquet column apart: levels, which say where values are missing or repeat, and values. Pure. */

import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { CompressionCodec, PageHeader } from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressSnappy } from 'hyparquet-compressors';
import { fact } from '../../../src-shared/languages/fact.ts';
import { readPackedIntegers } from './packed-integers.ts';
import { type Dictionary, type PageValues, pageValues, type Storage } from './page-values.ts';
import { ParquetProblem } from './parquet-problem.ts';
import type { ValueText } from './value-text.ts';

const LENGTH_BYTES = 4;

export interface DataPage {
  count: number;
  /** By value; undefined where all are 0. */
  repetition: Uint8Array | undefined;
  /** By value; undefined where all are there. */
  definition: Uint8Array | undefined;
  values: PageValues;
  /** Bytes that it holds, about. */
  bytes: number;
}

export interface ColumnStorage {
  codec: CompressionCodec;
  storage: Storage;
  valueText: ValueText;
  maxDefinition: number;
  maxRepetition: number;
}

/** Throws ParquetProblem, or what a damaged page makes of reading it. */
export function dataPage(
  header: PageHeader,
  compressed: Uint8Array,
  column: ColumnStorage,
  dictionary: Dictionary | undefined,
): DataPage {
  if (header.data_page_header_v2 !== undefined) return secondVersion(header, compressed, column, dictionary);
  const { data_page_header: described } = header;
  if (described === undefined) throw new ParquetProblem(fact('A page of a column does not say what it is.'));
  const page = unpacked(compressed, header.uncompressed_page_size, column.codec);
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  const count = described.num_values;
  const levels = (most: number, encoding: string): Uint8Array | undefined => {
    if (most === 0) return undefined;
    if (encoding === 'BIT_PACKED')
      throw new ParquetProblem(fact('It is encoded in a way that Tranship does not read ({encoding}).', { encoding }));
    const found = new Uint8Array(count);
    const start = at + LENGTH_BYTES;
    at = start + view.getUint32(at, true);
    readPackedIntegers(page.subarray(start, at), bitWidth(most), found);
    return found;
  };
  const repetition = levels(column.maxRepetition, described.repetition_level_encoding);
  const definition = levels(column.maxDefinition, described.definition_level_encoding);
  return finished(page, page.subarray(at), described.encoding, { count, repetition, definition }, column, dictionary);
}

function secondVersion(
  header: PageHeader,
  compressed: Uint8Array,
  column: ColumnStorage,
  dictionary: Dictionary | undefined,
): DataPage {
  const described = header.data_page_header_v2;
  if (described === undefined) throw new ParquetProblem(fact('A page of a column does not say what it is.'));
  const repetitionBytes = described.repetition_levels_byte_length;
  const levelBytes = repetitionBytes + described.definition_levels_byte_length;
  const count = described.num_values;
  const levels = (most: number, offset: number, bytes: number): Uint8Array | undefined => {
    if (most === 0) return undefined;
    const found = new Uint8Array(count);
    if (bytes > 0) readPackedIntegers(compressed.subarray(offset, offset + bytes), bitWidth(most), found);
    return found;
  };
  const repetition = levels(column.maxRepetition, 0, repetitionBytes);
  const definition = levels(column.maxDefinition, repetitionBytes, described.definition_levels_byte_length);
  const packed = compressed.subarray(levelBytes);
  const isPacked = described.is_compressed !== false && packed.length > 0;
  const page = isPacked ? unpacked(packed, header.uncompressed_page_size - levelBytes, column.codec) : packed;
  return finished(page, page, described.encoding, { count, repetition, definition }, column, dictionary);
}

function finished(
  page: Uint8Array,
  values: Uint8Array,
  encoding: Parameters<typeof pageValues>[1],
  { count, repetition, definition }: Pick<DataPage, 'count' | 'repetition' | 'definition'>,
  { storage, valueText, maxDefinition }: ColumnStorage,
  dictionary: Dictionary | undefined,
): DataPage {
  const present = definition === undefined ? count : countOf(definition, maxDefinition);
  return {
    count,
    repetition,
    definition: present === count ? undefined : definition,
    values: pageValues(values, encoding, present, { storage, valueText, dictionary }),
    bytes: page.length + count * (repetition === undefined ? 5 : 6),
  };
}

/** Throws for a page whose size is another one than it says. */
export function unpacked(bytes: Uint8Array, size: number, codec: CompressionCodec): Uint8Array {
  const page = decompressed(bytes, size, codec);
  if (page.length !== size)
    throw new ParquetProblem(fact('A page of a column is damaged: it unpacks to another size than it says.'));
  return page;
}

function decompressed(bytes: Uint8Array, size: number, codec: CompressionCodec): Uint8Array {
  // Nothing may unpack to more than it says.
  const maxOutputLength = Math.max(size, 1);
  // A column in which no row of a page has a value: some libraries do not read what programs write of nothing.
  if (size === 0 && codec !== 'UNCOMPRESSED') return new Uint8Array();
  switch (codec) {
    case 'UNCOMPRESSED':
      return bytes;
    case 'SNAPPY':
      return decompressSnappy(bytes, size);
    case 'GZIP':
      return gunzipSync(bytes, { maxOutputLength });
    case 'BROTLI':
      return brotliDecompressSync(bytes, { maxOutputLength });
    case 'ZSTD':
      return zstdDecompressSync(bytes, { maxOutputLength });
    case 'LZ4':
      return decompressLz4(bytes, size);
    case 'LZ4_RAW':
      return decompressLz4Raw(bytes, size);
    case 'LZO':
      throw new ParquetProblem(
        fact('It is compressed in a way that Tranship does not read (LZO).'),
        fact('Export it with another compression, such as Snappy or zstd.'),
      );
  }
}

function countOf(levels: Uint8Array, level: number): number {
  let count = 0;
  for (const each of levels) if (each === level) count += 1;
  return count;
}

function bitWidth(most: number): number {
  return 32 - Math.clz32(most);
}

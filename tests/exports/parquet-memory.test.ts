import { expect, test } from 'vitest';
import { PageMemory } from '../../src-main/exports/parquet/column-reader.ts';
import { dataPage, unpacked } from '../../src-main/exports/parquet/data-page.ts';
import { ParquetProblem } from '../../src-main/exports/parquet/parquet-problem.ts';

test('pages that take more than the memory is for are refused in words', () => {
  const memory = new PageMemory(100 * 1024 * 1024);
  memory.take(60 * 1024 * 1024);
  memory.give(10 * 1024 * 1024);
  memory.take(50 * 1024 * 1024);
  expect(() => memory.take(1)).toThrow(/row groups are too large to be read within 100 MB of memory/);
});

test('a page that unpacks to another size than it says is refused', () => {
  expect(() => unpacked(new Uint8Array(7), 8, 'UNCOMPRESSED')).toThrow(ParquetProblem);
});

test('a page in an encoding or a compression that is not read is refused in words', () => {
  const column = {
    codec: 'LZO',
    storage: { type: 'INT32', length: undefined },
    valueText: { quoting: 'bare', textOf: String },
    maxDefinition: 0,
    maxRepetition: 0,
  } as const;
  const described = {
    num_values: 1,
    encoding: 'PLAIN',
    definition_level_encoding: 'RLE',
    repetition_level_encoding: 'RLE',
  } as const;
  const header = {
    type: 'DATA_PAGE',
    uncompressed_page_size: 4,
    compressed_page_size: 4,
    data_page_header: described,
  } as const;
  expect(() => dataPage(header, new Uint8Array(4), column, undefined)).toThrow(/LZO/);
  const levels = { ...header, data_page_header: { ...described, definition_level_encoding: 'BIT_PACKED' } } as const;
  expect(() =>
    dataPage(levels, new Uint8Array(4), { ...column, codec: 'UNCOMPRESSED', maxDefinition: 1 }, undefined),
  ).toThrow(/BIT_PACKED/);
  const dictionary = { ...header, data_page_header: { ...described, encoding: 'RLE_DICTIONARY' } } as const;
  expect(() => dataPage(dictionary, new Uint8Array(4), { ...column, codec: 'UNCOMPRESSED' }, undefined)).toThrow(
    /dictionary of a column is missing/,
  );
});

/** @file Reads a column of a row group, page after page, so that only one page of it is in memory. */

import type { ColumnChunk, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { fact } from '../../../src-shared/languages/fact.ts';
import { most } from '../bounds.ts';
import { type ColumnStorage, type DataPage, dataPage, unpacked } from './data-page.ts';
import { Dictionary } from './page-values.ts';
import { ParquetProblem } from './parquet-problem.ts';

/** Bytes of the file by position. */
export interface FileBytes {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What the open pages of all columns take together. */
export class PageMemory {
  #bytes = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#most) return;
    throw new ParquetProblem(
      fact(
        'Its row groups are too large to be read within {megabytes} MB of memory: the pages of its columns that belong together take more.',
        { megabytes: Math.round(this.#most / 1024 / 1024) },
      ),
      fact('Export it with smaller row groups (such as 100,000 rows) or smaller pages (such as 1 MB).'),
    );
  }

  give(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** One value of a column within lists, or what says that there is none. */
export interface Entry {
  repetition: number;
  definition: number;
  /** undefined where the definition level is below the highest. */
  text: string | undefined;
}

export class ColumnReader {
  readonly #file: FileBytes;
  readonly #column: ColumnStorage;
  readonly #memory: PageMemory;
  readonly #windowBytes: number;
  /** Where the next page begins, and where the column ends. */
  #at: number;
  readonly #end: number;
  /** Bytes of the file that were read ahead. */
  #window: Uint8Array<ArrayBuffer> = new Uint8Array();
  #windowStart = 0;
  #dictionary: Dictionary | undefined;
  #page: DataPage | undefined;
  /** The next value of the page. */
  #index = 0;

  constructor(
    file: FileBytes,
    chunk: ColumnChunk,
    column: ColumnStorage,
    { memory, windowBytes }: { memory: PageMemory; windowBytes: number },
  ) {
    this.#file = file;
    this.#column = column;
    this.#memory = memory;
    this.#windowBytes = windowBytes;
    const [start, end] = rangeOf(chunk, file.size);
    this.#at = start;
    this.#end = end;
  }

  /** The next `count` values, each of which is a row; undefined for one that is missing. */
  async takeCells(count: number): Promise<(string | undefined)[]> {
    const cells = new Array<string | undefined>(count).fill(undefined);
    for (let filled = 0; filled < count; ) {
      const page = await this.#pageWithMore();
      const { definition, values } = page;
      const most = this.#column.maxDefinition;
      const take = Math.min(count - filled, page.count - this.#index);
      for (let taken = 0; taken < take; taken++) {
        if (definition === undefined || definition[this.#index + taken] === most) cells[filled + taken] = values.next();
      }
      this.#index += take;
      filled += take;
    }
    return cells;
  }

  /** The entries of the next `count` rows, which lists may give several. */
  async takeEntries(count: number): Promise<Entry[][]> {
    const rows: Entry[][] = [];
    for (;;) {
      const page = await this.#pageIfMore();
      if (page === undefined) break;
      const { definition, repetition, values } = page;
      const most = this.#column.maxDefinition;
      for (; this.#index < page.count; this.#index++) {
        const level = repetition?.[this.#index] ?? 0;
        if (level === 0) {
          if (rows.length === count) return rows;
          rows.push([]);
        }
        const defined = definition?.[this.#index] ?? most;
        const text = defined === most ? values.next() : undefined;
        rows.at(-1)?.push({ repetition: level, definition: defined, text });
      }
    }
    if (rows.length < count) throw tooFewRows();
    return rows;
  }

  /** Throws ParquetProblem where values are left that no row has had. */
  async assertAtEnd(): Promise<void> {
    if ((await this.#pageIfMore()) === undefined) return;
    throw new ParquetProblem(fact('A column has more values than the table has rows, so rows may be missing.'));
  }

  close(): void {
    if (this.#page !== undefined) this.#memory.give(this.#page.bytes);
    if (this.#dictionary !== undefined) this.#memory.give(this.#dictionary.bytes);
    this.#page = undefined;
    this.#dictionary = undefined;
  }

  async #pageWithMore(): Promise<DataPage> {
    const page = await this.#pageIfMore();
    if (page === undefined) throw tooFewRows();
    return page;
  }

  /** The page with the next value; undefined behind the last. */
  async #pageIfMore(): Promise<DataPage | undefined> {
    while (this.#page === undefined || this.#index >= this.#page.count) {
      if (this.#page !== undefined) this.#memory.give(this.#page.bytes);
      this.#page = undefined;
      if (this.#at >= this.#end) return undefined;
      await this.#readPage();
    }
    return this.#page;
  }

  async #readPage(): Promise<void> {
    const { header, bytes: headerBytes } = await this.#readHeader();
    const start = this.#at + headerBytes;
    const end = start + header.compressed_page_size;
    if (header.compressed_page_size < 0 || end > this.#end)
      throw new ParquetProblem(fact('A page of a column reaches beyond its end.'));
    const count = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
    if (header.uncompressed_page_size < 0 || count < 0 || count > most.valuesOfPage)
      throw new ParquetProblem(fact('A page of a column has no possible size.'));
    // Taken before it is unpacked: a small page may unpack to anything.
    const announced = header.uncompressed_page_size + count;
    this.#memory.take(announced);
    const compressed = await this.#bytes(start, end);
    this.#at = end;
    switch (header.type) {
      case 'DICTIONARY_PAGE':
        this.#dictionary = this.#dictionaryOf(header, compressed);
        this.#memory.take(this.#dictionary.bytes);
        break;
      case 'DATA_PAGE':
      case 'DATA_PAGE_V2':
        this.#page = dataPage(header, compressed, this.#column, this.#dictionary);
        this.#index = 0;
        this.#memory.take(this.#page.bytes);
        break;
      case 'INDEX_PAGE':
        break;
    }
    this.#memory.give(announced);
  }

  #dictionaryOf(header: PageHeader, compressed: Uint8Array): Dictionary {
    const { codec, storage, valueText } = this.#column;
    const page = unpacked(compressed, header.uncompressed_page_size, codec);
    return new Dictionary(page, header.dictionary_page_header?.num_values ?? 0, storage, valueText);
  }

  /** The header has no length, so it is read from ever more bytes until it is whole. */
  async #readHeader(): Promise<{ header: PageHeader; bytes: number }> {
    for (let bytes = 256; ; bytes *= 8) {
      const end = Math.min(this.#end, this.#at + bytes);
      const part = await this.#bytes(this.#at, end);
      const reader = { view: new DataView(part.buffer, part.byteOffset, part.byteLength), offset: 0 };
      try {
        const header = parquetHeader(reader);
        return { header, bytes: reader.offset };
      } catch (thrown) {
        if (end === this.#end || bytes >= most.bytesOfPageHeader) throw thrown;
      }
    }
  }

  async #bytes(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    const from = start - this.#windowStart;
    if (from >= 0 && end - this.#windowStart <= this.#window.length)
      return this.#window.subarray(from, end - this.#windowStart);
    if (end - start > this.#windowBytes) return await this.#file.read(start, end);
    this.#window = await this.#file.read(start, Math.min(this.#end, start + this.#windowBytes));
    this.#windowStart = start;
    return this.#window.subarray(0, end - start);
  }
}

/** The first byte of a column and the first behind it. */
function rangeOf({ meta_data: described }: ColumnChunk, size: number): [number, number] {
  if (described === undefined) throw new ParquetProblem(fact('A column does not say where it is.'));
  const data = Number(described.data_page_offset);
  const dictionary = Number(described.dictionary_page_offset ?? 0);
  // Some programs write 0 where there is no dictionary.
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  const end = start + Number(described.total_compressed_size);
  if (!(start >= 4 && end >= start && end <= size))
    throw new ParquetProblem(fact('A column reaches beyond the end of the file.'));
  return [start, end];
}

function tooFewRows(): ParquetProblem {
  return new ParquetProblem(fact('A column has fewer values than the table has rows.'));
}

/** @file The values of one page of a Parquet column, taken one after the other. Pure. */

import type { Encoding, ParquetType } from 'hyparquet';
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { fact } from '../../../src-shared/languages/fact.ts';
import { readPackedIntegers } from './packed-integers.ts';
import { ParquetProblem } from './parquet-problem.ts';
import type { RawValue, ValueText } from './value-text.ts';

/** Gives the text of each value, in order. */
export interface PageValues {
  next(): string;
}

/** How values are stored, before their meaning. */
export interface Storage {
  type: ParquetType;
  /** Of FIXED_LEN_BYTE_ARRAY. */
  length: number | undefined;
}

const LENGTH_BYTES = 4;
/** Texts for at most so many different values are kept once they are made. */
const MOST_KEPT = 1 << 16;

/** The values of a dictionary page, by number. */
export class Dictionary {
  readonly #valueAt: (index: number) => RawValue | undefined;
  readonly #texts: (string | undefined)[] | undefined;
  readonly #valueText: ValueText;
  /** Bytes that it holds, about. */
  readonly bytes: number;

  constructor(page: Uint8Array, count: number, storage: Storage, valueText: ValueText) {
    if (storage.type === 'BYTE_ARRAY') {
      this.#valueAt = byteArrayAt(page, count);
    } else {
      const values = plainValues(page, count, storage);
      this.#valueAt = (index) => values[index];
    }
    this.#texts = count <= MOST_KEPT ? new Array<string | undefined>(count) : undefined;
    this.#valueText = valueText;
    this.bytes = page.length + count * 8;
  }

  textAt(index: number): string {
    const kept = this.#texts?.[index];
    if (kept !== undefined) return kept;
    const value = this.#valueAt(index);
    if (value === undefined) throw new ParquetProblem(fact('A value is not in the dictionary of its column.'));
    const text = this.#valueText.textOf(value);
    if (this.#texts !== undefined) this.#texts[index] = text;
    return text;
  }
}

/** The values of a data page, which begin with the first byte. */
export function pageValues(
  page: Uint8Array,
  encoding: Encoding,
  count: number,
  { storage, valueText, dictionary }: { storage: Storage; valueText: ValueText; dictionary: Dictionary | undefined },
): PageValues {
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 };
  switch (encoding) {
    case 'PLAIN':
      return storage.type === 'BYTE_ARRAY'
        ? new PlainByteArrays(page, valueText)
        : new DecodedValues(plainValues(page, count, storage), valueText);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (dictionary === undefined) throw new ParquetProblem(fact('The dictionary of a column is missing.'));
      const indices = new Uint32Array(count);
      const width = page[0] ?? 0;
      if (width > 0) readPackedIntegers(page.subarray(1), width, indices);
      return new DictionaryValues(indices, dictionary);
    }
    case 'RLE': {
      if (storage.type !== 'BOOLEAN') throw unknownEncoding(encoding);
      const bits = new Uint8Array(count);
      // The length of what follows comes first.
      readPackedIntegers(page.subarray(LENGTH_BYTES), 1, bits);
      return new DecodedValues(
        Array.from(bits, (bit) => bit === 1),
        valueText,
      );
    }
    case 'DELTA_BINARY_PACKED': {
      const values = storage.type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
      if (count > 0) deltaBinaryUnpack(reader, count, values);
      return new DecodedValues(values, valueText);
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const values: Uint8Array[] = [];
      if (count > 0) deltaLengthByteArray(reader, count, values);
      return new DecodedValues(values, valueText);
    }
    case 'DELTA_BYTE_ARRAY': {
      const values: Uint8Array[] = [];
      if (count > 0) deltaByteArray(reader, count, values);
      return new DecodedValues(values, valueText);
    }
    case 'BYTE_STREAM_SPLIT':
      return new DecodedValues(byteStreamSplit(reader, count, storage.type, storage.length), valueText);
    default:
      throw unknownEncoding(encoding);
  }
}

function plainValues(page: Uint8Array, count: number, { type, length }: Storage): ArrayLike<RawValue> {
  return readPlain(
    { view: new DataView(page.buffer, page.byteOffset, page.byteLength), offset: 0 },
    type,
    count,
    length,
  );
}

function unknownEncoding(encoding: string): ParquetProblem {
  return new ParquetProblem(fact('It is encoded in a way that Tranship does not read ({encoding}).', { encoding }));
}

class DecodedValues implements PageValues {
  readonly #values: ArrayLike<RawValue>;
  readonly #valueText: ValueText;
  #at = 0;

  constructor(values: ArrayLike<RawValue>, valueText: ValueText) {
    this.#values = values;
    this.#valueText = valueText;
  }

  next(): string {
    const value = this.#values[this.#at++];
    if (value === undefined) throw tooFew();
    return this.#valueText.textOf(value);
  }
}

class DictionaryValues implements PageValues {
  readonly #indices: Uint32Array;
  readonly #dictionary: Dictionary;
  #at = 0;

  constructor(indices: Uint32Array, dictionary: Dictionary) {
    this.#indices = indices;
    this.#dictionary = dictionary;
  }

  next(): string {
    const index = this.#indices[this.#at++];
    if (index === undefined) throw tooFew();
    return this.#dictionary.textAt(index);
  }
}

/** Decodes each text only when it is its turn: a page may hold a million. */
class PlainByteArrays implements PageValues {
  readonly #page: Uint8Array;
  readonly #view: DataView;
  readonly #valueText: ValueText;
  #at = 0;

  constructor(page: Uint8Array, valueText: ValueText) {
    this.#page = page;
    this.#view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    this.#valueText = valueText;
  }

  next(): string {
    if (this.#at + 4 > this.#page.length) throw tooFew();
    const start = this.#at + 4;
    const end = start + this.#view.getUint32(this.#at, true);
    if (end > this.#page.length) throw tooFew();
    this.#at = end;
    return this.#valueText.textOf(this.#page.subarray(start, end));
  }
}

/** Byte arrays by number, without an object for each. */
function byteArrayAt(page: Uint8Array, count: number): (index: number) => Uint8Array | undefined {
  const starts = new Uint32Array(count + 1);
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + 4 > page.length) throw tooFew();
    starts[index] = at;
    at += 4 + view.getUint32(at, true);
  }
  if (at > page.length) throw tooFew();
  starts[count] = at;
  return (index) => {
    const start = starts[index];
    const end = starts[index + 1];
    return start === undefined || end === undefined ? undefined : page.subarray(start + 4, end);
  };
}

function tooFew(): ParquetProblem {
  return new ParquetProblem(fact('A page of a column has fewer values than it says.'));
}

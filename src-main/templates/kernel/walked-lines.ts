/** @file Lines that the walk has written, and what is needed of each for splitting it off and adding it up. */

import type { Buffer } from 'node:buffer';
import { type Delimiter, recordsIn } from '../../exports/delimited/record-cells.ts';
import type { Row } from '../../exports/rows.ts';
import { ID, LINE } from './layout.ts';

/** The piece of which the lines were made. */
interface Records {
  bytes: Buffer;
  /** Its address. */
  at: number;
  /** Of its first record. */
  row: number;
  delimiter: Delimiter;
}

export class WalkedLines {
  /** Whole lines, each with its line end. */
  readonly bytes: Buffer;
  /** Where they begin in all that was written of the piece. */
  readonly #start: number;
  readonly words: Uint32Array;
  readonly #records: Records;

  constructor(bytes: Buffer, start: number, words: Uint32Array, records: Records) {
    this.bytes = bytes;
    this.#start = start;
    this.words = words;
    this.#records = records;
  }

  get count(): number {
    return this.words.length / LINE.words;
  }

  /** Where the line ends in `bytes`, behind its line end. */
  endOf(line: number): number {
    return this.#word(line, LINE.end) - this.#start;
  }

  rowOf(line: number): number {
    return this.#records.row + this.#word(line, LINE.row);
  }

  /** The row of which the line was made, read once more. */
  rowAgain(line: number): Row {
    const { bytes, at, delimiter } = this.#records;
    const place = { at: this.#word(line, LINE.record) - at };
    const [cells = []] = recordsIn(bytes, delimiter, place);
    return { number: this.rowOf(line), cells };
  }

  /** Of modification.created_at, such as 2026-01-31; empty where there is none, as are the others. */
  dayOf(line: number): string {
    return days.of(this.#word(line, LINE.day));
  }

  /** Of modification.currency, if it has the form of a code. */
  currencyOf(line: number): string {
    return codes.of(this.#word(line, LINE.currency));
  }

  /** As the currency. */
  sourceCountryOf(line: number): string {
    return codes.of(this.#word(line, LINE.countries) & 0xffff);
  }

  targetCountryOf(line: number): string {
    return codes.of(this.#word(line, LINE.countries) >>> 16);
  }

  /** The JSON of modification.amount: a number, so that each byte is a character. */
  amountOf(line: number): string {
    const at = this.#word(line, LINE.amount) - this.#start;
    return this.bytes.toString('latin1', at, at + this.#word(line, LINE.amountBytes));
  }

  /** The JSON of payment_external_id. */
  paymentOf(line: number): string {
    return this.#json(line, LINE.payment);
  }

  /** Whether money comes in, so that sender and receiver have changed places. */
  isIncoming(line: number): boolean {
    return this.#word(line, LINE.incoming) > 0;
  }

  /** Whether modification.external_id is a UUID. */
  hasUuid(line: number): boolean {
    return this.#word(line, LINE.hasId) === ID.uuid;
  }

  /** Where its four words begin in `words`. */
  uuidOf(line: number): number {
    return line * LINE.words + LINE.id;
  }

  /** The JSON of modification.external_id, if it is no UUID. */
  otherIdOf(line: number): string {
    return this.#word(line, LINE.hasId) === ID.text ? this.#json(line, LINE.id) : '';
  }

  #word(line: number, word: number): number {
    return this.words[line * LINE.words + word] ?? 0;
  }

  #json(line: number, place: number): string {
    const at = this.#word(line, place) - this.#start;
    return this.bytes.toString('utf8', at, at + this.#word(line, place + 1));
  }
}

/** Texts that come in many lines, by their numbers. */
class KnownTexts {
  readonly #make: (word: number) => string;
  readonly #texts = new Map([[0, '']]);

  constructor(make: (word: number) => string) {
    this.#make = make;
  }

  of(word: number): string {
    const known = this.#texts.get(word);
    if (known !== undefined) return known;
    const text = this.#make(word);
    this.#texts.set(word, text);
    return text;
  }
}

const two = (value: number) => String(value).padStart(2, '0');
const days = new KnownTexts(
  (word) => `${String(word >>> 9).padStart(4, '0')}-${two((word >>> 5) & 15)}-${two(word & 31)}`,
);
/** A letter in each byte; three letters and two are never the same number. */
const codes = new KnownTexts((word) =>
  String.fromCharCode(...[word & 255, (word >>> 8) & 255, word >>> 16].filter((letter) => letter !== 0)),
);

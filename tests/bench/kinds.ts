/** @file The kinds of files on which the check is measured: what banks write, and what is awkward for a reader of JSON. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';

type Random = () => number;
type Fields = Record<string, unknown>;

/** Makes the line of this number, without its end. */
type Line = (random: Random, number: number) => string;

const BLOCK_BYTES = 4_000_000;
/** Different transactions in a file, which then repeat with other modification ids: making every one takes minutes. */
const DIFFERENT_LINES = 4000;

/** Stands for the modification id of a line, which no other line shares. */
const OWN_ID = '@@@';

function sample(random: Random): Fields {
  const made: Fields = { ...sampleTransaction(random) };
  return { ...made, modification: Object.assign({}, made['modification'], { external_id: OWN_ID }) };
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function inRandomOrder(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    shuffled(Object.entries(value), random).map(([key, own]) => [key, inRandomOrder(own, random)]),
  );
}

/** A transaction with these additional fields. */
const withFields = (random: Random, additional_fields: Fields) =>
  JSON.stringify({ ...sample(random), additional_fields });

/** A transaction with this text in six additional fields. */
const withText = (text: string) => (random: Random) =>
  withFields(random, Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, `${text} ${random()}`])));

const escaped = (text: string) =>
  text.replace(/[^"]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const nested = (depth: number): unknown => (depth === 0 ? [] : [depth, { deeper: nested(depth - 1) }]);

const numbered = (count: number, random: Random) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, Math.floor(random() * 1000)]));

/** Keys that need not be there; the sample has most of them. */
const optional = [
  'request_uuid',
  'payment_external_id',
  'payment_source_country',
  'payment_method',
  'payment_type',
  'additional_fields',
];

const without = (fields: Fields, isLeft: (key: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !optional.includes(key) || isLeft(key)));

export const kinds: Readonly<Record<string, Line>> = {
  plain: (random) => JSON.stringify(sample(random)),
  'keys in random order': (random) => JSON.stringify(inRandomOrder(sample(random), random)),
  '200 shapes': (random, number) => {
    const shape = randomNumbers(number % 200);
    const fields = without(sample(random), () => shape() < 0.6);
    return JSON.stringify({ ...Object.fromEntries(shuffled(Object.entries(fields), shape)) });
  },
  'random additional keys': (random) =>
    withFields(
      random,
      Object.fromEntries(Array.from({ length: 6 }, () => [`k${Math.floor(random() * 1e9)}`, random()])),
    ),
  nested: (random) => withFields(random, { nested: nested(20) }),
  Cyrillic: withText('Перевод средств по договору поставки оборудования'),
  CJK: withText('根据设备供应合同支付货款以及相关的运输费用'),
  emoji: withText('💶 ✅ 🏦 👩‍💼 🇩🇪 💳 📄'),
  'escapes (\\uXXXX)': (random) => withText('TEXT')(random).replaceAll('TEXT', escaped('Перевод по договору поставки')),
  'long texts': (random) => withText('A long purpose of a payment, as some banks write it. '.repeat(40))(random),
  'an undocumented field in each': (random) => JSON.stringify({ ...sample(random), undocumented: 'yes' }),
  'one null in each': (random) => JSON.stringify({ ...sample(random), payment_type: null }),
  'keys escaped': (random) =>
    JSON.stringify(sample(random)).replace(
      /"(request_uuid|modification|sender|receiver)":/g,
      (_, key) => `"${escaped(key)}":`,
    ),
  '300 additional fields': (random) => withFields(random, numbered(300, random)),
  'optional fields': (random) => JSON.stringify(without(sample(random), () => random() < 0.5)),
  'every line wrong': (random) =>
    JSON.stringify({ ...sample(random), request_uuid: 'wrong', payment_source_country: 'de' }),
};

/** The smallest lines that are transactions as JSON goes; each has errors under the default rules. */
export const tinyLine = '{"modification":{}}';

/** The kinds in which the check finds errors; all others have none. */
export const faultyKinds: ReadonlySet<string> = new Set(['every line wrong', 'one null in each']);

const withOwnId = (line: string, number: number) =>
  line.replace(OWN_ID, `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`);

/** Writes a file of one kind, of at least so many bytes; returns its size. */
export function writeKind(path: string, line: Line, bytes: number): { bytes: number; lines: number } {
  const random = randomNumbers(7);
  const different = Array.from({ length: DIFFERENT_LINES }, (_, number) => line(random, number));
  return writeLines(
    path,
    (number) => withOwnId(different[number % DIFFERENT_LINES] ?? '', number),
    (size) => size.bytes >= bytes,
  );
}

/** Writes so many times the smallest line. */
export function writeTinyLines(path: string, lines: number): { bytes: number; lines: number } {
  return writeLines(
    path,
    () => tinyLine,
    (size) => size.lines >= lines,
  );
}

function writeLines(
  path: string,
  line: (number: number) => string,
  isEnough: (size: { bytes: number; lines: number }) => boolean,
): { bytes: number; lines: number } {
  const file = openSync(path, 'w');
  const size = { bytes: 0, lines: 0 };
  let block = '';
  while (!isEnough(size)) {
    const text = `${line(size.lines)}\n`;
    block += text;
    size.bytes += Buffer.byteLength(text);
    size.lines++;
    if (block.length >= BLOCK_BYTES) {
      writeSync(file, block);
      block = '';
    }
  }
  writeSync(file, block);
  closeSync(file);
  return size;
}

/** @file What holds of each format of an export, where several places ask. A new format has a row here. */

import type { Format, Reading } from './template-shapes.ts';

interface FormatFacts {
  /** Whether it is read in order, as text in some encoding. The reader of another one opens the file itself. */
  isText: boolean;
  /** Whether a row is a line of its text, as far as no cell has a line end. */
  isByLine: boolean;
  /** Whether its first rows have every column; elsewhere, a later one may bring another. */
  hasAllColumnsAtStart: boolean;
  /** By which names files of a folder are taken for it. */
  endings: readonly string[];
}

const facts = {
  delimited: { isText: true, isByLine: true, hasAllColumnsAtStart: true, endings: ['csv', 'tsv', 'psv', 'txt', 'dat'] },
  'fixed-width': { isText: true, isByLine: true, hasAllColumnsAtStart: true, endings: [] },
  json: { isText: true, isByLine: false, hasAllColumnsAtStart: false, endings: ['json'] },
  xlsx: { isText: false, isByLine: false, hasAllColumnsAtStart: true, endings: ['xlsx'] },
  parquet: { isText: false, isByLine: false, hasAllColumnsAtStart: true, endings: ['parquet'] },
  xml: { isText: true, isByLine: false, hasAllColumnsAtStart: false, endings: ['xml'] },
  iso20022: { isText: true, isByLine: false, hasAllColumnsAtStart: true, endings: [] },
  swift: {
    isText: true,
    isByLine: false,
    hasAllColumnsAtStart: true,
    endings: ['sta', 'mt940', 'mt942', 'mt103', '940', '942'],
  },
} as const satisfies Record<Format, FormatFacts>;

type WithFact<Fact extends keyof FormatFacts> = {
  [Name in Format]: (typeof facts)[Name][Fact] extends true ? Name : never;
}[Format];
export type TextFormat = WithFact<'isText'>;
export type LineFormat = WithFact<'isByLine'>;

// The keys of the table, which has all of them and no others.
export const formats = Object.keys(facts) as [Format, ...Format[]];

export const endingsOfFormats: readonly string[] = formats.flatMap((format) => facts[format].endings);

export function isTextFormat(format: Format): format is TextFormat {
  return facts[format].isText;
}

export function isReadByLine(reading: Reading): reading is Extract<Reading, { format: LineFormat }> {
  return facts[reading.format].isByLine;
}

export function isByLine(format: Format): boolean {
  return facts[format].isByLine;
}

export function hasAllColumnsAtStart(format: Format): boolean {
  return facts[format].hasAllColumnsAtStart;
}

/**
 * @file The formats of exports, and what a file may be packed in: all that is asked of one is answered by its row. The shape of its
 * reading (template-shapes.ts) and its reader (src-main/exports/readers.ts) hang on its key.
 */

import { type Fact, fact, type Said } from './languages/fact.ts';
import type { Format, Reading } from './template-shapes.ts';

type ReadingOf<Name extends Format> = Extract<Reading, { format: Name }>;

interface FormatRow<Setting extends string> {
  /** In a sentence. */
  named: Said;
  /** Among others that can be chosen. */
  label: Said;
  /** In advice on how to export; absent where nobody chooses it for that. */
  advised?: string;
  /** By which names files of a folder are taken for it. */
  endings: readonly string[];
  /** In Latin-1. Text is told by what stands in it, and a workbook by what is in the archive (export-files.ts). */
  firstBytes?: string;
  /** What can be said of its reading in a call and in the window. */
  settings: readonly Setting[];
  /** Only a template can say all that its reader must know. */
  needsTemplate?: true;
  /** It is read in order, as text in some encoding. The reader of another one opens the file itself. */
  isText?: true;
  /** A row is a line of its text, as far as no cell has a line end. */
  isByLine?: true;
  /** It may say at its start in which encoding it is, as XML does. */
  declaresEncoding?: true;
  /** Its first rows may lack columns that a later one has. */
  hasLaterColumns?: true;
  /** Its columns are those of all payment messages. */
  isPayment?: true;
  /** Refused rows are written as they came; those of other formats become CSV. */
  keepsRefusedRows?: true;
}

type Setting = 'encoding' | 'delimiter' | 'headerRow' | 'list' | 'sheets' | 'element';

const rows = {
  delimited: {
    named: fact('delimited text (CSV)'),
    label: fact('CSV or similar'),
    advised: 'CSV',
    endings: ['csv', 'tsv', 'psv', 'txt', 'dat'],
    settings: ['encoding', 'delimiter', 'headerRow'],
    isText: true,
    isByLine: true,
    keepsRefusedRows: true,
  },
  'fixed-width': {
    named: fact('fixed-width text'),
    label: fact('Fixed widths'),
    endings: [],
    settings: ['encoding', 'headerRow'],
    needsTemplate: true,
    isText: true,
    isByLine: true,
    keepsRefusedRows: true,
  },
  json: {
    named: 'JSON',
    label: 'JSON',
    advised: 'JSON',
    endings: ['json'],
    settings: ['encoding', 'list'],
    isText: true,
    hasLaterColumns: true,
    keepsRefusedRows: true,
  },
  xlsx: {
    named: fact('a workbook (XLSX)'),
    label: fact('Excel workbook'),
    advised: 'XLSX',
    endings: ['xlsx'],
    settings: ['sheets', 'headerRow'],
  },
  parquet: {
    named: fact('a Parquet file'),
    label: 'Parquet',
    advised: 'Parquet',
    endings: ['parquet'],
    firstBytes: 'PAR1',
    settings: [],
  },
  xml: {
    named: 'XML',
    label: 'XML',
    advised: 'XML',
    endings: ['xml'],
    settings: ['encoding', 'element'],
    isText: true,
    declaresEncoding: true,
    hasLaterColumns: true,
  },
  iso20022: {
    named: fact('a payment message of ISO 20022'),
    label: fact('Payment message (ISO 20022)'),
    endings: [],
    settings: ['encoding'],
    isText: true,
    declaresEncoding: true,
    isPayment: true,
  },
  swift: {
    named: fact('a payment message of SWIFT (MT)'),
    label: fact('Payment message (SWIFT MT)'),
    endings: ['sta', 'mt940', 'mt942', 'mt103', '940', '942'],
    settings: ['encoding'],
    isText: true,
    isPayment: true,
  },
} as const satisfies { [Name in Format]: FormatRow<Setting & keyof ReadingOf<Name>> };

type FormatThat<Row> = { [Name in Format]: (typeof rows)[Name] extends Row ? Name : never }[Format];
export type TextFormat = FormatThat<{ isText: true }>;
export type PaymentReading = ReadingOf<FormatThat<{ isPayment: true }>>;
type KeptReading = ReadingOf<FormatThat<{ keepsRefusedRows: true }>>;
export type ReadingWith<One extends Setting> = ReadingOf<
  { [Name in Format]: One extends (typeof rows)[Name]['settings'][number] ? Name : never }[Format]
>;

export const formatRows: Readonly<Record<Format, FormatRow<Setting>>> = rows;
// The keys of the table, which has all of them and no others.
export const formats = Object.keys(rows) as [Format, ...Format[]];

export const namedFormat = (format: Format): Said => formatRows[format].named;
export const isTextFormat = (format: Format): format is TextFormat => formatRows[format].isText === true;
export const isByLine = (format: Format): boolean => formatRows[format].isByLine === true;
export const hasAllColumnsAtStart = (format: Format): boolean => formatRows[format].hasLaterColumns !== true;
export const isPaymentFormat = (format: Format): boolean => formatRows[format].isPayment === true;
export const isPaymentReading = (reading: Reading): reading is PaymentReading => isPaymentFormat(reading.format);
export const isKeptAsItCame = (reading: Reading): reading is KeptReading =>
  formatRows[reading.format].keepsRefusedRows === true;

/** Whether this can be said of such a reading. */
export const hasSetting = <One extends Setting>(reading: Reading, setting: One): reading is ReadingWith<One> =>
  formatRows[reading.format].settings.includes(setting);

/** What to do where something else came. */
export const EXPORT_AGAIN: Fact = fact('Export the transactions as CSV, XLSX, Parquet, XML or JSON.');

/** In what a file may be packed. */
const packings = {
  gzip: { named: fact('gzip file'), endings: ['gz', 'tgz'] },
  zstd: { named: fact('Zstandard file'), endings: ['zst'] },
  bzip2: { named: fact('bzip2 file'), endings: ['bz2'] },
  zip: { named: fact('zip archive'), endings: ['zip'] },
  tar: { named: fact('tar archive'), endings: ['tar'] },
} as const;
export type Packing = keyof typeof packings;
export const namedPacking = (packing: Packing): Fact => packings[packing].named;

/** The endings of all that can be prepared, packed or not. */
export const preparableEndings: readonly string[] = [...Object.values(rows), ...Object.values(packings)].flatMap(
  ({ endings }) => endings,
);

/**
 * @file What the awkward exports have in common: files as their systems write them, and what must become of them, written
 * by hand. Nothing here reads or maps anything as the product does.
 */

import { readFileSync } from 'node:fs';
import type { Template } from '../../../src-shared/template-shapes.ts';

/** A row of the export that does not become a line, and the column that is named, if there is one. */
export interface Refusal {
  row: number;
  column?: string;
}

export interface AwkwardExport {
  /** A sentence: what is awkward, and what must become of it. */
  name: string;
  /** By path within the folder of the case; text is written as UTF-8. */
  files: Readonly<Record<string, string | Uint8Array>>;
  /** What the command is given, in this order; all files in the order of `files` without it. */
  given?: readonly string[];
  template: Template;
  outcome: Outcome;
}

export type Outcome =
  /** Lines as JSON whose numbers must be written with exactly these digits; the order of keys is free. */
  | { lines: readonly string[]; refused?: readonly Refusal[] }
  /** Nothing is prepared, and the person reads this error, whose words fit. */
  | { error: string; says?: RegExp };

/** A file that make-files.py wrote with programs of others. */
export const kept = (name: string): Uint8Array => readFileSync(new URL(`./files/${name}`, import.meta.url));

const column = (name: string) => ({ source: { from: 'column' as const, column: name } });

/** A template of a small export: Reference, Booked, Amount, Currency. */
export const payments: Template = {
  version: 1,
  name: 'Payments',
  reading: { format: 'delimited' },
  columns: ['Reference', 'Booked', 'Amount', 'Currency'],
  numbers: { decimal: '.', thousands: 'none' },
  dates: { formats: ['YYYY-MM-DD'], zone: 'as-written' },
  fields: {
    'modification.amount': column('Amount'),
    'modification.currency': column('Currency'),
    'modification.created_at': column('Booked'),
  },
  entities: {},
  additionalFields: { reference: column('Reference') },
  otherColumns: 'leave-out',
  leaveOutRows: [],
};

export const paymentsWith = (changes: Partial<Template>): Template => ({ ...payments, ...changes });

/** A template that takes nothing but these columns, as texts, by their own names. */
export const texts = (
  columns: readonly string[],
  reading: Template['reading'] = { format: 'delimited' },
): Template => ({
  ...payments,
  name: 'Texts',
  reading,
  columns: [...columns],
  fields: {},
  additionalFields: Object.fromEntries(columns.map((name) => [name, column(name)])),
});

/** The line of a payment. The amount is written as it must stand in the file, digit by digit. */
export const paid = (reference: string, amount: string, booked = '2024-01-02T00:00:00', currency = 'EUR'): string =>
  `{"modification":{"amount":${amount},"currency":${JSON.stringify(currency)},"created_at":"${booked}"},"additional_fields":{"reference":${JSON.stringify(reference)}}}`;

/** The line of a row of texts. */
export const texted = (cells: Readonly<Record<string, string>>): string => JSON.stringify({ additional_fields: cells });

/** Bytes of UTF-16, by the code units of JavaScript, without a byte order mark. */
export const utf16 = (text: string, order: 'little' | 'big'): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), order === 'little');
  return bytes;
};

/** Bytes of a text with one byte for each character; what differs from Latin-1 is given. */
export const singleBytes = (text: string, differing: Readonly<Record<string, number>> = {}): Uint8Array =>
  Uint8Array.from(text, (character) => differing[character] ?? character.charCodeAt(0));

/** From the code chart of Windows-1252, for the characters that exports have. */
export const windows1252 = {
  '€': 0x80,
  '„': 0x84,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '’': 0x92,
  '“': 0x93,
  '–': 0x96,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
};
/** From the code chart of ISO 8859-15, where it differs from Latin-1. */
export const iso885915 = { '€': 0xa4, Š: 0xa6, š: 0xa8, Ž: 0xb4, ž: 0xb8, Œ: 0xbc, œ: 0xbd, Ÿ: 0xbe };

export const joined = (...parts: readonly (string | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** The column of something within something in JSON, and in XML: the names from outside to inside. */
export const jsonPath = (...names: readonly string[]): string => names.join('.');
export const xmlPath = (...names: readonly string[]): string => names.join('/');

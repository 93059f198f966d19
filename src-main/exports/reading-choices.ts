/** @file What a call says about reading, in place of what the template says. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import { formatRows, formats, namedFormat } from '../../src-shared/formats.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { encodings, type Format, type Reading, readingSchema } from '../../src-shared/template-shapes.ts';
import { most } from './bounds.ts';

/** What can be said of a format, as a call writes it. */
const keysOf = (format: Format): readonly string[] =>
  formatRows[format].settings.map((setting) => (setting === 'sheets' ? 'sheet' : setting));

/** Other names of encodings that people type, with ours. */
const otherEncodings: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf16: 'utf-16le',
  'utf-16': 'utf-16le',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  ascii: 'windows-1252',
  latin2: 'iso-8859-2',
  'latin-2': 'iso-8859-2',
  ibm437: 'cp437',
  latin9: 'iso-8859-15',
  'latin-9': 'iso-8859-15',
};
const delimiters: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' };

/** @param choices such as `encoding=windows-1252`; @throws AppError usage.invalid */
export function readingFrom(reading: Reading, choices: readonly string[]): Reading {
  const pairs = choices.map(pairOf);
  const asked = pairs.findLast(([key]) => key === 'format')?.[1];
  const format = asked === undefined ? reading.format : formatOf(asked);
  // Another format has other details.
  const changed: Record<string, unknown> = format === reading.format ? { ...reading } : { format };
  const sheets: string[] = [];
  for (const [key, value] of pairs) {
    if (key === 'format') continue;
    if (!keysOf(format).includes(key)) throw invalid(notTaken(key, format));
    if (key === 'sheet') sheets.push(value);
    else changed[key] = valueFor(key, value);
  }
  if (sheets.length > 0) changed.sheets = sheets;
  const result = readingSchema.safeParse(changed);
  if (result.success) return result.data;
  throw invalid(
    `Only a template can say how ${inEnglish(namedFormat(format))} is read: it needs more than fits into a call.`,
  );
}

function pairOf(choice: string): readonly [key: string, value: string] {
  const at = choice.indexOf('=');
  if (at < 1) throw invalid(`“${choice}” must be a name and a value, such as encoding=utf-8.`);
  return [choice.slice(0, at).trim(), choice.slice(at + 1)];
}

function formatOf(text: string): Format {
  const format = formats.find((known) => known === text.trim().toLowerCase());
  if (format === undefined) throw invalid(`format: “${text}” is not known. Known are ${listed(formats)}.`);
  return format;
}

function notTaken(key: string, format: Format): string {
  const takes = keysOf(format);
  const named = inEnglish(namedFormat(format));
  const known = takes.length === 0 ? `For ${named}, there is nothing to choose.` : `For ${named}: ${takes.join(', ')}.`;
  const others = formats.filter((other) => keysOf(other).includes(key)).map((other) => inEnglish(namedFormat(other)));
  if (others.length === 0) return `“${key}” is not known. ${known}`;
  return `“${key}” is for ${listed(others)}, and the exports are read as ${named}. ${known}`;
}

/** @throws AppError usage.invalid */
function valueFor(key: string, value: string): unknown {
  switch (key) {
    case 'encoding':
      return encodingOf(value);
    case 'delimiter': {
      const delimiter = Object.hasOwn(delimiters, value.toLowerCase()) ? delimiters[value.toLowerCase()] : undefined;
      if (delimiter === undefined)
        throw invalid(`delimiter: “${value}” is not known. Known are a comma, a semicolon, a pipe, and tab.`);
      return delimiter;
    }
    case 'headerRow': {
      const row = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
      if (Number.isNaN(row)) throw invalid(`headerRow: “${value}” is not a whole number.`);
      if (row > most.rowsBeforeColumnNames)
        throw invalid(`headerRow: ${value.trim()} is more than ${most.rowsBeforeColumnNames}.`);
      return row;
    }
    default:
      return value;
  }
}

function encodingOf(text: string): string {
  const name = text.trim().toLowerCase();
  if (encodings.some((encoding) => encoding === name)) return name;
  const other = Object.hasOwn(otherEncodings, name) ? otherEncodings[name] : undefined;
  const advice = other === undefined ? '' : `; for ${text.trim()} take ${other}`;
  throw invalid(`encoding: “${text}” is not known. Known are ${listed(encodings)}${advice}.`);
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

function invalid(problem: string): AppError {
  return new AppError('usage.invalid', { problem });
}

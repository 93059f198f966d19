/** @file What a call says about reading, in place of what the template says. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import { formatRows, formats, namedFormat } from '../../src-shared/formats.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
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
    fact('Only a template can say how {format} is read: it needs more than fits into a call.', {
      format: namedFormat(format),
    }),
  );
}

function pairOf(choice: string): readonly [key: string, value: string] {
  const at = choice.indexOf('=');
  if (at < 1) throw invalid(fact('“{choice}” must be a name and a value, such as encoding=utf-8.', { choice }));
  return [choice.slice(0, at).trim(), choice.slice(at + 1)];
}

function formatOf(text: string): Format {
  const format = formats.find((known) => known === text.trim().toLowerCase());
  if (format === undefined)
    throw invalid(fact('format: “{text}” is not known. Known are {known}.', { text, known: listed(formats) }));
  return format;
}

function notTaken(key: string, format: Format): Fact {
  const takes = keysOf(format);
  const named = namedFormat(format);
  const known =
    takes.length === 0
      ? fact('For {format}, there is nothing to choose.', { format: named })
      : fact('For {format}: {keys}.', { format: named, keys: takes.join(', ') });
  const others = formats.filter((other) => keysOf(other).includes(key)).map(namedFormat);
  if (others.length === 0) return fact('“{key}” is not known. {known}', { key, known });
  return fact('“{key}” is for {others}, and the exports are read as {format}. {known}', {
    key,
    others: listed(others),
    format: named,
    known,
  });
}

/** @throws AppError usage.invalid */
function valueFor(key: string, value: string): unknown {
  switch (key) {
    case 'encoding':
      return encodingOf(value);
    case 'delimiter': {
      const delimiter = Object.hasOwn(delimiters, value.toLowerCase()) ? delimiters[value.toLowerCase()] : undefined;
      if (delimiter === undefined)
        throw invalid(
          fact('delimiter: “{value}” is not known. Known are a comma, a semicolon, a pipe, and tab.', { value }),
        );
      return delimiter;
    }
    case 'headerRow': {
      const row = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
      if (Number.isNaN(row)) throw invalid(fact('headerRow: “{value}” is not a whole number.', { value }));
      if (row > most.rowsBeforeColumnNames)
        throw invalid(
          fact('headerRow: {value} is more than {most}.', { value: value.trim(), most: most.rowsBeforeColumnNames }),
        );
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
  const known = listed(encodings);
  throw invalid(
    other === undefined
      ? fact('encoding: “{text}” is not known. Known are {known}.', { text, known })
      : fact('encoding: “{text}” is not known. Known are {known}; for {typed} take {other}.', {
          text,
          known,
          typed: text.trim(),
          other,
        }),
  );
}

function listed(names: readonly Said[]): Said {
  return names.reduce((all, name, at) =>
    at < names.length - 1 ? fact('{all}, {name}', { all, name }) : fact('{all} and {name}', { all, name }),
  );
}

function invalid(problem: Fact): AppError {
  return new AppError('usage.invalid', { problem });
}

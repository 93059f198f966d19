/**
 * @file What a provider hands over, as people paste it: single values in quotes, or all of them in one block (lines of
 * an environment file, JSON, a mail). Pure.
 */

import type { ConnectionForm } from '../../src-shared/contract.ts';

export type PastedField = 'baseUrl' | 'tokenUrl' | 'clientId' | 'scope' | 'secret';
export type PastedValues = Partial<Pick<Required<ConnectionForm>, PastedField>>;

/** How each value is called in such blocks; between the words may stand a space, a dash, an underscore or nothing. */
const names: readonly [PastedField, string][] = [
  ['clientId', 'client~id'],
  ['secret', 'client~secret'],
  ['tokenUrl', 'token~(?:url|uri|endpoint|address)'],
  ['scope', '(?:tenant~)?scope'],
  ['baseUrl', '(?:api~)?base~(?:url|uri|address)'],
];

/** A name, perhaps in quotes or behind a prefix such as TRANSHIP_; then = or : and a value, in quotes or up to a blank. */
const entry = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[A-Z]+_)?(?:${names.map(([, name]) => `(${name.replaceAll('~', '[\\s_-]?')})`).join('|')})` +
    `["'”]?[^\\S\\n]*[=:][^\\S\\n]*(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|“([^”]*)”|(\\S+))`,
  'giu',
);

/** Invisible characters that come along from mails and web pages. */
const invisible = /[\u200B-\u200D\u2060\uFEFF]/gu;

const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“', '‘': '’', '`': '`' };

/** A single value without what surrounds it: blanks, a pair of quotes, invisible characters. */
export function cleanValue(text: string): string {
  const trimmed = text.replace(invisible, '').trim();
  const inner = trimmed.replace(/[,;]$/, '');
  const closing = quotes[inner[0] ?? ''];
  const isQuoted = inner.length >= 2 && closing !== undefined && inner.endsWith(closing);
  return isQuoted ? inner.slice(1, -1).trim() : trimmed;
}

/** The values that a pasted text names; nothing for a text that is itself one value. */
export function pastedValues(text: string): PastedValues {
  const values: PastedValues = {};
  for (const match of text.replace(invisible, '').matchAll(entry)) {
    const index = names.findIndex((_, position) => match[position + 1] !== undefined);
    const field = names[index]?.[0];
    const [inDouble, inSingle, inCurly, bare] = match.slice(names.length + 1);
    const value = inDouble === undefined ? (inSingle ?? inCurly ?? withoutComma(bare ?? '')) : unescaped(inDouble);
    if (field !== undefined && value.trim() !== '') values[field] ??= value.trim();
  }
  return values;
}

/** A value without quotes may be followed by the comma of a list. */
const withoutComma = (value: string): string => value.replace(/[,;]$/, '');

/** A text between double quotes, as JSON and environment files write it. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/**
 * @file Reads a provider's values as people paste them: single values in quotes, or all in one block (an environment
 * file, JSON, an e-mail). Pure.
 */

import type { ConnectionForm } from '../../src-shared/contract.ts';

export type PastedField = 'baseUrl' | 'tokenUrl' | 'clientId' | 'scope' | 'secret';
export type PastedValues = Partial<Pick<Required<ConnectionForm>, PastedField>>;

/** The names of each value in such blocks; a space, a dash, an underscore or nothing may separate the words. */
const names: readonly [PastedField, string][] = [
  ['clientId', 'client~id'],
  ['secret', 'client~secret'],
  ['tokenUrl', 'token~(?:url|uri|endpoint|address)'],
  ['scope', '(?:tenant~)?scope'],
  ['baseUrl', '(?:api~)?base~(?:url|uri|address)'],
];

/**
 * A name, optionally in quotes or with a prefix such as TRANSHIP_, then = or : and a value, in quotes or up to a blank.
 */
const entry = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[A-Z]+_)?(?:${names.map(([, name]) => `(${name.replaceAll('~', '[\\s_-]?')})`).join('|')})` +
    `["'”]?[^\\S\\n]*[=:][^\\S\\n]*(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|“([^”]*)”|(\\S+))`,
  'giu',
);

/** Invisible characters that e-mails and web pages add. */
const invisible = /[\u200B-\u200D\u2060\uFEFF]/gu;

const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“', '‘': '’', '`': '`' };

/** A single value without surrounding blanks, a pair of quotes or invisible characters. */
export function cleanValue(text: string): string {
  const trimmed = text.replace(invisible, '').trim();
  const inner = trimmed.replace(/[,;]$/, '');
  const closing = quotes[inner[0] ?? ''];
  const isQuoted = inner.length >= 2 && closing !== undefined && inner.endsWith(closing);
  return isQuoted ? inner.slice(1, -1).trim() : trimmed;
}

/** The values that a pasted text names; empty for a text that is itself one value. */
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

/** An unquoted value may be followed by the comma of a list. */
const withoutComma = (value: string): string => value.replace(/[,;]$/, '');

/** The text between double quotes, as in JSON and environment files. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

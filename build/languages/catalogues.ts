/** @file What is right and wrong with a catalogue: missing and stale keys, and translations that would not fit. */

import { readFileSync, writeFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Catalogue } from '../../src-shared/languages/languages.ts';
import type { Use } from './messages.ts';

const addressOf = (code: string): URL => new URL(`../../src-shared/languages/${code}.json`, import.meta.url);

/** The texts of a language by their key. @throws Error where the file is no object of texts */
export function readCatalogue(code: string): Catalogue {
  return catalogueIn(readFileSync(addressOf(code), 'utf8'), `${code}.json`);
}

/** @param name of the file, for the error */
export function catalogueIn(json: string, name: string): Catalogue {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error(`${name} is no object.`);
  const entries = Object.entries(parsed);
  const wrong = entries.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) throw new Error(`In ${name}, “${wrong[0]}” is no text.`);
  return Object.fromEntries(entries);
}

/** Writes the keys in their order, so that two people who add texts rarely touch the same lines. */
export function writeCatalogue(code: string, catalogue: Catalogue): void {
  const sorted = Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(addressOf(code), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Every key of the sources that a catalogue lacks, with the places of its use. */
export function missingIn(catalogue: Catalogue, uses: readonly Use[]): { key: string; files: string[] }[] {
  const files = new Map<string, string[]>();
  for (const { key, file, line } of uses) {
    if (catalogue[key] === undefined) files.set(key, [...(files.get(key) ?? []), `${file}:${line}`]);
  }
  return [...files].map(([key, places]) => ({ key, files: places }));
}

/** The keys that no source uses any more. */
export function staleIn(catalogue: Catalogue, uses: readonly Use[]): string[] {
  const used = new Set(uses.map(({ key }) => key));
  return Object.keys(catalogue).filter((key) => !used.has(key));
}

/**
 * The arguments of a text, each with what it is: `name: argument`, `count: count`, `kind: select a b other`.
 * @throws SyntaxError where the text is not in the form of ICU
 */
export function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      if (element.type === TYPE.tag) {
        visit(element.children);
        continue;
      }
      const branches =
        element.type === TYPE.plural || element.type === TYPE.select ? Object.entries(element.options) : [];
      const kind =
        element.type === TYPE.select
          ? `select ${branches
              .map(([name]) => name)
              .sort()
              .join(' ')}`
          : // A language may need forms where English has only the number, and the other way round.
            element.type === TYPE.plural || element.type === TYPE.number
            ? 'count'
            : (TYPE[element.type] ?? '');
      // A name that is counted may also stand as it is.
      if (found.get(element.value) === undefined || kind !== 'argument') found.set(element.value, kind);
      for (const [, { value }] of branches) visit(value);
    }
  };
  visit(parse(text, { ignoreTag: true }));
  return found;
}

const categories = /^(zero|one|two|few|many|other|=\d+)$/;

/** Plural branches that the language does not have, or lacks though it has them. */
function pluralFaults(text: string, code: string): string[] {
  const faults: string[] = [];
  const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      const names = Object.keys(element.options);
      if (element.type === TYPE.plural) {
        faults.push(...names.filter((name) => !categories.test(name)).map((name) => `“${name}” is no plural`));
        // “many” is for millions in French, which “other” words as well.
        const lacking = wanted.filter(
          (name) => name !== 'many' && !names.includes(name) && !(name === 'one' && names.includes('=1')),
        );
        faults.push(...lacking.map((name) => `the plural lacks “${name}”`));
      }
      for (const { value } of Object.values(element.options)) visit(value);
    }
  };
  visit(parse(text, { ignoreTag: true }));
  return faults;
}

/** What is wrong with a text by itself: not ICU, a plural that lacks a form of the language. */
export function faultsOfText(text: string, code: string): string[] {
  try {
    return [...argumentsOf(text)].length === 0 ? [] : pluralFaults(text, code);
  } catch (thrown) {
    return [`it is not in the form of ICU (${thrown instanceof Error ? thrown.message : String(thrown)})`];
  }
}

/** What is wrong with a translation beside its English text. */
export function faultsOfTranslation(text: string, translation: string, code: string): string[] {
  const own = faultsOfText(translation, code);
  if (own.length > 0) return own;
  if (translation.trim() === '') return ['it is empty'];
  const wanted = argumentsOf(text);
  const given = argumentsOf(translation);
  return [
    ...[...wanted].flatMap(([name, kind]) => {
      const there = given.get(name);
      if (there === undefined) return [`{${name}} is missing`];
      return there === kind ? [] : [`{${name}} is “${there}” instead of “${kind}”`];
    }),
    ...[...given.keys()].filter((name) => !wanted.has(name)).map((name) => `{${name}} has no value`),
  ];
}

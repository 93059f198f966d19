/**
 * @file Says in the language that is spoken what another process made in English, or what was stored in English: what the
 * check found, the steps of a diagnosis, the reasons within errors. A sentence is recognised by its text, and its values are
 * taken over. What is not recognised stays as it came.
 */

import { english } from './languages.ts';
import { speaking, spokenLanguage, type Values } from './message.ts';

/** Longer texts are no sentences of ours. */
const LONGEST_TEXT = 16_384;
/** What is recognised together: a pattern with several values takes more than linear time. */
export const LONGEST_TOLD = 2048;

/** Makes one text of its values: `(values) => message('{path} is missing.', values)`. Without plurals. */
export type Telling = (values: Values) => string;

interface Recognised {
  pattern: RegExp;
  tell: Telling;
}

/**
 * @param tellings the first one that fits is taken: the most specific ones come first
 * @param parts texts that can stand for a value: “a list”
 */
export function retelling(tellings: readonly Telling[], parts: readonly Telling[] = []): (text: string) => string {
  let known: { tellings: Recognised[]; parts: Recognised[] } | undefined;

  const retoldBy = (forms: readonly Recognised[], text: string, value: (part: string) => string) => {
    for (const { pattern, tell } of forms) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const values = Object.entries(found.groups ?? {}).map(([name, part]) => [name, value(part)]);
      return tell(Object.fromEntries(values));
    }
    return undefined;
  };

  return (text) => {
    if (spokenLanguage().code === english.code || text.length > LONGEST_TEXT) return text;
    known ??= { tellings: tellings.flatMap(recognised), parts: parts.flatMap(recognised) };
    const { tellings: whole, parts: inner } = known;
    const part = (value: string): string => retoldBy(inner, value, (as) => as) ?? value;
    const sentence = (sentences: string): string | undefined =>
      sentences.length > LONGEST_TOLD ? undefined : retoldBy(whole, sentences, part);
    return sentence(text) ?? sentenceBySentence(text, sentence);
  };
}

/** No text is longer, its values included; a file decides how many sentences its values have. */
const MOST_TOGETHER = 8;

/** The longest sequence of sentences that is known is taken as one. */
function sentenceBySentence(text: string, retold: (sentences: string) => string | undefined): string {
  const sentences = text.split(/(?<=[.?]) (?=\S)/);
  const told: string[] = [];
  for (let start = 0; start < sentences.length; ) {
    let end = Math.min(sentences.length, start + MOST_TOGETHER);
    let found: string | undefined;
    while (end > start) {
      found = retold(sentences.slice(start, end).join(' '));
      if (found !== undefined) break;
      end--;
    }
    told.push(found ?? sentences[start] ?? '');
    start = found === undefined ? start + 1 : end;
  }
  return told.join(' ');
}

/** Stands for every value by its name in braces, so that a text shows its own form. */
const names: Values = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Nothing, where a text wants other values than texts, or where so little of it is fixed that it would fit any other. */
function recognised(tell: Telling): Recognised[] {
  let form: string;
  try {
    form = speaking(english, {}, () => tell(names));
  } catch {
    return [];
  }
  if (!/[A-Za-z]{2}/.test(form.replaceAll(/\{\w+\}/g, ''))) return [];
  const seen = new Set<string>();
  const source = form.replace(/\{(\w+)\}|[\\^$.*+?()[\]|/{}]/g, (sign, name: string | undefined) => {
    if (name === undefined) return `\\${sign}`;
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>[^]+?)`;
  });
  return [{ pattern: new RegExp(`^${source}$`), tell }];
}

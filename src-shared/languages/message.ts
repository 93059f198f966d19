/**
 * @file Every text that people read, in the language that is spoken. The English text is the key of its translations,
 * so that the code reads as the page does. Until a language is set, English is spoken.
 */

import { IntlMessageFormat } from 'intl-messageformat';
import { type Fact, type FactValue, type FactValues, isFact, type Said } from './fact.ts';
import { type Catalogue, english, type Language } from './languages.ts';
import { clockIn, dayIn, durationIn, sizeIn, weekdayIn } from './measures.ts';

/** What stands in a text for a name in braces. */
export type Values = FactValues;

/** A language with its texts. */
export interface Speech {
  language: Language;
  catalogue: Catalogue;
}

interface Spoken extends Speech {
  /** Texts with plurals, parsed once. Bounded by the number of texts in the sources. */
  parsed: Map<string, IntlMessageFormat>;
}

const spokenEnglish: Spoken = { language: english, catalogue: {}, parsed: new Map() };
let current = spokenEnglish;
/** What is spoken until `speaking` has ended. */
let forNow: Spoken | undefined;
let spokenHere: () => Speech | undefined = () => undefined;

function spoken(): Spoken {
  if (forNow !== undefined) return forNow;
  const here = spokenHere();
  return here === undefined ? current : spokenFrom(here.language, here.catalogue);
}

/** The language that is spoken now. */
export const spokenLanguage = (): Language => spoken().language;

/** @param find what is spoken where this is asked, in a process that speaks several languages at once; undefined: as otherwise */
export function speakBy(find: () => Speech | undefined): void {
  spokenHere = find;
}

/** Speaks a language from now on. What was made of a text before keeps its language. */
export function speak(language: Language, catalogue: Catalogue): void {
  current = spokenFrom(language, catalogue);
}

/**
 * Does something in another language and then speaks the present one again: what the app shows by itself, while its
 * logs stay English. What is done ends at once: it cannot be asynchronous.
 */
export function speaking<T>(language: Language, catalogue: Catalogue, act: () => T): T {
  const before = forNow;
  forNow = spokenFrom(language, catalogue);
  try {
    return act();
  } finally {
    forNow = before;
  }
}

const known = new WeakMap<Catalogue, Spoken>();

function spokenFrom(language: Language, catalogue: Catalogue): Spoken {
  const found = known.get(catalogue);
  if (found?.language === language) return found;
  const made = { language, catalogue, parsed: new Map() };
  known.set(catalogue, made);
  return made;
}

/** Where a text is found in a catalogue. */
export const keyOf = (text: string, context?: string): string =>
  context === undefined ? text : `${context} ⟩ ${text}`;

/**
 * A text in the language that is spoken; in English where it is not translated. It is a literal in the sources, which
 * the tests read.
 * @param text in English, in the form of ICU: `{count, plural, one {# file} other {# files}} of {name}`
 * @param values what stands for the names in braces. Names and times come as they are to be read; a number that is
 *   counted comes as a number.
 * @param options.context where one English word has several meanings: what is meant
 */
export function message(text: string, values: Values = {}, { context }: { context?: string } = {}): string {
  const key = context === undefined ? text : keyOf(text, context);
  const now = spoken();
  const translated = now.catalogue[key];
  if (translated !== undefined) {
    try {
      return filled(now, translated, values);
    } catch {
      // A translation with a fault, which the tests find, must not take the page with it.
    }
  }
  return filled(spokenEnglish, text, values);
}

/** In the language that is spoken; several, one after the other. */
export function inWords(said: Said | readonly Said[]): string {
  if (typeof said === 'string') return said;
  return isSeveral(said) ? said.map(inWords).join(' ') : message(said.fact, said.values);
}

/** For logs, and for programs that read what is exported. */
export const inEnglish = (said: Said | readonly Said[]): string =>
  speaking(english, spokenEnglish.catalogue, () => inWords(said));

/** For programs, which hear English: JSON in which facts are texts. */
export const jsonInEnglish = (value: unknown, space?: number): string =>
  JSON.stringify(value, (_, one: unknown) => (isFact(one) ? inEnglish(one) : one), space);

const isSeveral = (said: Fact | readonly Said[]): said is readonly Said[] => Array.isArray(said);

const valueInWords = (value: FactValue): string | number => (typeof value === 'number' ? value : inWords(value));

/** Only names in braces: most texts, which need no parser. */
const simple = /^(?:[^{}']|\{\w+\})*$/;

/**
 * What a number in a text measures: `{size, number, bytes}`, `{time, number, duration}` of ms, `{at, number, day}` in UTC; of sending
 * hours, `{at, number, clock}` and `{at, number, weekday}`.
 */
const measures: Readonly<Record<string, (language: Language, value: number) => string>> = {
  bytes: sizeIn,
  duration: (language, milliseconds) => durationIn(language, milliseconds, 2),
  day: dayIn,
  clock: clockIn,
  weekday: weekdayIn,
};
const measured = /\{(\w+), number, (bytes|duration|day|clock|weekday)\}/g;

function filled(now: Spoken, text: string, values: Values): string {
  if (!text.includes(', number, ')) return filledIn(now, text, values);
  const words: Record<string, FactValue> = { ...values };
  const plain = text.replace(measured, (_, name: string, measure: string) => {
    const value = values[name];
    if (typeof value === 'number') words[name] = measures[measure]?.(now.language, value) ?? value;
    return `{${name}}`;
  });
  return filledIn(now, plain, words);
}

function filledIn({ language, parsed }: Spoken, text: string, values: Values): string {
  if (simple.test(text)) {
    if (!text.includes('{')) return text;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => `${givenFor(values, name)}`);
  }
  let format = parsed.get(text);
  if (format === undefined) {
    format = new IntlMessageFormat(text, language.code, undefined, { ignoreTag: true });
    parsed.set(text, format);
  }
  const words = Object.entries(values).map(([name, value]) => [name, valueInWords(value)]);
  return `${format.format(Object.fromEntries(words))}`;
}

function givenFor(values: Values, name: string): string | number {
  const value = values[name];
  if (value === undefined) throw new Error(`The text has no value for ${name}.`);
  return valueInWords(value);
}

/** Something that is made once for each language, such as a format of dates. */
export function perLanguage<T>(make: (language: Language) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const language = spokenLanguage();
    const found = made.get(language.code) ?? make(language);
    made.set(language.code, found);
    return found;
  };
}

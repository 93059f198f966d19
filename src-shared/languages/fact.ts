/**
 * @file What a room says, before it is in a language: the English text, which is the key of its translations, with its values.
 * It crosses borders and is stored as it is, and becomes words where somebody reads it (`inWords` of message.ts).
 */

export interface Fact {
  text: string;
  values?: FactValues | undefined;
}

/** A fact in a value is said in the language of the whole; several of them follow on one another. */
export type FactValue = string | number | Fact | readonly Fact[];
export type FactValues = Readonly<Record<string, FactValue>>;

/** A text that is no fact is in nobody’s language: a name, what a server says, what was kept before there were facts. */
export type Said = string | Fact;

/** @param text a literal, in English, in the form of ICU: the tests read it, as that of `message` */
export function fact(text: string, values?: FactValues): Fact {
  return values === undefined ? { text } : { text, values };
}

/** A value with every text in it changed that is not ours: the names within a fact, and not its own words. */
function withNames(value: FactValue, change: (name: string) => string): FactValue {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return change(value);
  return isSeveral(value) ? value.map((one) => factWithNames(one, change)) : factWithNames(value, change);
}

function factWithNames({ text, values = {} }: Fact, change: (name: string) => string): Fact {
  return fact(text, valuesWithNames(values, change));
}

export const valuesWithNames = (values: FactValues, change: (name: string) => string): FactValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withNames(value, change)]));

const isSeveral = (value: Fact | readonly Fact[]): value is readonly Fact[] => Array.isArray(value);

const PACKED = '{"text":';

/** As one text, for a column of a table. What begins like a fact without being one is kept as the value of one. */
export function packed(said: Said): string {
  if (typeof said !== 'string') return JSON.stringify({ text: said.text, values: said.values });
  return said.startsWith(PACKED) ? JSON.stringify(fact('{words}', { words: said })) : said;
}

/** What `packed` made; any other text is as it was kept before there were facts. */
export function unpacked(text: string): Said {
  if (!text.startsWith(PACKED)) return text;
  const said: Fact = JSON.parse(text);
  return said;
}

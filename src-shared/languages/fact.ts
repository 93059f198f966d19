/**
 * @file What a room says, before it is in a language: the English text, which is the key of its translations, with its values.
 * It crosses borders and is stored as it is, and becomes words where somebody reads it (`inWords` of message.ts).
 */

export interface Fact {
  /** In English, in the form of ICU. */
  fact: string;
  values?: FactValues | undefined;
}

/** A fact in a value is said in the language of the whole; several of them follow on one another. */
export type FactValue = string | number | Fact | readonly Said[];
export type FactValues = Readonly<Record<string, FactValue>>;

/** A text that is no fact is in nobody’s language: a name, what a server says, what was kept before there were facts. */
export type Said = string | Fact;

/** @param text a literal, in English, in the form of ICU: the tests read it, as that of `message` */
export function fact(text: string, values?: FactValues): Fact {
  return values === undefined ? { fact: text } : { fact: text, values };
}

export const isFact = (value: unknown): value is Fact =>
  typeof value === 'object' && value !== null && 'fact' in value && typeof value.fact === 'string';

/** Whether it says this, with whatever values. */
export const says = (said: FactValue | undefined, { fact: text }: Fact): boolean =>
  typeof said === 'object' && 'fact' in said && said.fact === text;

/** A value with every text in it changed that is not ours: the names within a fact, and not its own words. */
function withNames(value: FactValue, change: (name: string) => string): FactValue {
  if (typeof value === 'number') return value;
  return isSeveral(value) ? value.map((one) => saidWithNames(one, change)) : saidWithNames(value, change);
}

function saidWithNames(said: Said, change: (name: string) => string): Said {
  return typeof said === 'string' ? change(said) : fact(said.fact, valuesWithNames(said.values ?? {}, change));
}

export const valuesWithNames = (values: FactValues, change: (name: string) => string): FactValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withNames(value, change)]));

const isSeveral = (value: Said | readonly Said[]): value is readonly Said[] => Array.isArray(value);

/** Equal for what says the same of the same. Findings are told apart by it, a million in a file, so that it is no JSON. */
export function keyOfSaid(said: FactValue): string {
  if (typeof said !== 'object') return `${said}`;
  if (isSeveral(said)) return said.map(keyOfSaid).join('\n');
  let key = said.fact;
  for (const name in said.values) key += `\n${keyOfSaid(said.values[name] ?? '')}`;
  return key;
}

/** Several sentences as one. */
export const together = (sentences: readonly Said[]): Said =>
  sentences.length === 1 && sentences[0] !== undefined ? sentences[0] : fact('{words}', { words: sentences });

const PACKED = '{"fact":';

/** As one text, for a column of a table. What begins like a fact without being one is kept as the value of one. */
export function packed(said: Said): string {
  if (typeof said !== 'string') return JSON.stringify({ fact: said.fact, values: said.values });
  return said.startsWith(PACKED) ? JSON.stringify(fact('{words}', { words: said })) : said;
}

/** What `packed` made; any other text is as it was kept before there were facts. */
export function unpacked(text: string): Said {
  if (!text.startsWith(PACKED)) return text;
  const said: Fact = JSON.parse(text);
  return said;
}

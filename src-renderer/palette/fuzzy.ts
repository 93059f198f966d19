/** @file How well a text fits what a person types: whole beginnings first, then beginnings of words. Pure. */

/** The better, the smaller; each word that was typed is as good as its own place. */
export const fits = { beginning: 0, word: 1, inside: 2, scattered: 3 } as const;
export type Fit = (typeof fits)[keyof typeof fits];

export interface Match {
  /** That of the word which fits worst. */
  fit: Fit;
  /** Whether what was typed is the whole text, or its words are whole ones; else they may go on. */
  whole: 'text' | 'words' | undefined;
  /** The letters that were found, as places in the text (UTF-16 units), in their order. */
  places: readonly number[];
}

/** A text made ready to be searched: one sign for each sign of the text, without case and accents. */
export interface Searchable {
  signs: readonly string[];
  /** Where each sign begins in the text, and one more: its end. */
  at: readonly number[];
}

/** Longer texts are searched only at their beginning. */
const MOST_SIGNS = 300;

/** Fewer signs than these are found scattered in almost everything. */
const FEWEST_SCATTERED = 3;

export function searchable(text: string): Searchable {
  const signs: string[] = [];
  const at: number[] = [];
  let place = 0;
  for (const sign of text) {
    if (signs.length === MOST_SIGNS) break;
    signs.push(plain(sign));
    at.push(place);
    place += sign.length;
  }
  at.push(place);
  return { signs, at };
}

/** Without case and accents: “É” becomes “e”, and “ß” becomes “s”. What is only an accent stays as it is. */
function plain(sign: string): string {
  if (sign < '\u0080') return sign.toLowerCase();
  if (sign === 'ß') return 's';
  const bare = sign.normalize('NFD').replace(/\p{M}+/gu, '');
  return (bare === '' ? sign : bare).toLowerCase();
}

/** The words that were typed; none for nothing but spaces. */
export function wordsOf(query: string): string[][] {
  return query
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => [...searchable(word).signs]);
}

/** How the words fit the text, each at its best place; undefined unless all of them do. The first word decides about the beginning. */
export function matchOf(words: readonly (readonly string[])[], text: Searchable): Match | undefined {
  let fit: Fit = fits.beginning;
  let areWhole = true;
  const found = new Set<number>();
  for (const [index, word] of words.entries()) {
    const one = matchOfWord(word, text);
    if (one === undefined) return undefined;
    // Further words cannot be at the beginning of the whole.
    const own = index > 0 && one.fit === fits.word ? fits.beginning : one.fit;
    fit = worse(fit, own);
    areWhole &&= one.fit <= fits.word && !isPartOfWord(text.signs[(one.signs.at(-1) ?? 0) + 1]);
    for (const sign of one.signs) found.add(sign);
  }
  const places = [...found].sort((a, b) => a - b).flatMap((sign) => unitsOf(text, sign));
  const isAll = areWhole && text.signs.every((sign, at) => found.has(at) || !isPartOfWord(sign));
  return { fit, whole: isAll ? 'text' : areWhole ? 'words' : undefined, places };
}

const worse = (a: Fit, b: Fit): Fit => (a > b ? a : b);

function unitsOf({ at }: Searchable, sign: number): number[] {
  const [from = 0, to = from] = [at[sign], at[sign + 1]];
  return Array.from({ length: to - from }, (_, unit) => from + unit);
}

interface WordMatch {
  fit: Fit;
  signs: readonly number[];
}

/** As it was typed; else as on a keyboard without umlauts: “hinzufuegen”. */
function matchOfWord(word: readonly string[], text: Searchable): WordMatch | undefined {
  const found = matchAsTyped(word, text);
  const typed = word.join('');
  const spelled = typed.replaceAll(/([aou])e/g, '$1').replaceAll('ss', 's');
  return found ?? (spelled === typed ? undefined : matchAsTyped([...spelled], text));
}

function matchAsTyped(word: readonly string[], text: Searchable): WordMatch | undefined {
  let inside: number | undefined;
  for (let start = 0; start + word.length <= text.signs.length; start++) {
    if (!word.every((sign, offset) => text.signs[start + offset] === sign)) continue;
    if (start === 0) return { fit: fits.beginning, signs: run(0, word.length) };
    if (beginsWord(text, start)) return { fit: fits.word, signs: run(start, word.length) };
    inside ??= start;
  }
  if (inside !== undefined) return { fit: fits.inside, signs: run(inside, word.length) };
  return word.length < FEWEST_SCATTERED ? undefined : scattered(word, text);
}

const run = (start: number, length: number): number[] => Array.from({ length }, (_, offset) => start + offset);

const isPartOfWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

const beginsWord = ({ signs }: Searchable, start: number): boolean => !isPartOfWord(signs[start - 1]);

/** The signs in their order with others between them; the first must begin a word, or everything would fit. */
function scattered(word: readonly string[], text: Searchable): WordMatch | undefined {
  for (let start = 0; start < text.signs.length; start++) {
    if (text.signs[start] !== word[0] || !beginsWord(text, start)) continue;
    const signs: number[] = [];
    for (let place = start; place < text.signs.length && signs.length < word.length; place++) {
      if (text.signs[place] === word[signs.length]) signs.push(place);
    }
    // A later start finds even less.
    return signs.length === word.length ? { fit: fits.scattered, signs } : undefined;
  }
  return undefined;
}

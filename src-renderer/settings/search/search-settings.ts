/** @file Finds settings by their label, their explanation, and by other words for them. Pure. */

/** One setting, as a person looks for it. */
export interface SettingEntry {
  label: string;
  hint?: string | undefined;
  /** Other words for it, separated by commas. */
  words?: string | undefined;
}

export interface SectionEntries<Id extends string> {
  id: Id;
  title: string;
  entries: readonly SettingEntry[];
}

/** A text in parts, some of which were looked for. */
export type MarkedText = readonly { text: string; isMatch: boolean }[];

export interface FoundEntry {
  label: MarkedText;
  /** Where a match stands in the explanation. */
  hint?: MarkedText;
  /** The other words for it that match. */
  words?: MarkedText;
}

export interface FoundSection<Id extends string> {
  id: Id;
  title: MarkedText;
  /** Empty where only the title was found. */
  entries: readonly FoundEntry[];
}

/** The sections with all words of the query in one of their entries, or in their title. All of them for an empty query. */
export function searchSettings<Id extends string>(
  sections: readonly SectionEntries<Id>[],
  query: string,
): FoundSection<Id>[] {
  const sought = folded(query)
    .text.split(/\s+/)
    .filter((word) => word !== '');
  if (sought.length === 0) return sections.map(({ id, title }) => ({ id, title: whole(title), entries: [] }));
  return sections.flatMap(({ id, title, entries }) => {
    const found = entries.filter((entry) => hasAll(sought, [title, entry.label, entry.hint ?? '', entry.words ?? '']));
    const isTitle = hasAll(sought, [title]);
    if (found.length === 0 && !isTitle) return [];
    const own = isTitle ? found.filter((entry) => sought.some((word) => hasAny([word], entry))) : found;
    return [{ id, title: marked(title, sought), entries: own.map((entry) => shownEntry(entry, sought)) }];
  });
}

function shownEntry({ label, hint = '', words = '' }: SettingEntry, sought: readonly string[]): FoundEntry {
  const matching = words.split(',').filter((word) => sought.some((one) => folded(word).text.includes(one)));
  return {
    label: marked(label, sought),
    ...(has(hint, sought) && { hint: marked(hint, sought) }),
    ...(matching.length > 0 && { words: marked(matching.map((word) => word.trim()).join(', '), sought) }),
  };
}

function hasAny(sought: readonly string[], { label, hint = '', words = '' }: SettingEntry): boolean {
  return [label, hint, words].some((text) => has(text, sought));
}

function has(text: string, sought: readonly string[]): boolean {
  return sought.some((word) => folded(text).text.includes(word));
}

function hasAll(sought: readonly string[], texts: readonly string[]): boolean {
  const all = texts.map((text) => folded(text).text).join('\n');
  return sought.every((word) => all.includes(word));
}

const whole = (text: string): MarkedText => [{ text, isMatch: false }];

/** The text with every place of a word that was sought marked. Put together, the parts are the text. */
export function marked(text: string, sought: readonly string[]): MarkedText {
  const { text: plain, places } = folded(text);
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of sought) {
    for (let at = plain.indexOf(word); at >= 0 && word !== ''; at = plain.indexOf(word, at + 1)) {
      const end = places[at + word.length] ?? text.length;
      isMarked.fill(true, places[at] ?? 0, end);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [at, isMatch] of isMarked.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text[at] ?? '';
    else parts.push({ text: text[at] ?? '', isMatch });
  }
  return parts;
}

/** Without letter case and accents, and where each of its letters stands in the text. */
function folded(text: string): { text: string; places: number[] } {
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (let index = 0; index < bare.length; index += 1) places.push(at);
    plain += bare;
    at += letter.length;
  }
  return { text: plain, places };
}

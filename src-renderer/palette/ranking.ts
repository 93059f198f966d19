/** @file The order of commands for what was typed. Pure. */

import { fits, type Match, matchOf, type Searchable, searchable, wordsOf } from './fuzzy.ts';

/** What the ranking looks at in a command. */
export interface Rankable {
  /** The same for the same command at each time. */
  id: string;
  title: string;
  /** Other words for it, which are not shown. */
  aliases?: string | undefined;
}

export interface Ranked<Command> {
  command: Command;
  /** Where the title fits, in UTF-16 units; none where only another word for it does. */
  places: readonly number[];
  /** The better, the smaller. */
  grade: number;
}

/** Aliases count as less than anything in a title. */
const BEHIND_TITLES = 10;

/** Of those that fit at the same place, the one comes first of which more was typed. */
const gradeOf = ({ fit, whole }: Match): number => fit + (whole === 'text' ? 0 : whole === 'words' ? 0.2 : 0.4);

/** Searchable forms of texts, kept as long as the list is open. */
export class SearchableTexts {
  readonly #known = new Map<string, Searchable>();

  of(text: string): Searchable {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = searchable(text);
    this.#known.set(text, made);
    return made;
  }
}

/**
 * The commands that fit, the best first; among those that fit alike, the ones used most recently, then in the order given.
 * Without a query: all of them, the recently used first.
 * @param recent ids of commands, the latest first
 */
export function ranked<Command extends Rankable>(
  commands: readonly Command[],
  query: string,
  recent: readonly string[],
  texts = new SearchableTexts(),
): Ranked<Command>[] {
  const words = wordsOf(query);
  const age = new Map(recent.map((id, place) => [id, place] as const));
  return commands
    .flatMap((command) => {
      const own = matchOf(words, texts.of(command.title));
      if (own !== undefined) return { command, places: own.places, grade: gradeOf(own) };
      const all = `${command.title} ${command.aliases ?? ''}`;
      const other = command.aliases === undefined ? undefined : matchOf(words, texts.of(all));
      // Only beginnings of words: what stands inside of words that are not shown would seem to fit by chance.
      return other === undefined || other.fit > fits.word
        ? []
        : { command, places: [], grade: BEHIND_TITLES + gradeOf(other) };
    })
    .sort((a, b) => a.grade - b.grade || ageOf(a.command) - ageOf(b.command));

  function ageOf({ id }: Command): number {
    return age.get(id) ?? recent.length;
  }
}

/** How many commands are remembered. */
const MOST_RECENT = 12;

/** The recently used commands after one more use. */
export function withUse(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, MOST_RECENT);
}

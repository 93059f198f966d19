/** @file The lines that share a modification id, by their ids: which of them say the same, and which different things. */

import type { IdConflicts, SharedId } from './rewrite-messages.ts';

/** So many ids are listed whose second line says the same as the first, and so many of which it says something else. */
const MOST_LISTED = { same: 500, different: 499 };
/** A person goes through no more lines of one id, */
const MOST_LINES = 20;
/** and on paper through no more ids. */
const MOST_NAMED = 100;

export class SharedIds {
  /** By the first of their lines. */
  readonly #listed = new Map<number, SharedId>();
  readonly #room = { ...MOST_LISTED };

  /** @param first the first line of the id @param alike the first that says the same as `line`: itself, where none before does */
  add(id: string, line: number, { first, alike }: { first: number; alike: number }): void {
    const shared = this.#listed.get(first) ?? this.#list(id, first, alike === line ? 'different' : 'same');
    if (shared === undefined) return;
    if (shared.lines < MOST_LINES) {
      const sayingSame = shared.alike.find(([one]) => one === alike);
      if (sayingSame === undefined) shared.alike.push([line]);
      else sayingSame.push(line);
    }
    shared.lines += 1;
  }

  get list(): SharedId[] {
    return [...this.#listed.values()];
  }

  /** Of each that says different things, the first line of those that say the same. */
  get conflicts(): IdConflicts['groups'] {
    return this.list
      .filter(({ alike }) => alike.length > 1)
      .slice(0, MOST_NAMED)
      .map(({ id, alike }) => ({ id, lines: alike.flatMap(([one]) => one ?? []) }));
  }

  #list(id: string, first: number, kind: keyof typeof MOST_LISTED): SharedId | undefined {
    if (this.#room[kind] === 0) return undefined;
    this.#room[kind] -= 1;
    const shared = { id, lines: 1, alike: [[first]] };
    this.#listed.set(first, shared);
    return shared;
  }
}

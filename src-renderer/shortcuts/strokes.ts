/** @file Keys pressed one after the other, until they mean something. Pure. */

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1500;

export interface Begun {
  /** The first key of two; undefined where none is pressed. */
  first: string | undefined;
  at: number;
}

export const nothingBegun: Begun = { first: undefined, at: 0 };

export interface Shortcut<Meaning> {
  keys: string;
  meaning: Meaning;
}

export const isInTime = ({ first, at }: Begun, now: number): boolean =>
  first !== undefined && now - at <= SECOND_KEY_MS;

/** @returns what is begun afterwards, and what the keys mean together; a key that leads nowhere begins from its own */
export function afterStroke<Meaning>(
  shortcuts: readonly Shortcut<Meaning>[],
  begun: Begun,
  stroke: string,
  now: number,
): { begun: Begun; meaning: Meaning | undefined } {
  const tried = isInTime(begun, now) ? [`${begun.first} ${stroke}`, stroke] : [stroke];
  for (const keys of tried) {
    const found = shortcuts.find((shortcut) => shortcut.keys === keys);
    if (found !== undefined) return { begun: nothingBegun, meaning: found.meaning };
  }
  const isFirst = shortcuts.some(({ keys }) => keys.startsWith(`${stroke} `));
  return { begun: isFirst ? { first: stroke, at: now } : nothingBegun, meaning: undefined };
}

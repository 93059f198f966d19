/** @file Codes that a person looks for by what stands for them: the code itself first, then names that begin so, then the rest. Pure. */

import { comparable } from '../src-shared/queue-filter.ts';

interface Named {
  code: string;
  /** What it stands for. */
  name: string;
}

/** Those that fit, the best first; among those that fit alike, in the order given. Enter takes the first. */
export function codesFound<Code extends Named>(all: readonly Code[], typed: string): Code[] {
  const sought = comparable(typed.trim());
  const found = all.flatMap((one) => {
    const fit = fitOf(one, sought);
    return fit === undefined ? [] : [{ one, fit }];
  });
  return found.toSorted((a, b) => a.fit - b.fit).map(({ one }) => one);
}

/** The better, the smaller; undefined where it does not fit. */
function fitOf({ code, name }: Named, sought: string): number | undefined {
  const [own, words] = [comparable(code), comparable(name)];
  if (own === sought) return 0;
  // One letter is the beginning of a name; two are those of a code.
  if (sought.length > 1 && own.startsWith(sought)) return 1;
  if (words.startsWith(sought)) return 2;
  if (words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(sought))) return 3;
  return words.includes(sought) || own.includes(sought) ? 4 : undefined;
}

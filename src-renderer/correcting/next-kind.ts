/** @file Which kind of faults comes next by the keyboard. Pure. */

import type { KindOfFile } from './draft.ts';

/** The next kind below or above that has faulty lines left; behind the last one, the first. */
export function nextOpenKind<Kind extends Pick<KindOfFile, 'name' | 'left'>>(
  kinds: readonly Kind[],
  from: string | undefined,
  step: 1 | -1,
): Kind | undefined {
  const at = kinds.findIndex(({ name }) => name === from);
  const others = [...kinds.slice(at + 1), ...kinds.slice(0, Math.max(at, 0))].filter(({ left }) => left > 0);
  return others.at(step === 1 ? 0 : -1);
}

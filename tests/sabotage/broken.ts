/** @file Applies a sabotage to the text of its file. Pure. */

import type { Sabotage } from './sabotages.ts';

/** @throws where the text to replace is not there, or not only once: the sabotage has to follow the product */
export function broken(whole: string, { name, file, text, replacement }: Omit<Sabotage, 'loses' | 'tests'>): string {
  const places = whole.split(text).length - 1;
  if (places !== 1) throw new Error(`“${name}” finds its text ${places} times in ${file}, not once: ${text}`);
  return whole.replace(text, () => replacement);
}

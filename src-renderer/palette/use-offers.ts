/** @file What a part of the page can do now, told to the list of commands as long as the part is shown. */

import { useEffect, useId } from 'react';
import { useStores } from '../stores.ts';
import type { PaletteCommand } from './palette-command.ts';

interface Offer extends Pick<PaletteCommand, 'title' | 'aliases' | 'hint' | 'keys'> {
  /** It is possible now. */
  isPossible: boolean;
  run: () => void;
}

export function useOffers(offers: readonly Offer[]): void {
  const { palette } = useStores();
  const part = useId();
  useEffect(() => {
    const { offers: all } = palette.getState();
    const possible = offers.filter(({ isPossible }) => isPossible);
    all.set(
      part,
      possible.map(({ isPossible: _, run, ...words }) => ({
        ...words,
        id: `offered:${part}:${words.title}`,
        group: 'offered',
        act: { kind: 'offered', run },
      })),
    );
    return () => void all.delete(part);
  });
}

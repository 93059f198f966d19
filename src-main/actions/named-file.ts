/** @file Saving to a file that a person has named, instead of one that is chosen in a dialog. */

import type { Saved } from '../../src-shared/contract.ts';
import type { ChosenPlace, SavedFile, Shell } from './ports.ts';

/** What is saved to a file that is named is in no dialog, and no download. */
export function inFile(saved: Saved): SavedFile {
  if (saved.kind !== 'saved') throw new Error('It was not saved.');
  return saved;
}

/** Where the person has named the file already. */
export function savingTo({ path, log }: ChosenPlace): Pick<Shell, 'save'> {
  return {
    save: async (_, write) => {
      await write(path, log);
      return { kind: 'saved', path };
    },
  };
}

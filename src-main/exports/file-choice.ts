/** @file Which of the files in an archive or a folder are taken, as a person has chosen. Pure. */

export interface FileChoice {
  /** Only files that one of these patterns fits, or that are in a folder or an archive that one fits. */
  only?: readonly string[] | undefined;
  /** But not these, by their whole names. The empty name is that of a file that was chosen itself. */
  leftOut?: readonly string[] | undefined;
}

/** @param name within what was chosen, with slashes; empty for a file that was chosen itself */
export function isChosen(choice: FileChoice | undefined, name: string): boolean {
  if (choice?.leftOut?.includes(name)) return false;
  const { only } = choice ?? {};
  return (
    only === undefined || name === '' || only.some((pattern) => withFoldersOf(name).some((one) => fits(pattern, one)))
  );
}

/** The name, and those of the folders and archives that it is in. */
function withFoldersOf(name: string): string[] {
  const parts = name.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

/**
 * Whether a pattern fits a name, in whichever letters: * stands for any characters, ? for one. A pattern without a slash is
 * compared with the last part of the name. Stars are matched without going back more than one of them, so that no pattern
 * takes long.
 */
export function fits(pattern: string, name: string): boolean {
  const wanted = [...folded(pattern.replace(/\/+$/, ''))];
  const given = [...folded(pattern.includes('/') ? name : (name.split('/').at(-1) ?? ''))];
  let [at, place, star, restart] = [0, 0, -1, 0];
  while (place < given.length) {
    if (wanted[at] === '*') {
      [star, restart] = [at, place];
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[place])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      at = star + 1;
      restart += 1;
      place = restart;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

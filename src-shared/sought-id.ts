/** @file What of all that people search for is looked up in the files themselves: what looks like an id. Pure. */

/** Shorter texts stand in a file by chance. */
const FEWEST_CHARACTERS = 8;
/** No id is longer; what is pasted by mistake is. */
const MOST_CHARACTERS = 200;

/** An id has a digit and no blanks: the words of a name have none, or blanks between them. */
export function looksLikeId(text: string): boolean {
  if (text.length < FEWEST_CHARACTERS || text.length > MOST_CHARACTERS) return false;
  return /\d/.test(text) && !/\s/.test(text);
}

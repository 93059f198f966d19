/** @file A report leaves the computer: who ran it, and where, is taken out of its words. Pure. */

export interface Person {
  /** The folder of the test. */
  folder: string;
  home: string;
  user: string;
  computer: string;
}

/** Shorter ones are found everywhere. */
const SHORTEST = 3;

export function withoutPerson(text: string, { folder, home, user, computer }: Person): string {
  const inPaths = ['/', '\\'].map((slash): [string, string] => [`${slash}${user}${slash}`, `${slash}(user)${slash}`]);
  // The folder is mostly in the home: the longest first.
  const said: [string, string][] = [[folder, '(folder of the test)'], [home, '(home)'], ...inPaths];
  if (computer !== 'localhost') said.push([computer, '(this computer)']);
  return said.reduce((rest, [word, instead]) => (word.length < SHORTEST ? rest : rest.replaceAll(word, instead)), text);
}

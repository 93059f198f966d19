/** @file Files that a call names by a pattern, such as `folder\\*.jsonl`: the shells of Windows leave that to the program. */

import { globSync } from 'node:fs';
import type { Command } from 'commander';

/** Has the command read the patterns among its files. */
export function takingPatterns<Declared extends Pick<Command, 'registeredArguments'>>(command: Declared): Declared {
  command.registeredArguments[0]?.argParser((named, before: string[] = []) => {
    // Not into a new list for each: of ten thousand names, that copies fifty million.
    for (const file of filesOf(named)) before.push(file);
    return before;
  });
  return command;
}

/** In the order of their names. A pattern that fits nothing stays: then there is no file of this name. */
export function filesOf(named: string, platform: NodeJS.Platform = process.platform): string[] {
  // Elsewhere the shell has done it, and these characters may stand in a name. On Windows only * and ? cannot.
  if (platform !== 'win32' || !/[*?]/.test(named)) return [named];
  const found = globSync(named.replaceAll(/[[{(]/g, '[$&]')).sort();
  return found.length > 0 ? found : [named];
}

/** @file Which of the built files a program evaluates before it does anything, and which only when it needs them. */

import { readFileSync } from 'node:fs';

const built = new URL('../out/main/', import.meta.url);

/** The built file and all that it imports, directly or not; without what it imports only when it is needed. */
export function evaluatedWith(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, file = ''] of codeOf(entry).matchAll(/^(?:import|export)\b[^;]*?["']\.\/([^"']+)["'];/gm)) {
    evaluatedWith(file, found);
  }
  return found;
}

/** The built files that a file imports only when it needs them. */
export function importedLater(files: Iterable<string>): readonly string[] {
  return [...files].flatMap((file) =>
    [...codeOf(file).matchAll(/\bimport\(["']\.\/([^"']+)["']\)/g)].map(([, later = '']) => later),
  );
}

/** Those of the built files with code that only zod has. */
export function filesWithZod(files: Iterable<string>): readonly string[] {
  return filesWith('$ZodType', files);
}

/** Those of the built files that have this word. */
export function filesWith(word: string, files: Iterable<string>): readonly string[] {
  return [...files].filter((file) => codeOf(file).includes(word));
}

function codeOf(file: string): string {
  return readFileSync(new URL(file, built), 'utf8');
}

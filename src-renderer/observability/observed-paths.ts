/** @file The names and paths that a person typed: without blanks and empty lines, and what is wrong with them. Pure. */

import type { ObservedPath } from '../../src-shared/contract.ts';
import { observabilityTexts } from '../texts/observability.ts';

/** Without what surrounds them, and without lines that nobody filled in. */
export function tidiedPaths(typed: readonly ObservedPath[]): ObservedPath[] {
  return typed
    .map(({ name, path }) => ({ name: name.trim(), path: path.trim() }))
    .filter(({ name, path }) => name !== '' || path !== '');
}

/** What keeps them from being stored, in words. */
export function pathsProblem(paths: readonly ObservedPath[]): string | undefined {
  if (paths.some(({ name, path }) => name === '' || path === '')) return observabilityTexts.missing;
  const names = new Set<string>();
  for (const { name } of paths) {
    if (names.has(name)) return observabilityTexts.twice(name);
    names.add(name);
  }
  return undefined;
}

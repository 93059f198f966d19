/** @file Cleans and validates the names and paths that a person typed. Pure. */

import type { ObservedPath } from '../../src-shared/contract.ts';
import { observabilityTexts } from '../texts/observability.ts';

/** Without surrounding blanks, and without empty lines. */
export function tidiedPaths(typed: readonly ObservedPath[]): ObservedPath[] {
  return typed
    .map(({ name, path }) => ({ name: name.trim(), path: path.trim() }))
    .filter(({ name, path }) => name !== '' || path !== '');
}

/** Why they cannot be stored, in words. */
export function pathsProblem(paths: readonly ObservedPath[]): string | undefined {
  if (paths.some(({ name, path }) => name === '' || path === '')) return observabilityTexts.missing;
  const names = new Set<string>();
  for (const { name } of paths) {
    if (names.has(name)) return observabilityTexts.twice(name);
    names.add(name);
  }
  return undefined;
}

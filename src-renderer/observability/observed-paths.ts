/** @file Cleans and validates the names and paths that a person typed. Pure. */

import type { ObservedPath } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

/** Without surrounding blanks, and without empty lines. */
export function tidiedPaths(typed: readonly ObservedPath[]): ObservedPath[] {
  return typed
    .map(({ name, path }) => ({ name: name.trim(), path: path.trim() }))
    .filter(({ name, path }) => name !== '' || path !== '');
}

/** Why they cannot be stored, in words. */
export function pathsProblem(paths: readonly ObservedPath[]): string | undefined {
  if (paths.some(({ name, path }) => name === '' || path === '')) return message('Each entry needs a name and a path.');
  const names = new Set<string>();
  for (const { name } of paths) {
    if (names.has(name)) return message('“{name}” is used twice. Give each entry its own name.', { name });
    names.add(name);
  }
  return undefined;
}

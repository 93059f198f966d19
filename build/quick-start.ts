/**
 * @file What makes the built program start quickly. A command waits for its code to be found, read and compiled, mostly one
 * file at a time, so what every command with an app needs is one file, of ASCII only, and asks Node for nothing it does not use.
 */

import { isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Entries of the program; which of them loads a module decides in which file that is. */
export type Entries = Readonly<Record<string, readonly string[]>>;

/** A file, and the entries all of which import what is in it at once. */
export type SharedFile = readonly [name: string, importers: readonly string[]];

/**
 * Puts together what the same entries import, so that each of them loads a few files, and little that it does not import. What
 * belongs to none of the files stays where it is.
 * @param files the first one that fits has a module; each imports only of those before it
 */
export function together(entries: Entries, files: readonly SharedFile[]): Rolldown.CodeSplittingGroup {
  let known: Map<string, Set<string>> | undefined;
  return {
    includeDependenciesRecursively: false,
    name: (module, modules) => {
      known ??= new Map(Object.entries(entries).map(([entry, roots]) => [entry, closure(roots, modules)]));
      const fitting = files.find(([, importers]) => importers.every((entry) => known?.get(entry)?.has(module)));
      return fitting?.[0] ?? null;
    },
  };
}

/** These modules, and all that they import at once. */
function closure(roots: readonly string[], modules: Rolldown.ChunkingContext): Set<string> {
  const found = new Set(roots.map((root) => resolve(root)));
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Text of ASCII only is read and kept at a byte a letter; in a string and in a pattern, an escape means the same as the letter. And
 * what Node brings is taken from the process: an import statement reads all that a module exports, and for much of that Node loads
 * more, such as a client for WebSockets with `node:http`, and web cryptography with `node:crypto`.
 */
export function quickStart(): Plugin {
  return {
    name: 'tranship-quick-start',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk') output.code = asciiOnly(output.code.replace(importByName, fromProcess));
    },
  };
}

const asciiOnly = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `import http, { createServer as createServer$1 } from "node:http";` as the bundler writes it. */
const importByName =
  /^import (?:\* as )?(?<whole>[\w$]+)?(?:, )?(?:\{ (?<names>[^}]*) \})? from "(?:node:)?(?<module>[\w/]+)";$/gm;

function fromProcess(statement: string, ...found: readonly unknown[]): string {
  const { whole, names, module } = found.at(-1) as { whole?: string; names?: string; module: string };
  const full = `node:${module}`;
  if (!isBuiltin(full)) return statement;
  const taken = `process.getBuiltinModule("${full}")`;
  return [
    ...(whole === undefined ? [] : [`const ${whole} = ${taken};`]),
    ...(names === undefined ? [] : [`const { ${names.replaceAll(' as ', ': ')} } = ${taken};`]),
  ].join(' ');
}

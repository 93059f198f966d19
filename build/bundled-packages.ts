/**
 * @file A plugin of the build that writes down which packages ended in a bundle, so that the bill of materials and the
 * licence notices speak of what ships and not of what is installed.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Helpers that the tools of the build put into a bundle themselves. */
const helpers: readonly [start: string, place: string][] = [
  ['\0rolldown/', 'node_modules/rolldown'],
  ['\0vite/', 'node_modules/vite'],
];

/** @param file receives the places of the packages as in package-lock.json, sorted, as JSON */
export function bundledPackages(file: string): Plugin {
  const root = process.cwd();
  return {
    name: 'tranship-bundled-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? Object.entries(output.modules) : [],
      );
      const places = modules.flatMap(([id, { renderedLength }]) => {
        // What was shaken out does not ship; styles leave their script empty.
        const ships = renderedLength > 0 || /\.css(\?|$)/.test(id);
        return ships ? (placeOf(id, root) ?? []) : [];
      });
      mkdirSync(dirname(resolve(root, file)), { recursive: true });
      writeFileSync(resolve(root, file), `${JSON.stringify([...new Set(places)].sort(), null, 2)}\n`);
    },
  };
}

/** The place of the package to which a module belongs; undefined for modules of our own. */
export function placeOf(id: string, root: string): string | undefined {
  const helper = helpers.find(([start]) => id.startsWith(start));
  if (helper !== undefined) return helper[1];
  const path = relative(root, id.replace(/^\0/, '').replace(/\?.*$/s, '')).replaceAll('\\', '/');
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

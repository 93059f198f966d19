/**
 * @file Which packages ship: those in the bundles of the last build, and the runtimes that run them. Read from the
 * lists of bundled-packages.ts and from package-lock.json.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockedSchema = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
});
export type Locked = z.infer<typeof lockedSchema>;
const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) });
export type Lock = z.infer<typeof lockSchema>['packages'];

const placesSchema = z.array(z.string());

/** How a package ships: as a part of the bundles, or as a program that runs them. */
export interface Shipped {
  /** As in package-lock.json. */
  place: string;
  name: string;
  version: string;
  license: string;
  how: 'bundled' | 'runtime';
}

/** Electron is in the installers; Node runs the command line where the machine's own is too old. */
const runtimes = ['node_modules/electron', 'node_modules/node'];
const bundles = ['main', 'preload', 'renderer'];

export function readLock(text: string): Lock {
  return lockSchema.parse(JSON.parse(text)).packages;
}

/** The name of the package at a place of package-lock.json. */
export function nameAt(place: string): string {
  return place.replace(/^.*node_modules\//, '');
}

/** @param root the folder of the project, built. @throws if it was not built, or a bundled package is not in the lock */
export function shippedPackages(root: string): Shipped[] {
  const lock = readLock(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = bundles.flatMap((bundle) =>
    placesSchema.parse(JSON.parse(readFileSync(join(root, 'out/bundled', `${bundle}.json`), 'utf8'))),
  );
  const places = [...new Set(bundled)].sort();
  return [
    ...places.map((place) => shippedAt(lock, place, 'bundled')),
    ...runtimes.map((place) => shippedAt(lock, place, 'runtime')),
  ];
}

function shippedAt(lock: Lock, place: string, how: Shipped['how']): Shipped {
  const { version, license } = lock[place] ?? {};
  if (version === undefined) throw new Error(`${place} ships, but package-lock.json does not name it.`);
  return { place, name: nameAt(place), version, license: license ?? 'NONE', how };
}

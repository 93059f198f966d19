/**
 * @file What may be in a package-lock.json and its package.json, of the app and of what makes the installers: the reviewed
 * lists, and the rules over them. Pure.
 */

import { type Lock, nameAt } from '../../build/shipped-packages.ts';

/** Scripts that run at `npm ci`, by package and version, each with the reason. Read the script before you add one. */
export const reviewedScripts: Readonly<Record<string, string>> = {
  'node@24.21.0': 'Fetches the Node of this system from the registry, as a package with a checksum in its turn.',
};

/** Licences, by SPDX id, of what reaches a bank: they ask for no more than their text. */
const mayShip = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
/** Of what only builds and tests, besides: they ask something of who changes or hands on that package itself. */
const mayBuild = new Set([...mayShip, 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'WTFPL']);

/** Scripts that no one has reviewed, as sentences. */
export function unreviewedScripts(lock: Lock): string[] {
  return packagesOf(lock).flatMap(({ place, name, version, hasInstallScript }) =>
    hasInstallScript === true && !Object.hasOwn(reviewedScripts, `${name}@${version}`)
      ? [`${place} ${version} runs a script when it is installed.`]
      : [],
  );
}

/** Licences off the lists, as sentences. @param ships the places of what ships */
export function unknownLicences(lock: Lock, ships: ReadonlySet<string>): string[] {
  return packagesOf(lock).flatMap(({ place, version, license }) => {
    // What is installed without `--omit dev` counts as shipping, too: tree shaking may leave more of it one day.
    const allowed = ships.has(place) || lock[place]?.dev !== true ? mayShip : mayBuild;
    if (license !== undefined && isAllowed(license, allowed)) return [];
    return [`${place} ${version} is under ${license ?? 'no licence'}.`];
  });
}

/** Dependencies whose version or content may change without a change of these files, as sentences. */
export function unpinned(manifest: Readonly<Record<string, unknown>>, lock: Lock): string[] {
  const named = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((part) =>
    Object.entries(manifest[part] ?? {}),
  );
  const ranges = named.flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(String(version)) ? [] : [`${name} is named as ${version}.`],
  );
  const drifting = named.flatMap(([name, version]) => {
    const locked = lock[`node_modules/${name}`]?.version;
    return locked === version ? [] : [`${name} is named as ${version} and locked as ${locked}.`];
  });
  const unsealed = packagesOf(lock).flatMap(({ place, integrity }) =>
    integrity?.startsWith('sha512-') ? [] : [`${place} has no checksum.`],
  );
  return [...new Set([...ranges, ...drifting, ...unsealed])];
}

function packagesOf(lock: Lock) {
  return Object.entries(lock)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => ({ place, ...locked, name: locked.name ?? nameAt(place) }));
}

/** Reads `A`, `A OR B` and `A AND B`; anything more is for a person. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = /^\(([^()]*)\)$/.exec(expression)?.[1] ?? expression;
  const parts = bare.split(/ (?:OR|AND) /);
  if (bare.includes(' OR ') && bare.includes(' AND ')) return false;
  return bare.includes(' OR ') ? parts.some((one) => allowed.has(one)) : parts.every((one) => allowed.has(one));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import packagingManifest from '../../build/package.json' with { type: 'json' };
import { type Lock, readLock, shippedPackages } from '../../build/shipped-packages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { reviewedScripts, unknownLicences, unpinned, unreviewedScripts } from './lock-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lock = readLock(readFileSync(`${root}/package-lock.json`, 'utf8'));
const packagingLock = readLock(readFileSync(`${root}/build/package-lock.json`, 'utf8'));
const ships = new Set(shippedPackages(root).map(({ place }) => place));

/** The lock file with one package more, or with a package changed. */
function doctored(place: string, change: Partial<Lock[string]>): Lock {
  const sound = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAAA', dev: true };
  return { ...lock, [place]: { ...sound, ...lock[place], ...change } };
}

describe('scripts that run when packages are installed', () => {
  it('are all reviewed', () => {
    expect(unreviewedScripts(lock)).toEqual([]);
  });

  it.each([
    ['a new package', 'node_modules/intruder'],
    ['a package deep inside another', 'node_modules/conf/node_modules/intruder'],
    ['a package that had none', 'node_modules/zod'],
  ])('are noticed in %s', (_, place) => {
    expect(unreviewedScripts(doctored(place, { hasInstallScript: true }))).toEqual([
      expect.stringContaining(`${place} `),
    ]);
  });

  it('are reviewed again when their package has another version', () => {
    expect(unreviewedScripts(doctored('node_modules/node', { version: '24.99.0' }))).toHaveLength(1);
  });

  it('leave nothing on the list that is not there any more', () => {
    const present = Object.entries(lock).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(reviewedScripts)).toEqual(
      present.map(([place, { version }]) => `${place.replace(/^.*node_modules\//, '')}@${version}`),
    );
  });
});

describe('licences', () => {
  it('are all on the lists', () => {
    expect(unknownLicences(lock, ships)).toEqual([]);
  });

  it.each([
    ['node_modules/intruder', { license: 'AGPL-3.0-only' }],
    ['node_modules/intruder', { license: 'SEE LICENSE IN FILE' }],
    ['node_modules/intruder', { license: undefined }],
    ['node_modules/intruder', { license: '(MIT AND GPL-2.0-only)' }],
    ['node_modules/zod', { license: 'MPL-2.0' }],
    // It builds only, by package.json, but the page is bundled from it.
    ['node_modules/@mantine/core', { license: 'MPL-2.0' }],
  ])('are noticed: %s under %j', (place, change) => {
    expect(unknownLicences(doctored(place, change), ships)).toHaveLength(1);
  });

  it('may be stricter about what only builds', () => {
    expect(unknownLicences(doctored('node_modules/intruder', { license: 'MPL-2.0' }), ships)).toEqual([]);
    expect(unknownLicences(doctored('node_modules/intruder', { license: 'MIT OR GPL-2.0-only' }), ships)).toEqual([]);
  });
});

describe('versions', () => {
  it('are all pinned, with a checksum', () => {
    expect(unpinned(manifest, lock)).toEqual([]);
  });

  it.each(['^4.6.7', '~4.6.7', 'latest', '>=4', '4.6', '*', 'github:colinhacks/zod', 'file:../zod'])(
    'are noticed when they are named as %s',
    (version) => {
      const changed = { ...manifest, dependencies: { ...manifest.dependencies, zod: version } };
      expect(unpinned(changed, lock)).toContain(`zod is named as ${version}.`);
    },
  );

  it('are noticed when the lock file has another one', () => {
    expect(unpinned(manifest, doctored('node_modules/zod', { version: '4.6.8' }))).toHaveLength(1);
  });

  it.each([undefined, 'sha1-AAAA'])('are noticed when their content is fixed by %s', (integrity) => {
    expect(unpinned(manifest, doctored('node_modules/zod', { integrity }))).toEqual([
      'node_modules/zod has no checksum.',
    ]);
  });
});

describe('what makes the installers', () => {
  it('runs no script when it is installed, and npm is told to run none', () => {
    expect(Object.values(packagingLock).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    expect(readFileSync(`${root}/build/.npmrc`, 'utf8')).toMatch(/^ignore-scripts=true$/m);
  });

  it('has licences that are all on the lists', () => {
    expect(unknownLicences(packagingLock, new Set())).toEqual([]);
  });

  it('is pinned, with a checksum each', () => {
    expect(unpinned(packagingManifest, packagingLock)).toEqual([]);
  });

  it('is locked, and not among what the app and its tests are installed with', () => {
    expect(packagingLock).toHaveProperty(['node_modules/electron-builder', 'version'], '26.17.0');
    expect(Object.keys(lock).filter((place) => place.includes('electron-builder'))).toEqual([]);
  });

  it('is asked for by no script that would install it', () => {
    expect(Object.values(manifest.scripts).filter((script) => /npx|npm (ci|install|exec)/.test(script))).toEqual([]);
  });
});

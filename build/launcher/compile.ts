/**
 * @file Compiles the programs beside the app on Windows: `node build/launcher/compile.ts FOLDER` writes tranship.exe and
 * path.exe. Needs gcc of mingw-w64, which Windows runners of GitHub have, and Debian as gcc-mingw-w64-x86-64.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param platform the value of `process.platform` */
export function compilerFor(platform: string): string {
  return platform === 'win32' ? 'gcc' : 'x86_64-w64-mingw32-gcc';
}

/** The same bytes from the same compiler, whenever it is run. @throws Error when the compiler fails; it has told why */
export function compileLauncher(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const options = ['-std=c11', '-municode', '-O2', '-Wall', '-Wextra', '-Werror', '-s', '-static'];
  for (const name of ['tranship', 'path']) {
    const source = fileURLToPath(new URL(`windows/${name}.c`, import.meta.url));
    const out = join(folder, `${name}.exe`);
    execFileSync(compilerFor(process.platform), [...options, '-Wl,--no-insert-timestamp', '-o', out, source], {
      stdio: 'inherit',
    });
  }
}

const [, program = '', folder] = process.argv;
// Through a link as well: a call that does nothing would pass for one that has compiled.
if (existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url)) {
  if (folder === undefined) throw new Error('Say where to write them: node build/launcher/compile.ts FOLDER');
  compileLauncher(folder);
}

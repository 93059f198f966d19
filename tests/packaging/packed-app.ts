/**
 * @file The app as Electron-builder packs it, on this system and without a network: packed once, and used again until a
 * source changes. `packApp` may be called by several processes at once.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import buildProduct from '../build-product.ts';
import { installBuilder, root, runBuilder, toolRequire } from './builder.ts';
import { fakeElectron, type System } from './fake-electron.ts';

export interface PackedApp {
  /** What an installer would lay out: the program, with `resources` in it. */
  folder: string;
  /** Of `folder`; what is `process.resourcesPath` in the installed app. */
  resources: string;
  /** The content of app.asar as files, with no node_modules in it or above it. */
  appFolder: string;
}

/** What the packed app is made from. */
const sources = ['out/{main,preload,renderer}/**/*.*', 'out/bundled/*.json', 'package*.json', 'build/**/*.*'];

/** Which build the papers in out/papers belong to. */
const papersStamp = join(root, 'out/bundled/papers-made-from');

/** Builds the app and its papers, and installs Electron-builder. What was done before is not done again. */
export default function preparePackaging(): void {
  buildProduct();
  installBuilder();
  const digest = digestOf(
    contentsOf(['out/bundled/*.json', 'package-lock.json', 'build/*.ts', 'build/licence-texts/*']),
  );
  if (existsSync(papersStamp) && readFileSync(papersStamp, 'utf8') === digest) return;
  execFileSync(process.execPath, ['build/papers.ts'], { cwd: root, stdio: 'ignore' });
  writeFileSync(papersStamp, digest);
}

/** Packs for Linux, whatever the system. Takes seconds where nothing is to be installed. @throws if it cannot be packed */
export async function packApp(): Promise<PackedApp> {
  preparePackaging();
  const all = join(tmpdir(), `tranship-packed-${digestOf([root]).slice(0, 12)}`);
  const digest = digestOfSources();
  const place = join(all, digest);
  if (!existsSync(place)) {
    mkdirSync(all, { recursive: true });
    // Another process may have put this one there in the meantime, and use it already.
    const older = readdirSync(all).filter((name) => name !== digest);
    for (const name of older) rmSync(join(all, name), { recursive: true, force: true });
    const fresh = mkdtempSync(join(dirname(all), 'tranship-packing-'));
    const { resources } = await pack(fresh, 'linux');
    extract(join(resources, 'app.asar'), join(fresh, 'app'));
    moveUnlessThere(fresh, place);
  }
  const folder = join(place, 'linux-unpacked');
  return { folder, resources: join(folder, 'resources'), appFolder: join(place, 'app') };
}

/**
 * Has Electron-builder lay the app out for a system, after `preparePackaging`.
 * @param output receives it
 * @param environment for Electron-builder
 */
export async function pack(output: string, system: System, environment: NodeJS.ProcessEnv = {}) {
  const electron = await fakeElectron(output, system, manifest.devDependencies.electron);
  const target = { linux: '--linux', win32: '--win', darwin: '--mac' }[system];
  const options = [`--config.electronDist=${electron}`, `--config.directories.output=${output}`];
  const { code, said } = runBuilder([target, '--x64', '--dir', ...options], environment);
  if (code !== 0) throw new Error(`Electron-builder could not pack:\n${said}`);
  const place = { linux: 'linux-unpacked', win32: 'win-unpacked', darwin: 'mac' }[system];
  const folder = join(output, place);
  const resources = system === 'darwin' ? 'Tranship.app/Contents/Resources' : 'resources';
  return { folder, resources: join(folder, resources), said };
}

/** Writes the content of an archive as files. */
export function extract(archive: string, folder: string): void {
  const library: { extractAll(archive: string, folder: string): void } = toolRequire('@electron/asar');
  library.extractAll(archive, folder);
}

/** Another process may have packed the same in the meantime. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (thrown) {
    rmSync(from, { recursive: true });
    if (!existsSync(to)) throw thrown;
  }
}

function digestOfSources(): string {
  return digestOf(contentsOf(sources)).slice(0, 24);
}

function contentsOf(patterns: readonly string[]): (string | Buffer)[] {
  // Beside the build, and not packed: which sources it was made from, and what Node has compiled of it.
  const notPacked = /node_modules|built-from$|[\\/]compiled([\\/]|$)/;
  const exclude = (path: string) => notPacked.test(path);
  const files = globSync(patterns, { cwd: root, exclude }).sort();
  return files.flatMap((path) => [path, readFileSync(join(root, path))]);
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}

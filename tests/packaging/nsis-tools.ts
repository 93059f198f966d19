/**
 * @file What Electron-builder needs for an installer of Windows and would download: Debian's makensis and 7za, in the
 * places in which it looks. Plugins of NSIS are stand-ins with the names that the templates call, which is all that
 * makensis reads of them; the uninstaller, which Windows would write, is a stand-in as well.
 */

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canInstallPackages, installPackages } from '../debian-packages.ts';
import { toolRequire } from './builder.ts';

const programs = { makensis: 'nsis', '7za': 'p7zip-full', wixl: 'wixl', msiinfo: 'msitools' };

/** Whether the programs are here; installs them where the tests may. */
export function hasWindowsTools(): boolean {
  const missing = Object.entries(programs).filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return true;
  if (!canInstallPackages()) return false;
  installPackages(...missing.map(([, debianPackage]) => debianPackage));
  return true;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Where the templates of the installed Electron-builder are. */
const templates = join(dirname(toolRequire.resolve('app-builder-lib/package.json')), 'templates/nsis');
const SHARED = '/usr/share/nsis';

/**
 * @param folder for the tools
 * @param log receives what makensis says of each instruction that it compiles
 * @returns the environment in which Electron-builder uses them
 */
export function nsisTools(folder: string, log: string): NodeJS.ProcessEnv {
  const script = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  const nsis = join(folder, 'nsis');
  script(
    join(nsis, 'linux/makensis'),
    `/usr/bin/makensis -V4 "$@" > "$0.said" 2>&1; code=$?; cat "$0.said" | tee -a '${log}'; exit $code`,
  );
  for (const part of ['Contrib', 'Include', 'Plugins', 'Stubs']) symlinkSync(join(SHARED, part), join(nsis, part));
  // Electron-builder runs the installer for this file.
  script(join(folder, 'bin/wine'), 'printf uninstaller > "$(dirname "$1")/$(basename "$1" exe)__uninstaller.exe"');
  standInPlugins(join(folder, 'resources/plugins/x86-unicode'));
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, 'resources'),
    ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  };
}

/** A library for each plugin that the templates call and that does not come with NSIS. */
function standInPlugins(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const called = new Map<string, Set<string>>();
  for (const file of globSync('**/*.{nsh,nsi}', { cwd: templates })) {
    for (const [, plugin = '', name = ''] of readFileSync(join(templates, file), 'utf8').matchAll(/\b(\w+)::(\w+)/g))
      called.set(plugin, (called.get(plugin) ?? new Set()).add(name));
  }
  const bundled = new Set(
    globSync('*.dll', { cwd: join(SHARED, 'Plugins/x86-unicode') }).map((name) => name.slice(0, -4)),
  );
  for (const [plugin, names] of called)
    if (!bundled.has(plugin)) writeFileSync(join(folder, `${plugin}.dll`), library(`${plugin}.dll`, [...names].sort()));
}

/** A library in the format of Windows (PE32) that exports the names and contains nothing else. */
function library(name: string, exported: readonly string[]): Buffer {
  const [start, headers] = [0x1000, 0x200];
  const tables = 40 + exported.length * 10;
  const texts = [name, ...exported].map((text) => Buffer.from(`${text}\0`));
  const places = texts.map(
    (_, index) => start + tables + texts.slice(0, index).reduce((sum, text) => sum + text.length, 0),
  );
  const section = Buffer.concat([Buffer.alloc(tables), ...texts]);
  section.writeUInt32LE(places[0] ?? 0, 12);
  for (const [offset, value] of [
    [16, 1],
    [20, exported.length],
    [24, exported.length],
  ] as const)
    section.writeUInt32LE(value, offset);
  const parts = [start + 40, start + 40 + exported.length * 4, start + 40 + exported.length * 8];
  for (const [index, value] of parts.entries()) section.writeUInt32LE(value, 28 + index * 4);
  for (const index of exported.keys()) {
    section.writeUInt32LE(start, 40 + index * 4);
    section.writeUInt32LE(places[index + 1] ?? 0, 40 + exported.length * 4 + index * 4);
    section.writeUInt16LE(index, 40 + exported.length * 8 + index * 2);
  }
  const head = Buffer.alloc(headers);
  head.write('MZ');
  head.writeUInt32LE(0x40, 0x3c);
  head.write('PE\0\0', 0x40);
  // Intel 386, one section, an optional header of 224 bytes, a library.
  for (const [offset, value] of [
    [0x44, 0x14c],
    [0x46, 1],
    [0x54, 224],
    [0x56, 0x2102],
    [0x58, 0x10b],
  ] as const)
    head.writeUInt16LE(value, offset);
  const wide = [
    [0x58 + 28, 0x400000],
    [0x58 + 32, 0x1000],
    [0x58 + 36, 0x200],
    [0x58 + 56, 0x10000],
    [0x58 + 60, headers],
    [0x58 + 92, 16],
  ] as const;
  for (const [offset, value] of wide) head.writeUInt32LE(value, offset);
  head.writeUInt32LE(start, 0x58 + 96);
  head.writeUInt32LE(section.length, 0x58 + 100);
  const entry = 0x58 + 224;
  head.write('.edata', entry);
  for (const [offset, value] of [
    [8, section.length],
    [12, start],
    [16, section.length],
    [20, headers],
    [36, 0x40000040],
  ] as const)
    head.writeUInt32LE(value, entry + offset);
  return Buffer.concat([head, section]);
}

/** @file The licence notices: the full text of the licence of everything that ships. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shipped } from './shipped-packages.ts';

const LINE = '='.repeat(80);

/** The runtimes bring more than their packages say. */
const remarks: Readonly<Record<string, string>> = {
  electron:
    'The installers contain Electron, which contains Chromium, Node.js and FFmpeg. Their notices are in\n' +
    'LICENSES.chromium.html beside the program (on macOS: in Contents/Resources of the app).',
  node:
    'Only where the command line is installed from the registry: a copy of Node.js, which is licensed under MIT. Its\n' +
    'notices, with those of V8, OpenSSL and its other parts, are the LICENSE file of that release at nodejs.org.',
};

/**
 * @param root the folder of the project, with its node_modules
 * @throws if a package has no licence text, neither of its own nor in build/licence-texts
 */
export function notices(root: string, shipped: readonly Shipped[]): string {
  const head = `Tranship contains the following software of others, under the licences that stand below each.\n`;
  return [head, ...shipped.map((one) => noticeOf(root, one))].join('\n');
}

function noticeOf(root: string, { place, name, version, license, how }: Shipped): string {
  const texts = licenceTexts(root, { place, name, version });
  const remark = remarks[name];
  if (texts.length === 0 && how === 'bundled')
    throw new Error(
      `${name} ${version} has no licence text: write one into build/licence-texts/${name}@${version}.txt.`,
    );
  return [LINE, `${name} ${version} (${license})`, LINE, ...(remark ? [remark, ''] : []), ...texts, ''].join('\n');
}

/** The licence files of a package, and its notices. Some packages leave them out; the project keeps these itself. */
function licenceTexts(root: string, { place, name, version }: Pick<Shipped, 'place' | 'name' | 'version'>): string[] {
  const folder = join(root, place);
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const own = join(root, 'build/licence-texts', `${name.replace('/', '+')}@${version}.txt`);
  const paths = files.length === 0 && existsSync(own) ? [own] : files.map((file) => join(folder, file));
  return paths.map((path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trimEnd());
}

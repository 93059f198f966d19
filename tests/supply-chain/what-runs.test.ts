/** @file SECURITY.md lists each file that starts a program or loads code by its path. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const starting =
  /from 'node:child_process'|require\('node:(?:child_process|module)'\)|\bcreateRequire\b|\bprocess\.dlopen\b/;

it('each source that starts a program, or loads one from a path, stands in the table of what runs', () => {
  const table = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('## What runs')[1] ?? '';
  const sources = globSync('src-{main,preload,shared,renderer}/**/*.{ts,tsx,cjs}', { cwd: root });
  const found = sources.filter((path) => starting.test(readFileSync(join(root, path), 'utf8')));
  expect(found.length).toBeGreaterThan(4);
  expect(found.map((path) => path.replaceAll('\\', '/')).filter((path) => !table.includes(`\`${path}\``))).toEqual([]);
});

/** @file The parts of a night: the folders of tests that have full forms, the stories, and the trials that no test runs. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NightPart {
  name: string;
  /** What Node runs. */
  call: string[];
}

/** @param share of the full number */
export function partsOfNight(root: string, share: number): NightPart[] {
  const atNight = (full: number) => String(Math.ceil(full * share));
  return [
    ...foldersWithFullForms(root).map(([folder, files]) => ({ name: folder, call: vitest(files) })),
    { name: 'stories', call: ['node_modules/@playwright/test/cli.js', 'test', '--grep', '@night'] },
    { name: 'soak', call: ['tests/soak/soak.ts', '--rounds', atNight(200)] },
    { name: 'killed-preparation', call: ['tests/soak/killed-preparation.ts', atNight(100)] },
    { name: 'team-trial', call: ['tests/soak/team.ts', '--batches', atNight(500)] },
  ];
}

/** The folders of `tests/` with the test files in them that do more at night. */
export function foldersWithFullForms(root: string): [folder: string, files: string[]][] {
  const files = globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const full = files.filter((path) => readFileSync(join(root, path), 'utf8').includes("harness/night.ts'"));
  return [...Map.groupBy(full.sort(), (path) => path.split('/')[1] ?? '')].sort();
}

function vitest(files: readonly string[]): string[] {
  const reporters = ['--reporter=default', '--reporter=./tests/night/count-tests.ts'];
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    '!as-on-windows',
    '--testTimeout',
    '36000000',
    ...reporters,
    ...files,
  ];
}

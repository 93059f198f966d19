/** @file The night runs all that has a full form, and what is printed there reaches its table. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { countsIn, tellCount } from '../harness/counted.ts';
import { foldersWithFullForms, partsOfNight } from './parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('has a part for each folder with full forms, the stories, and the trials, all of which exist', () => {
  const folders = foldersWithFullForms(root);
  const parts = partsOfNight(root, 0.1);
  expect(parts.map(({ name }) => name)).toEqual([
    ...folders.map(([folder]) => folder),
    ...['stories', 'soak', 'killed-preparation', 'team-trial'],
  ]);
  expect(folders.map(([folder]) => folder)).toContain('wire');
  for (const { call } of parts) expect(existsSync(join(root, call[0] ?? ''))).toBe(true);
  expect(parts.find(({ name }) => name === 'soak')?.call).toEqual(['tests/soak/soak.ts', '--rounds', '20']);
});

it('adds up what was counted, whatever else is said', () => {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => said.push(line));
  tellCount(3, 'kills');
  said.push('Nothing lost: 4 kills');
  tellCount(2, 'kills');
  tellCount(0, 'lost');
  vi.restoreAllMocks();
  expect([...countsIn(said.join('\n'))]).toEqual([
    ['kills', 5],
    ['lost', 0],
  ]);
});

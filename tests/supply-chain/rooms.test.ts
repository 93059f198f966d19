/**
 * @file The rooms of `src-main` and which may import which: arrows point down, and a shell asks the actions. The documents name
 * only files that are there. That no files import each other in a circle, the linter sees to.
 */

import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';

/** From the top down, as in docs/architecture.md. A room may import those after it. */
const rooms = [
  ...[
    'index.ts',
    'shells',
    'actions',
    'app.ts',
    'app-parts.ts',
    'team',
    'prepare',
    'records',
    'send',
    'connections',
    'fixing',
    'templates',
  ],
  ...['policy', 'posting', 'rule-runs', 'practice', 'exports', 'wire', 'check', 'audit', 'updates', 'ground'],
  ...['thread-file.ts', 'thread-rooms.ts'],
];

/** What a shell may know; of the others it asks the actions. Of `audit` it may know what an event is. */
const doors = ['shells', 'actions', 'app.ts', 'updates', 'ground', 'thread-file.ts'];

/** Shells that still know more. Take out the name of each that no longer does; add none. */
const knowingMore = [
  ...within('cli', 'call exports-of-call ports process-ports reading session'),
  ...within('cli/grammar', 'values'),
];

const root = join(import.meta.dirname, '../../src-main');
const arrows = globSync('**/*.ts', { cwd: root, exclude: ['**/kernel/assembly/**'] }).flatMap((file) => {
  const from = file.replaceAll('\\', '/');
  return importsIn(readFileSync(join(root, file), 'utf8')).map(({ path, isType }) => ({
    from,
    isType,
    to: posix.join(posix.dirname(from), path),
  }));
});

it('knows every room', () => {
  const found = arrows.flatMap(({ from, to }) => (to.startsWith('..') ? [from] : [from, to])).map(roomOf);
  expect([...new Set(found)].sort()).toEqual([...rooms].sort());
});

it('lets arrows point down only', () => {
  const up = arrows.filter(
    ({ from, to }) => !to.startsWith('..') && rooms.indexOf(roomOf(to)) < rooms.indexOf(roomOf(from)),
  );
  expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

it('lets no further shell know more than the actions', () => {
  const more = arrows.filter(
    ({ from, to, isType }) =>
      roomOf(from) === 'shells' &&
      !to.startsWith('..') &&
      !doors.includes(roomOf(to)) &&
      !(isType && roomOf(to) === 'audit'),
  );
  expect([...new Set(more.map(({ from }) => from))].sort()).toEqual([...knowingMore].sort());
});

it('finds in the documents no file that is not there', () => {
  const project = join(root, '..');
  const files = globSync(['{build,tests,src-*,.github}/**/*.{ts,tsx}', '*.ts'], { cwd: project });
  const known = new Set(files.map((file) => file.replaceAll('\\', '/')).flatMap(endsOf));
  for (const document of globSync(['*.md', 'docs/**/*.md'], { cwd: project })) {
    const named = readFileSync(join(project, document), 'utf8').matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.tsx?)`/g);
    expect([document, ...[...named].flatMap(([, file = '']) => (known.has(file) ? [] : [file]))]).toEqual([document]);
  }
});

it.each([
  ["import { a } from './b.ts';", { path: './b.ts', isType: false }],
  ["import {\n  a,\n  type C,\n} from '../b.ts';", { path: '../b.ts', isType: false }],
  ["export type { A } from './b.ts';", { path: './b.ts', isType: true }],
  ["import './b.ts';", { path: './b.ts', isType: false }],
  ["const load = () => import('./b.ts');", { path: './b.ts', isType: false }],
])('reads %j', (source, found) => {
  expect(importsIn(source)).toEqual([found]);
});

function importsIn(source: string): { path: string; isType: boolean }[] {
  const form =
    /^(?:import|export) (?<type>type )?(?:[^;'"]*? from )?'(?<above>\.[^']+)';|\bimport\('(?<inside>\.[^']+)'\)/gm;
  return [...source.matchAll(form)].map(({ groups }) => ({
    path: groups?.['above'] ?? groups?.['inside'] ?? '',
    isType: groups?.['type'] !== undefined,
  }));
}

/** `a/b/c.ts`, `b/c.ts` and `c.ts`. */
function endsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function within(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `shells/${folder}/${name}.ts`);
}

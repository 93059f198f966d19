/**
 * @file Breaks the product in one place at a time, in a copy of the project, and says whether the tests notice.
 *
 *     node tests/sabotage/sabotage.ts [--only NAME …] [--tests BEGINNING …] [--likely] [--bail COUNT] [--project FOLDER]
 *
 * The likely tests run first, then all until one fails; only those with `--likely`, and with `--tests` those that it names.
 * What fails counts only if it passes without the sabotage. Ends with 0 when every sabotage was noticed.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { broken } from './broken.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    project: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    tests: { type: 'string', multiple: true },
    likely: { type: 'boolean', default: false },
    bail: { type: 'string', default: '1' },
  },
});
const chosen = sabotages.filter(({ name }) => options.only?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`There is no sabotage of this name: ${options.only?.join(', ')}.`);

/** Of vitest's report as JSON, what is read of it. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A test that failed; of a file that could not be run at all, its path is the name. */
interface Failure {
  file: string;
  name: string;
}

function copyOf(project: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'tranship-sabotage-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
  });
  for (const path of listed.toString().split('\0')) {
    if (path !== '' && existsSync(join(project, path))) cpSync(join(project, path), join(copy, path));
  }
  // Links to each file, since what looks for the packages asks where they are.
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(copy, 'node_modules')]);
  rmSync(join(copy, 'node_modules/.cache'), { recursive: true, force: true });
  return copy;
}

/** What fails in the copy among the tests whose paths begin so; among all where none are named. */
function failuresIn(copy: string, tests: readonly string[], bail: string): Failure[] {
  const report = join(copy, 'sabotage-report.json');
  rmSync(report, { force: true });
  const output = [`--reporter=json`, `--outputFile=${report}`];
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  // What runs as on Windows runs a second time there, and proves no more.
  const choice = ['--project=!as-on-windows', '--passWithNoTests', `--bail=${bail}`];
  spawnSync(process.execPath, [vitest, 'run', ...choice, ...output, ...tests], { cwd: copy, stdio: 'ignore' });
  if (!existsSync(report)) return [{ file: '', name: 'the run broke off' }];
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(copy, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    if (failed.length === 0 && message !== '') failed.push(file);
    return failed.map((test) => ({ file, name: test }));
  });
}

/** The tests that fail with the sabotage and pass without it. */
function noticedBy(copy: string, sabotage: Sabotage): Failure[] {
  const path = join(copy, sabotage.file);
  const whole = readFileSync(path, 'utf8');
  const likelyFirst = options.likely ? [sabotage.tests] : [sabotage.tests, []];
  for (const tests of options.tests === undefined ? likelyFirst : [options.tests]) {
    writeFileSync(path, broken(whole, sabotage));
    const failures = failuresIn(copy, tests, options.bail);
    writeFileSync(path, whole);
    if (failures.length === 0) continue;
    const files = [...new Set(failures.map(({ file }) => file))].filter((file) => file !== '');
    const without = failuresIn(copy, files, '0').map(({ name }) => name);
    const noticing = failures.filter(({ name }) => !without.includes(name));
    if (noticing.length > 0) return noticing;
  }
  return [];
}

const copy = copyOf(resolve(options.project));
try {
  const width = Math.max(...chosen.map(({ name }) => name.length));
  let noticed = 0;
  for (const sabotage of chosen) {
    const begun = performance.now();
    const [first, ...others] = noticedBy(copy, sabotage);
    if (first !== undefined) noticed += 1;
    const by = first === undefined ? 'NOT NOTICED' : `${others.length + 1}: ${first.file}: ${first.name}`;
    console.log(`${sabotage.name.padEnd(width)}  ${Math.round((performance.now() - begun) / 1000)} s  ${by}`);
  }
  console.log(`\n${noticed} of ${chosen.length} noticed`);
  process.exitCode = noticed === chosen.length ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}

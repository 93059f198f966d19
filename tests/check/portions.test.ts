/** @file Small files in portions: each has the check that it would have by itself, whatever is beside it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFile } from '../../src-main/check/check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import type { PackedFindings } from '../../src-main/check/findings/packed-findings.ts';
import { checkPortion, type Portion, portionsOf } from '../../src-main/check/portions.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { spoilt, temporaryFolder, transaction } from './sources.ts';

const request = { ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
const never = new AbortController().signal;

function filesOf(contents: readonly string[]): string[] {
  const folder = temporaryFolder();
  return contents.map((content, at) => {
    const path = join(folder, `${at}.jsonl`);
    writeFileSync(path, content);
    return path;
  });
}

/** A file, and what it is told to have. */
function listening(path: string) {
  const findings: Finding[] = [];
  return { path, findings, listener: { onFindings: (some: PackedFindings) => void findings.push(...some) } };
}

const checked = (paths: readonly string[], signal = never) => checkPortion(paths.map(listening), request, signal);

async function cut(paths: readonly string[]): Promise<Portion[]> {
  const portions: Portion[] = [];
  for await (const portion of portionsOf(paths, never)) portions.push(portion);
  return portions;
}

const good = `${JSON.stringify(transaction())}\n`;
const [wrong, twice] = [`${spoilt('payment_type', 1)}\n`.repeat(3), good.repeat(2)];

it('Each file of a portion has the figures and findings of a check of its own, one after a faulty one too', async () => {
  const paths = filesOf([good, wrong, '', 'a,b\n1,2\n', twice, '1\n', good, `\u{feff}${good}`]);
  for (const { file, promise } of checked(paths)) {
    const alone = listening(file.path);
    const { durationMs: _, ...figures } = await checkFile({ ...request, path: file.path }, alone.listener);
    expect(await promise).toMatchObject(figures);
    expect(file.findings).toEqual(alone.findings);
  }
});

it('A file that cannot be read, and one that breaks its thread down, spoil no other', async () => {
  const [first = '', last = ''] = filesOf([good, twice]);
  const portion = checked([first, '/no/such.jsonl', 'what no\0file can be called', last]);
  const ends = await Promise.allSettled(portion.map(({ promise }) => promise));
  expect(ends).toMatchObject([
    { value: { lines: 1, errors: 0 } },
    { reason: { code: 'file.not-found', params: { path: '/no/such.jsonl' } } },
    { reason: { code: 'check.failed', params: { path: 'what no\0file can be called' } } },
    { value: { lines: 2, errors: 2 } },
  ]);
});

it('Where one is to end, all end with the reason', async () => {
  const [stop, reason] = [new AbortController(), new Error('enough')];
  const portion = checked(filesOf([good, good]), stop.signal);
  stop.abort(reason);
  for (const { promise } of portion) await expect(promise).rejects.toBe(reason);
});

it('Small files that follow one another come together, up to a megabyte; larger ones by themselves, in order', async () => {
  const sizes = [10, 300_000, 200_000, 200_000, 200_000, 200_000, 200_000, 200_000, 40_000_000, 10, 10];
  const paths = filesOf(sizes.map((size) => ' '.repeat(size)));
  const portions = await cut([...paths, '/no/such.jsonl']);
  expect(portions.map((portion) => portion.paths.length)).toEqual([1, 1, 5, 1, 1, 3]);
  expect(portions.map(({ isLight }) => isLight)).toEqual([true, true, true, true, false, true]);
  expect(portions.flatMap((portion) => portion.paths)).toEqual([...paths, '/no/such.jsonl']);
});

it('No portion has more than 64 files, however small', async () => {
  const portions = await cut(Array.from({ length: 150 }, (_, at) => `/no/such ${at}`));
  expect(portions.map(({ paths }) => paths.length)).toEqual([64, 64, 22]);
});

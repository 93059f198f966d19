/** @file Whole checks beside a reference in another language, tests/check/reference.py, which shares no code with ours. */

import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckSummary, checkFile } from '../../src-main/check/check.ts';
import { countryCodes, currencyCodes } from '../../src-main/check/rules/codes.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { faultless, faulty, linesOfKind } from '../bench/kinds-of-lines.ts';
import { runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { oddFile } from './odd-files.ts';
import { linesOf } from './reference.ts';
import { NOW, temporaryFolder, transaction } from './sources.ts';

const program = join(import.meta.dirname, 'reference.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const clock = { now: () => NOW, steady: () => NOW, sleep: () => Promise.reject(new Error('The check never sleeps.')) };

/** Shows that the file is JSON Lines. */
const first = Buffer.from(`${JSON.stringify(transaction(7_000_000))}\n`);

/** Python's reader recurses, so that deep nesting is too much for it. */
const isShallow = (content: Buffer) => !/[[{]{150}|(?:\{"a":\[){100}/.test(content.toString('latin1'));

function fewChanges(kind: string, seed: number): Buffer {
  const spelling = faultless[kind] ?? faulty[kind];
  if (spelling === undefined) throw new Error(`There is no kind “${kind}”.`);
  const lines = linesOf(Buffer.from(linesOfKind(spelling, 12_000)));
  // Every line has another byte at some place.
  const odd = [...Buffer.from('"\\,:{}[]0-.eE \0zZ'), 0x80, 0xc3, 0xff];
  return Buffer.concat(
    lines.map((line, n) => {
      const at = (seed * 7919 + n * 104_729) % (line.length - 1);
      return n % 3 === 0 ? line : Buffer.from(line).fill(odd[(seed + n) % odd.length] ?? 0, at, at + 1);
    }),
  );
}

/** The files: of many machines, spoilt in many ways, with lines of every kind. */
function hostileFiles(): Buffer[] {
  const spoilt = fc.sample(spoiltLines, { numRuns: runs(60, 5500), seed: 1 }).map((lines) => Buffer.concat(lines));
  const odd = fc.sample(oddFile, { numRuns: runs(40, 3000), seed: 2 });
  const kinds = Object.keys({ ...faultless, ...faulty }).flatMap((kind) =>
    Array.from({ length: runs(1, 150) }, (_, seed) => fewChanges(kind, seed + 1)),
  );
  return [...spoilt, ...odd, ...kinds].filter(isShallow).map((content, n) => {
    const mark = Buffer.from(n % 5 === 0 ? '\uFEFF' : '');
    return Buffer.concat([mark, first, content]);
  });
}

function secondOpinion(files: readonly string[]): unknown[] {
  const order = {
    countries: [...countryCodes],
    currencies: [...currencyCodes],
    // 14 hours after, when it is that late somewhere.
    latest: new Date(NOW + 14 * 3_600_000).toISOString().slice(0, 19),
    files,
  };
  const { stdout, stderr, status } = spawnSync('python3', [program], {
    input: JSON.stringify(order),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What both count. */
async function ours(path: string, options: object) {
  const shared: number[] = [];
  const summary: CheckSummary = await checkFile(
    { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000, workers: 2 },
    {
      clock,
      onFindings: (findings) =>
        shared.push(...[...findings].filter(({ rule }) => rule === 'modification.duplicate').map(({ line }) => line)),
      ...options,
    },
  );
  const { sha256, lines, transactions, valid, errors, warnings, byRule, totals } = summary;
  return JSON.parse(JSON.stringify({ sha256, lines, transactions, valid, errors, warnings, byRule, shared, totals }));
}

describe.skipIf(!hasPython)('Beside a reference in Python (skipped where there is no python3)', () => {
  it('More than 100 hostile files have the same lines, valid ones, findings by rule, totals and shared ids', async () => {
    const folder = temporaryFolder();
    const files = hostileFiles().map((content, n) => {
      const path = join(folder, `${n}.jsonl`);
      writeFileSync(path, content);
      return path;
    });
    expect(files.length).toBeGreaterThan(100);
    const opinions = secondOpinion(files);
    for (const [n, path] of files.entries()) {
      // Some by scanners, with chunks that end anywhere.
      const pooled = n % 30 === 0 ? { smallBytes: 0, chunkBytes: 1000 + n * 7 } : {};
      expect({ path, ...(await ours(path, { mayBlock: true, ...pooled })) }).toEqual({
        path,
        ...Object(opinions[n]),
      });
    }
  });
});

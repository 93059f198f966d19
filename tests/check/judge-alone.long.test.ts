/** @file Where the kernel cannot run: the same answers by the judge alone, and a reason. */

import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, checkFile } from '../../src-main/check/check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import type { LineIndex } from '../../src-main/check/line-index.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { threadFile } from '../../src-main/thread-file.ts';
import { runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { oddFile } from './odd-files.ts';
import { ruleSets } from './rule-sets.ts';
import { NOW, sourceFile, spoilt, temporaryFolder, transaction } from './sources.ts';

const clock = { now: () => NOW, steady: () => NOW, sleep: () => Promise.reject(new Error('The check never sleeps.')) };
const noVectors = (): WebAssembly.Module => {
  throw new Error('invalid opcode 0xfd');
};

/** All that a check says of a file, but for how long it took. */
async function checked(path: string, options: CheckOptions, ruleSet: RuleSet = defaultRuleSet) {
  const findings: Finding[] = [];
  const reasons: string[] = [];
  const indexes: LineIndex[] = [];
  const { durationMs: _, ...summary } = await checkFile(
    { path, ruleSet, maxBatchBytes: 100_000 },
    {
      clock,
      onFindings: (some) => findings.push(...some),
      onJudgeAlone: ({ detail }) => reasons.push(detail),
      onLineIndex: (index) => indexes.push(index),
      ...options,
    },
  );
  return { findings, summary, indexes, reasons };
}

/** Shows that the file is JSON Lines, so that every line is judged. */
const first = Buffer.from(`${JSON.stringify(transaction(99))}\n`);

const because = (reason: string) =>
  `Its fast part cannot run here (${reason}), so each line is judged in full. What it finds is the same.`;

async function expectSame(content: Buffer, ruleSet: RuleSet, chunkBytes: number): Promise<void> {
  const path = sourceFile(content);
  const { reasons, ...alone } = await checked(path, { mayBlock: true, chunkBytes, compile: noVectors }, ruleSet);
  expect(reasons).toEqual([because('invalid opcode 0xfd')]);
  expect({ ...alone, reasons: [] }).toEqual(await checked(path, { mayBlock: true, chunkBytes }, ruleSet));
}

describe('Without the kernel', () => {
  it('A check has the same result for lines of machines, good and spoilt, with each rule set', async () => {
    await fc.assert(
      fc.asyncProperty(spoiltLines, fc.integer({ min: 200, max: 20_000 }), async (lines, chunkBytes) => {
        for (const [, ruleSet] of ruleSets) await expectSame(Buffer.concat([first, ...lines]), ruleSet, chunkBytes);
      }),
      { numRuns: runs(6, 600) },
    );
  });

  it('A check has the same result for files with lines of every kind', async () => {
    await fc.assert(
      fc.asyncProperty(oddFile, fc.integer({ min: 1, max: 5000 }), async (content, chunkBytes) => {
        await expectSame(Buffer.concat([first, content]), defaultRuleSet, chunkBytes);
      }),
      { numRuns: runs(60, 7500) },
    );
  });

  it('A check has the same result for small files that follow one another, for which the kernel is made once', async () => {
    const files = fc.array(fc.tuple(spoiltLines, fc.integer({ min: -400, max: 400 })), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(files, async (some) => {
        for (const [lines, days] of some) {
          const path = sourceFile(Buffer.concat([first, ...lines]));
          const at = { mayBlock: true, clock: { ...clock, now: () => NOW + days * 86_400_000 } };
          const { reasons: _, ...alone } = await checked(path, { ...at, compile: noVectors });
          expect({ ...alone, reasons: [] }).toEqual(await checked(path, at));
        }
      }),
      { numRuns: runs(12, 600) },
    );
  });

  it('A long line is judged, and one that is too long is not', async () => {
    const lines = [3_000_000, 17_000_000].map((length) => spoilt('payment_type', 'x'.repeat(length)));
    const content = Buffer.from([...lines, JSON.stringify(transaction(5))].join('\n'));
    const path = sourceFile(content);
    const options = { mayBlock: true, clock };
    const run = (compile?: () => WebAssembly.Module) =>
      checkFile({ path, ruleSet: defaultRuleSet, maxBatchBytes: 2e9 }, { ...options, compile });
    const [alone, usual] = [await run(noVectors), await run()];
    expect({ ...alone, durationMs: 0 }).toEqual({ ...usual, durationMs: 0 });
    expect(alone).toMatchObject({ lines: 3, valid: 2, byRule: { 'line.too-long': 1 } });
  });

  it('The thread of a check tells why', async () => {
    // As the entry finds it on a system without WebAssembly.
    const script = `delete globalThis.WebAssembly; await import(${JSON.stringify(threadFile('check-worker').href)});`;
    const workerFile = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const path = sourceFile(`1\n${JSON.stringify(transaction())}\n`);
    const { reasons, summary } = await checked(path, { workerFile });
    expect(reasons).toEqual([because('WebAssembly is not defined')]);
    expect(summary).toMatchObject({ lines: 2, valid: 1, errors: 1 });
  });
});

describe('The command line where WebAssembly is turned off', () => {
  const program = fileURLToPath(new URL('../../out/main/tranship.js', import.meta.url));
  const path = () => sourceFile(`1\n${JSON.stringify(transaction())}\n`);
  const run = (...parameters: string[]) =>
    spawnSync(process.execPath, ['--jitless', program, 'check', ...parameters], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TRANSHIP_HOME: temporaryFolder() },
    });

  it('It checks, and says once that this is slow and why', () => {
    const { status, stdout, stderr } = run(path());
    expect([status, stdout.includes('1 of 1 transaction valid')]).toEqual([1, true]);
    expect(stderr.match(/each line is judged in full/g)).toEqual(['each line is judged in full']);
  });

  it('It tells programs the same', () => {
    const events = run(path(), '--json')
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.filter(({ event }) => event === 'warning')).toMatchObject([{ code: 'check.judge-alone' }]);
    expect(events.find(({ event }) => event === 'summary')).toMatchObject({ lines: 2, valid: 1, errors: 1 });
  });
});

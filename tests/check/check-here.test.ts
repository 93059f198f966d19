/** @file The check in the thread that asks, where that may be blocked: with the same result as in one of its own. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CheckOptions, type CheckProgress, checkFile } from '../../src-main/check/check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import type { LineIndex } from '../../src-main/check/line-index.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { sourceFile, temporaryFolder } from './sources.ts';

async function sample(bytes: number): Promise<string> {
  const path = join(temporaryFolder(), 'sample.jsonl');
  await writeSampleExport(path, bytes);
  return path;
}

async function checked(path: string, options: CheckOptions) {
  const findings: Finding[] = [];
  const progress: CheckProgress[] = [];
  const indexes: LineIndex[] = [];
  const { durationMs: _, ...summary } = await checkFile(
    { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 },
    {
      onFindings: (some) => findings.push(...some),
      onProgress: (now) => progress.push(now),
      onLineIndex: (index) => indexes.push(index),
      ...options,
    },
  );
  return { summary, findings, last: progress.at(-1), indexes };
}

/** A thread cannot be started from here, so that a check that needs one fails. */
const here = { mayBlock: true, workerFile: new URL('file:///no-such-thread.js') };

describe('a small file', () => {
  it.each([
    ['without faults', () => sample(100_000)],
    ['with a fault in each line', () => sourceFile('{"sender":1}\n'.repeat(3000))],
    ['that is empty', () => sourceFile('')],
    ['that is no JSON Lines', () => sourceFile('[\n{}\n]\n')],
  ])('%s is checked here as in a thread', async (_name, write) => {
    const path = await write();
    expect(await checked(path, here)).toEqual(await checked(path, {}));
  });

  it('ends with the reason of a signal that came while this thread was blocked', async () => {
    const path = sourceFile('{"sender":1}\n');
    const stop = new AbortController();
    const reason = new Error('stopped');
    const check = checked(path, { ...here, signal: stop.signal, onFindings: () => stop.abort(reason) });
    await expect(check).rejects.toBe(reason);
  });

  it('is missing: the error is the same', async () => {
    await expect(checked(join(temporaryFolder(), 'missing.jsonl'), here)).rejects.toMatchObject({
      code: 'file.not-found',
    });
  });
});

describe('a large file', () => {
  const large = { chunkBytes: 1000, smallBytes: 0 };

  it('has its results gathered here, as in a thread', async () => {
    const path = await sample(100_000);
    expect(await checked(path, { ...here, ...large })).toEqual(await checked(path, large));
  });

  it('ends with the reason of a signal that comes while scanners check it', async () => {
    const path = await sample(100_000);
    const stop = new AbortController();
    const reason = new Error('stopped');
    // These scanners never answer.
    const scanner = new URL('data:text/javascript,setInterval(() => {}, 60_000)');
    const onProgress = () => setImmediate(() => stop.abort(reason));
    const check = checkFile(
      { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 },
      { ...here, ...large, entries: { scanner }, onProgress, signal: stop.signal },
    );
    await expect(check).rejects.toBe(reason);
  });
});

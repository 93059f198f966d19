import { Buffer } from 'node:buffer';
import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckOptions,
  type CheckProgress,
  type CheckRequest,
  checkFile as checkInThreads,
} from '../../src-main/check/check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { FindingStore } from '../../src-main/check/findings/finding-store.ts';
import type { PackedFindings } from '../../src-main/check/findings/packed-findings.ts';
import { fetchLine, type LineIndex } from '../../src-main/check/line-index.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { runs } from '../harness/night.ts';
import { oddFile } from './odd-files.ts';
import { checkObviously, linesOf } from './reference.ts';
import { NOW, rules, sourceFile, temporaryFolder, transaction } from './sources.ts';

const clock = { now: () => NOW, steady: () => NOW, sleep: () => Promise.reject(new Error('The check never sleeps.')) };

/** Checks in all the threads that a large file has. */
function checkFile(checkRequest: CheckRequest, options: CheckOptions = {}) {
  return checkInThreads(checkRequest, { smallBytes: 0, ...options });
}

function request(path: string): CheckRequest {
  return { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
}

/** A file with so many different findings that the check must wait for its listener: each message shows its line. */
const manyFaults = (count = 20_000) =>
  sourceFile(Array.from({ length: count }, (_, n) => `x${String(n).padStart(5, '0')}\n`).join(''));

/** What this thread holds in its heap: when the garbage would be collected depends on what else the machine does. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

describe('The check in its threads', () => {
  it('The check agrees with the reference for any lines, number of workers and sizes', async () => {
    const sizes = fc.record({
      workers: fc.integer({ min: 1, max: 4 }),
      chunkBytes: fc.integer({ min: 1, max: 3000 }),
      room: fc.nat(20_000),
    });
    await fc.assert(
      fc.asyncProperty(oddFile, sizes, async (content, { workers, chunkBytes, room }) => {
        const longest = Math.max(1, ...linesOf(content).map(({ length }) => length));
        const options = { ruleSet: defaultRuleSet, maxBatchBytes: longest + room };
        const findings: Finding[] = [];
        const onFindings = (batch: Iterable<Finding>) => findings.push(...batch);
        const path = sourceFile(content);
        const {
          durationMs: _,
          modifiedAt: __,
          ...summary
        } = await checkFile({ path, ...options, workers }, { onFindings, clock, chunkBytes });
        expect({ findings, summary }).toEqual(checkObviously(content, options, NOW));
      }),
      { numRuns: runs(4, 800) },
    );
  });

  it('Findings keep the order of the file when some chunks are full of findings and others have none', async () => {
    const line = JSON.stringify(transaction());
    const content = Buffer.from(
      Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? '1\n'.repeat(4000) : `${line}\n`.repeat(10))).join(''),
    );
    const ruleSet = rules({ severities: { 'modification.duplicate': 'off' } });
    const findings: Finding[] = [];
    const onFindings = (batch: Iterable<Finding>) => findings.push(...batch);
    const own = { path: sourceFile(content), ruleSet, maxBatchBytes: 2_000_000_000, workers: 3 };
    await checkFile(own, { onFindings, clock, chunkBytes: 8000 });
    expect(findings.map((finding) => finding.line)).toEqual(
      content
        .toString()
        .split('\n')
        .flatMap((text, index) => (text === '1' ? [index + 1] : [])),
    );
  });

  it('Small batches of findings come while other work of the calling thread runs, then an index of every line', async () => {
    const path = manyFaults();
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    const batches: { findings: number; turn: number }[] = [];
    const progress: CheckProgress[] = [];
    const indexes: LineIndex[] = [];
    setImmediate(turn);
    const summary = await checkFile(request(path), {
      onFindings: ({ length }) => batches.push({ findings: length, turn: turns }),
      onProgress: (seen) => progress.push(seen),
      onLineIndex: (index) => indexes.push(index),
    });
    isOver = true;
    const sizes = batches.map(({ findings }) => findings);
    expect([Math.max(...sizes), sizes.reduce((sum, size) => sum + size)]).toEqual([500, 20_000]);
    const atOnce = Map.groupBy(batches, (batch) => batch.turn).values();
    expect(Math.max(...atOnce.map((some) => some.length))).toBeLessThanOrEqual(2);
    const { bytes } = summary;
    expect(progress.at(-1)).toEqual({ bytes, totalBytes: bytes, lines: 20_000, errors: 20_000, warnings: 0 });
    expect(indexes.map((index) => fetchLine(path, index, 20_000)?.offset)).toEqual([7 * 19_999]);
  });

  it('Findings come while the check is still running, and progress at most ten times a second', async () => {
    const seen: string[] = [];
    const summary = await checkFile(request(manyFaults()), {
      onFindings: () => seen.push('findings'),
      onProgress: ({ bytes, totalBytes }) => seen.push(bytes < totalBytes ? 'half-way' : 'at the end'),
      chunkBytes: 2000,
    });
    expect(seen.indexOf('findings')).toBeLessThan(seen.indexOf('at the end'));
    expect(seen.filter((what) => what !== 'findings').length).toBeLessThanOrEqual(2 + summary.durationMs / 100);
  });

  it('The heap of the calling thread stays flat while many findings pass into a store', async () => {
    const count = runs(100_000, 600_000);
    const path = sourceFile('1\n'.repeat(count));
    const store = new FindingStore(new DatabaseSync(''));
    const before = heldBytes();
    let most = 0;
    const onFindings = (batch: PackedFindings) => {
      store.add('a', batch);
      most = Math.max(most, heldBytes());
    };
    await checkFile(request(path), { onFindings });
    expect(most).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(count * 17);
  });
});

describe('A check that does not finish', () => {
  it.each([
    ['throw new Error("out of order")', 'out of order'],
    ['process.exit(0)', 'its thread ended with code 0'],
  ])('The check fails when its own thread breaks down (%s)', async (script, reason) => {
    const workerFile = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    await expect(checkFile(request('a.jsonl'), { workerFile })).rejects.toMatchObject({
      code: 'check.failed',
      params: { path: 'a.jsonl', reason },
    });
  });

  it('The check rejects with the error that a listener throws', async () => {
    const onFindings = () => {
      throw new Error('no room');
    };
    await expect(checkFile(request(manyFaults()), { onFindings })).rejects.toThrow('no room');
  });

  it("The check rejects with the signal's reason while the worker waits for its listener", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onFindings = () => controller.abort(reason);
    await expect(checkFile(request(manyFaults()), { onFindings, signal: controller.signal })).rejects.toBe(reason);
  });

  it('An aborted check ends at once, with most of the file unread', async () => {
    const controller = new AbortController();
    let last: CheckProgress | undefined;
    const onProgress = (progress: CheckProgress) => {
      last = progress;
      controller.abort();
    };
    const line = `${JSON.stringify(transaction())}\n`;
    const path = sourceFile(line.repeat(30_000));
    await checkFile(request(path), { onProgress, signal: controller.signal }).catch(() => undefined);
    expect(last?.bytes).toBeLessThan((last?.totalBytes ?? 0) / 2);
  });

  it('The check does not start with a signal that is already aborted', async () => {
    const reason = new Error('enough');
    await expect(checkFile(request('nowhere'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('An aborted check calls no listener any more', async () => {
    const controller = new AbortController();
    let calls = 0;
    const onFindings = () => {
      calls++;
      controller.abort();
    };
    await checkFile(request(manyFaults()), { onFindings, signal: controller.signal }).catch(() => undefined);
    expect(calls).toBe(1);
  });

  it.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, '1\n')],
    ['shrinks', (path) => truncateSync(path, 10)],
  ])('The check fails with file.changed when the file %s while it runs', async (_, change) => {
    const path = manyFaults(5000);
    let isChanged = false;
    const onFindings = () => {
      if (!isChanged) change(path);
      isChanged = true;
    };
    await expect(checkFile(request(path), { onFindings })).rejects.toMatchObject({
      code: 'file.changed',
      params: { path },
    });
  });

  it('The check fails with file.not-found when the file is removed while it runs', async () => {
    const path = manyFaults(5000);
    const onFindings = () => rmSync(path, { force: true });
    await expect(checkFile(request(path), { onFindings })).rejects.toMatchObject({
      code: 'file.not-found',
      params: { path },
    });
  });

  it('The check of a missing file fails with file.not-found', async () => {
    const path = join(temporaryFolder(), 'nowhere.jsonl');
    await expect(checkFile(request(path))).rejects.toMatchObject({ code: 'file.not-found', params: { path } });
  });

  it('The check of a folder fails with file.not-a-file', async () => {
    const path = temporaryFolder();
    await expect(checkFile(request(path))).rejects.toMatchObject({ code: 'file.not-a-file', params: { path } });
  });
});

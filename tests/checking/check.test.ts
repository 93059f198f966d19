import { appendFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type CheckProgress, type CheckRequest, checkFile } from '../../src-main/checking/check.ts';
import type { Finding } from '../../src-main/checking/finding.ts';
import { FindingStore } from '../../src-main/checking/finding-store.ts';
import { defaultRuleSet } from '../../src-main/checking/rule-set.ts';
import { check, NOW, sourceFile, temporaryFolder, transaction } from './sources.ts';

const clock = { now: () => NOW, sleep: () => Promise.reject(new Error('The check never sleeps.')) };

function request(path: string): CheckRequest {
  return { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
}

/** A file with so many findings that the check has to wait for its listener. */
const manyFaults = () => sourceFile('1\n'.repeat(20_000));

describe('the check in its worker', () => {
  it('reports the same as the check in this thread', async () => {
    const content = `${JSON.stringify(transaction(1))}\nx\n${JSON.stringify(transaction(1))}\n`;
    const findings: Finding[] = [];
    const onFindings = (batch: readonly Finding[]) => findings.push(...batch);
    const summary = await checkFile(request(sourceFile(content)), { onFindings, clock });
    const expected = check(content);
    expect(findings).toEqual(expected.findings);
    const own = { modifiedAt: summary.modifiedAt, durationMs: summary.durationMs };
    expect(summary).toEqual({ ...expected.summary, ...own });
  });

  it('reports progress up to the last byte', async () => {
    const seen: CheckProgress[] = [];
    const summary = await checkFile(request(manyFaults()), { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({
      bytes: summary.bytes,
      totalBytes: summary.bytes,
      lines: 20_000,
      errors: 20_000,
      warnings: 0,
    });
  });

  it('reports progress at most ten times a second, and once more at the end', async () => {
    let reports = 0;
    const summary = await checkFile(request(manyFaults()), { onProgress: () => reports++ });
    expect(reports).toBeLessThanOrEqual(2 + summary.durationMs / 100);
  });

  it('hands out findings in batches', async () => {
    const sizes: number[] = [];
    await checkFile(request(manyFaults()), { onFindings: (batch) => sizes.push(batch.length) });
    expect(sizes).toEqual(Array.from({ length: 40 }, () => 500));
  });

  it('lets other work of this thread have its turn between batches', async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    const turnsAtBatch: number[] = [];
    setImmediate(turn);
    await checkFile(request(manyFaults()), { onFindings: () => turnsAtBatch.push(turns) });
    isOver = true;
    const mostAtOnce = Math.max(
      ...Map.groupBy(turnsAtBatch, (at) => at)
        .values()
        .map((batches) => batches.length),
    );
    expect(mostAtOnce).toBeLessThanOrEqual(2);
  });

  it('keeps the heap of this thread flat while 600,000 findings pass into a store', async () => {
    const path = sourceFile('1\n'.repeat(600_000));
    const store = new FindingStore(new DatabaseSync(''));
    const before = process.memoryUsage().heapTotal;
    let most = 0;
    const onFindings = (batch: readonly Finding[]) => {
      store.add('a', batch);
      most = Math.max(most, process.memoryUsage().heapTotal);
    };
    await checkFile(request(path), { onFindings });
    expect(most - before).toBeLessThan(50 * 1024 * 1024);
  });
});

describe('a check that does not come to its end', () => {
  it.each([
    ['throw new Error("out of order")', 'out of order'],
    ['process.exit(0)', 'its thread ended with code 0'],
  ])('fails when the worker breaks down (%s)', async (script, reason) => {
    const workerFile = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    await expect(checkFile(request('a.jsonl'), { workerFile })).rejects.toMatchObject({
      code: 'check.failed',
      params: { path: 'a.jsonl', reason },
    });
  });

  it('rejects with what a listener throws', async () => {
    const onFindings = () => {
      throw new Error('no room');
    };
    await expect(checkFile(request(manyFaults()), { onFindings })).rejects.toThrow('no room');
  });

  it('rejects with the reason of the signal, while the worker waits for its listener', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onFindings = () => controller.abort(reason);
    await expect(checkFile(request(manyFaults()), { onFindings, signal: controller.signal })).rejects.toBe(reason);
  });

  it('does not start under a signal that is aborted already', async () => {
    const reason = new Error('enough');
    await expect(checkFile(request('nowhere'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('calls no listener once it has been aborted', async () => {
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
    ['is removed', (path) => rmSync(path)],
  ])('fails with file.changed when the file %s meanwhile', async (_, change) => {
    const path = manyFaults();
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

  it('fails with file.not-found when there is no such file', async () => {
    const path = join(temporaryFolder(), 'nowhere.jsonl');
    await expect(checkFile(request(path))).rejects.toMatchObject({ code: 'file.not-found', params: { path } });
  });

  it('fails with file.not-a-file for a folder', async () => {
    const path = temporaryFolder();
    await expect(checkFile(request(path))).rejects.toMatchObject({ code: 'file.not-a-file', params: { path } });
  });
});

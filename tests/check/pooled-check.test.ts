import { truncateSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckRequest } from '../../src-main/check/file-check.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { type RunOptions, runCheck } from '../../src-main/check/run-check.ts';
import { SourceFile } from '../../src-main/check/source-file.ts';
import { NOW, sourceFile, transaction } from './sources.ts';

const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

const content = `1\n${JSON.stringify(transaction())}\n`.repeat(100);

/** Checks with two scanners and replaced entries of the threads. */
function pooledCheck(entries: RunOptions['entries'] = {}, { onFindings = () => {}, path = sourceFile(content) } = {}) {
  const source = new SourceFile(path);
  onTestFinished(() => source.close());
  const request: CheckRequest = { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 };
  const outlet = { findings: onFindings, progress: () => undefined, judgeAlone: () => undefined };
  return runCheck(source, request, NOW, outlet, {
    workers: 2,
    chunkBytes: 1000,
    smallBytes: 0,
    entries,
  });
}

describe('A pooled check reports failure', () => {
  it.each([
    ['is out of order from the start', 'throw new Error("out of order")', 'out of order'],
    ['ends by itself', 'process.exit(0)', 'its thread ended with code 0'],
    [
      'breaks down over a chunk',
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("amid") })',
      'amid',
    ],
  ])('A pooled check fails when a scanner %s', async (_, text, reason) => {
    const scanner = script(text);
    await expect(pooledCheck({ scanner })).rejects.toMatchObject({ code: 'check.failed', params: { reason } });
  });

  it('A pooled check fails when the digest thread breaks down', async () => {
    const digest = script('throw new Error("no digest")');
    await expect(pooledCheck({ digest })).rejects.toMatchObject({ code: 'check.failed' });
  });

  it('A pooled check fails when the scanners finish before the end of the file', async () => {
    const scanner = script(
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => parentPort.postMessage({ kind: "done" }))',
    );
    await expect(pooledCheck({ scanner })).rejects.toThrow('Not all of the file was checked.');
  });

  it('A pooled check fails when the file ends before all of it was read', async () => {
    const path = sourceFile(content);
    const onFindings = () => truncateSync(path, 10);
    await expect(pooledCheck({}, { onFindings, path })).rejects.toMatchObject({ code: 'file.changed' });
  });
});

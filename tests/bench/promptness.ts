/**
 * @file How soon the check answers: the first finding, the end after a cancel, one line from the middle of the file.
 */

import { checkFile } from '../../src-main/check/check.ts';
import { fetchLine, type LineIndex } from '../../src-main/check/line-index.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';

/** The check's threads as shipped: `npm run bench` builds them. */
export const workerFile = new URL('../../out/main/check-worker.js', import.meta.url);

export interface Promptness {
  /** Milliseconds, each. */
  firstFinding: number;
  cancel: number;
  slowestLine: number;
}

const LINES_FETCHED = 50;
/** Makes a finding of every line of the sample. */
const unfulfillable: RuleSet = { ...defaultRuleSet, required: ['additional_fields.not_in_the_sample'] };

export async function measurePromptness(path: string): Promise<Promptness> {
  const { firstFinding, cancel } = await measureCancel(path);
  return { firstFinding, cancel, slowestLine: await measureLines(path) };
}

/** Cancels a check as soon as it has found something. */
async function measureCancel(path: string): Promise<{ firstFinding: number; cancel: number }> {
  const stop = new AbortController();
  const started = performance.now();
  let found = 0;
  await checkFile(
    { path, ruleSet: unfulfillable, maxBatchBytes: 2_000_000_000 },
    {
      workerFile,
      signal: stop.signal,
      onFindings: () => {
        found ||= performance.now();
        stop.abort(new Error('cancelled'));
      },
    },
  ).catch(() => undefined);
  return { firstFinding: found - started, cancel: performance.now() - found };
}

async function measureLines(path: string): Promise<number> {
  let index: LineIndex | undefined;
  const { lines } = await checkFile(
    { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 },
    { workerFile, onLineIndex: (found) => (index = found) },
  );
  if (index === undefined) throw new Error('The check gave no line index.');
  let slowest = 0;
  for (let count = 1; count <= LINES_FETCHED; count++) {
    const started = performance.now();
    fetchLine(path, index, Math.floor((lines * count) / LINES_FETCHED));
    slowest = Math.max(slowest, performance.now() - started);
  }
  return slowest;
}

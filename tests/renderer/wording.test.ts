import { describe, expect, it } from 'vitest';
import type { BatchRow, SubmissionRow } from '../../src-preload/contract.ts';
import { actionsFor, counted, stageInWords } from '../../src-renderer/wording.ts';

const offered = (state: SubmissionRow['state'], paused = false, batches: BatchRow[] = []) =>
  actionsFor({ state, paused, batches });

describe('the actions offered', () => {
  it.each([
    ['checking', ['cancel']],
    ['waiting', ['pause', 'cancel']],
    ['uploading', ['pause', 'cancel']],
    ['processing', ['cancel']],
    ['held', ['cancel']],
    ['failed', ['retry']],
    ['check-failed', ['retry']],
    ['cancelled', ['retry']],
    ['processed', []],
    ['rejected', []],
  ] as const)('of a submission that is %s are %j', (state, actions) => {
    expect(offered(state)).toEqual(actions);
  });

  it('let a paused one be resumed', () => {
    expect(offered('paused', true)).toEqual(['resume', 'cancel']);
  });

  it('let one be resumed that is to pause but still moves', () => {
    expect(offered('verifying', true)).toEqual(['resume', 'cancel']);
  });

  it('offer a retry for failed batches while others go on', () => {
    const failed: BatchRow = { number: 1, state: 'failed', bytes: 1, sentBytes: 0 };
    expect(offered('uploading', false, [failed])).toEqual(['pause', 'retry', 'cancel']);
  });
});

describe('a stage in words', () => {
  it.each([
    [0, '–'],
    [1, '0 %'],
    [999, '99 %'],
    [1000, 'all'],
  ])('%i of 1000 bytes is “%s”', (bytes, words) => {
    expect(stageInWords({ bytes, batches: 0 }, { bytes: 1000, batches: 1 })).toBe(words);
  });
});

describe('a number with its noun', () => {
  it.each([
    [1, 'line', '1 line'],
    [2_300_000, 'line', '2,300,000 lines'],
    [2, 'batch', '2 batches'],
  ] as const)('%i %s reads “%s”', (count, noun, words) => {
    expect(counted(count, noun)).toBe(words);
  });
});

import { describe, expect, it } from 'vitest';
import { fitFor, nextSteps } from '../../src-renderer/steps/next-steps.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { demoRow } from './demo-rows.ts';

const stepsOf = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}) =>
  nextSteps({ state, paused: false, failedBatches: 0, unknownBatches: 0, ...more });

describe('The next steps', () => {
  it.each([
    ['checking', ['cancel']],
    ['held', ['approve', 'cancel']],
    ['waiting', ['pause', 'cancel']],
    ['uploading', ['pause', 'cancel']],
    ['verifying', ['pause', 'cancel']],
    ['unknown', ['retry', 'cancel']],
    ['processing', ['cancel']],
    ['processed', ['remove']],
    ['rejected', ['remove']],
    ['failed', ['retry', 'remove']],
    ['cancelled', ['retry', 'remove']],
    ['check-failed', ['retry', 'remove']],
  ] as const)('The next steps of a submission that is %s are %j', (state, steps) => {
    expect(stepsOf(state)).toEqual(steps);
  });

  it('A paused submission can be resumed', () => {
    expect(stepsOf('paused', { paused: true })).toEqual(['resume', 'cancel']);
  });

  it('A submission that is about to pause but still moves can be resumed', () => {
    expect(stepsOf('uploading', { paused: true })).toEqual(['resume', 'cancel']);
  });

  it('Failed batches can be tried again while others still move', () => {
    expect(stepsOf('uploading', { failedBatches: 2 })).toEqual(['pause', 'retry', 'cancel']);
  });

  it('An ended submission cannot be resumed', () => {
    expect(stepsOf('processed', { paused: true })).toEqual(['remove']);
  });

  it('A step for several submissions applies only to some of them', () => {
    const rows = [demoRow(1, 'uploading', 0), demoRow(2, 'processed', 0), demoRow(3, 'waiting', 0)];
    expect(fitFor('pause', rows).map(({ id }) => id)).toEqual([1, 3]);
  });
});

import { describe, expect, it } from 'vitest';
import type { SubmissionRow } from '../../src-preload/contract.ts';
import { actionsFor, fitFor } from '../../src-renderer/queue/actions.ts';
import { demoRow } from './demo-rows.ts';

const offered = (state: SubmissionRow['state'], paused = false, failedBatches = 0) =>
  actionsFor({ state, paused, failedBatches });

describe('the actions offered', () => {
  it.each([
    ['checking', ['cancel']],
    ['waiting', ['pause', 'cancel']],
    ['uploading', ['pause', 'cancel']],
    ['processing', ['cancel']],
    ['held', ['approve', 'cancel']],
    ['failed', ['retry', 'remove']],
    ['check-failed', ['retry', 'remove']],
    ['cancelled', ['retry', 'remove']],
    ['processed', ['remove']],
    ['rejected', ['remove']],
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
    expect(offered('uploading', false, 1)).toEqual(['pause', 'retry', 'cancel']);
  });

  it('fit only some of several', () => {
    const rows = [demoRow(1, 'uploading', 0), demoRow(2, 'processed', 0), demoRow(3, 'waiting', 0)];
    expect(fitFor('pause', rows).map(({ id }) => id)).toEqual([1, 3]);
  });
});

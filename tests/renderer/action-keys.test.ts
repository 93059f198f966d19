import { expect, it } from 'vitest';
import { actionKeys } from '../../src-renderer/steps/action-keys.ts';
import { nextActions } from '../../src-renderer/steps/next-steps.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { away, refusal, row } from '../shells/rows.ts';

const errors = [
  undefined,
  away,
  refusal,
  new AppError('upload.other-host', { connection: 'Bank', host: 'a', kept: 'b' }).toRecord(),
  new AppError('hours.never', { takes: 3_000_000 }).toRecord(),
  new AppError('submission.awaits-release', { folder: '/in', warnings: 0 }).toRecord(),
];

it('No two actions that are possible at the same time have the same key, and none has the one that leads to the pages', () => {
  for (const state of submissionStateNames)
    for (const error of errors)
      for (const count of [0, 1])
        for (const paused of [false, true]) {
          const counts = { errors: count, warnings: count, failedBatches: count, unknownBatches: count };
          const keys = nextActions(row(1, { state, paused, ...counts, ...(error && { error }) })).map(
            (action) => actionKeys[action],
          );
          expect(new Set(keys).size, `${state} ${keys}`).toBe(keys.length);
        }
  expect(Object.values(actionKeys)).not.toContain('G');
});

/** @file What a desk makes of a part that another desk has ended. */

import { expect, it } from 'vitest';
import { nextStep } from '../../../src-main/send/machine/machine.ts';
import { fromLedger, retold, toLedger } from '../../../src-main/team/sharing/part-batch.ts';
import { sampleBatch } from '../../send/samples.ts';

const told = (more: object) => fromLedger(toLedger(sampleBatch(1, more), 0), 0, 0);

it('A report that names lines is fetched here, too', () => {
  const batch = retold(told({ state: 'partially-accepted', report: 'kept', named: 2 }), sampleBatch(1));
  expect(batch).toMatchObject({ state: 'partially-accepted', report: 'wanted' });
  expect(nextStep(batch)).toBe('report');
});

it('Where a report said nothing clear, nothing is waited for here that nothing leads to', () => {
  const batch = retold(told({ state: 'unreported', report: 'kept' }), sampleBatch(1));
  expect(batch).toMatchObject({ state: 'unreported', report: 'kept' });
});

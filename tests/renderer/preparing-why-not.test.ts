import { expect, it } from 'vitest';
import { withField } from '../../src-renderer/preparing/mapping.ts';
import { whyNot } from '../../src-renderer/preparing/why-not.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const plan = { transactions: 365, refused: 0, processedBefore: { leftOut: 0 } };

it('What is prepared needs a source for each needed field, though the check would let its lines pass', () => {
  expect(whyNot(plan, paymentTemplate)).toBeUndefined();
  const template = withField(paymentTemplate, 'modification.currency', undefined);
  expect(whyNot(plan, template)).toBe('Still needed: Currency.');
});

it('Until it is known what would come of it, nothing can be prepared', () => {
  expect(whyNot(undefined, paymentTemplate)).toBe('It is not known yet what would come of it.');
});

it('Where no row is left, it is said why', () => {
  const none = { ...plan, transactions: 0 };
  expect(whyNot(none, paymentTemplate)).toContain('All rows are left out');
  expect(whyNot({ ...none, refused: 2 }, paymentTemplate)).toContain('No row would be accepted.');
  const sent = { ...none, processedBefore: { leftOut: 9 } };
  expect(whyNot(sent, paymentTemplate)).toContain('went to the service before');
});

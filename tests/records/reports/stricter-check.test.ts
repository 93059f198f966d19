/** @file Before stricter rules are used, it is shown what they would change. */

import { expect, test } from 'vitest';
import { defaultRuleSet } from '../../../src-main/check/rules/rule-set.ts';
import { stricterCheck } from '../../../src-main/records/stricter-check.ts';
import { readPlace, transactionLine } from './read-place.ts';

const known = { by_external_id: 'customer-1' };
const complete = { sender: known, receiver: known, payment_method: 'CARD' };
const { payment_method: _, ...incomplete } = complete;

test('lines that the service refused too are counted apart from those that it took', async () => {
  const lines = [complete, incomplete, complete, incomplete, incomplete].map((fields, index) =>
    transactionLine(index + 1, fields),
  );
  const place = readPlace(lines);
  const report = [2, 4].map((line) => JSON.stringify({ line, message: 'Field required.', field: 'payment_method' }));
  const { table } = await place.read(report.join('\n'));
  const options = {
    ...({
      onInvalid: 'stop',
      onUnknown: 'ask',
      ingestValid: false,
      maxBatchBytes: 1_000_000,
      ruleSet: defaultRuleSet,
    } as const),
  };
  const { signal } = new AbortController();

  // Two lines of the batch before come first in the file.
  const reading = { table, lines: { first: 3, last: 7 }, submission: { content: place.sourcePath, options } };
  const { proposed, preview, ruleSet } = await stricterCheck(reading, signal);

  expect(proposed).toMatchObject([{ rule: { kind: 'required', field: 'payment_method' }, lines: 2 }]);
  expect(preview).toEqual({ agreed: 2, beyond: 1 });
  expect(ruleSet.required).toContain('payment_method');
  expect(defaultRuleSet.required).not.toContain('payment_method');
});

import { expect, it } from 'vitest';
import { questionBefore } from '../../src-renderer/steps/question.ts';
import { AppError } from '../../src-shared/errors.ts';
import { row } from '../shells/rows.ts';

const unproven = { batchId: 'b-1', minutes: 2, state: '' };
const asked = (params: object) => {
  const error = new AppError('batch.unproven', { ...unproven, ...params }).toRecord();
  return questionBefore('retry', [row(1, { state: 'unknown', unknownBatches: 1, error })])?.sentences;
};

it('who decides whether a batch goes again reads first how the storage refused it, and when', () => {
  const refused = { refusals: 4, answer: '403 SignatureDoesNotMatch', refusedAt: '2026-11-26T10:00:00Z' };
  const [seen] = asked(refused) ?? [];
  expect(seen).toMatch(/refused the upload 4 times, the last time on 26 Nov 2026, .*: 403 SignatureDoesNotMatch\.$/);
});

it('nothing is said of refusals where the storage has not refused, or an earlier Tranship has not kept how', () => {
  expect(asked({})).toHaveLength(3);
});

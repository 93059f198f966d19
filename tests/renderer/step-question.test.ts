import { expect, it } from 'vitest';
import { questionBefore } from '../../src-renderer/steps/question.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
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

it('who removes files reads which of their lines still wait, and what is known of them afterwards', () => {
  const id = (number: number) => submissionIdSchema.parse(number);
  const batch = { bytes: 10, batches: 1 };
  const corrected = row(1, { state: 'corrected', story: { correctedBy: id(2), partOf: id(1) } });
  const sent = row(2, { state: 'processed', accepted: batch, story: { corrects: id(1), partOf: id(1) } });
  const rest = row(3, {
    ...{ state: 'held', fileName: 'north.rest.jsonl', lines: 227 },
    story: { corrects: id(1), partOf: id(1) },
  });
  const other = row(4, { state: 'held' });
  const asked = (rows: Parameters<typeof questionBefore>[1], others = [corrected, sent, rest, other]) =>
    questionBefore('remove', rows, undefined, others)?.sentences ?? [];
  const stays = 'north.rest.jsonl, with 227 open lines, is not removed.';
  const recognised = 'What was sent is still recognised, and does not go again without a question.';
  expect(asked([corrected, sent])).toEqual([
    stays,
    'Your own files stay on the disk, nothing changes at the service, and the history and the receipts stay.',
    recognised,
    'For ten minutes they can be brought back.',
    'After that, Tranship deletes their findings, their reports and the copies that it made.',
  ]);
  // The correction alone is of the same file.
  expect(asked([sent])).toContain(stays);
  // What is removed does not stay, and of what was not sent nothing is recognised.
  const cancelled = { ...rest, state: 'cancelled' } as const;
  expect(asked([corrected, cancelled], [corrected, cancelled, other])).not.toContain(recognised);
  expect(asked([corrected, cancelled], [corrected, cancelled, other])).toHaveLength(3);
});

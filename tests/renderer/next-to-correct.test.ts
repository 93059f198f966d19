/** @file Which file a person corrects after another one. */

import { expect, it } from 'vitest';
import { nextToCorrect } from '../../src-renderer/fixing/next-to-correct.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const id = (number: number) => submissionIdSchema.parse(number);
const row = (number: number, more: Partial<SubmissionRow> = {}) => ({
  ...{ id: id(number), state: 'held' as const, errors: 3 },
  ...more,
});
const addition = { id: 'a', by: 'person' } as const;
const sent = row(9, { state: 'processed', errors: 0, addition });

it('One that came with it is before an older one, and the oldest of these is first', () => {
  expect(nextToCorrect([row(1), row(5, { addition }), row(4, { addition }), sent], sent)?.id).toBe(4);
  expect(nextToCorrect([row(3), row(2), sent], sent)?.id).toBe(2);
});

it('What is left for later, what is right and what is under way is none', () => {
  const rest = row(2, { story: { corrects: id(1) } });
  expect(nextToCorrect([rest, row(3, { errors: 0 }), row(4, { state: 'checking' }), sent], sent)).toBeUndefined();
});

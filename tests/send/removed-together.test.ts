/** @file What comes back together. */

import { expect, it } from 'vitest';
import { removedTogether } from '../../src-main/send/removed-together.ts';
import { type Submission, submissionIdSchema } from '../../src-main/send/submission.ts';

const [first, second, third] = [1, 2, 3].map((id) => submissionIdSchema.parse(id));
if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');

/** The first was corrected by the second, and that by the third. */
const submissions = (
  ...removedAt: (number | undefined)[]
): Pick<Submission, 'id' | 'corrects' | 'corrected' | 'removedAt'>[] => [
  { id: first, corrected: { by: second, starts: [] }, removedAt: removedAt[0] },
  { id: second, corrects: first, corrected: { by: third, starts: [] }, removedAt: removedAt[1] },
  { id: third, corrects: second, removedAt: removedAt[2] },
];
const broughtBack = (id: typeof first, all: ReturnType<typeof submissions>) =>
  removedTogether([id], (wanted) => all.find((one) => one.id === wanted));

it('A file comes back with what corrects it, and a correction with what it corrects, over all steps', () => {
  const all = submissions(10, 10, 10);
  expect(broughtBack(first, all)).toEqual([first, second, third]);
  expect(broughtBack(third, all)).toEqual([third, second, first]);
});

it('What was removed in another step stays where it is', () => {
  expect(broughtBack(first, submissions(10, 10, 20))).toEqual([first, second]);
  expect(broughtBack(first, submissions(10, undefined, 10))).toEqual([first]);
});

it('What is in the queue brings nothing back', () => {
  expect(broughtBack(first, submissions(undefined, 10, 10))).toEqual([first]);
});

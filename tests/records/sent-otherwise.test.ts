/** @file Lines whose ids went before say the same as what went, or something else; nothing is claimed of files that are gone. */

import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { SentComparison } from '../../src-main/records/sent-otherwise.ts';
import type { Submission } from '../../src-main/send/submission.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { sampleCheck, sampleSubmission } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function checked(id: number, lines: readonly string[]): Submission {
  const content = join(temporaryFolder(), 'export.jsonl');
  writeFileSync(content, `${lines.join('\n')}\n`);
  const { size: bytes, mtimeMs: modifiedAt } = statSync(content);
  return {
    ...sampleSubmission({ content, check: { ...sampleCheck, bytes, modifiedAt } }),
    id: submissionIdSchema.parse(id),
  };
}

const storeOf = (...submissions: Submission[]) => ({
  submission: (wanted: Submission['id']) => submissions.find(({ id }) => id === wanted),
});
const [south, north, gone] = z.tuple([submissionIdSchema, submissionIdSchema, submissionIdSchema]).parse([1, 2, 9]);

it('tells the fields in which a line says something else than the line that went, whatever its spelling', async () => {
  const went = [
    checked(1, ['{"id":"a","modification":{"amount":1.50}}', '{"id":"b"}', 'no JSON']),
    checked(2, ['\uFEFF{"id":"c","n":1.0,"note":"x"}']),
  ];
  const own = checked(3, [
    'no json',
    '{"id":"c","n":1}',
    '{ "modification": {"amount":1.5}, "id":"a" }',
    '{"id":"b","x":1}',
  ]);

  const told = await new SentComparison().of(storeOf(...went), own, [
    { line: 1, submission: south, there: 3 },
    { line: 2, submission: north, there: 1 },
    { line: 3, submission: south, there: 1 },
    { line: 4, submission: south, there: 2 },
  ]);

  expect(told).toEqual([
    { line: 1, submission: south, there: 3, content: 'other' },
    { line: 2, submission: north, there: 1, content: 'other', differing: [{ path: 'note', sent: '"x"' }] },
    { line: 3, submission: south, there: 1, content: 'same' },
    { line: 4, submission: south, there: 2, content: 'other', differing: [{ path: 'x' }] },
  ]);
});

it('claims nothing of a file that is gone, or was written to since', async () => {
  const changed = checked(1, ['{"id":"a"}']);
  appendFileSync(changed.content, '{}\n');
  const named = [
    { line: 1, submission: south, there: 1 },
    { line: 2, submission: gone, there: 1 },
  ];

  const told = await new SentComparison().of(storeOf(changed), checked(3, ['{"id":"a"}', '{}']), named);

  expect(told).toEqual(named);
});

/** @file Without a key that lasts, ids that go twice are seen in the same run, and the next run says that it cannot compare. */

import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { transaction } from '../check/sources.ts';
import { openWindow, TestWindow } from './window.ts';

const lineOf = (external_id: string) => {
  const one = transaction();
  return JSON.stringify({ ...one, modification: { ...one.modification, external_id } });
};
const isDecided = ({ state }: SubmissionRow) => state !== 'checking';

it('Ids that go twice hold a file, and after a restart each file says with how many it was not compared', async () => {
  const first = await openWindow({ box: createMemoryBox() });
  onTestFinished(() => first.close());
  await first.value('practice.start');
  await first.backend.start();
  const id = randomUUID();
  const sent = await first.added('south.jsonl', lineOf(id), 'Practice');
  await first.until(sent, ({ accepted }) => accepted.batches > 0);
  const again = await first.added('west.jsonl', [lineOf(randomUUID()), lineOf(id)].join('\n'), 'Practice');
  const held = await first.until(again, isDecided);
  expect(held).toMatchObject({ state: 'held', error: { code: 'submission.ids-sent-before', params: { lines: 1 } } });

  await first.backend.close();
  const next = new TestWindow(first.folder, first.settings, createMemoryBox());
  onTestFinished(() => next.backend.close());
  await next.backend.start();
  const later = await next.added('north.jsonl', [lineOf(randomUUID()), lineOf(id)].join('\n'), 'Practice');
  const told = await next.until(later, isDecided);
  expect(told.warning ?? told.error).toMatchObject({ code: 'submission.not-compared' });
});

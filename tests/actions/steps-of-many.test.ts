/** @file A step for many submissions: it happens to each of those that the number on its button counts. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { fitTogether } from '../../src-renderer/steps/next-steps.ts';
import { writeMixedFolder } from '../e2e/mixed-folder.ts';
import { openWindow, type TestWindow } from './window.ts';

let window: TestWindow;
beforeEach(async () => {
  const empty = await openWindow();
  writeMixedFolder(empty.folder, Date.now());
  // Nothing of it moves: the queue is not started.
  window = await empty.reopened();
});
afterEach(async () => await window.close());

it.each(['pause', 'resume', 'retry', 'cancel', 'remove'] as const)(
  '%s happens to all that its button counts',
  async (step) => {
    const snapshot = await window.value('queue.snapshot', undefined);
    const { submissions: older } = await window.value('queue.older', { before: snapshot.older?.before ?? 0 });
    const rows = [...snapshot.submissions, ...older];
    const promised = fitTogether(step, rows)
      .flat()
      .map(({ id }) => id);
    expect(promised.length).toBeGreaterThan(0);
    const acted = await window.value(`queue.${step}`, { ids: promised });
    const left = acted.filter(({ done }) => !done);
    expect(left.map(({ id }) => `${id} ${rows.find((row) => row.id === id)?.state}`)).toEqual([]);
  },
);

/** @file What was just done is said in a place of its own: it covers no bar. @browser */

import type { Locator } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, openSubmission } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

async function edgesOf(place: Locator): Promise<{ top: number; bottom: number }> {
  const { y = 0, height = 0 } = (await place.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

test('the note on a removal stands below the bar that sends', async ({ page, startTenant, workplace, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty);
  await dropFiles(page, [faulty, await writeExport('done.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'done.jsonl', 'Done');
  await expectState(page, 'faulty.jsonl', 'Held');
  await openSubmission(page, 'done.jsonl');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const note = page.getByRole('region', { name: 'Removed' });
  await expect(note).toBeVisible();
  await openSubmission(page, 'faulty.jsonl');
  await page.getByRole('link', { name: 'Correct…' }).click();
  const bar = page.getByRole('region', { name: 'Progress and sending' });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size);
    await expect(note.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
    expect((await edgesOf(note)).top).toBeGreaterThanOrEqual((await edgesOf(page.locator('main'))).bottom);
    expect((await edgesOf(note)).top).toBeGreaterThanOrEqual((await edgesOf(bar)).bottom);
  }
});

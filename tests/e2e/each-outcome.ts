/** @file A file for each of three outcomes, so that the pages have something of all to show. */

import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { confirmSending, expectState, sendFile } from './gestures.ts';
import { dropFiles } from './story.ts';

/** @param done a file without faults; the two others are written */
export async function sendEachOutcome(
  page: Page,
  { done, held, refused }: { done: string; held: string; refused: string },
): Promise<void> {
  await sendFile(page, done, 'Done');
  await writeFaultySample(held, 3);
  await sendFile(page, held, 'Held');
  await writeFaultySample(refused, 4);
  await dropFiles(page, [refused]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, basename(refused), 'Rejected');
}

/** @file What holds up the queue is said where a person looks first, with the action that helps. */

import type { Locator, Page } from '@playwright/test';
import { type Clock, MINUTE, systemClock } from '../../src-main/ground/clock.ts';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import type { PracticeOptions } from '../../src-main/practice/tenant.ts';
import {
  addConnection,
  confirmSending,
  expectState,
  goToPage,
  LARGE,
  openSubmission,
  rowOf,
  sendFile,
} from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const header = (page: Page) => page.getByRole('region', { name: 'State of the queue' });
/** The first of the actions on a file: its button or link. */
const firstAction = (page: Page, fileName: string) =>
  rowOf(page, fileName).getByRole('gridcell').last().locator('a, button').first();

test('a refused sign-in is named in the header, and the row leads to the secret', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', secret: 'not the secret' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(header(page)).toContainText('Nordbank: the sign-in was refused');
  await expect(header(page)).not.toContainText('Ready to send');
  await expectState(page, 'export.jsonl', 'Waits for you');
  await inspect(page, 'refused-sign-in');

  await expect(firstAction(page, 'export.jsonl')).toHaveText('Renew the secret');
  await firstAction(page, 'export.jsonl').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client secret').first().fill(tenant.clientSecret);
  await inspect(page, 'renew-the-secret');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'export.jsonl', 'Done');
  await expect(header(page)).toContainText('Ready to send');
});

test('a service that is not available is named in the header, and the next try can be taken at once', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({
    misfortunes: [{ name: 'service-status', status: 503, endpoint: 'generate-upload-url' }],
  });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(header(page)).toContainText('Waiting for the service');
  await expect(rowOf(page, 'export.jsonl').getByText(/^Next try in /)).toBeVisible();
  await inspect(page, 'service-unavailable');

  tenant.misbehave([]);
  // The next try may come by itself before the click.
  const done = rowOf(page, 'export.jsonl').getByText('Done', { exact: true });
  await expect(async () => {
    if (!(await done.isVisible()))
      await page.getByRole('button', { name: 'Try now export.jsonl' }).click({ timeout: 1000 });
    await expect(done).toBeVisible({ timeout: 1000 });
  }).toPass();
});

/** A service whose slow answers come when the story lets them. */
function slowService() {
  const held = new Set<() => void>();
  const sleep: Clock['sleep'] = (milliseconds, signal) =>
    milliseconds < MINUTE ? systemClock.sleep(milliseconds, signal) : new Promise((resolve) => held.add(resolve));
  const letGo = () => {
    for (const resolve of held) resolve();
    held.clear();
  };
  return {
    letGo,
    options: {
      clock: { ...systemClock, sleep },
      misfortunes: [
        { name: 'slow', milliseconds: MINUTE, endpoint: 'generate-upload-url' },
        { name: 'service-status', status: 503, endpoint: 'generate-upload-url' },
      ],
    } satisfies PracticeOptions,
    /** Also where a further try has begun by itself meanwhile. */
    untilAnswered: (tryNow: Locator) =>
      expect(async () => {
        letGo();
        await expect(tryNow).toBeEnabled({ timeout: 1000 });
      }).toPass(),
  };
}

test('a second click on “Try now” does not meet the step beside it: in the row, in the pane, and on the page @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  const { options, untilAnswered, letGo } = slowService();
  const tenant = await startTenant(options);
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  const inRow = page.getByRole('button', { name: 'Try now export.jsonl' });
  await untilAnswered(inRow);
  const elsewhere = page.getByRole('button', { name: 'Try now', exact: true });
  for (const [place, tryNow] of [
    ['row', inRow],
    ['pane', elsewhere],
    ['page', elsewhere],
  ] as const) {
    await page.setViewportSize({ width: 1600, height: 900 });
    if (place === 'pane') await page.getByRole('link', { name: 'export.jsonl', exact: true }).click();
    if (place === 'page') await openSubmission(page, 'export.jsonl');

    // The try may begin by itself before the click, which then does nothing.
    const { x, y, width, height } = (await tryNow.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const clickThere = () => page.mouse.click(x + width / 2, y + height / 2);
    await clickThere();
    await expect(tryNow).toBeDisabled();
    await inspect(page, `being tried again, ${place}`);
    await page.setViewportSize({ width: 1600, height: 900 });
    await clickThere();
    await untilAnswered(tryNow);

    await tryNow.press('Enter');
    await expect(tryNow).toBeDisabled();
    await expect(tryNow).toBeFocused();
    await page.keyboard.press('Enter');
    await untilAnswered(tryNow);
  }

  // Where it is over, the keyboard continues with the row.
  await goToPage(page, 'Queue');
  await inRow.focus();
  tenant.misbehave([]);
  // The next try may have come by itself before, and wait for its answer.
  const done = rowOf(page, 'export.jsonl').getByText('Done', { exact: true });
  await expect(async () => {
    letGo();
    if (!(await done.isVisible())) await inRow.press('Enter', { timeout: 1000 });
    await expect(done).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(rowOf(page, 'export.jsonl')).toBeFocused();
});

test('a held file leads to its correction first, and then to its errors; with them it is sent only for a reason, to production only by its name', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  const path = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(path);
  await sendFile(page, path, 'Held');
  await inspect(page, 'held');
  await expect(firstAction(page, 'faulty.jsonl')).toHaveText('Correct…');
  await rowOf(page, 'faulty.jsonl').focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('tab', { name: /^Findings/ })).toHaveAttribute('aria-selected', 'true');
  await inspect(page, 'held-page');

  await page.getByRole('button', { name: 'Send anyway…' }).click();
  const question = page.getByRole('dialog', { name: 'Send faulty.jsonl anyway?' });
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(question.getByText('Say in a few words why it is sent with errors.')).toBeVisible();
  await expect(question.getByText('Type the name of the connection: Nordbank')).toBeVisible();
  await inspect(page, 'send-with-errors');
  await question.getByRole('textbox', { name: 'Why is it sent with errors?' }).fill('The provider asked to see it');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(question.getByText('Type the name of the connection: Nordbank')).toBeVisible();
  await question.getByRole('textbox', { name: /^To send it to production/ }).fill('Nordbank');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'faulty.jsonl', 'Rejected');
  await expect(firstAction(page, 'faulty.jsonl')).toHaveText('Correct 180');
  await rowOf(page, 'faulty.jsonl').getByLabel('Read the report faulty.jsonl').click();
  const report = page.getByRole('dialog', { name: 'Report of the service on batch 1' });
  await expect(report.getByRole('region', { name: 'What was found, by line of the file' })).toBeVisible();
  await report.getByRole('button', { name: 'Close the report' }).click();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('Reason given: “The provider asked to see it”')).toBeVisible();
});

test('what was removed by mistake is brought back at once, and stands in the list of what was removed', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
  await page.getByRole('button', { name: 'Remove export.jsonl' }).click();
  await expect(page.getByText('export.jsonl was removed from the list.')).toBeVisible();
  await inspect(page, 'removed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectState(page, 'export.jsonl', 'Done');

  await page.getByRole('button', { name: 'Remove export.jsonl' }).click();
  await page.getByRole('link', { name: 'See what was removed' }).click();
  await expect(page.getByRole('checkbox', { name: 'Only what was removed' })).toBeChecked();
  await page.getByRole('button', { name: 'Restore export.jsonl' }).first().click();
  await goToPage(page, 'Queue');
  await expectState(page, 'export.jsonl', 'Done');
});

test('a pause says what it throws away', async ({ page, startTenant, writeExport }) => {
  const misfortunes = [{ name: 'stall-put-after', bytes: LARGE / 4, times: 1 }] as const;
  await addConnection(page, await startTenant({ misfortunes }), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl', { bytes: LARGE }), 'Sending');
  await expect(rowOf(page, 'export.jsonl').getByRole('img', { name: /Sent [1-9]\d* %/ })).toBeVisible();

  await page.getByRole('button', { name: 'Pause export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  await expect(rowOf(page, 'export.jsonl').getByText(/MB will be sent again$/)).toBeVisible();
  await expect(header(page)).toContainText('1 paused');
  await inspect(page, 'paused');
  await openSubmission(page, 'export.jsonl');
  await expect(page.getByText(/MB will be sent again$/)).toBeVisible();
});

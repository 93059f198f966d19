/** @file What holds up the queue is said where a person looks first, with the action that helps. */

import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

/** Far more than a system buffers for the app at once, so that an upload really stops in its middle. */
const BYTES = 16_000_000;

const header = (page: Page) => page.getByRole('region', { name: 'State of the queue' });
/** The first of the actions on a file: its button or link. */
const firstAction = (page: Page, fileName: string) =>
  rowOf(page, fileName).getByRole('gridcell').last().locator('a, button').first();

/** Inspects the page, and takes pictures of it where a folder for them is named. */
async function picture(page: Page, name: string): Promise<void> {
  await inspect(page, name, 'light');
  const folder = process.env['PICTURES_IN'];
  if (folder === undefined) return;
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.setViewportSize({ width: 900, height: 600 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${folder}/${name}-small-dark.png` });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(before);
}

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
  await picture(page, 'refused-sign-in');

  await expect(firstAction(page, 'export.jsonl')).toHaveText('Renew the secret');
  await firstAction(page, 'export.jsonl').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client secret').first().fill(tenant.clientSecret);
  await picture(page, 'renew-the-secret');
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
  await picture(page, 'service-unavailable');

  tenant.misbehave([]);
  // The next try may come by itself before the click.
  const done = rowOf(page, 'export.jsonl').getByText('Done', { exact: true });
  await expect(async () => {
    if (!(await done.isVisible()))
      await page.getByRole('button', { name: 'Try now export.jsonl' }).click({ timeout: 1000 });
    await expect(done).toBeVisible({ timeout: 1000 });
  }).toPass();
});

for (const place of ['row', 'pane', 'page'] as const) {
  test(`a second click on “Try now” does not meet the step beside it, in the ${place}`, async ({
    page,
    startTenant,
    writeExport,
  }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    const tenant = await startTenant({
      misfortunes: [
        { name: 'slow', milliseconds: 10_000, endpoint: 'generate-upload-url' },
        { name: 'service-status', status: 503, endpoint: 'generate-upload-url' },
      ],
    });
    await addConnection(page, tenant, { name: 'Nordbank' });
    await dropFiles(page, [await writeExport('export.jsonl')]);
    await confirmSending(page, 'Nordbank');
    if (place === 'pane') await page.getByRole('link', { name: 'export.jsonl', exact: true }).click();
    if (place === 'page') await openSubmission(page, 'export.jsonl');
    const tryNow = page.getByRole('button', {
      name: place === 'row' ? 'Try now export.jsonl' : 'Try now',
      exact: true,
    });

    // The try may begin by itself before the click, which then does nothing.
    await expect(tryNow).toBeEnabled();
    const { x, y, width, height } = (await tryNow.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const clickThere = () => page.mouse.click(x + width / 2, y + height / 2);
    await clickThere();
    await expect(tryNow).toBeDisabled();
    await picture(page, `being tried again, ${place}`);
    await clickThere();
    await expect(tryNow).toBeEnabled();

    await tryNow.press('Enter');
    await expect(tryNow).toBeDisabled();
    await expect(tryNow).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tryNow).toBeEnabled();

    if (place !== 'row') return;
    // Where it is over, the keyboard continues with the row.
    await tryNow.focus();
    tenant.misbehave([]);
    await expectState(page, 'export.jsonl', 'Done');
    await expect(rowOf(page, 'export.jsonl')).toBeFocused();
  });
}

test('the process of the app dies: the page says so at once, and takes no clicks', { tag: '@browser' }, async ({
  app,
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');

  await app.kill();
  await expect(page.getByRole('alert').getByText('Tranship does not answer')).toBeVisible();
  await expect(header(page)).toContainText('Tranship does not answer');
  await expect(header(page)).not.toContainText('Ready to send');
  await expect(page.locator('#page > [inert]')).toHaveCount(1);
  await picture(page, 'app-gone');
});

test('a held file leads to its errors first; with them it is sent only for a reason, to production only by its name', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  const path = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(path);
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'faulty.jsonl', 'Held');
  await picture(page, 'held');
  await expect(firstAction(page, 'faulty.jsonl')).toHaveText('See the errors');
  await firstAction(page, 'faulty.jsonl').click();
  await expect(page.getByRole('tab', { name: /^Findings/ })).toHaveAttribute('aria-selected', 'true');
  await picture(page, 'held-page');

  await page.getByRole('button', { name: 'Send anyway…' }).click();
  const question = page.getByRole('dialog', { name: 'Send faulty.jsonl anyway?' });
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(question.getByText('Say in a few words why it is sent with errors.')).toBeVisible();
  await expect(question.getByText('Type the name of the connection: Nordbank')).toBeVisible();
  await picture(page, 'send-with-errors');
  await question.getByRole('textbox', { name: 'Why is it sent with errors?' }).fill('The provider asked to see it');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(question.getByText('Type the name of the connection: Nordbank')).toBeVisible();
  await question.getByRole('textbox', { name: /^To send it to production/ }).fill('Nordbank');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'faulty.jsonl', 'Refused');
  await expect(firstAction(page, 'faulty.jsonl')).toHaveText('Read the report');
  await firstAction(page, 'faulty.jsonl').click();
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
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
  await page.getByRole('button', { name: 'Remove export.jsonl' }).click();
  await expect(page.getByText('export.jsonl was removed from the list.')).toBeVisible();
  await picture(page, 'removed');
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
  const misfortunes = [{ name: 'stall-put-after', bytes: BYTES / 4, times: 1 }] as const;
  await addConnection(page, await startTenant({ misfortunes }), { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl', { bytes: BYTES })]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Sending');
  await expect(rowOf(page, 'export.jsonl').getByRole('img', { name: /Sent [1-9]\d* %/ })).toBeVisible();

  await page.getByRole('button', { name: 'Pause export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  await expect(rowOf(page, 'export.jsonl').getByText(/MB will be sent again$/)).toBeVisible();
  await expect(header(page)).toContainText('1 paused');
  await picture(page, 'paused');
  await openSubmission(page, 'export.jsonl');
  await expect(page.getByText(/MB will be sent again$/)).toBeVisible();
});

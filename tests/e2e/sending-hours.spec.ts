/** @file Sending hours: a person sets them by keyboard alone, a file outside of them says until when it waits, and goes when told to. */

import { addConnection, confirmSending, expectState, goToPage, rowOf, typeConnection } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

/** Half an hour a day, far from now. */
function otherHours(): { from: string; to: string } {
  const hour = String((new Date().getHours() + 8) % 24).padStart(2, '0');
  return { from: `${hour}:00`, to: `${hour}:30` };
}

test('hours are set with the keyboard, a file waits for them with the reason, and a person sends it now', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', kind: 'Test' });
  const openHours = async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox', { name: 'Type a command' }).fill('hours');
    await page.keyboard.press('Enter');
  };
  const dialog = page.getByRole('dialog', { name: 'Hours and bandwidth of Nordbank' });
  await openHours();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toBeHidden();
  await openHours();
  await dialog.getByRole('button', { name: 'Office hours' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Office hours' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('img', { name: 'Monday to Friday 08:00–18:00' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add hours' }).press('Enter');
  await dialog.getByRole('checkbox', { name: 'Limit how fast its uploads go together' }).press('Space');
  await inspect(page, 'hours of a connection', ['light', 'dark']);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const name of ['From', 'Until', 'Days', 'Remove these hours']) {
    const box = await dialog.getByLabel(name).first().boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 320, name).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await dialog.getByRole('button', { name: 'Remove these hours' }).last().press('Enter');
  const { from, to } = otherHours();
  await dialog.getByLabel('Days').selectOption('Every day');
  await dialog.getByLabel('From').selectOption(from);
  await dialog.getByLabel('Until').selectOption(to);
  await expect(dialog.getByText(/^Outside the sending hours; the next ones begin (?:at|on) /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  const card = page.getByRole('listitem').filter({ hasText: 'Nordbank' }).first();
  await expect(card.getByText(`Every day ${from}–${to}`)).toBeVisible();
  await expect(card.getByText('At most 2 MB/s')).toBeVisible();
  await inspect(page, 'connection with sending hours');

  await goToPage(page, 'Queue');
  await dropFiles(page, [await writeExport('export.jsonl')]);
  const adding = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(
    adding.getByRole('button', { name: /^Check, and send to Nordbank (?:at|on) .*\d\d:\d\d$/ }),
  ).toBeVisible();
  await expect(adding.getByText(/^Outside the sending hours; the next ones begin (?:at|on) /)).toBeVisible();
  await inspect(page, 'files are added outside the sending hours');
  await confirmSending(page, 'Nordbank');
  const row = rowOf(page, 'export.jsonl');
  await expect(row.getByText(/^Sending hours begin (?:at|on) .*\.$/)).toBeVisible();
  await inspect(page, 'waits for sending hours');
  await goToPage(page, 'Overview');
  await expect(page.getByText(/^1 file waits for the sending hours (?:at|on) /)).toBeVisible();
  expect(tenant.batches()).toEqual([]);

  await goToPage(page, 'Queue');
  const sendNow = row.getByRole('button', { name: 'Send now' });
  await expect(sendNow).toHaveAccessibleDescription(/^Sends only this file without waiting; the sending hours stay\./);
  await sendNow.click();
  await expect(page.getByText('Only this file goes now, without waiting; the sending hours stay.')).toBeVisible();
  await expectState(page, 'export.jsonl', 'Done');

  await dropFiles(page, [await writeExport('urgent.jsonl')]);
  await page.getByRole('checkbox', { name: 'Send now, in spite of the sending hours' }).check();
  await inspect(page, 'an urgent file is added outside the sending hours');
  await page.getByRole('button', { name: 'Check and send to Nordbank', exact: true }).click();
  await expect(page.getByText('Only this file goes now, without waiting; the sending hours stay.')).toBeVisible();
  await expectState(page, 'urgent.jsonl', 'Done');
  await goToPage(page, 'History');
  await expect(page.getByText('Sent now, without waiting for the sending hours')).toHaveCount(2);
});

test('a new connection has its hours from the first, also after the half-filled form was left', async ({
  page,
  startTenant,
}) => {
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  await page.getByRole('button', { name: 'Night' }).press('Enter');
  await inspect(page, 'hours of a new connection');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await typeConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Connections');
  const card = page.getByRole('listitem').filter({ hasText: 'Nordbank' }).first();
  await expect(card.getByText('Every day 20:00–06:00')).toBeVisible();
});

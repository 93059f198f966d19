/** @file Dialogs and states that no other story inspects, for those who use a screen reader or the keyboard. */

import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('dialogs and states that no other story inspects', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  test.slow();
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Leave out .*with-faults/ })
    .click();
  await confirmSending(page, 'Practice');
  await expect(page.getByRole('region', { name: '1 of 4: Add files' })).toBeVisible();
  await inspect(page, 'tour', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: '1 of 4: Add files' })).toBeHidden();

  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  await dropFiles(page, [await writeExport('payments.jsonl')]);
  // The connection that was used last.
  await confirmSending(page, 'Practice');
  await expectState(page, 'payments.jsonl', 'Done');
  await rowOf(page, 'payments.jsonl').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('option').first()).toBeVisible();
  await inspect(page, 'commands', bothAppearances);
  const command = page.getByRole('combobox', { name: 'Type a command' });
  await expect(command).toBeFocused();
  await page.keyboard.type('pay');
  await expect(command).toHaveValue('pay');
  await inspect(page, 'commands that fit', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspect(page, 'shortcuts', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await openSubmission(page, 'payments.jsonl');
  await page.getByRole('button', { name: 'Receipt…' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt of payments.jsonl' })).toBeVisible();
  await inspect(page, 'receipt', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await inspect(page, 'removed with undo', bothAppearances);
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Change the secret of Nordbank' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'new secret', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change the secret of Nordbank' })).toBeFocused();
});

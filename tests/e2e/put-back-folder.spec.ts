/** @file The data folder is put back from a backup: the window sends nothing until a person decides, with a reason. */

import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addConnection, confirmSending, expectState, rowOf } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('a folder that was put back says so on every page, and continues once a person has said why', async ({
  app,
  page,
  workplace,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  const backup = join(workplace.folder, 'backup');
  await addConnection(page, tenant, { name: 'Nordbank' });
  await app.end();
  await cp(workplace.home, backup, { recursive: true });
  const before = await app.open();
  await dropFiles(before, [await writeExport('export.jsonl')]);
  await confirmSending(before, 'Nordbank');
  await expectState(before, 'export.jsonl', 'Done');
  await app.end();
  await rm(workplace.home, { recursive: true });
  await cp(backup, workplace.home, { recursive: true });

  const again = await app.open();
  const banner = again.getByRole('alert').filter({ hasText: 'Nothing is sent' });
  await expect(banner).toContainText('was put back to an earlier state');
  await inspect(again, 'data folder that was put back', bothAppearances);
  // Also in a small window, and with a reason of some lines, all of it is read without scrolling in it.
  await again.setViewportSize({ width: 900, height: 600 });
  const reason = banner.getByRole('textbox', { name: 'Why this is the folder to continue with' });
  await reason.fill('The computer was replaced.\nIT has put the folder back.\nThe provider has named what arrived.');
  for (const part of [banner, banner.locator('..')])
    expect(await part.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await reason.fill('');
  await again.setViewportSize({ width: 1280, height: 720 });
  await dropFiles(again, [await writeExport('export.jsonl')]);
  await confirmSending(again, 'Nordbank');
  await expect(again.getByRole('row', { name: /export\.jsonl/ })).toBeVisible();
  await expect(rowOf(again, 'export.jsonl')).not.toContainText('Checking');
  await expect(banner.getByRole('button', { name: 'Continue with this folder' })).toBeDisabled();
  expect(tenant.batches()).toHaveLength(1);

  await banner.getByRole('button', { name: 'Ask what was sent since' }).click();
  await expect(banner.getByRole('status')).toContainText('No service can be asked about these');
  await banner
    .getByRole('textbox', { name: 'Why this is the folder to continue with' })
    .fill('The provider has named what arrived.');
  await banner.getByRole('button', { name: 'Continue with this folder' }).click();
  await expect(banner).toBeHidden();
  await expect(again.getByRole('status').filter({ hasText: 'This folder continues' })).toContainText(
    '1 file may have been sent since, and waits for you.',
  );
  await expectState(again, 'export.jsonl', 'Held');
  expect(tenant.batches()).toHaveLength(1);

  await rowOf(again, 'export.jsonl').getByRole('button', { name: 'Send anyway… export.jsonl' }).click();
  await again.getByRole('dialog').getByRole('textbox').fill('The provider does not have this one.');
  await again.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click();
  await expectState(again, 'export.jsonl', 'Done');
  expect(tenant.batches()).toHaveLength(2);
});

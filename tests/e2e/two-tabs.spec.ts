/** @file Two tabs show the same app: an action in one appears in the other. */

import { addConnection, confirmSending, expectState } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('a second tab shows the events of the first, and can act on them', { tag: '@browser' }, async ({
  app,
  page,
  startTenant,
  writeExport,
}) => {
  const bytes = 16_000_000;
  const tenant = await startTenant({ misfortunes: [{ name: 'stall-put-after', bytes: bytes / 16 }] });
  await addConnection(page, tenant, { name: 'Nordbank' });
  const other = await app.openAnother();
  await expect(other.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();

  await dropFiles(page, [await writeExport('export.jsonl', { bytes })]);
  await confirmSending(page, 'Nordbank');
  await expectState(other, 'export.jsonl', 'Sending');
  await other.getByRole('button', { name: 'Pause export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  tenant.misbehave([]);
  await page.getByRole('button', { name: 'Resume export.jsonl' }).click();
  await expectState(other, 'export.jsonl', 'Done');
  await other.close();
  await expectState(page, 'export.jsonl', 'Done');
});

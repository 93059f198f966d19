/** @file A batch without proof that it arrived: nothing is called sent, and a person decides. */

import { addConnection, confirmSending, expectState, openSubmission } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

// The service is asked for a second only, so that no one waits two minutes.
test.use({ transfer: { askSeconds: 1 } });

/** The storage reads the file, keeps nothing, and refuses the address from then on; the service names a state. */
const lost = [
  { name: 'storage-status', status: 403, code: 'SignatureDoesNotMatch', after: 'body' },
  { name: 'early-state', state: 'VALIDATION_STARTED' },
] as const;

test('the person is told both consequences, and decides that the batch is sent again', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: lost });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');

  await expectState(page, 'export.jsonl', 'Outcome unknown');
  await openSubmission(page, 'export.jsonl');
  const [batch] = tenant.batches();
  await expect(page.getByText('It is not known whether the batch arrived').first()).toBeVisible();
  await expect(page.getByText(`Ask the provider whether batch ${batch?.batchId} arrived.`)).toBeVisible();
  const seen =
    /The storage refused the upload 4 times, the last time on .+, with this answer: 403 SignatureDoesNotMatch/;
  await expect(page.getByText(seen).first()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(seen);
  await expect(question).toContainText('its transactions are then at the service twice');
  tenant.misbehave([]);
  await question.getByRole('button', { name: 'Send again' }).click();

  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expectState(page, 'export.jsonl', 'Done');
  expect(tenant.batches().filter(({ path }) => path !== undefined)).toHaveLength(1);
});

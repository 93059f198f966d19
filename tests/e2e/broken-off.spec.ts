/** @file Interruptions by the network, a power cut or a reload: nothing is lost, and nothing is sent twice. */

import { type Clock, systemClock } from '../../src-main/ground/clock.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { addConnection, expectState, LARGE, openSubmission, rowOf, sendFile, standstill } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { expect, test } from './story.ts';

function processedBatches(tenant: PracticeTenant) {
  return tenant.batches().filter(({ state }) => state === 'PROCESSED');
}

test('the network fails in the middle of an upload, which continues when it is back', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl', { bytes: LARGE }), 'Sending');

  await tenant.goOffline();
  await expect(page.getByRole('region', { name: 'State of the queue' })).toContainText('Waiting for the network');
  await expectState(page, 'export.jsonl', 'Waiting');

  tenant.misbehave([]);
  await tenant.goOnline();
  await expectState(page, 'export.jsonl', 'Done');
  expect(processedBatches(tenant)).toHaveLength(1);
  await expect(page.getByRole('region', { name: 'State of the queue' })).toContainText('Ready to send');
});

test.describe('as a process', () => {
  test.use({ hasProcess: true });

  test('the app is killed in the middle of an upload: the page says so, takes no clicks, and the next start has the same queue', async ({
    app,
    page,
    startTenant,
    writeExport,
  }) => {
    const tenant = await startTenant({ misfortunes: standstill });
    await addConnection(page, tenant, { name: 'Nordbank' });
    await sendFile(page, await writeExport('first.jsonl'), 'Done');
    await sendFile(page, await writeExport('second.jsonl', { bytes: LARGE }), 'Sending');

    await app.kill();
    const header = page.getByRole('region', { name: 'State of the queue' });
    await expect(page.getByRole('alert').getByText('Tranship does not answer')).toBeVisible();
    await expect(header).toContainText('Tranship does not answer');
    await expect(header).not.toContainText('Ready to send');
    await expect(page.locator('#page > [inert]')).toHaveCount(1);
    await inspect(page, 'app-gone', bothAppearances);
    tenant.misbehave([]);
    const again = await app.open();
    await expectState(again, 'first.jsonl', 'Done');
    await expectState(again, 'second.jsonl', 'Done');
    await expect(again.getByRole('grid', { name: 'Submissions' }).getByRole('link')).toHaveCount(2);
    expect(processedBatches(tenant)).toHaveLength(2);
    await openSubmission(again, 'second.jsonl');
    await expect(again.getByRole('listitem').filter({ hasText: 'Tranship was restarted' })).toBeVisible();
  });
});

test('an update in the middle of an upload continues with the same queue', {
  tag: '@installed',
}, async ({ app, page, startTenant, writeExport }) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl', { bytes: LARGE }), 'Sending');

  tenant.misbehave([]);
  const updated = await app.update();
  await expectState(updated, 'export.jsonl', 'Done');
  await expect(updated.getByRole('grid', { name: 'Submissions' }).getByRole('link')).toHaveCount(1);
  expect(processedBatches(tenant)).toHaveLength(1);
});

test('a reload in the middle of an upload loses nothing', async ({ page, startTenant, writeExport }) => {
  // The storage takes the first bytes, and the others once it is let: a reload takes as long as it takes.
  const others = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = (_, signal) =>
    new Promise((resolve, reject) => {
      void others.promise.then(resolve);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const tenant = await startTenant({ bytesPerSecond: LARGE, clock: { ...systemClock, sleep } });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl', { bytes: LARGE }), 'Sending');

  await page.reload();
  await expectState(page, 'export.jsonl', 'Sending');
  others.resolve();
  await expectState(page, 'export.jsonl', 'Done');
  await openSubmission(page, 'export.jsonl');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'export.jsonl' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expect(rowOf(page, 'export.jsonl')).toBeVisible();
  expect(processedBatches(tenant)).toHaveLength(1);
});

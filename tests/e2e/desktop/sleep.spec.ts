/**
 * @file The computer sleeps and wakes in the middle of an upload. The system tells `suspend` and waits a moment at most, and
 * `resume` when it wakes (Electron's powerMonitor); no connection outlives a sleep.
 */

import { expectState, LARGE, rowOf, standstill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { openMidUpload, processed } from './mid-upload.ts';

test('an upload that a sleep breaks off says so, and goes on by itself after waking, without a double', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const page = await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  await desk.double.do('power', { event: 'suspend' });
  await expectState(page, 'export.jsonl', 'Waiting');
  await expect(rowOf(page, 'export.jsonl').getByText('will be sent again')).toBeVisible();

  tenant.misbehave([]);
  await desk.double.do('power', { event: 'resume' });
  await expectState(page, 'export.jsonl', 'Done');
  expect(processed(tenant)).toBe(1);
  await desk.double.act('stay-awake', ({ blocks }) => blocks === 0);
  expect(desk.double.acts('message-box')).toEqual([]);
});

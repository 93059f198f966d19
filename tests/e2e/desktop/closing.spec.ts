/** @file Closing the window in the middle of an upload: the app continues in the background, or says where it is. */

import { expectState, LARGE, standstill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { answer, expectWindow, openMidUpload, processed } from './mid-upload.ts';

test('an upload that continues in the background hides the window, and a click on the tray brings it back', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const page = await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  await desk.double.do('quit', {});
  await desk.double.act('message-box');
  await answer(desk, 'background');
  await expectWindow(desk, { isVisible: false });
  await expect.poll(async () => (await desk.double.do('trayLabels', {})).toolTip).toContain('Sending 1 file');

  await desk.double.do('clickTray', {});
  await expectWindow(desk, { isVisible: true, isFocused: true });
  // Pausing ends the attempt that stands still; resuming begins another.
  await desk.double.do('chooseInTray', { label: 'Pause all' });
  await expectState(page, 'export.jsonl', 'Paused');
  tenant.misbehave([]);
  await desk.double.do('chooseInTray', { label: 'Resume all' });
  await expectState(page, 'export.jsonl', 'Done');
  expect(processed(tenant)).toBe(1);
});

test('a cancelled question changes nothing, and the next one is asked again', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const page = await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  await desk.double.do('quit', {});
  await desk.double.act('message-box');
  await answer(desk, 'cancel');
  await expectState(page, 'export.jsonl', 'Sending');
  await expectWindow(desk, { isVisible: true });

  await desk.double.do('quit', {});
  await desk.double.act('message-box', undefined, 1);
  await answer(desk, 'quit');
  expect(await desk.double.ended).toBe(0);
});

test('closing the window in the middle of an upload explains once where the app is', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  await desk.double.do('closeWindow', {});
  const { message } = await desk.double.act('message-box');
  expect(message).toBe('Tranship continues in the background');
  await answer(desk, 'background');
  await expectWindow(desk, { isVisible: false });

  await desk.double.do('clickTray', {});
  await expectWindow(desk, { isVisible: true });
  await desk.double.do('closeWindow', {});
  await expectWindow(desk, { isVisible: false });
  expect(desk.double.acts('message-box')).toHaveLength(1);
});

test('closing the window while nothing is sent ends the app', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await desk.double.do('closeWindow', {});
  expect(await desk.double.ended).toBe(0);
});

/** @file Ending the app: in the middle of an upload it asks, and whatever the answer, nothing is lost or doubled. */

import type { PracticeTenant } from '../../../src-main/practice/tenant.ts';
import type { DoubleWindow } from '../app/double-window.ts';
import { addConnection, confirmSending, expectState, LARGE, standstill } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

const answers = { background: 0, quit: 1, cancel: 2 } as const;

async function openMidUpload(
  desk: DoubleWindow,
  tenant: PracticeTenant,
  path: string,
  unusual: Parameters<DoubleWindow['open']>[0] = {},
) {
  const page = await desk.open(unusual);
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Sending');
  return page;
}

function answer(desk: DoubleWindow, given: keyof typeof answers): Promise<null> {
  return desk.double.do('answerDialog', { answer: { response: answers[given] } });
}

/** Waits until the window is as described. */
async function expectWindow(desk: DoubleWindow, look: { isVisible: boolean; isFocused?: boolean }): Promise<void> {
  await expect.poll(async () => (await desk.double.do('windows', {}))[0]).toMatchObject(look);
}

function processed(tenant: PracticeTenant): number {
  return tenant.batches().filter(({ state }) => state === 'PROCESSED').length;
}

test('quitting in the middle of an upload asks, and the next start continues without a double', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  await desk.double.do('quit', {});
  const { message, detail, buttons } = await desk.double.act('message-box');
  expect(message).toBe('Files are still being sent');
  expect(detail).toContain('1 file is still being sent');
  expect(buttons).toEqual(['Keep running in the background', 'Quit', 'Cancel']);
  await answer(desk, 'quit');
  expect(await desk.double.ended).toBe(0);

  tenant.misbehave([]);
  const again = await desk.open();
  await expectState(again, 'export.jsonl', 'Done');
  await expect(again.getByRole('grid', { name: 'Submissions' }).getByRole('link')).toHaveCount(1);
  expect(processed(tenant)).toBe(1);
});

test('who quits in the middle of an upload is asked once whether Tranship starts at sign-in', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const path = await writeExport('export.jsonl', { bytes: LARGE });
  await openMidUpload(desk, tenant, path, { platform: 'darwin' });
  await desk.double.do('quit', {});
  await desk.double.act('message-box');
  await answer(desk, 'quit');
  const { message, buttons } = await desk.double.act('message-box', undefined, 1);
  expect([message, buttons]).toEqual(['Start Tranship when you sign in?', ['Start at sign-in', 'Do not start']]);
  // A second Cmd+Q meanwhile neither ends the app nor asks again.
  await desk.double.do('quit', {});
  await desk.double.do('answerDialog', { answer: { response: 0 } });
  expect(await desk.double.ended).toBe(0);
  expect(desk.double.acts('message-box')).toHaveLength(2);
  expect(desk.double.acts('login-item').at(-1)).toMatchObject({ settings: { openAtLogin: true } });

  tenant.misbehave([]);
  const again = await desk.open({ platform: 'darwin', wasOpenedAtLogin: true });
  await expectState(again, 'export.jsonl', 'Done');
  expect(processed(tenant)).toBe(1);
  expect((await desk.double.do('windows', {}))[0]).toMatchObject({ isVisible: false });
});

test('a system that shuts down does not wait for the question about sign-in', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const path = await writeExport('export.jsonl', { bytes: LARGE });
  await openMidUpload(desk, tenant, path, { platform: 'darwin' });
  await desk.double.do('quit', {});
  await desk.double.act('message-box');
  await answer(desk, 'quit');
  await desk.double.act('message-box', undefined, 1);
  expect(await desk.double.do('power', { event: 'shutdown' })).toEqual({ isDelayed: true });
  expect(await desk.double.ended).toBe(0);
});

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

test('a system that shuts down gets no question, and waits until the queue has stopped', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  expect(await desk.double.do('power', { event: 'shutdown' })).toEqual({ isDelayed: true });
  expect(await desk.double.ended).toBe(0);
  expect(desk.double.acts('message-box')).toEqual([]);

  tenant.misbehave([]);
  const again = await desk.open();
  await expectState(again, 'export.jsonl', 'Done');
  expect(processed(tenant)).toBe(1);
});

/**
 * @file Several files at once, as the system shows them outside the window: one bar for all (`BrowserWindow.setProgressBar`), a
 * number for what needs a person (`app.setBadgeCount`), and a sentence in the tray. The colours of Windows are in
 * tests/shells/electron/activity.test.ts: the app does not open as on Windows here.
 */

import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, LARGE, sendFile, standstill } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

test('the taskbar tells how far all files are together, and the badge how many need a person', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const page = await desk.open();
  await addConnection(page, tenant, { name: 'Nordbank' });
  const status = async () => (await desk.double.do('trayLabels', {})).toolTip;
  const bar = () => desk.double.acts('progress').at(-1);

  // Only the large one stands still in its middle.
  await dropFiles(page, [await writeExport('large.jsonl', { bytes: LARGE }), await writeExport('small.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'small.jsonl', 'Done');
  await expect.poll(status).toMatch(/^Tranship: Sending 1 of 2 files, [1-9]\d? %$/);
  expect(bar()).toMatchObject({ mode: 'normal' });

  await desk.double.do('chooseInTray', { label: 'Pause all' });
  await expectState(page, 'large.jsonl', 'Paused');
  await expect.poll(bar).toMatchObject({ mode: 'none' });

  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await sendFile(page, faulty, 'Held');
  await desk.double.act('badge', ({ count }) => count === 1);

  tenant.misbehave([]);
  await desk.double.do('chooseInTray', { label: 'Resume all' });
  await expectState(page, 'large.jsonl', 'Done');
  await expect.poll(status).toBe('Tranship: 1 needs you');
});

/** @file Quitting in the middle of an upload, or the system shutting down: the app asks once, and nothing is lost or doubled. */

import { securityLog } from '../../security-log.ts';
import { LARGE, standstill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { answer, goesOnWithoutDouble, openMidUpload } from './mid-upload.ts';

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

  const again = await goesOnWithoutDouble(desk, tenant);
  await expect(again.getByRole('grid', { name: 'Submissions' }).getByRole('link')).toHaveCount(1);
});

test('who quits in the middle of an upload is asked once whether Tranship starts at sign-in @night', async ({
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

  await goesOnWithoutDouble(desk, tenant, { platform: 'darwin', wasOpenedAtLogin: true });
  expect((await desk.double.do('windows', {}))[0]).toMatchObject({ isVisible: false });
});

test('a system that shuts down does not wait for the question about sign-in @night', async ({
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

  await goesOnWithoutDouble(desk, tenant);
});

test('a session of Windows that ends is noted before the process is gone, and nothing is lost', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  // The process is gone before it could reply.
  await desk.double.do('sessionEnds', { reasons: ['critical'] }).catch(() => {});
  expect(await desk.double.ended).toBe('SIGKILL');
  const ends = securityLog(workplace.home).filter(({ event }) => event === 'session-ended');
  expect(ends).toMatchObject([{ why: 'The session at this computer has ended.' }]);

  await goesOnWithoutDouble(desk, tenant);
});

test('a session of Windows that ends waits while bytes move, until the app has stopped @night', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  expect(await desk.double.do('sessionEnds', { reasons: ['logoff'] })).toEqual({ isDelayed: true });
  expect(await desk.double.ended).toBe(0);
});

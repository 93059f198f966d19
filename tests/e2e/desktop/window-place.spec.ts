/** @file Where the window comes up, and that it comes back after its page has crashed. */

import { expect, test } from './desktop-story.ts';

const first = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1920, height: 1040 };

test('the window comes up on the remaining screen when its own was removed', async ({ desk }) => {
  await desk.open({ displays: [first, second] });
  await desk.double.act('application-menu');
  const onSecond = { x: 2400, y: 100, width: 1200, height: 800 };
  await desk.double.do('moveWindow', { bounds: onSecond });
  await desk.double.do('closeWindow', {});
  await desk.double.ended;

  await desk.open({ displays: [first, second] });
  expect((await desk.double.do('windows', {}))[0]?.bounds).toEqual(onSecond);
  await desk.double.do('closeWindow', {});
  await desk.double.ended;

  await desk.open({ displays: [first] });
  const bounds = (await desk.double.do('windows', {}))[0]?.bounds;
  expect(bounds).toMatchObject({ width: 1200, height: 800 });
  expect(bounds?.x).toBeGreaterThanOrEqual(0);
  expect((bounds?.x ?? 0) + 1200).toBeLessThanOrEqual(first.width);
});

test('the window is shown once its page is painted, and not before', async ({ desk }) => {
  await desk.open();
  await expect.poll(async () => (await desk.double.do('windows', {}))[0]?.isVisible).toBe(true);
});

test('a page that crashes is loaded again', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const crashed = page.waitForEvent('crash');
  await desk.double.do('crashPage', {});
  await crashed;
  await expect.poll(() => desk.double.do('pageText', {}).catch(String)).toContain('Welcome to Tranship');
});

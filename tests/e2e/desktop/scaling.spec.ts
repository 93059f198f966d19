/**
 * @file What the system sets for the eyes: its scaling, which leaves a window fewer pixels of the page (`deviceScaleFactor`), and dark
 * mode (`nativeTheme`). The colours of the system are in tests/e2e/appearance.spec.ts.
 */

import { goToPage } from '../gestures.ts';
import { takePicture, whatIsCutOff } from '../inspection.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

/** What a page has of the screens of laptops, less the taskbar and the frame of the window. */
const screens = [
  { name: '1920 × 1080 at 125 %', scale: 1.25, width: 1536, height: 780 },
  { name: '1920 × 1080 at 200 %', scale: 2, width: 960, height: 460 },
  { name: '1366 × 768 at 200 %', scale: 2, width: 683, height: 300 },
];

test('nothing is cut off on a screen that is scaled, in the queue, in a question and in the settings', async ({
  desk,
  writeExport,
}) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const client = await page.context().newCDPSession(page);
  const look = async (what: string) => {
    for (const { name, scale, width, height } of screens) {
      await client.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: scale,
        mobile: false,
      });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await page.evaluate(() => devicePixelRatio)).toBe(scale);
      expect.soft(await page.evaluate(whatIsCutOff), `${what}, ${name}`).toEqual([]);
      await takePicture(page, `${what} ${name}`);
    }
  };
  await look('welcome');
  await goToPage(page, 'Settings');
  await look('settings');
  await goToPage(page, 'Queue');
  await dropFiles(page, [await writeExport('payments.jsonl')]);
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('question');
  const last = page.getByRole('dialog').getByRole('button').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('the window follows the dark mode of the system while it is open', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const background = async () => (await desk.double.do('windows', {}))[0]?.backgroundColor;
  const light = await background();
  await desk.double.do('setDark', { isDark: true });
  expect(await background()).not.toBe(light);
});

/** @file Notifications of the browser: asked for only by a button, and a click leads to the row. */

import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, goToPage, rowOf, sendFile } from './gestures.ts';
import { expect, test } from './story.ts';

/** Runs in the page: a browser that shows notifications, whose user looks elsewhere. */
function lookElsewhere(): void {
  const shown: EventTarget[] = [];
  const asked: string[] = [];
  class Shown extends EventTarget {
    static permission = 'default';
    static async requestPermission(): Promise<string> {
      asked.push('permission');
      Shown.permission = 'granted';
      return 'granted';
    }
    readonly title: string;
    readonly options: { body: string };
    constructor(title: string, options: { body: string }) {
      super();
      this.title = title;
      this.options = options;
      shown.push(this);
    }
    close(): void {}
  }
  Object.assign(window, { Notification: Shown, shown, asked });
  document.hasFocus = () => false;
}

/** What `lookElsewhere` leaves in the page. */
interface Sight {
  shown: (EventTarget & { title: string; options: { body: string } })[];
  asked: string[];
}

test('a notification leads to the row that needs a person @night', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
  workplace,
}) => {
  await page.addInitScript(lookElsewhere);
  await page.reload();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('good.jsonl'), 'Done');
  expect(await page.evaluate(() => (window as unknown as Sight).asked)).toEqual([]);

  await goToPage(page, 'Settings');
  await page.getByRole('button', { name: 'Allow notifications in this browser' }).click();
  await expect(page.getByText(/^This browser shows them/)).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as Sight).asked)).toEqual(['permission']);

  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await goToPage(page, 'Queue');
  await sendFile(page, faulty, 'Held');
  await page.getByRole('searchbox').first().fill('good');
  await goToPage(page, 'History');
  const titles = () => page.evaluate(() => (window as unknown as Sight).shown.map(({ options }) => options.body));
  // And what became of its lines.
  await expect.poll(titles).toEqual([expect.stringMatching(/^faulty\.jsonl \(Nordbank\)\n.*faulty and not sent/)]);
  await page.evaluate(() => (window as unknown as Sight).shown[0]?.dispatchEvent(new Event('click')));
  await expect(rowOf(page, 'faulty.jsonl')).toBeFocused();
});

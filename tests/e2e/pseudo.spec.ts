/** @file The pages in a language that is longer than English, and in one that is written from right to left @browser */

import { hostname, userInfo } from 'node:os';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { pages } from '../../src-shared/pages.ts';
import { addConnection, confirmSending, expectState } from './gestures.ts';
import { takePicture } from './inspection.ts';
import { inspectPseudo, speakPseudo } from './pseudo-window.ts';
import { notOurs } from './shown-texts.ts';
import { dropFiles, expect, test } from './story.ts';

const names = ['payments 2026-10.jsonl', 'migration of the old core system.jsonl', 'refused.jsonl'] as const;

// The team has one only where a connection has a ledger.
const tried = pages.map(({ page }) => page).filter((page) => page !== 'team');

/** What stands as it is: names of files, connections, hosts and people, and what the service says. */
const data: readonly (string | RegExp)[] = [
  ...names,
  ...['Nordbank', 'Tranship', 'SHA-256', 'English', 'Deutsch', 'Français', 'JSON', 'CSV', 'EUR'],
  ...[userInfo().username, hostname()],
  ...notOurs,
];

for (const direction of ['ltr', 'rtl'] as const) {
  test(`every page is translated and fits, ${direction} @browser${direction === 'rtl' ? ' @night' : ''}`, async ({
    page,
    startTenant,
    workplace,
    writeExport,
  }) => {
    test.slow();
    await addConnection(page, await startTenant(), { name: 'Nordbank' });
    const [done, held, refused] = names;
    await dropFiles(page, [await writeExport(done)]);
    await confirmSending(page, 'Nordbank');
    await expectState(page, done, 'Done');
    await writeFaultySample(`${workplace.folder}/${held}`, 3);
    await dropFiles(page, [`${workplace.folder}/${held}`]);
    await confirmSending(page, 'Nordbank');
    await expectState(page, held, 'Held');
    await writeFaultySample(`${workplace.folder}/${refused}`, 4);
    await dropFiles(page, [`${workplace.folder}/${refused}`]);
    await page.getByRole('radio', { name: 'Send it anyway' }).check();
    await confirmSending(page, 'Nordbank');
    await expectState(page, refused, 'Rejected');

    await speakPseudo(page, direction);
    const known = [...data, workplace.folder, workplace.home];
    for (const name of tried) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${name}`);
      // The page before it has a title as well, until this one is there.
      await expect(page.locator(`nav a[href="#/${name}"]`)).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('main h1')).toContainText('⟦');
      await page.waitForLoadState('networkidle');
      await inspectPseudo(page, name, known);
      await takePicture(page, `pseudo ${direction} ${name}`);
    }
    for (const [place, fileName] of names.entries()) {
      const id = place + 1;
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/submission/${id}`);
      await expect(page.locator('main h1')).toHaveText(fileName);
      await expect(page.getByRole('tab')).toHaveCount(3);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await inspectPseudo(page, `submission ${id}, ${await tab.textContent()}`, known);
        await takePicture(page, `pseudo ${direction} submission ${id} ${await tab.getAttribute('id')}`);
      }
    }
    await dropFiles(page, [await writeExport('another.jsonl')]);
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspectPseudo(page, 'adding files', [...known, 'another.jsonl']);
    await takePicture(page, `pseudo ${direction} adding`);
  });
}

/** @file The pages in a language that is longer than English, and in one that is written from right to left @browser */

import { hostname, userInfo } from 'node:os';
import { pages } from '../../src-shared/pages.ts';
import { sendEachOutcome } from './each-outcome.ts';
import { addConnection } from './gestures.ts';
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
    const [done, held, refused] = names;
    await addConnection(page, await startTenant(), { name: 'Nordbank' });
    await sendEachOutcome(page, {
      done: await writeExport(done),
      held: `${workplace.folder}/${held}`,
      refused: `${workplace.folder}/${refused}`,
    });

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

/** @file Every page at a width of 320, in German, whose words are the longest: what a person needs is seen. @browser */

import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { pages } from '../../src-shared/pages.ts';
import { sendCommand } from './app/window.ts';
import { addConnection, sendFile } from './gestures.ts';
import { whatIsCutOff } from './inspection.ts';
import { expect, test } from './story.ts';

const [done, held] = [
  'Zahlungen der Niederlassungen 2026-11-23.jsonl',
  'Nachtrag der Niederlassungen 2026-11-23.jsonl',
];

test('nothing is cut or lies over another at a width of 320, on any page', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport(done), 'Done');
  await writeFaultySample(`${workplace.folder}/${held}`, 3);
  await sendFile(page, `${workplace.folder}/${held}`, 'Held');
  await sendCommand(page, 'settings.change', { language: 'de' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  const shown = pages.map((known) => known.page).filter((name) => name !== 'team');
  for (const address of [...shown, 'overview/statement', 'submission/1', 'submission/2', 'submission/2/correct']) {
    await page.evaluate((hash) => location.assign(hash), `#/${address}`);
    await expect(page.locator('main h1')).toBeAttached();
    const name = address.startsWith('submission') ? `, ${await page.locator('main h1').textContent()}` : '';
    await expect.soft
      .poll(() => page.evaluate(whatIsCutOff), { message: `${address}${name}`, timeout: 5000 })
      .toEqual([]);
    expect.soft(await page.evaluate(whatIsHardToRead), `${address}${name}`).toEqual([]);
  }
  // Still at the place to correct: each kind of its faults, and a line as a form.
  const cutOff = (where: string) =>
    expect.soft.poll(() => page.evaluate(whatIsCutOff), { message: where, timeout: 5000 }).toEqual([]);
  const kinds = page.getByRole('navigation', { name: 'Arten von Fehlern' }).getByRole('button');
  for (const kind of await kinds.all()) {
    await kind.click();
    await cutOff(`correct, ${await kind.textContent()}`);
  }
  // The last of the kinds has pairs of lines.
  await page
    .getByRole('button', { name: /^Zeile .* von Hand korrigieren …$/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: /^Felder von Zeile/ })).toBeVisible();
  await cutOff('correct, a line by hand');
  await page.evaluate(() => location.assign('#/connections'));
  await page.getByRole('button', { name: 'Zeiten und Bandbreite von Nordbank' }).click();
  const hours = page.getByRole('dialog', { name: 'Zeiten und Bandbreite von Nordbank' });
  await hours.getByRole('button', { name: 'Bürozeiten' }).click();
  await cutOff('sending hours');
  await page.keyboard.press('Escape');
  await page.evaluate(() => location.assign('#/history'));
  const entries = page.getByRole('region', { name: 'Einträge des Protokolls' });
  await expect(entries.getByText(held).first()).toBeVisible();
  // All of an entry is in sight, also what comes after the name of its file.
  expect(await entries.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.evaluate(() => location.assign('#/queue'));
  for (const name of [done, held]) {
    const link = page.getByRole('link', { name, exact: true });
    const row = page.locator('[data-submission]', { has: link });
    const box = await row.locator(link).boundingBox();
    expect(box?.width).toBeGreaterThan(140);
    expect(await row.evaluate(cellsThatOverlap)).toEqual([]);
  }
});

/** Tables that are wider than their room, and words that are broken letter by letter. */
function whatIsHardToRead(): string[] {
  const isSeen = (element: Element): boolean => element.checkVisibility() && element.clientWidth > 1;
  const tables = [...document.querySelectorAll('main table:not([role="grid"])')].filter((table) => {
    const room = table.parentElement?.clientWidth ?? 0;
    return isSeen(table) && table.getBoundingClientRect().width > room + 1;
  });
  const broken = [...document.querySelectorAll('main *')].filter((element) => {
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent);
    return isSeen(element) && element.clientWidth < 24 && /\p{L}{5}/u.test(own.join(' '));
  });
  return [
    ...tables.map((table) => `${table.getAttribute('aria-label')} is wider than its room`),
    ...broken.map((element) => `“${element.textContent}” is broken letter by letter`),
  ];
}

/** Pairs of cells of a row of which one is painted over the other. */
function cellsThatOverlap(row: Element): string[] {
  const parts = [...row.querySelectorAll(':scope > td')].flatMap((cell) => {
    const edge = cell.getBoundingClientRect();
    return [...cell.querySelectorAll('a, button, span, bdi')]
      .filter((one) => one.checkVisibility() && one.childElementCount === 0)
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 1)
      .map(({ left, right, top, bottom }) => ({ cell, left, right, top, bottom: Math.min(bottom, edge.bottom) }));
  });
  return parts.flatMap((one, at) =>
    parts
      .slice(at + 1)
      .filter(({ cell, left, right, top, bottom }) => {
        const isApart =
          left >= one.right - 1 || right <= one.left + 1 || top >= one.bottom - 1 || bottom <= one.top + 1;
        return cell !== one.cell && !isApart;
      })
      .map(({ cell }) => `${one.cell.textContent} / ${cell.textContent}`),
  );
}

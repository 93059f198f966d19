/** @file What is added, corrected and restored is seen whole in a small window, and stays under the hand. @browser */

import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { transactionLine } from '../cli/transactions.ts';
import { sendCommand } from './app/window.ts';
import { addConnection, confirmSending, expectState } from './gestures.ts';
import { takePicture } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const [north, south] = ['branch-north_2026-11-26.jsonl', 'branch-south_2026-11-26.jsonl'];
const usual = { width: 1280, height: 800 };
const small = { width: 320, height: 640 };

const paying = (amount: string, currency = 'EUR') =>
  transactionLine()
    .replace(/"amount":[^,]*/, `"amount":${amount}`)
    .replace('"EUR"', `"${currency}"`);

test('in a small window what is added, corrected and restored is seen whole, and no button slides under the hand', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const sums = [paying('987654321.15', 'SEK'), paying('12345678.5', 'GBP'), paying('15.15', 'CHF'), paying('1250.55')];
  const faults = [paying('"18,500"'), paying('"18,500"'), transactionLine().replace('"DE"', '"Atlantis"')];
  const faulty = `${workplace.folder}/${south}`;
  await writeFile(faulty, `${[...sums, ...faults].join('\n')}\n`);
  await dropFiles(page, [faulty, await writeExport(north)]);

  await page.setViewportSize(small);
  const files = page.getByRole('dialog').getByRole('region', { name: 'Can be checked and sent' });
  expect(await files.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight), 'all scrolls').toBe(0);
  await page.setViewportSize(usual);
  await confirmSending(page, 'Nordbank');
  await expectState(page, south, 'Held');
  await expectState(page, north, 'Done');
  await sendCommand(page, 'settings.change', { language: 'de' });
  await page.reload();

  await page.evaluate(() => location.assign('#/submission/1/correct'));
  await page
    .getByRole('navigation', { name: 'Arten von Fehlern' })
    .getByRole('button', { name: /^Betrag/ })
    .click();
  const reading = page.getByRole('combobox', { name: 'Wie 18,500 gelesen wird' });
  await reading.selectOption('18.500,00');
  await page.setViewportSize(small);
  expect((await boxOf(reading)).width, 'the select has the width of the window').toBeGreaterThan(220);
  const meaning = page.getByText('Komma als Tausendertrennzeichen gelesen');
  expect((await boxOf(meaning)).width, 'no word is broken').toBeGreaterThan(170);
  await takePicture(page, 'narrow select of a reading');
  await page.getByRole('button', { name: 'Übernehmen', exact: true }).click();
  await page
    .getByRole('region', { name: 'Fortschritt und Senden' })
    .getByRole('button', { name: /senden$/ })
    .click();
  const note = page.getByRole('status').filter({ hasText: 'in der korrigierten Datei' });
  expect((await boxOf(note)).height, 'the note leaves the window to the page').toBeLessThan(90);

  await page.setViewportSize(usual);
  await page.evaluate(() => location.assign('#/submission/1'));
  const account = page.getByRole('region', { name: 'Was aus den Zeilen geworden ist' });
  await expect(account.getByText(/^987\.654\.321,15/).first()).toBeVisible();
  for (const width of [1280, 1000, 600, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await account.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(over, `${width}: the table fits its card`).toBeLessThanOrEqual(0);
    const name = account.getByText('Fehlerhaft und nicht gesendet', { exact: true });
    expect((await boxOf(name)).height, `${width}: a label has two lines at most`).toBeLessThan(60);
    await takePicture(page, `account ${width}`);
  }
  await page.setViewportSize(usual);
  await page.getByRole('tab', { name: 'Was korrigiert wurde' }).click();
  const changes = page.getByRole('table', { name: 'Was korrigiert wurde' });
  await expect(changes).toBeVisible();
  await takePicture(page, 'what was corrected');
  expect(await changes.evaluate(figuresThatBreak)).toEqual([]);

  await page.evaluate(() => location.assign('#/overview/statement'));
  await page.setViewportSize(small);
  await page.getByRole('button', { name: 'Kontrollzahlen eingeben' }).click();
  const of = page.getByRole('combobox', { name: 'In welchen Dateien' });
  await of.selectOption(south);
  await expect(page.getByRole('form').getByText(south).filter({ visible: true }).last()).toBeVisible();

  await page.setViewportSize(usual);
  await page.evaluate(() => location.assign('#/queue'));
  await page.getByRole('grid', { name: 'Sendungen' }).locator('[data-submission]').first().press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
  await page.getByRole('link', { name: 'Entferntes ansehen' }).click();
  await page.setViewportSize(small);
  const restore = page.getByRole('button', { name: `${north} wiederherstellen` });
  await restore.scrollIntoViewIfNeeded();
  const row = page.getByRole('region', { name: 'Einträge des Protokolls' }).getByRole('row').filter({ has: restore });
  const [position, before] = [
    await row.evaluate((one) => [...(one.parentElement?.children ?? [])].indexOf(one)),
    await boxOf(row),
  ];
  await restore.click();
  const same = page.getByRole('region', { name: 'Einträge des Protokolls' }).locator('tbody tr').nth(position);
  await expect(same.getByText('Wiederhergestellt')).toBeInViewport();
  await expect(page.getByText(`${north} ist wieder in der Warteschlange.`)).toBeInViewport();
  const after = await boxOf(same);
  expect(Math.abs(after.y - before.y) + Math.abs(after.height - before.height), 'the list stays').toBeLessThan(4);
});

async function boxOf(place: Locator) {
  await expect(place).toBeVisible();
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** Amounts and dates that go on in the next line. */
function figuresThatBreak(place: Element): string[] {
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const { index, 0: figure } of (text.textContent ?? '').matchAll(/[\d.,:-]*\d[\d.,:-]*/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + figure.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(figure);
    }
  }
  return broken;
}

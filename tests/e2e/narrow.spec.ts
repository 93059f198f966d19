/** @file Every page at a width of 320, in German, whose words are the longest: what a person needs is seen. @browser */

import { copyFile, writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { pages } from '../../src-shared/pages.ts';
import { transactionLine } from '../cli/transactions.ts';
import { sendCommand } from './app/window.ts';
import { addConnection, confirmSending, expectState, sendFile } from './gestures.ts';
import { takePicture, whatIsCutOff } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

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
    expect.soft(await page.locator('main').evaluate(textsThatAreCut), `${address}${name}`).toEqual([]);
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

const [first, again, faulty] = ['core_export_2026-10-001.jsonl', 'core_export_2026-10-002.jsonl', 'Nachtrag.jsonl'];

test('in a small window no number, sentence, menu or name is cut that a person works by', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const sent = await writeExport(first, { bytes: 400_000 });
  await sendFile(page, sent, 'Done');
  await copyFile(sent, sent.replace(first, again));
  await sendFile(page, sent.replace(first, again), 'Held');
  const right = Array.from({ length: 400 }, () => transactionLine());
  const wrong = Array.from({ length: 122 }, () => transactionLine().replace('"DE"', '"Atlantis"'));
  const held = `${workplace.folder}/${faulty}`;
  await writeFile(held, `${[...right, ...wrong, ...right.slice(0, 3)].join('\n')}\n`);
  await dropFiles(page, [held, await writeExport('zahlungen-2.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, faulty, 'Held');
  await expectState(page, 'zahlungen-2.jsonl', 'Done');
  await sendCommand(page, 'settings.change', { language: 'de' });
  await page.reload();
  const rows = page.getByRole('grid', { name: 'Sendungen' }).locator('[data-submission], [data-group]');

  // With the details beside it, the list is narrow as well.
  await rows.last().getByRole('link', { name: first }).click();
  await expect(page.getByRole('region', { name: `Einzelheiten von ${first}` })).toBeVisible();
  for (const width of [1280, 700, 600, 320]) {
    // So high that each row is in sight.
    await page.setViewportSize({ width, height: 1600 });
    await expect(rows).toHaveCount(5);
    for (const row of await rows.all()) {
      const where = `${width}: ${await row.textContent()}`;
      await expect.soft(row.getByText(/^[\d.]+,\d\d EUR$/).filter({ visible: true }), where).toHaveCount(1);
      expect.soft(await row.evaluate(textsThatAreCut), where).toEqual([]);
    }
    await expect.soft(rows.nth(3).getByText('Frühere Sendung ansehen')).toBeVisible();
    const correct = rows.getByRole('link', { name: /^Korrigieren\s…/ });
    await expect(correct).toHaveCount(2);
    for (const link of await correct.all()) {
      await expect.soft(link.getByText(/^Korrigieren\s…/)).toBeInViewport({ ratio: 1 });
      await expect.soft(link).toHaveAttribute('href', '#/submission/3/correct');
    }
    await takePicture(page, `list ${width}`);
  }

  await page.setViewportSize({ width: 600, height: 640 });
  const names = page.getByRole('navigation', { name: 'Seiten' }).getByRole('link');
  await names.first().focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText(/^Aufbereiten/);
  await names.last().hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Einstellungen' })).toBeVisible();
  await expect(names.last()).toHaveAccessibleName('Einstellungen');
  // Where no mouse can rest on them, their words stand below the signs.
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(names).toHaveCount(9);
  for (const name of [...(await names.all()), page.getByRole('button', { name: 'Abmelden' })]) {
    await expect.soft(name.locator('span')).toBeInViewport({ ratio: 1 });
    expect.soft((await boxOf(name.locator('span'))).height, 'no word is broken').toBeLessThan(24);
  }
  expect(await page.getByRole('navigation', { name: 'Seiten' }).evaluate(textsThatAreCut)).toEqual([]);
  expect((await boxOf(page.locator('main'))).width).toBeGreaterThan(240);

  await page.evaluate(() => location.assign('#/submission/3'));
  await expect(page.getByRole('tab', { name: 'Befunde' })).toHaveText(/128$/);
  expect(await page.getByRole('tablist').evaluate(textsThatAreCut)).toEqual([]);

  await page.evaluate(() => location.assign('#/submission/3/correct'));
  const kinds = page.getByRole('navigation', { name: 'Arten von Fehlern' });
  await kinds.getByRole('button', { name: /Duplikate auslassen/ }).click();
  await expect(kinds.getByRole('button', { name: /Duplikate auslassen/ })).toBeHidden();
  const [head, list] = [await boxOf(kinds.getByRole('heading')), await boxOf(kinds.getByRole('list'))];
  expect(list.y - head.y - head.height, 'no hole is left').toBeLessThan(80);
  // Most of the window is for what a person corrects: what stays behind scrolls with it, and can be read.
  await page.locator('main').evaluate((main) => main.scrollTo(0, 300));
  const bar = page.getByRole('region', { name: 'Fortschritt und Senden' });
  const room = (await boxOf(bar)).y - (await boxOf(page.locator('main'))).y;
  expect(640 - room, 'head and foot together').toBeLessThanOrEqual(200);
  await expect(page.getByRole('heading', { name: 'Korrigieren', exact: true })).not.toBeInViewport();
  await expect(bar.getByRole('button', { name: /senden/ })).toBeInViewport({ ratio: 1 });
  const stays = page.getByText(/fehlerhafte Zeilen bleiben für später/);
  await expect(stays).not.toBeInViewport();
  await stays.scrollIntoViewIfNeeded();
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  expect((await boxOf(stays)).y + (await boxOf(stays)).height).toBeLessThanOrEqual((await boxOf(bar)).y);
  await page.getByRole('button', { name: 'Andere Wege' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: /^Korrigieren und senden, fehlerhafte/ })).toBeVisible();
  const edges = await boxOf(menu);
  expect(edges.x).toBeGreaterThanOrEqual(0);
  expect(edges.x + edges.width).toBeLessThanOrEqual(320);
  expect(await menu.evaluate(textsThatAreCut)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => location.assign('#/settings'));
  const look = page.getByRole('region', { name: 'Darstellung' });
  await look.getByRole('radio', { name: 'Hell', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await look.getByRole('radio', { name: 'Dunkel' }).evaluate(contrastOfRing)).toBeGreaterThanOrEqual(3);
  const notes = page.getByRole('region', { name: 'Benachrichtigungen' });
  await notes.getByRole('checkbox').first().click();
  const [card, saved] = [await boxOf(notes), await boxOf(notes.getByText('Gespeichert'))];
  expect(saved.x + saved.width).toBeLessThan(card.x + card.width);
  expect(saved.y).toBeGreaterThan(card.y);

  await page.evaluate(() => location.assign('#/queue'));
  await rows.last().press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
  const note = page.getByRole('region', { name: 'Entfernt' });
  await expect(note).toContainText(`${first} wurde aus der Liste entfernt.`);
  expect(await note.evaluate(textsThatAreCut)).toEqual([]);
  await note.getByRole('link', { name: 'Entferntes ansehen' }).click();
  const search = page.getByRole('search', { name: 'Im Protokoll suchen' });
  await expect(search.getByText('Nur Entferntes').filter({ visible: true })).toHaveCount(1);
  await expect(search.getByRole('textbox', { name: 'Dateiname' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Einträge des Protokolls' })).toBeInViewport();
  await search.getByRole('button', { name: 'Filter' }).click();
  await expect(search.getByRole('checkbox', { name: 'Nur Entferntes' })).toBeChecked();
});

async function boxOf(place: Locator) {
  await expect(place).toBeVisible();
  return (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

/** What is cut of the texts in a place, but for names of files, what gives way as a whole, and what a title tells in full. */
function textsThatAreCut(place: Element): string[] {
  const isCut = (element: Element): boolean => {
    const { overflowX, overflowY, clipPath, flexWrap } = getComputedStyle(element);
    const isSeen = element.checkVisibility() && element.clientWidth > 1 && clipPath === 'none';
    if (!isSeen || overflowX !== 'hidden' || overflowY !== 'hidden' || flexWrap === 'wrap') return false;
    if (element.closest('[title]:not([title=""])') !== null) return false;
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  };
  /** Whether it is only heard, or can be scrolled to. */
  const isElsewhere = (element: Element | null): boolean => {
    if (element === null || element === place) return false;
    const { overflowX, clipPath } = getComputedStyle(element);
    return /auto|scroll/.test(overflowX) || clipPath !== 'none' || isElsewhere(element.parentElement);
  };
  const room = place.getBoundingClientRect();
  /** Such a text is cut by the window, or by what scrolls, whatever its title says. */
  const runsOver = (element: Element): boolean => {
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    if (texts.length === 0 || !element.checkVisibility() || isElsewhere(element)) return false;
    const words = document.createRange();
    words.selectNodeContents(element);
    const { left, right, width } = words.getBoundingClientRect();
    return width > 1 && (right > room.right + 1 || left < room.left - 1);
  };
  return [place, ...place.querySelectorAll('*')]
    .filter((element) => element.closest('[translate="no"]') === null && (isCut(element) || runsOver(element)))
    .map((element) => `“${element.textContent}” is cut`);
}

/** How well the ring around the label of a choice stands out from what is behind it. */
function contrastOfRing(choice: Element): number {
  const light = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [label, group] = [choice.nextElementSibling, choice.closest('[role="radiogroup"]')];
  if (label === null || group === null) return 0;
  const { outlineColor, outlineStyle } = getComputedStyle(label);
  if (outlineStyle === 'none') return 0;
  const [ring, behind] = [light(outlineColor), light(getComputedStyle(group).backgroundColor)];
  return (Math.max(ring, behind) + 0.05) / (Math.min(ring, behind) + 0.05);
}

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

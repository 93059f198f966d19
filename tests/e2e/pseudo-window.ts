/** @file Opens the window in the pseudo-language, in place of German, and finds what is not translated or does not fit. */

import type { Page } from '@playwright/test';
import { outsideOfBrackets, pseudoCatalogue } from '../languages/pseudo.ts';
import { goToPage } from './gestures.ts';
import { whatIsCutOff } from './inspection.ts';
import { readTexts } from './shown-texts.ts';
import { expect } from './story.ts';

/** From now on, German is the pseudo-language, perhaps written from right to left. */
export async function speakPseudo(page: Page, direction: 'ltr' | 'rtl' = 'ltr'): Promise<void> {
  const catalogue = `export default JSON.parse(${JSON.stringify(JSON.stringify(pseudoCatalogue()))});`;
  await page.route(/\/assets\/de-[\w-]{8}\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: catalogue }),
  );
  if (direction === 'rtl') {
    // The list of languages is in one of the chunks.
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      if (/\/de-[\w-]{8}\.js$/.test(route.request().url())) return await route.fallback();
      const response = await route.fetch();
      const source = await response.text();
      await route.fulfill({ response, body: source.replace(/(["'`]Deutsch["'`],\s*direction:\s*["'`])ltr/, '$1rtl') });
    });
  }
  await goToPage(page, 'Settings');
  await page.getByRole('combobox', { name: 'Language of the window' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
}

const windows = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
] as const;

/**
 * Inspects what is open; failures are collected.
 * @param data what is not translated on this page besides what `isData` knows: names of files, connections and the like
 */
export async function inspectPseudo(page: Page, name: string, data: readonly (string | RegExp)[]): Promise<void> {
  const texts = await page.evaluate(readTexts);
  const untranslated = texts
    .map((text) => data.reduce<string>((rest, known) => rest.replaceAll(known, ''), outsideOfBrackets(text)))
    .filter((rest) => /\p{L}{2}/u.test(withoutFormats(rest)));
  expect.soft([...new Set(untranslated)], `${name}: everything is translated`).toEqual([]);
  for (const size of windows) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const where = `${name}, ${size.width} × ${size.height}`;
    expect.soft(await page.evaluate(whatIsCutOff), `${where}: no control is cut off`).toEqual([]);
    expect.soft(await page.evaluate(shortenedTexts), `${where}: no text is cut off`).toEqual([]);
  }
  await page.setViewportSize(windows[0]);
}

/** Without the numbers, sizes, times and days that the system words in German. */
const withoutFormats = (text: string): string =>
  text
    .replace(/(Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), \d{1,2}\. \p{L}+ \d{4}/gu, '')
    .replace(/\b\d{1,2}\. (Januar|Februar|April|August|(Septem|Novem|Dezem)ber|Oktober)\b/g, '')
    .replace(/\b(Mo|Di|Mi|Do|Fr|Sa|So)\., (?=\d)/g, '')
    .replace(/\d{1,2}\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)\.?/g, '')
    .replace(/\d+(\.\d{3})*(,\d+)?\s?(Byte|kB|MB|GB|Std\.|Min\.|Sek\.|s|ms|%)/g, '');

/** Runs in the page: texts of the app that are shortened or cut off, and do not show all of their words. */
function shortenedTexts(): string[] {
  const found: string[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim().startsWith('⟦'),
    );
    if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Only for screen readers.
    if (element.clientWidth <= 1 || element.closest('.unseen') !== null) continue;
    const { overflowX, display } = getComputedStyle(element);
    // What a table shows in one line is there as a whole for the pointer, and beside it.
    const whole = element.closest('[title]')?.getAttribute('title') ?? '';
    if (whole.includes(element.textContent ?? '')) continue;
    if (display === 'inline' || overflowX === 'visible' || overflowX === 'auto') continue;
    if (element.scrollWidth > element.clientWidth + 1) found.push(element.textContent ?? '');
  }
  return found;
}

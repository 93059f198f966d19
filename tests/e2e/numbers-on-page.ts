/** @file The numbers that a page shows, and which of them nobody expects. */

import type { Page } from '@playwright/test';

/** A part of a page, and the phrases with numbers that stand in it: each as often as it is named. */
export interface Area {
  name: string;
  selector: string;
  expected: readonly string[];
  /** The numbers that stand so have this sum; which of them has what changes by itself. */
  sum?: { form: RegExp; of: number };
}

/** What no account tells, by name; what stands in such a form is compared with nothing. */
const notCompared: Readonly<Record<string, RegExp>> = {
  'day of a file': /\b\d{4}-\d{2}-\d{2}\b/g,
  'moment of a history':
    /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?(?:, \d{2}:\d{2}(?::\d{2})?)?/g,
  'day of the week': /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \d{1,2}\b/g,
  'time of day': /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  'address of the service': /\b127\.0\.0\.1:\d+/g,
  'name of a digest': /\bSHA-256\b/g,
  'number of a batch in a history': /\bBatch \d+/g,
  size: /\b[\d.]+ (?:B|kB|MB|GB)\b/g,
  duration: /\b(?:in )?[\d.]+ ?(?:ms|s|min|h)\b/g,
  'hash or id, shortened': /\b[0-9a-f]{6,8}…[0-9a-f]{4,6}/g,
};

/** What differs: phrases that are missing, numbers that nobody expects, and such as stand in no area. */
export async function differences(page: Page, areas: readonly Area[]): Promise<string[]> {
  const selectors = areas.map(({ selector }) => selector);
  const { texts, strays } = await page.evaluate(readAreas, selectors);
  const told = areas.flatMap((area, index) => {
    const text = texts[index];
    return text === undefined ? [] : differencesIn(text, area).map((what) => `${area.name}: ${what}`);
  });
  const stray = strays.flatMap((text) => differencesIn(text, { expected: [] })).map((what) => `in no area: ${what}`);
  return [...told, ...stray];
}

/** Which of the areas are in sight. */
export async function areasInSight(page: Page, areas: readonly Area[]): Promise<Area[]> {
  const { texts } = await page.evaluate(
    readAreas,
    areas.map(({ selector }) => selector),
  );
  return areas.filter((_, index) => texts[index] !== undefined);
}

function differencesIn(text: string, { expected, sum }: Pick<Area, 'expected' | 'sum'>): string[] {
  let rest = text;
  const missing: string[] = [];
  if (sum !== undefined) {
    const numbers = [...rest.matchAll(sum.form)].map(([, found]) => Number(found));
    const told = numbers.reduce((all, one) => all + one, 0);
    if (told !== sum.of) missing.push(`sum ${sum.of}, not ${told},`);
    rest = rest.replace(sum.form, '¦');
  }
  // The longest first: “1 rejected” stands in “1 rejected or faulty before correction”.
  for (const phrase of expected.toSorted((one, other) => other.length - one.length)) {
    const at = rest.search(new RegExp(`(?<![\\d.,])${phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d|[.,]\\d)`));
    if (at === -1) missing.push(phrase);
    else rest = `${rest.slice(0, at)} ¦ ${rest.slice(at + phrase.length)}`;
  }
  for (const form of Object.values(notCompared)) rest = rest.replace(form, '¦');
  const unexpected = /\d/.test(rest) ? [`nobody expects a number in “${rest}”`] : [];
  return [...missing.map((phrase) => `“${phrase}” is missing in “${text}”`), ...unexpected];
}

/** Runs in the page: the words of each area in one line, and each text with a digit outside of them. */
function readAreas(selectors: readonly string[]): { texts: (string | undefined)[]; strays: string[] } {
  // What has no box of its own is seen where its parent is.
  const boxOf = (element: Element): Element =>
    getComputedStyle(element).display === 'contents' && element.parentElement !== null
      ? boxOf(element.parentElement)
      : element;
  const isSeen = (element: Element) => boxOf(element).checkVisibility({ visibilityProperty: true });
  const areas = selectors.map((selector) => [...document.querySelectorAll(selector)].find(isSeen));
  const words = areas.map((): string[] => []);
  const strays: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement, textContent } = node;
    const isText = parentElement !== null && parentElement.closest('script, style, kbd, option') === null;
    if (!isText || textContent === null || !isSeen(parentElement)) continue;
    const at = areas.findIndex((area) => area?.contains(node));
    if (at !== -1) words[at]?.push(textContent);
    else if (/\d/.test(textContent)) strays.push(textContent);
  }
  for (const [at, area] of areas.entries()) {
    const images = [...(area?.querySelectorAll('[role=img][aria-label]') ?? [])].filter(isSeen);
    for (const image of images) words[at]?.push(`¦ ${image.getAttribute('aria-label')}`);
  }
  const texts = areas.map((area, at) => area && words[at]?.join(' ').replace(/\s+/g, ' ').trim());
  return { texts, strays };
}

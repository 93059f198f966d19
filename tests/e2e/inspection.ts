/** @file The inspection of every screen: accessibility, small windows, 200 % zoom, and a picture to look at. */

import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './story.ts';

const pictures = fileURLToPath(new URL('pictures/', import.meta.url));

const windows = {
  usual: { width: 1280, height: 800 },
  small: { width: 900, height: 600 },
  /** The size of the usual window at 200 % zoom. */
  zoomed: { width: 640, height: 400 },
} as const;

type Appearance = 'light' | 'dark';
/** Each screen is inspected in both by one story at least. */
export const bothAppearances = ['light', 'dark'] as const;

/** Whether pictures of what is inspected are wanted: refresh-pictures.ts asks for them. */
const takesPictures = process.env['TRANSHIP_PICTURES'] !== undefined;

/** What colours can break; they change neither the sizes nor the structure. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * Inspects the current page; failures are collected, so that one run reports all of them.
 * @param appearances the first is inspected in every respect, another one for its colours
 */
export async function inspect(page: Page, name: string, appearances: readonly Appearance[] = ['light']): Promise<void> {
  const [first] = appearances;
  for (const appearance of appearances) {
    await page.emulateMedia({ colorScheme: appearance });
    if (appearance === first || takesPictures) await inspectSizes(page, name, appearance);
    await inspectAccess(page, `${name}, ${appearance}`, appearance === first ? undefined : rulesOfColours);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function inspectSizes(page: Page, name: string, appearance: Appearance): Promise<void> {
  for (const [kind, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    await layout(page);
    const cutOff = await page.evaluate(whatIsCutOff);
    expect.soft(cutOff, `${name}, ${kind} window, ${appearance}: nothing is cut off`).toEqual([]);
    if (kind !== 'zoomed') await takePicture(page, `${name} ${kind} ${appearance}`);
  }
  await page.setViewportSize(windows.usual);
}

const MODAL = '[role="dialog"][aria-modal="true"]';

/** @param only these rules; otherwise all */
async function inspectAccess(page: Page, name: string, only: readonly string[] | undefined): Promise<void> {
  // Loading it into the page takes several times as long as the inspection; until the page is loaded again, it stays there.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) });
  // What lies behind a dialog, half covered, is inspected by itself.
  if ((await page.locator(MODAL).count()) > 0) axe.include(MODAL);
  // Legacy mode only means that no other page is opened for frames, and there are none.
  const { violations } = await axe
    .setLegacyMode()
    .options({
      // Targets of at least 24 × 24 pixels, or with as much room around them: off unless it is asked for.
      ...(only === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: [...only] }),
      resultTypes: ['violations'],
    })
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
  expect.soft(found, `${name}: axe finds nothing`).toEqual([]);
}

/** After two frames, layout has settled and measured elements have their size. */
async function layout(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Where pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: `${pictures}${name}.png`, animations: 'disabled' });
}

/**
 * The page at one size, with what is cut off, as it looks from right to left or in the colours of the system; the pictures
 * are to be looked at.
 */
export async function inspectLook(page: Page, name: string, look: 'rtl' | 'forced colours'): Promise<void> {
  if (look === 'forced colours') await page.emulateMedia({ forcedColors: 'active' });
  else await page.evaluate(() => void document.documentElement.setAttribute('dir', 'rtl'));
  await layout(page);
  const cutOff = await page.evaluate(whatIsCutOff);
  expect.soft(cutOff, `${name}, ${look}: nothing is cut off`).toEqual([]);
  await takePicture(page, `${name} ${look}`);
  if (look === 'forced colours') await page.emulateMedia({ forcedColors: 'none' });
  else await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
}

/** Runs in the page: finds content beyond the window's edge, and controls whose text is cut off. */
export function whatIsCutOff(): string[] {
  const found: string[] = [];
  const main = document.querySelector('main');
  for (const element of [document.documentElement, main]) {
    if (element !== null && element.scrollWidth > element.clientWidth + 1) {
      const { left: start, right: end } = element.getBoundingClientRect();
      const widest = [...element.querySelectorAll('*')].findLast((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < start - 1 || right > end + 1;
      });
      const cause = widest?.outerHTML.slice(0, 120);
      found.push(`${element.localName} scrolls sideways: ${element.scrollWidth} > ${element.clientWidth}, ${cause}`);
    }
  }
  const scrollsSideways = (element: Element): boolean => {
    const parent = element.parentElement;
    if (parent === null || parent === main) return false;
    const mayScroll = /auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth;
    return mayScroll || scrollsSideways(parent);
  };
  for (const control of document.querySelectorAll('button, a[href], input:not([type=file]), [role=tab]')) {
    const { left, right, width, bottom } = control.getBoundingClientRect();
    const isSeen = control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1;
    if (!isSeen || bottom <= 0 || scrollsSideways(control)) continue;
    const words = control.getAttribute('aria-label') ?? control.textContent;
    const edges = main?.getBoundingClientRect();
    const isFromRight = getComputedStyle(document.documentElement).direction === 'rtl';
    const isAtEdge = edges !== undefined && (isFromRight ? right > edges.right - 4 : left < edges.left + 4);
    const isStuck = main?.contains(control) === true && isAtEdge;
    if (isStuck) found.push(`“${words}” sticks to the edge of the page`);
    if (left < -1 || right > innerWidth + 1) found.push(`“${words}” runs over the edge: ${left} to ${right}`);
    const isField = control instanceof HTMLInputElement;
    const isShortened = [control, ...control.querySelectorAll('*')].some(
      (part) => getComputedStyle(part).textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth,
    );
    // File names may be shortened, because their length is unlimited; the app's own texts may not.
    const isFileName = control.closest('a[href^="#/submission/"]') !== null;
    if (!isField && !isFileName && (isShortened || control.scrollWidth > control.clientWidth + 1)) {
      found.push(`“${words}” does not fit: ${control.scrollWidth} > ${control.clientWidth}`);
    }
  }
  return found;
}

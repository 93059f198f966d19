/** @file The keyboard focus, on every page. */

import type { Page } from '@playwright/test';
import { addConnection, confirmSending, expectState, goToPage, rowOf } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('the keyboard focus is always seen, and never under a bar @night', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  test.slow();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const files = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => writeExport(`export ${seed}.jsonl`, { seed })));
  await dropFiles(page, files);
  await confirmSending(page, 'Nordbank');
  await page.getByRole('button', { name: 'Show the files of export 1.jsonl and 5 more' }).click();
  for (const seed of [1, 2, 3, 4, 5, 6]) await expectState(page, `export ${seed}.jsonl`, 'Done');
  await page.setViewportSize({ width: 640, height: 400 });
  await rowOf(page, 'export 6.jsonl').press('Space');
  const faults: string[] = [];
  for (const name of ['Queue', 'Connections', 'Settings', 'Rules'] as const) {
    if (name !== 'Queue') await goToPage(page, name);
    // What comes later moves what has the focus.
    if (name === 'Rules') await expect(page.getByRole('button', { name: 'Copy as CSV' })).toBeVisible();
    await page.locator('#page').focus();
    faults.push(...(await faultsOnTheWay(page, name)));
  }
  expect(faults).toEqual([]);
});

/** Presses Tab through the page; what had the focus unseen or covered. */
async function faultsOnTheWay(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab');
    const first = await page.evaluate(whatHidesTheFocus);
    if (first === 'end') break;
    // A page that was moving as Tab was pressed has scrolled to the focus once it stands still.
    const fault =
      first === undefined ? undefined : await page.evaluate(standsStill).then(() => page.evaluate(whatHidesTheFocus));
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

/** Runs in the page. Resolves once what has the focus is at the same place in three frames, one after the other. */
function standsStill(): Promise<void> {
  const place = () => JSON.stringify(document.activeElement?.getBoundingClientRect());
  return new Promise((resolve) => {
    let [before, same] = [place(), 0];
    const look = () => {
      const now = place();
      same = now === before ? same + 1 : 0;
      before = now;
      if (same === 3) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Runs in the page. `end` once the focus has left the page. */
function whatHidesTheFocus(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || !document.getElementById('page')?.contains(focused))
    return 'end';
  const label = focused instanceof HTMLInputElement ? focused.closest('div') : null;
  const words = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 60) ?? '';
  // Mantine hides the input of a segmented control, and draws the focus around its label.
  const { left, top, width, height } = (
    focused.nextElementSibling instanceof HTMLLabelElement ? focused.nextElementSibling : focused
  ).getBoundingClientRect();
  if (width < 1 || height < 1) return `“${words}” has no size`;
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const),
  );
  const isSeen = points.some(([x, y]) => {
    const over = document.elementFromPoint(x, y);
    return over !== null && (focused.contains(over) || over.contains(focused) || label?.contains(over) === true);
  });
  if (!isSeen) return `“${words}” is covered`;
  const rings = [focused, focused.nextElementSibling, focused.parentElement].map((one) => one && getComputedStyle(one));
  const isRinged = rings.some(
    (style) =>
      style != null &&
      ((style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) || isField(focused)),
  );
  return isRinged ? undefined : `“${words}” shows no focus`;

  /** A field shows it by its border. */
  function isField(element: Element): boolean {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  }
}

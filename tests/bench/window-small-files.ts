/** @file For the window benchmark: thousands of small files that are added in one step, as a folder is, until each is checked. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import type { CommandInput } from '../../src-shared/contract.ts';
import { openPage, openTab, type Served, type Tab } from './window-serve.ts';

const BYTES = 50_000;
/** As the window does. */
const ADDED_AT_ONCE = 100;
const options: CommandInput<'files.add'>['options'] = {
  connection: 'Bank',
  onInvalid: 'stop',
  ingestValid: false,
  maxBatchBytes: 1_000_000_000,
};

/** How long it takes, in milliseconds. */
export interface SmallFilesTimes {
  added: number;
  /** Since the first was added. */
  checked: number;
  /** Of the processor, until then. */
  processor: number | undefined;
}

/** @param rows that are in the queue already */
export async function measureSmallFiles(
  browser: Browser,
  served: Served,
  folder: string,
  { count, rows }: { count: number; rows: number },
): Promise<SmallFilesTimes> {
  const context = await browser.newContext();
  const { page } = await openPage(context, served.address, rows);
  const tab = await openTab(page);
  // What the page shows takes the same processor.
  await page.goto('about:blank');
  try {
    const offers = await offered(tab, folder, count);
    const [began, before] = [performance.now(), served.processorMs()];
    const ids: number[] = [];
    for (let first = 0; first < count; first += ADDED_AT_ONCE) {
      const some = offers.slice(first, first + ADDED_AT_ONCE);
      const { added } = await tab.call('files.add', { offers: some, addedWith: offers[0], options });
      ids.push(...added);
    }
    const added = performance.now() - began;
    while (await isChecking(tab, ids.at(-1))) await new Promise((resolve) => setTimeout(resolve, 250));
    const after = served.processorMs();
    const processor = after === undefined || before === undefined ? undefined : after - before;
    return { added, checked: performance.now() - began, processor };
  } finally {
    tab.close();
    await context.close();
  }
}

async function offered(tab: Tab, folder: string, count: number): Promise<string[]> {
  const path = join(folder, 'small.jsonl');
  const offers: string[] = [];
  for (let number = 0; number < count; number++) {
    await writeSampleExport(path, BYTES, 1 + number);
    const { offers: picked } = await tab.offer(`small-${number}.jsonl`, readFileSync(path));
    offers.push(...picked.map(({ offer }) => offer));
  }
  return offers;
}

/** Of files of one size, the last one is checked last. To ask for the whole list would take the time that is measured. */
async function isChecking(tab: Tab, id = 0): Promise<boolean> {
  const [named] = await tab.call('queue.named', { ids: [String(id)] });
  return named?.state === 'checking';
}

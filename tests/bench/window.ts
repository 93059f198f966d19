/**
 * @file `npm run bench:window`: the window with ten thousand submissions: how soon it shows them, how busy it is during
 * uploads, its memory, and how soon it shows findings and accepts large files.
 *
 *     npm run bench:window -- --submissions 10000 --rounds 3 --seconds 15
 *     npm run bench:window -- --submissions 0 --parts small-files --small 2400,10000 --rounds 1
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { destinationOf } from '../../src-main/wire/credentials/connection.ts';
import type { CommandOutput } from '../../src-shared/contract.ts';
import { median, printTable } from '../harness/printed-results.ts';
import { measureFindings, measureLines, measureOffer, writeLargeFile } from './window-findings.ts';
import { writeFindings, writeHistory } from './window-folder.ts';
import { isEnded, measureBulk, measureUpload, scroll, taskTimes } from './window-page.ts';
import { openBrowser, openPage, openTab, serve, type Tab } from './window-serve.ts';
import { measureSmallFiles } from './window-small-files.ts';

const FINDINGS = 1_000_000;
const LARGE_BYTES = 2_000_000_000;
/** Four files, sent at once, for so many seconds longer than is measured. */
const UPLOADS = 4;
const UPLOAD_SECONDS = 20;
const BYTES_PER_SECOND = 14_000_000;
/** Each file is one batch: as many batches as are sent at once could else all be of the first file. */
const BATCH_BYTES = 1_000_000_000;
const CONNECTION = 'Bank';

/** What was measured, by its name, once for each round. */
const measured = new Map<string, { values: number[]; unit: string; bar: number | undefined }>();

function note(name: string, value: number, unit: string, bar?: number): void {
  const row = measured.get(name) ?? { values: [], unit, bar };
  measured.set(name, row);
  row.values.push(value);
}

const { values: given } = parseArgs({
  options: {
    submissions: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    parts: { type: 'string', default: 'window,findings,files' },
    /** Of the part `small-files`, which only runs when it is named. */
    small: { type: 'string', default: '2400' },
  },
});
const [submissions, rounds, seconds] = [Number(given.submissions), Number(given.rounds), Number(given.seconds)];

/** A data folder with a history, bound to the practice tenant. */
function makeHome(folder: string, tenant: PracticeTenant): string {
  const { baseUrl, tokenUrl, clientId, scope } = tenant;
  const connection = { name: CONNECTION, baseUrl, tokenUrl, clientId, scope };
  const home = join(folder, 'home');
  mkdirSync(home);
  const transfer = { uploadsPerConnection: UPLOADS, bytesPerSecond: BYTES_PER_SECOND };
  writeFileSync(
    join(home, 'settings.json'),
    JSON.stringify({ connections: [{ ...connection, kind: 'test' }], transfer }),
  );
  writeHistory(home, { connection: CONNECTION, destination: destinationOf(connection) }, submissions, 5);
  return home;
}

/** One start of the app: the window, its work while files are sent, and its memory in the end. */
async function measureWindow(browser: Browser, folder: string, home: string, tenant: PracticeTenant, round: number) {
  // Before the app, because the browser of a person is open already.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const served = await serve(home, tenant.clientSecret);
  try {
    const { page, openedAt, opening } = await openPage(context, served.address, submissions);
    const processor = served.processorMs();
    if (processor !== undefined) note('the app, until the page has all: processor', processor, 'ms');
    note('start of the process → it serves', served.startMs, 'ms');
    note('page opened → its code runs', opening.codeRuns, 'ms');
    note('… → it asks for the queue', opening.asked - opening.codeRuns, 'ms');
    note(
      `… → it has the first of it (${(opening.receivedBytes / 1e6).toFixed(1)} MB)`,
      opening.received - opening.asked,
      'ms',
    );
    note('… → first row painted', opening.shown - opening.received, 'ms');
    note('page opened → first row', opening.shown, 'ms', 1000);
    note('… → it has all submissions', opening.whole - opening.shown, 'ms');
    note('start of the process → first row', openedAt + opening.shown - served.startedAt, 'ms', 1000);

    const tab = await openTab(page);
    const bytes = (BYTES_PER_SECOND / UPLOADS) * (2 * seconds + UPLOAD_SECONDS);
    const offers: string[] = [];
    for (let number = 0; number < UPLOADS; number++) {
      const path = join(folder, 'upload.jsonl');
      await writeSampleExport(path, bytes, 1 + number + UPLOADS * round);
      const { offers: picked } = await tab.offer(`upload-${round}-${number}.jsonl`, readFileSync(path));
      offers.push(...picked.map(({ offer }) => offer));
    }
    const options = {
      connection: CONNECTION,
      onInvalid: 'stop',
      ingestValid: false,
      maxBatchBytes: BATCH_BYTES,
    } as const;
    const { added } = await tab.call('files.add', { offers, options });
    await allUpload(tab, added);
    for (const [what, act] of [
      ['uploads run', undefined],
      ['uploads run, scrolling', scroll],
    ] as const) {
      const [before, began] = [tab.changes(), performance.now()];
      const times = await taskTimes(browser, page, seconds, act);
      note(`${what}: longest task`, times.longest, 'ms', 50);
      note(`${what}: the same, without waiting for the processor`, times.longestOwn, 'ms');
      note(`${what}: tasks over 50 ms`, times.long, '', 0);
      note(`${what}: changes a second`, (1000 * (tab.changes() - before)) / (performance.now() - began), '');
      if (times.frames !== undefined) note(`${what}: frames a second`, times.frames, '');
    }
    const heap = await context.newCDPSession(page);
    await heap.send('HeapProfiler.collectGarbage');
    note('renderer heap after that', (await heap.send('Runtime.getHeapUsage')).usedSize / 1e6, 'MB', 150);
    const memory = served.memory();
    if (memory !== undefined) note('memory of the serving process', memory.now / 1e6, 'MB');
    await takeOut(tab, added);
    if (round === rounds - 1) for (const { name, ms, bar } of await measureBulk(page, tab)) note(name, ms, 'ms', bar);
    tab.close();
  } finally {
    await context.close();
    await served.stop();
  }
}

/** The next round is to find as many submissions as this one. */
async function takeOut(tab: Tab, ids: CommandOutput<'files.add'>['added']): Promise<void> {
  await tab.call('queue.cancel', { ids });
  const { submissions: rows } = await tab.call('queue.snapshot', undefined);
  const mine = rows.filter(({ id, state }) => ids.includes(id) && isEnded(state)).map(({ id }) => id);
  await tab.call('queue.remove', { ids: mine });
  if (mine.length < ids.length)
    await takeOut(
      tab,
      ids.filter((id) => !mine.includes(id)),
    );
}

/** Until all the files are checked and on their way; fails where the first was sent before the last was checked. */
async function allUpload(tab: Tab, ids: CommandOutput<'files.add'>['added']): Promise<void> {
  for (;;) {
    const { submissions: rows } = await tab.call('queue.snapshot', undefined);
    if (rows.some(({ id, state }) => ids.includes(id) && isEnded(state)))
      throw new Error('The machine is too busy: a file was sent before all of them were on their way.');
    const going = rows.filter(({ sent, accepted, whole }) => sent.bytes > 0 && accepted.bytes < whole.bytes);
    if (going.length >= UPLOADS) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function measureFiles(browser: Browser, large: string, home: string, tenant: PracticeTenant) {
  for (let round = 0; round < rounds; round++) {
    note('2 GB file picked on the desktop → offered', await measureOffer(large), 'ms');
    note('2 GB file: slowest of 20 lines', await measureLines(large, new AbortController().signal), 'ms');
  }
  const served = await serve(home, tenant.clientSecret);
  const context = await browser.newContext();
  try {
    const { page } = await openPage(context, served.address, submissions);
    const before = served.memory();
    const { ms, heapMegabytes } = await measureUpload(page, large);
    const after = served.memory();
    note('2 GB file picked in the page → offered', ms, 'ms');
    note('… into the inbox', LARGE_BYTES / 1000 / ms, 'MB/s');
    if (before && after) note('… memory the serving process took for it', (after.peak - before.peak) / 1e6, 'MB');
    note('… renderer heap', heapMegabytes, 'MB', 150);
  } finally {
    await context.close();
    await served.stop();
  }
}

/** Each time in a data folder of its own: what went before is compared with what comes. */
async function measureSmall(browser: Browser, tenant: PracticeTenant, count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-small-'));
  const served = await serve(makeHome(folder, tenant), tenant.clientSecret);
  try {
    const { added, checked, processor } = await measureSmallFiles(browser, served, folder, {
      count,
      rows: submissions,
    });
    const files = `${count.toLocaleString('en')} files of 50 kB`;
    note(`${files} added`, added / 1000, 's');
    note(`${files}: all checked`, checked / 1000, 's');
    note(`${files}: for each`, checked / count, 'ms');
    if (processor !== undefined) note(`${files}: processor for each`, processor / count, 'ms');
    const memory = served.memory();
    if (memory !== undefined) note(`${files}: peak memory of the serving process`, memory.peak / 1e6, 'MB');
  } finally {
    await served.stop();
    rmSync(folder, { recursive: true });
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
const tenant = await startPracticeTenant({ limits: false, pace: 200 });
const browser = await openBrowser();
try {
  const home = makeHome(folder, tenant);
  console.log(
    `${submissions.toLocaleString('en')} submissions, ${rounds} rounds, ${availableParallelism()} cores, ` +
      `load ${loadavg()[0]?.toFixed(1)}, Chromium ${browser.version()}`,
  );
  const parts = given.parts.split(',');
  if (parts.includes('files')) {
    const [sample, large] = [join(folder, 'sample.jsonl'), join(folder, 'large.jsonl')];
    await writeSampleExport(sample, 16_000_000);
    writeLargeFile(large, sample, LARGE_BYTES);
    await measureFiles(browser, large, home, tenant);
    rmSync(large);
  }
  if (parts.includes('window')) {
    for (let round = 0; round < rounds; round++) await measureWindow(browser, folder, home, tenant, round);
  }
  if (parts.includes('small-files')) {
    for (let round = 0; round < rounds; round++)
      for (const count of given.small.split(',')) await measureSmall(browser, tenant, Number(count));
  }
  if (parts.includes('findings')) {
    const id = writeFindings(home, { connection: CONNECTION, destination: 'nowhere' }, FINDINGS);
    for (let round = 0; round < rounds; round++) {
      const { firstPage, jump, jumpAgain } = measureFindings(home, id, FINDINGS);
      note('a million findings: first page', firstPage, 'ms', 50);
      note('… first jump to the end, all', jump.all, 'ms', 50);
      note('… first jump to the end, one rule', jump.oneRule, 'ms', 50);
      note('… first jump half-way, errors only', jump.errorsOnly, 'ms', 50);
      note('… any place after that', jumpAgain, 'ms', 50);
    }
  }
} finally {
  await browser.close();
  await tenant.close();
  rmSync(folder, { recursive: true });
}

const head = ['', 'median', 'bar'];
const rows: string[][] = [];
for (const [name, { values, unit, bar }] of measured) {
  const shown = (value: number) => `${value.toFixed(value < 20 ? 1 : 0)} ${unit}`.trim();
  rows.push([name, shown(median(values)), bar === undefined ? '' : `≤ ${bar} ${unit}`]);
}
printTable(head, rows);
const missed = [...measured].filter(([, { values, bar }]) => bar !== undefined && median(values) > bar);
console.log(
  missed.length === 0 ? 'All bars are reached.' : `Not reached: ${missed.map(([name]) => name).join(' · ')}.`,
);
process.exit(missed.length === 0 ? 0 : 1);

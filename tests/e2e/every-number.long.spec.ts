/**
 * @file Every number on screen: 300 submissions in every stage and state, and each page of the window. What a page says is compared
 * with what the seeds say; a number that nothing here expects makes the test fail.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { stateName } from '../../src-shared/state-words.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { openWorkplace } from '../cli/tranship.ts';
import { makeReadyFolder, PASSPHRASE } from './app/ready-folder.ts';
import { sendCommand } from './app/window.ts';
import { goToPage } from './gestures.ts';
import {
  type Counts,
  connections,
  counts,
  DAY,
  type List,
  plus,
  type Seed,
  total,
  writeMixedFolder,
} from './mixed-folder.ts';
import { type Area, areasInSight, differences } from './numbers-on-page.ts';
import { expect, test as story } from './story.ts';

let seeds: Seed[] = [];

const test = story.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  workplace: async ({}, use) => {
    await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: PASSPHRASE });
    await makeReadyFolder(workplace.home, { hasPassphrase: true });
    const path = join(workplace.home, 'settings.json');
    const stored = connections.map(({ secret: _, ...connection }) => connection);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), connections: stored }));
    seeds = writeMixedFolder(workplace.home, Date.now());
    await use(workplace);
  },
});

test.beforeEach(async ({ page }) => {
  for (const connection of connections) await sendCommand(page, 'connections.change', connection);
});

const number = new Intl.NumberFormat('en').format;
const inQueue = () => seeds.filter(({ isRemoved }) => !isRemoved);
const inList = (list: List) => inQueue().filter((seed) => seed.list === list);
const lists = () => ({
  All: inQueue(),
  'Needs you': inList('needs'),
  'In progress': inList('moving'),
  Done: inList('done'),
});
const plural = (count: number, one: string) => `${number(count)} ${one}${count === 1 ? '' : 's'}`;

const words: Record<keyof Counts, string> = {
  accepted: 'accepted',
  rejected: 'rejected',
  invalid: 'faulty and not sent',
  leftOut: 'left out',
  pending: 'pending',
  unsent: 'not sent yet',
  unknown: 'unknown',
};
const outcomeNames = Object.keys(words) as (keyof Counts)[];

const partsOf = (account: Counts): string[] =>
  outcomeNames.filter((one) => account[one] > 0).map((one) => `${number(account[one])} ${words[one]}`);

/** As they stand in the table of a page. */
const labels: Record<keyof Counts, string> = {
  accepted: 'Accepted',
  rejected: 'Rejected by the service',
  invalid: 'Faulty and not sent',
  leftOut: 'Left out',
  pending: 'Pending at the service',
  unsent: 'Not sent yet',
  unknown: 'Unknown',
};

/** What became of the lines that a row tells: of a story, of all of it. */
function toldOf({ account = counts(), story, state }: Seed): Counts | undefined {
  if (story !== undefined) return story.account;
  const isAtRest = !['waiting', 'processing', 'paused', 'checking'].includes(state);
  return isAtRest && account.unsent < total(account) ? account : undefined;
}

/** For the eyes and for a screen reader. */
const numberOf = ({ id }: Seed): string => `# ${id} Submission ${id}`;

function rowOf(seed: Seed): Area {
  const { account, story, state, faulty, kind } = seed;
  // What became of the lines of one that is corrected stands beside its correction.
  const correction = state === 'corrected' ? seeds.find(({ id }) => id === story?.other) : undefined;
  const told = correction === undefined ? toldOf(seed) : undefined;
  const parts = told === undefined ? [] : partsOf(told);
  const isWhole = told !== undefined && total(told) === told.accepted;
  const canBeCorrected = (account?.rejected ?? 0) > 0 && ['partially-accepted', 'rejected'].includes(state);
  return {
    name: seed.fileName,
    selector: `[data-submission="${seed.id}"]`,
    expected: [
      numberOf(seed),
      ...(account === undefined ? [] : [plural(total(account), 'line')]),
      // What can be read of faulty lines is no sum.
      ...(account === undefined || faulty > 0 ? [] : [`${number(total(account))}.50 EUR`]),
      ...(correction === undefined ? [] : [`Corrected by ${correction.fileName}`]),
      ...(story === undefined || correction !== undefined ? [] : [`With #${story.other}`]),
      ...(told === undefined ? [] : [parts.join(' · ')]),
      // The bar says it to a screen reader.
      ...(told === undefined || isWhole ? [] : [parts.join(', ')]),
      ...(faulty > 0 && state !== 'corrected' ? [plural(faulty, 'error')] : []),
      ...(canBeCorrected ? [`Correct ${number(account?.rejected ?? 0)}`] : []),
      // All of it has left.
      ...(kind === 'pending' ? ['100 %', inBar([100, 100, 0])] : []),
    ],
  };
}

/** What stands around each page. */
function frame(): Area[] {
  const paused = inQueue().filter(({ kind }) => kind === 'paused').length;
  return [
    {
      name: 'the line of the queue',
      selector: 'section[aria-label="State of the queue"]',
      expected: [`${paused} paused`, `${inList('needs').length} need you`],
      // What waits for the network is in progress at each try.
      sum: { form: /(?:(?<=\()|(?<=· ))(\d+)(?:\)| in progress)/g, of: inList('moving').length - paused },
    },
  ];
}

/** By less than what is in sight, or to the beginning, and until the list shows it. */
async function scroll(page: Page, to: 'beginning' | 'next'): Promise<void> {
  const scrolled = page.locator('[data-submission]').first();
  await scrolled.evaluate(async (row, where) => {
    let list: Element | null = row;
    while (
      list !== null &&
      !(list.scrollHeight > list.clientHeight && /auto|scroll/.test(getComputedStyle(list).overflowY))
    )
      list = list.parentElement;
    const isAtEnd = list !== null && list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
    // A list that has just become another one may stand anywhere.
    if (where === 'beginning' || isAtEnd) list?.scrollTo(0, 0);
    else list?.scrollBy(0, list.clientHeight * 0.8);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }, to);
}

/** Compares all rows of a list, as far as it is scrolled. */
async function compareRows(page: Page, list: readonly Seed[], others: readonly Area[]): Promise<void> {
  const areas = list.map(rowOf);
  const left = new Set(areas.map(({ name }) => name));
  await scroll(page, 'beginning');
  while (left.size > 0) {
    const isNew = ({ name }: Area) => left.has(name);
    await expect
      .poll(
        async () => {
          if ((await areasInSight(page, areas)).some(isNew)) return true;
          await scroll(page, 'next');
          return false;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    const seen = await areasInSight(page, areas);
    expect(await differences(page, [...others, ...seen])).toEqual([]);
    for (const { name } of seen) left.delete(name);
    if (left.size > 0) await scroll(page, 'next');
  }
}

test('every number in the queue is that of the account @night', async ({ page }) => {
  const toolbar: Area = {
    name: 'the four lists',
    selector: '[role=radiogroup][aria-label=Show]',
    expected: Object.entries(lists()).map(([name, { length }]) => `${name} ${length}`),
  };
  await expect(page.getByRole('radio', { name: `In progress ${inList('moving').length}` })).toBeAttached({
    timeout: 20_000,
  });
  for (const [name, list] of Object.entries(lists())) {
    await page.getByRole('radiogroup', { name: 'Show' }).locator('label', { hasText: name }).click();
    await expect(page.getByRole('radio', { name })).toBeChecked();
    await compareRows(page, list, [toolbar, ...frame()]);
  }
});

test('every number of the filters is that of the account', async ({ page }) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const asked = new RegExp(`(?:${stateName('reserving')}|${stateName('waiting')}) (\\d+)`, 'g');
  const others = submissionStateNames.filter((state) => state !== 'reserving' && state !== 'waiting');
  const byState = others.map(
    (state) => `${stateName(state)} ${inQueue().filter((seed) => seed.state === state).length}`,
  );
  const connected = ['Nordbank', 'Training', 'Hansa Spar', ''].map(
    (name) => `${name || 'None chosen'} ${inQueue().filter(({ connection }) => connection === name).length}`,
  );
  const now = Date.now();
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const added = {
    Today: inQueue().filter(({ addedAt }) => addedAt >= midnight),
    Yesterday: inQueue().filter(({ addedAt }) => addedAt < midnight && addedAt >= midnight - DAY),
    'In the last 7 days': inQueue().filter(({ addedAt }) => addedAt >= midnight - 6 * DAY),
  };
  const panel: Area = {
    name: 'the filters',
    selector: '[role=dialog]',
    // Each is tried from time to time.
    sum: { form: asked, of: inQueue().filter(({ state }) => state === 'waiting').length },
    expected: [...byState, ...connected, ...Object.entries(added).map(([name, { length }]) => `${name} ${length}`)],
  };
  await expect(page.getByRole('checkbox', { name: 'Nordbank' })).toBeVisible();
  const inPanel = (await differences(page, [panel])).filter((what) => what.startsWith(panel.name));
  expect(inPanel).toEqual([]);
});

test('every number of a selection and of the palette is that of the account', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const inStates = (...states: string[]) => inQueue().filter(({ state }) => states.includes(state));
  const released = inQueue().filter(({ kind }) => kind === 'held-for-release');
  const [all, open] = [inQueue().length, inStates('held', 'waiting', 'processing', 'paused', 'unknown').length];
  const bar: Area = {
    name: 'a selection',
    selector: `section[aria-label="${all} selected"]`,
    expected: [
      ...[
        `${all} selected`,
        `Cancel… ( ${open} )`,
        `Remove ( ${all - open} )`,
        `Resume ( ${inStates('paused').length} )`,
      ],
      // Each to one place.
      ...['Nordbank', 'Training'].map(
        (name) => `Send… ${name} ( ${released.filter(({ connection }) => connection === name).length} )`,
      ),
    ],
  };
  const inBar = (await differences(page, [bar])).filter((what) => what.startsWith(bar.name));
  // What can be tried or paused has what is tried at this moment.
  expect(inBar.filter((what) => !/nobody expects .*(?:Try|Pause)/.test(what))).toEqual([]);

  const seed = inQueue().find(({ kind }) => kind === 'partially-accepted');
  if (seed === undefined) throw new Error('no seed');
  await page.getByRole('button', { name: 'Commands' }).click();
  await page.getByRole('combobox').fill(seed.fileName);
  const account = partsOf(seed.account ?? counts()).join(' · ');
  await expect(page.getByRole('option', { name: `#${seed.id} · ${seed.connection}` })).toContainText(account);
});

test('every number on the page of a submission is that of the account @night', async ({ page }) => {
  const kinds = new Set(seeds.map(({ kind }) => kind));
  for (const kind of kinds) {
    const seed = seeds.find((one) => one.kind === kind);
    if (seed === undefined) continue;
    await page.evaluate((id) => {
      location.hash = `#/submission/${id}`;
    }, seed.id);
    await expect(page.getByRole('heading', { name: seed.fileName, level: 1 })).toBeVisible();
    for (const tab of seed.isRemoved ? ['Overview'] : ['Overview', 'Batches']) {
      await page.getByRole('tab', { name: tab }).click();
      const area: Area = { name: `${tab} of ${kind}`, selector: 'main', expected: onPage(seed, tab === 'Batches') };
      await expect.poll(() => differences(page, [...frame(), area]), { timeout: 8000 }).toEqual([]);
    }
  }
});

/** What stands on the page of a submission, in one of its tabs. */
function onPage(seed: Seed, isBatches: boolean): string[] {
  const { account, story: together, batches, faulty, state, kind } = seed;
  const lines = account === undefined ? undefined : number(total(account));
  // The page of a correction tells its own lines, and of the bank's file in a sentence.
  const isCorrection = kind.startsWith('correction');
  const columns = [
    ...(account === undefined ? [] : [account]),
    ...(together === undefined || isCorrection ? [] : [together.account]),
  ];
  const last = columns.at(-1);
  const hasTable = last !== undefined && last.unsent < total(last);
  const shown = outcomeNames.filter(
    (one) => ['accepted', 'rejected'].includes(one) || columns.some((all) => all[one] > 0),
  );
  const cells = (of: (all: Counts) => number) => columns.map((all) => number(of(all))).join(' ');
  const canBeCorrected = (account?.rejected ?? 0) > 0 && ['partially-accepted', 'rejected', 'failed'].includes(state);
  return [
    numberOf(seed),
    ...(hasTable ? shown.map((one) => `${labels[one]} ${cells((all) => all[one])}`) : []),
    ...(hasTable ? [`In the file ${cells(total)}`, partsOf(last).join(', ')] : []),
    // Of files that are not there, the check knows what all lines pay, where they have one outcome.
    ...(isCorrection && together !== undefined ? [partsOf(together.account).join(' · ')] : []),
    ...(hasTable && columns.length === 1 && !seed.isRemoved && isOfOneOutcome(last)
      ? [`${lines}.50 EUR`, `${lines}.50 EUR`]
      : []),
    ...(canBeCorrected ? [`Correct ${number(account?.rejected ?? 0)} rejected line`] : []),
    ...(last === undefined || last.leftOut === 0
      ? []
      : [`${plural(last.leftOut, 'line')} of this file`, `${number(last.leftOut)} given up`]),
    ...(together === undefined ? [] : [`submission ${together.other}`]),
    ...(faulty > 0 ? [`Findings ${number(faulty)}`] : []),
    ...(batches.length > 0 && !seed.isRemoved ? [`Batches ${batches.length}`] : []),
    ...progressOf(kind),
    ...(isBatches ? batchesOf(seed) : factsOf(seed, lines)),
  ];
}

/** All of its lines, and nothing of it is under way. */
const isOfOneOutcome = (all: Counts): boolean =>
  all.pending + all.unsent === 0 && outcomeNames.some((one) => all[one] === total(all));

/** As a screen reader hears it. */
const inBar = ([checked, sent, processed]: [number, number, number]): string =>
  `Checked ${checked} %, Sent ${sent} %, Processed ${processed} %`;

/** Checked, sent, stored, seen and processed, while something is under way. */
function progressOf(kind: string): string[] {
  const shares = {
    sending: [100, 0, 0, 0, 0],
    paused: [100, 0, 0, 0, 0],
    stopped: [100, 0, 0, 0, 0],
    pending: [100, 100, 100, 100, 0],
    'unknown-arrival': [100, 100, 0, 0, 0],
  };
  const known = Object.entries(shares).find(([name]) => name === kind)?.[1];
  if (known === undefined) return [];
  const [checked = 0, sent = 0, , , processed = 0] = known;
  return [...known.map((share) => `${share} %`), inBar([checked, sent, processed])];
}

function factsOf({ stage, isRemoved }: Seed, lines: string | undefined): string[] {
  if (lines === undefined) return [];
  const isUnsent = stage === 'held' || stage === 'checked';
  return [
    `Lines ${lines}`,
    `Transactions ${lines}`,
    // What was removed long ago has no customer data any more.
    ...(isRemoved ? [] : [`${lines}.50 EUR`]),
    ...(isUnsent ? ['Batches it would make 1'] : []),
  ];
}

function batchesOf({ batches }: Seed): string[] {
  if (batches.length === 0) return [];
  let first = 1;
  const rows = batches.flatMap(({ lines, state, named, more }, index) => {
    const last = first + lines - 1;
    const range = `${number(first)} to ${number(last)}`;
    first = last + 1;
    const rejected = state === 'partially-accepted' ? named : state === 'rejected' ? lines : undefined;
    return [
      ...[`${index + 1}`, `${number(lines)} ${range} ${more?.attempts ?? 0}`],
      ...(rejected === undefined ? [] : [`${number(rejected)} rejected`]),
    ];
  });
  return rows;
}

/** What goes to the practice client. */
const isPractised = ({ connection }: Seed): boolean => connection === 'Training';

/** Practice is counted only where nothing else is. */
const apart = (some: readonly Seed[]): readonly Seed[] =>
  some.every(isPractised) ? some : some.filter((seed) => !isPractised(seed));

test('every number of the overview is that of the account', async ({ page }) => {
  await goToPage(page, 'Overview');
  const midnight = new Date().setHours(0, 0, 0, 0);
  const dayBefore = new Date(midnight - DAY / 2).setHours(0, 0, 0, 0);
  // A story counts once, with its first file.
  const counted = seeds.filter(({ kind, account }) => !kind.startsWith('correction') && account !== undefined);
  const addedThen = counted.filter(({ addedAt }) => addedAt >= dayBefore && addedAt < midnight);
  const ofDay = apart(addedThen);
  const practised = addedThen.filter((seed) => !ofDay.includes(seed));
  const of = (name: string) => ofDay.filter(({ connection }) => connection === name);
  const sumOf = (some: readonly Seed[]) => some.map(lastOf).reduce(plus, counts());
  const names = [...new Set(counted.map(({ connection }) => connection))].filter((name) => of(name).length > 0);
  const all = sumOf(names.flatMap(of));
  const [checked = [], others = []] = [true, false].map((isChecked) =>
    names.flatMap(of).filter(({ state }) => (state === 'checked') === isChecked),
  );
  // The statement of the day leaves those out that were only checked.
  const stated = sumOf(others);
  // In the hour after midnight only what is done lies before it.
  const unsettled = partsOf({ ...all, accepted: 0, leftOut: 0 }).join(', ');
  const perDay = [...Map.groupBy(apart(counted), ({ addedAt }) => new Date(addedAt).setHours(0, 0, 0, 0)).values()].map(
    sumOf,
  );
  const whole = perDay.reduce(plus, counts());
  const areas: Area[] = [
    {
      name: 'what needs a person',
      selector: 'section[aria-label="What needs you"]',
      expected: [
        ...[`${inList('needs').length} things need you`, `All ${inList('needs').length} in the queue`],
        ...pressing().flatMap(({ account = counts() }, index) => [
          ...[`${index + 1}`, `What became of ${plural(account.unknown, 'line')} is not known`],
        ]),
      ],
    },
    {
      name: 'what is under way',
      selector: 'section[aria-label="Under way"]',
      expected: [
        `All ${inList('moving').length} in progress`,
        ...inList('moving')
          .slice(0, 4)
          .map(lastOf)
          .flatMap((account) => [partsOf(account).join(' · '), partsOf(account).join(', ')]),
      ],
    },
    {
      name: 'yesterday',
      selector: 'section[aria-label^="Yesterday"]',
      expected: [
        ...names.map((name) => `${euros(of(name))}${figures(sumOf(of(name)))}`),
        `Lines ${figures(all)}`,
        unsettled === ''
          ? 'Settled: every line of yesterday'
          : `Not done yet, ${number(open(all))} lines are open: ${unsettled}`,
        ...outcomeNames.filter((one) => stated[one] > 0).map((one) => `${labels[one]} ${number(stated[one])}`),
        // One outcome alone is the whole, with what it comes to.
        ...(outcomeNames.filter((one) => stated[one] > 0).length > 1
          ? [`In the ${others.length === 1 ? 'file' : 'files'} ${number(total(stated))}`]
          : [euros(others).replace(' EUR ', '')]),
        ...(practised.length === 0
          ? []
          : [
              `${plural(practised.length, 'file')} with ${plural(total(sumOf(practised)), 'line')} (${euros(practised).trim()})`,
            ]),
        ...leftOutInNote(others),
        ...(checked.length === 0 ? [] : [plural(checked.length, 'file')]),
      ],
    },
    {
      name: 'connections',
      selector: 'section[aria-label="Connections now"]',
      expected: [],
      sum: { form: /(\d+) files wait/g, of: inList('moving').length },
    },
    {
      name: 'lines per day',
      selector: 'section[aria-label="Lines per day"]',
      expected: [
        ...perDay.flatMap((day) => [day.accepted, day.rejected + day.invalid].filter((lines) => lines > 0).map(number)),
        `${number(whole.accepted)} accepted, ${number(whole.rejected + whole.invalid)} rejected or faulty`,
        `Not counted here: ${plural(total(sumOf(counted.filter(isPractised))), 'line')} of practice`,
      ],
    },
  ];
  // What is not there yet has no number to compare.
  for (const { selector } of areas) await expect(page.locator(selector).first()).toBeVisible();
  await expect.poll(() => differences(page, [...frame(), ...areas]), { timeout: 8000 }).toEqual([]);
});

function leftOutInNote(seeds: readonly Seed[]): string[] {
  const files = seeds.filter((seed) => lastOf(seed).leftOut > 0);
  const lines = files.reduce((sum, seed) => sum + lastOf(seed).leftOut, 0);
  if (files.length === 0) return [];
  return [`${plural(lines, 'line')} of ${plural(files.length, 'file')}`, `${number(lines)} given up`];
}

const lastOf = ({ account, story: together }: Seed): Counts => together?.account ?? account ?? counts();

/** The oldest of those of which it is not known what became of them. */
const pressing = (): Seed[] =>
  inList('needs')
    .filter(({ account }) => (account?.unknown ?? 0) > 0)
    .slice(0, 3);

/** A row of the table of yesterday: in the files, accepted, rejected, unknown, left out, open. */
/** Neither accepted nor left out. */
const open = (all: Counts): number => total(all) - all.accepted - all.leftOut;

const figures = (all: Counts): string =>
  [total(all), all.accepted, all.leftOut, open(all), all.rejected + all.invalid, all.unknown].map(number).join(' ');

/** Each file comes to half a euro more than its lines; what is removed has none any more, so that there is no sum. */
function euros(some: readonly Seed[]): string {
  if (some.some(({ isRemoved }) => isRemoved)) return '';
  const halves = some.reduce((sum, { account = counts() }) => sum + 2 * total(account) + 1, 0);
  return `${number(Math.floor(halves / 2))}.${halves % 2 === 0 ? '00' : '50'} EUR `;
}

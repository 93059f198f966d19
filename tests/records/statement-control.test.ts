/** @file What the core system says, beside what is in the files of a statement: of days, connections and single files. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { statementCommands } from '../../src-main/actions/statements.ts';
import { statementCsv, statementPage } from '../../src-main/send/receipts/statement-page.ts';
import { flawsOfControl } from '../../src-main/send/sealed/control-figures.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { recognisedInWords } from '../../src-shared/recognised-figures-words.ts';
import { controlInWords, controlNotes, notComparedInWords } from '../../src-shared/statement-control-words.ts';
import { practiceInWords } from '../../src-shared/statement-words.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';
import { asked, made, stated } from './statements.ts';

it('Sets what the core system says beside what is in the files, and says what is missing and what is too much', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2, 3], [2]);
  const equal = await stated(store, asked(`day;currency;count;amount\n${made};EUR;3;3600,00\n`));
  expect(equal.control).toEqual({
    rows: [
      {
        day: made,
        currency: 'EUR',
        core: { count: 3, sum: '3600.00' },
        files: { count: 3, sum: '3600' },
        accepted: { count: 2, sum: '2400' },
        missing: { count: 0, sum: '0' },
        isEqual: true,
      },
    ],
    others: [],
    unread: [],
    disagreements: [],
    uncompared: [],
    sent: { files: 1, open: 1, leftOut: 0 },
    isEqual: true,
  });
  const less = await stated(store, asked(`day,currency,count,amount\n${made},EUR,5,6000\n${made},SEK,1,10\n`));
  expect(less.control).toMatchObject({
    isEqual: false,
    rows: [{ missing: { count: 2, sum: '2400' } }, { currency: 'SEK', missing: { count: 1, sum: '10' } }],
  });
  expect(controlInWords(less.control)).toBe(
    `Difference from the core system. Missing in the files: 2 transactions, 2,400.00 EUR of ${dateOfDay(made)}; 1 transaction, 10.00 SEK of ${dateOfDay(made)}. Which payments these are, the figures cannot tell. Not all of it is accepted.`,
  );
  const more = await stated(store, asked(`day,currency,count,amount\n${made},EUR,3,3599.99\n`));
  expect(more.control).toMatchObject({ isEqual: false, rows: [{ missing: { count: 0, sum: '-0.01' } }] });
  expect(statementPage(more)).toContain(
    `Difference from the core system. Too much in the files: 0.01 EUR of ${dateOfDay(made)} (in as many transactions).`,
  );
  expect(statementCsv(more).split('\r\n')).toContain(`,CONTROL,,${made},missing,0,EUR,-0.01,`);
  store.close();
});

it('Compares the amounts, currencies and days that a correction has sent, and each line once', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const asGerman = (content: string) =>
    content
      .replaceAll('"amount":12.5', '"amount":"12,50"')
      .replaceAll('"EUR"', '"Euro"')
      .replaceAll(/(\d{4})-(\d\d)-(\d\d)T/g, '$3.$2.$1T');
  // The first line can be read; the check refuses the others, and the correction lacks the last one of them.
  const spoilt = (content: string) => {
    const [first = '', ...others] = content.split('\n');
    return [first, ...others.map(asGerman)].join('\n');
  };
  const early = { addedAt: Date.UTC(2026, 0, 2) };
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 3, 4], early, 12.5, spoilt);
  const second = await sent(folder, store, 'export.corrected.jsonl', [2, 3], [], { corrects: first.id }, 12.5);
  store.lines.saveMap(second.id, '1+2');
  store.saveSubmission(
    { ...first, corrected: { by: second.id, starts: [] } },
    { at, kind: 'corrected', detail: { by: second.id, batches: 0 } },
  );
  const rows = [
    {
      day: made,
      currency: 'EUR',
      files: { count: 3, sum: '37.5' },
      accepted: { count: 3, sum: '37.5' },
      isEqual: true,
    },
  ];
  const core = asked(`day,currency,count,amount\n${made},EUR,3,37.50\n`);
  const statement = await stated(store, { from: '2026-01-01', ...core });
  expect(statement).toMatchObject({
    total: {
      account: { accepted: 3, leftOut: 1 },
      sums: { accepted: { sums: [{ currency: 'EUR', amount: '37.5' }] } },
    },
    control: { rows },
  });
  expect(statement.control?.rows).toHaveLength(rows.length);
  // What was left out is missing, where it was a payment.
  const all = asked(`day,currency,count,amount\n${made},EUR,4,50\n`);
  expect(await stated(store, { from: '2026-01-01', ...all })).toMatchObject({
    control: { rows: [{ missing: { count: 1, sum: '12.5' } }] },
  });
  // Also where the file came on another day than those of the statement, and only its correction has transactions that can be read.
  await sent(folder, store, 'other.jsonl', [5], [], {}, 12.5);
  expect(await stated(store, asked(`day,currency,count,amount\n${made},EUR,4,50\n`))).toMatchObject({
    control: {
      rows: [{ day: made, currency: 'EUR', accepted: { count: 4, sum: '50' } }],
      others: [{ submission: first.id, fileName: 'export.jsonl' }],
    },
  });
  store.close();
});

it('Compares what is kept of a connection with its files alone, also with those that came on other days', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2], []);
  await sent(folder, store, 'of-another.jsonl', [3], [], { connection: 'test' });
  const late = await sent(folder, store, 'late.jsonl', [4], [], { addedAt: Date.UTC(2026, 0, 9) });
  const { connection } = late;
  const keep = (count: number, sum: string) =>
    store.saveControl([{ connection, day: made, at, figures: [{ currency: 'EUR', count, sum }] }], {
      at,
      kind: 'control-entered',
      detail: { connection },
    });
  expect((await stated(store)).control).toBeUndefined();
  keep(3, '3600');
  expect((await stated(store)).control).toMatchObject({
    isEqual: true,
    others: [{ submission: late.id, fileName: 'late.jsonl' }],
    rows: [{ connection, day: made, files: { count: 3 } }],
  });
  keep(4, '4800.10');
  expect((await stated(store)).control).toMatchObject({
    isEqual: false,
    rows: [{ missing: { count: 1, sum: '1200.1' } }],
  });
  expect((await stated(store, { connection: 'test' })).control).toBeUndefined();
  rmSync(join(folder, 'late.jsonl'));
  const untold = (await stated(store)).control;
  expect(untold).toMatchObject({ isEqual: false, unread: [{ submission: late.id }] });
  expect(controlInWords(untold)).toMatch(
    /^1 file cannot be read, so that NOBODY CAN TELL whether anything is missing\. Counted without what cannot be read\. Missing in the files: 2 transactions, 2,400\.10 EUR /,
  );
  store.close();
});

it('A figure of one file is compared with that alone, beside one of all, and names no other file as what is too much', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const connection = ENVIRONMENT;
  await sent(folder, store, 'south.jsonl', [1, 2], [], { connection });
  const { id } = await sent(folder, store, 'north.jsonl', [3], [], { connection });
  const connections = { get: () => expect.fail('the environment is no connection that is kept') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const ofSouth = { currency: 'EUR', file: 'south.jsonl', count: 2, sum: '2400' };
  const keep = (figure: object) => {
    const text = JSON.stringify([{ ...figure, day: made }]);
    enter({ connection, figures: { text, name: 'typed' }, beside: true });
  };
  // The core system knows the export alone.
  const prepared = {
    ...{ manifestSha256: '', sha256: '', toolVersion: '', template: { name: '', version: 1, sha256: '' } },
    sources: [{ name: 'east.csv', bytes: 1, sha256: '', lines: 1 }],
  };
  const east = await sent(folder, store, 'east-001.jsonl', [4], [], { connection: 'other', prepared });
  expect((await stated(store, asked(`day,currency,count,file\n${made},EUR,1,east.csv`))).control).toMatchObject({
    isEqual: true,
    rows: [{ file: 'east.csv', files: { count: 1 } }],
  });
  const { control: elsewhere } = await stated(store, asked(`day,currency,count,file\n${made},EUR,1,west.csv`));
  expect(elsewhere && controlNotes(elsewhere)).toContain(
    'No file has the name west.csv: it did not come, or the core system calls it otherwise.',
  );
  keep(ofSouth);
  expect((await stated(store)).control).toMatchObject({
    isEqual: true,
    rows: [{ file: 'south.jsonl', files: { count: 2, sum: '2400' } }],
    uncompared: [
      { submission: id, fileName: 'north.jsonl' },
      { submission: east.id, fileName: 'east-001.jsonl' },
    ],
  });
  const { control: beside } = await stated(store);
  expect(controlInWords(beside)).toBe('Where there are control figures, nothing is missing.');
  expect([notComparedInWords(beside), notComparedInWords(beside, 1)]).toEqual([
    [`No control figures, and not compared: submission ${id}, north.jsonl; submission ${east.id}, east-001.jsonl.`],
    ['2 files have no control figures and were not compared.'],
  ]);
  keep({ ...ofSouth, count: 1 });
  keep({ currency: 'EUR', count: 2 });
  const { control } = await stated(store);
  expect(control?.rows).toMatchObject([
    { missing: { count: -1 }, excessOf: 'north.jsonl' },
    { file: 'south.jsonl', missing: { count: -1 }, isEqual: false },
  ]);
  expect(control?.rows[1]).not.toHaveProperty('excessOf');
  expect(controlInWords(control)).toContain(
    'Too much in the files: 1 transaction of 29 Feb 2024 (as much as is in north.jsonl). Too much in south.jsonl: 1 transaction of 29 Feb 2024.',
  );
  store.close();
});

it('A balance that was given to a preparation stands in the table as one, and is missing in no file', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const prepared = {
    ...{ manifestSha256: '', sha256: '', toolVersion: '', template: { name: '', version: 1, sha256: '' } },
    sources: [{ name: 'accounts.csv', bytes: 1, sha256: '', lines: 2 }],
    control: { figures: [{ currency: 'EUR', balance: '-1234.5' }], differences: 0 },
  };
  await sent(folder, store, 'accounts-001.jsonl', [1, 2], [], { prepared });
  const statement = await stated(store);
  expect(statement.control).toMatchObject({ isEqual: true, rows: [{ core: { balance: '-1234.5' }, missing: {} }] });
  expect(statementPage(statement)).toContain('balance -1,234.50');
  expect(statementCsv(statement)).toMatch(/,CONTROL,[^,]*,,core system,,EUR,,"balance -1,234\.50"/);
  store.close();
});

it('Of a day without figures nothing is said to be there, also where other days of the same files are equal', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const connection = ENVIRONMENT;
  const later = (content: string) => content.replace(made, '2024-03-01');
  await sent(folder, store, 'south.jsonl', [1, 2, 3], [], { connection }, 1200, later);
  store.saveControl([{ connection, day: made, at, figures: [{ currency: 'EUR', count: 2, sum: '2400' }] }], {
    at,
    kind: 'control-entered',
    detail: { connection },
  });
  const { control } = await stated(store);
  expect(control).toMatchObject({ isEqual: true, uncompared: [], uncovered: [{ day: '2024-03-01', count: 1 }] });
  expect(control?.sent).toEqual({ files: 1, open: 0, leftOut: 0 });
  expect(controlInWords(control)).toBe('Where there are control figures, nothing is missing.');
  expect(notComparedInWords(control)).toEqual([
    '1 Mar 2024: 1 transaction (1,200.00 EUR) has no control figure and was not compared.',
  ]);
  store.close();
});

it('Of a figure that a person entered by itself, the other currencies of its day are compared with nothing, until a list comes', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const inDollars = (content: string) => content.replace('"EUR"', '"USD"');
  await sent(folder, store, 'export.jsonl', [1, 2, 3], [], { connection: ENVIRONMENT }, 1200, inDollars);
  const connections = { get: () => expect.fail('it is none of those that are stored') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const keep = async (beside?: true) =>
    await enter({
      connection: ENVIRONMENT,
      figures: { text: `day;currency;count;sum\n${made};EUR;2;2400,00\n`, name: 'figures' },
      ...(beside && { beside }),
    });
  await keep(true);
  const { control } = await stated(store);
  expect(control).toMatchObject({
    isEqual: true,
    rows: [{ currency: 'EUR', isEqual: true }],
    uncovered: [{ day: made, count: 1 }],
  });
  expect([...flawsOfControl(store)]).toEqual([]);
  // A list says all of its day.
  await keep();
  const listed = (await stated(store)).control;
  expect(listed?.isEqual).toBe(false);
  expect(listed?.rows.find(({ currency }) => currency === 'USD')).toMatchObject({ missing: { count: -1 } });
  expect(listed).not.toHaveProperty('uncovered');
  // One that is added to a list leaves it whole.
  await keep(true);
  expect((await stated(store)).control?.isEqual).toBe(false);
  store.close();
});

it('Changes what was kept of a day, also the day itself, and takes it back: the history knows each time', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2], [], { connection: 'bank' });
  const connections = { get: () => expect.fail('what was kept of a connection that is gone can be taken back') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const keep = (day: string, count: number) => {
    const figures = [{ currency: 'EUR', count, sum: '2400' }];
    store.saveControl([{ connection: 'bank', day, at, figures }], {
      at,
      kind: 'control-entered',
      detail: { connection: 'bank' },
    });
  };
  keep('2026-01-05', 2);
  expect((await stated(store)).control?.rows.map(({ day }) => day)).toContain('2026-01-05');
  keep(made, 2);
  expect(await enter({ connection: 'bank', replaces: '2026-01-05' })).toEqual({ days: [], removed: '2026-01-05' });
  expect((await stated(store)).control).toMatchObject({ isEqual: true, rows: [{ day: made }] });
  expect(await enter({ connection: 'bank', replaces: made })).toEqual({ days: [], removed: made });
  expect(await enter({ connection: 'bank', replaces: made })).toEqual({ days: [] });
  expect((await stated(store)).control).toBeUndefined();
  expect(store.historyOfQueue().filter(({ kind }) => kind === 'control-removed')).toHaveLength(2);
  expect([...flawsOfControl(store)]).toEqual([]);
  store.close();
});

it('Keeps a figure beside those of other currencies of its day, in place of what was kept of its own', async () => {
  const store = new QueueStore(temporaryFolder(), { author });
  const ports = {
    app: { store, connections: { get: () => expect.fail('it is none of those that are stored') } },
    clock: { now: () => at },
  };
  const enter = statementCommands(ports)['statement.enter'];
  const keep = async (row: string, beside?: true) =>
    await enter({
      connection: ENVIRONMENT,
      figures: { text: `day;currency;count;sum\n${made};${row}\n`, name: 'figures' },
      ...(beside && { beside }),
    });
  const kept = () => store.control.all().map(({ figures }) => figures.map(({ currency, count }) => [currency, count]));
  await keep('EUR;2;2400,00');
  await keep('SEK;1;10,00', true);
  expect(kept()).toEqual([
    [
      ['EUR', 2],
      ['SEK', 1],
    ],
  ]);
  await keep('SEK;5;10,00', true);
  expect(kept()).toEqual([
    [
      ['EUR', 2],
      ['SEK', 5],
    ],
  ]);
  await keep('SEK;5;10,00');
  expect(kept()).toEqual([[['SEK', 5]]]);
  store.close();
});

it('Keeps a list of one file in place of what was kept of that file alone', async () => {
  const store = new QueueStore(temporaryFolder(), { author });
  const connections = { get: () => expect.fail('it is none of those that are stored') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const keep = async (rows: string, about?: string) =>
    await enter({
      connection: ENVIRONMENT,
      figures: { text: `day;currency;count;sum;file\n${rows}`, name: 'list' },
      ...(about !== undefined && { about }),
    });
  await keep(`${made};EUR;4;4800,00;\n${made};EUR;1;1200,00;north.jsonl\n${made};SEK;1;10,00;south.jsonl\n`);
  await keep(`${made};EUR;2;2400,00;\n${made};USD;1;5,00;other.jsonl\n`, 'south.jsonl');
  expect(store.control.all().map(({ figures }) => figures.map(({ currency, file }) => [currency, file]))).toEqual([
    [
      ['EUR', undefined],
      ['EUR', 'north.jsonl'],
      ['EUR', 'south.jsonl'],
      ['USD', 'other.jsonl'],
    ],
  ]);
  store.close();
});

it('Changes the day of a figure: the day that it comes to keeps its other figures', async () => {
  const store = new QueueStore(temporaryFolder(), { author });
  const connections = { get: () => expect.fail('it is none of those that are stored') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const figures = (row: string) => ({ text: `day;currency;count;sum\n${row}\n`, name: 'figures' });
  await enter({ connection: ENVIRONMENT, figures: figures(`${made};SEK;5;10,00`) });
  await enter({ connection: ENVIRONMENT, figures: figures('2026-01-05;EUR;2;2400,00') });
  await enter({ connection: ENVIRONMENT, figures: figures(`${made};EUR;2;2400,00`), replaces: '2026-01-05' });
  expect(store.control.all().map(({ day, figures }) => [day, figures.map(({ currency }) => currency)])).toEqual([
    [made, ['SEK', 'EUR']],
    ['2026-01-05', []],
  ]);
  store.close();
});

it('Keeps figures in place of those of another day', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2], [], { connection: ENVIRONMENT });
  const connections = { get: () => expect.fail('it is none of those that are stored') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const figures = (day: string) => ({ text: `day;currency;count;sum\n${day};EUR;2;2400,00\n`, name: 'figures' });
  expect(await enter({ connection: ENVIRONMENT, figures: figures('05.01.2026') })).toMatchObject({
    days: ['2026-01-05'],
  });
  expect((await stated(store)).control).toMatchObject({ isEqual: false, rows: [{ day: '2026-01-05' }] });
  const changed = { connection: ENVIRONMENT, figures: figures(made), replaces: '2026-01-05' };
  expect(await enter(changed)).toMatchObject({ days: [made], removed: '2026-01-05' });
  expect((await stated(store)).control).toMatchObject({ isEqual: true, rows: [{ day: made }] });
  expect([...flawsOfControl(store)]).toEqual([]);
  store.close();
});

it.each([
  [[true, true], 'PRACTICE: nothing was sent to the real service'],
  [[false], undefined],
  [[], undefined],
])('Says of a statement that it is practice: %j', (practice, expected) => {
  const file = { submission: 1, fileName: 'a.jsonl', connection: 'bank', addedAt: '2026-01-05T00:00:00.000Z' };
  expect(practiceInWords(practice.map((isPractice) => ({ ...file, isPractice })))).toBe(expected);
});

it('Says that nothing was lost in sending only where every line of the files was accepted, and names what was left out', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const figures = [{ currency: 'EUR', count: 4, sum: '4800' }];
  const kept = { at, kind: 'control-entered' as const, detail: { connection: ENVIRONMENT } };
  store.saveControl([{ connection: ENVIRONMENT, day: made, at, figures }], kept);
  const verdict = async () => controlInWords((await stated(store)).control);
  const missing = (count: string) => `Difference from the core system. Missing in the files: ${count} of 29 Feb 2024.`;
  const untold = 'Which payments these are, the figures cannot tell.';
  await sent(folder, store, 'whole.jsonl', [1, 2], [], { connection: ENVIRONMENT });
  expect(await verdict()).toBe(
    `${missing('2 transactions, 2,400.00 EUR')} ${untold} All that is in the file was accepted: nothing was lost in sending.`,
  );
  // A line that cannot be read is of no day, and may be what is missing.
  const broken = (content: string) => content.replace(/\n[^\n]+\n?$/, '\n{"modification"\n');
  await sent(folder, store, 'broken.jsonl', [3, 4], [2], { connection: ENVIRONMENT }, 1200, broken);
  expect(await verdict()).toBe(
    `${missing('1 transaction, 1,200.00 EUR')} ${untold} 1 line of the 2 files is not accepted, and may be part of the difference.`,
  );
  store.close();
});

it('A payment that was left out is named beside what is missing', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const connection = ENVIRONMENT;
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3], [2, 3], { connection });
  const second = await sent(folder, store, 'export.corrected.jsonl', [2], [], { connection, corrects: first.id });
  store.lines.saveMap(second.id, '1+1');
  store.saveSubmission(
    { ...first, corrected: { by: second.id, starts: [] } },
    { at, kind: 'corrected', detail: { by: second.id, batches: 0 } },
  );
  const { control } = await stated(store, asked(`day,currency,count,amount\n${made},EUR,3,3600\n`));
  expect(control).toMatchObject({
    rows: [{ missing: { count: 1, sum: '1200' }, leftOut: { count: 1, sum: '1200' } }],
    sent: { files: 1, open: 0, leftOut: 1 },
  });
  expect(controlInWords(control)).toBe(
    'Difference from the core system. Missing in the files: 1 transaction, 1,200.00 EUR of 29 Feb 2024 (left out: 1 transaction, 1,200.00 EUR). Which payments these are, the figures cannot tell. All that is in the file was accepted, but for 1 line that was left out.',
  );
  store.close();
});

it('Names transactions whose amount cannot be read beside a sum that is less, and one without a currency', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const odd = (content: string) =>
    content.replace('"amount":1200', '"amount":"twelve"').replace(/"EUR"(?!.*"EUR")/s, '"€"');
  await sent(folder, store, 'export.jsonl', [1, 2, 3], [1, 3], {}, 1200, odd);
  const { control } = await stated(store, asked(`day,currency,count,amount\n${made},EUR,2,2400\n`));
  expect(controlInWords(control)).toMatch(
    /^Difference from the core system\. Missing in the files: 1,200\.00 EUR of 29 Feb 2024 \(in as many transactions; 1 without a readable amount\)\. Too much in the files: 1 transaction without a currency/,
  );
  store.close();
});

it('Tells what it recognises in a list, and keeps nothing of it on trial', async () => {
  const store = new QueueStore(temporaryFolder(), { author });
  const connections = { get: () => expect.fail('it is none of those that are stored') };
  const enter = statementCommands({ app: { store, connections }, clock: { now: () => at } })['statement.enter'];
  const text = 'Buchungstag;Währung;Anzahl;Betrag\n26.11.2026;CHF;26;239.357,39\n27.11.2026;EUR;;80.071,97\n';
  const told = await enter({ connection: ENVIRONMENT, figures: { text, name: 'list.csv' }, isTrial: true });
  expect(store.control.all()).toEqual([]);
  expect(told.recognised && recognisedInWords(told.recognised, true)).toEqual([
    '2 figures: 2 days (26 Nov 2026, 27 Nov 2026), 2 currencies (CHF, EUR).',
    'Columns: day from “Buchungstag”, currency from “Währung”, number of transactions from “Anzahl”, sum from “Betrag”.',
    '1 figure has no number of transactions: only the sum is compared.',
  ]);
  store.close();
});

it('What is too much of a day is that of one file, where exactly one has as much', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'north.jsonl', [1, 2], [], { connection: 'bank' });
  await sent(folder, store, 'south.jsonl', [3, 4, 5], [], { connection: 'bank' });
  const figures = [{ currency: 'EUR', count: 3, sum: '3600' }];
  store.saveControl([{ connection: 'bank', day: made, at, figures }], {
    at,
    kind: 'control-entered',
    detail: { connection: 'bank' },
  });
  const { control } = await stated(store);
  expect(control?.rows.map(({ excessOf }) => excessOf)).toEqual(['north.jsonl']);
  expect(controlInWords(control)).toContain(
    'Too much in the files: 2 transactions, 2,400.00 EUR of 29 Feb 2024 (as much as is in north.jsonl).',
  );
  await sent(folder, store, 'south copy.jsonl', [6, 7], [], { connection: 'bank' });
  expect((await stated(store)).control?.rows[0]).not.toHaveProperty('excessOf');
  store.close();
});

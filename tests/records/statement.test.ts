/** @file A statement has every file of its days once, and reconciles exactly, or says that it does not. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { inLanguage } from '../../src-main/actions/receipts.ts';
import { statementFile } from '../../src-main/actions/statements.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { statementOf } from '../../src-main/records/statement.ts';
import { changeLogOf } from '../../src-main/send/correction/corrected-file.ts';
import { statementCsv, statementPage } from '../../src-main/send/receipts/statement-page.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { Submission } from '../../src-main/send/submission.ts';
import { noLines } from '../../src-shared/account.ts';
import { ownZone } from '../../src-shared/calendar-days.ts';
import { statementInWords } from '../../src-shared/statement-words.ts';
import { check, transaction } from '../check/sources.ts';
import { at, sampleSubmission } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent, sentAndCorrected } from './sent-file.ts';
import { asked, days, made, stated } from './statements.ts';

const eur = (amount: number) => [{ currency: 'EUR', amount: String(amount) }];

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it('Its days are those of this computer, as on the overview, and it names their zone', async () => {
  process.env['TZ'] = 'Pacific/Auckland';
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  // Thirteen hours ahead of UTC: the last second of the fifth there, and the first of the sixth.
  const last = await sent(folder, store, 'last.jsonl', [1], [], { addedAt: Date.parse('2026-01-05T10:59:59Z') });
  await sent(folder, store, 'next.jsonl', [2], [], { addedAt: Date.parse('2026-01-05T11:00:00Z') });
  const statement = await stated(store);
  expect(statement).toMatchObject({ zone: 'Pacific/Auckland', files: [{ submission: last.id }] });
  expect(statementPage(statement)).toContain('in the zone of this computer: Pacific/Auckland.');
});

it('Names files that a person had sent although they went before: their lines are counted each time', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'north.jsonl', [1, 2], []);
  const copy = await sent(folder, store, 'north copy.jsonl', [1, 2], []);
  const sure = await sent(folder, store, 'south.jsonl', [3], []);
  store.saveSubmission(copy, {
    at,
    kind: 'approved',
    detail: { sentBefore: 1, linesBefore: 2, reason: 'The service asked for it' },
  });
  store.saveSubmission(sure, { at, kind: 'approved', detail: { sentBefore: 1 } });
  // Approved again by itself, after what it was like had been removed.
  const again = await sent(folder, store, 'east.jsonl', [4], []);
  store.saveSubmission(again, { at, kind: 'approved', detail: { sentBefore: 2, reason: 'As agreed' } });
  store.saveSubmission(again, { at, kind: 'approved', detail: {} });
  const statement = await stated(store);
  expect(statement.files.map(({ wentBefore }) => wentBefore)).toEqual([
    undefined,
    [{ submission: 1, fileName: 'north.jsonl' }],
    undefined,
    undefined,
  ]);
  expect(statementInWords(statement)).toContain(
    '2 lines that had gone before were sent again by a person’s decision, with north copy.jsonl (first with submission 1, north.jsonl, at least most of them).',
  );
  expect(statementInWords(statement)).toContain(
    'The second time 2,400.00 EUR went; in the sums here, each time counts.',
  );
  expect(statementCsv(statement)).toContain('The second time 2,400.00 EUR went; in the sums here, each time counts.');
});

it('Says what went twice in a part of a file, also of a correction, and of how many lines the sum is not known', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'north.jsonl', [1, 2], []);
  const part = await sent(folder, store, 'part.jsonl', [2, 3], []);
  const { second } = await sentAndCorrected(folder, store);
  for (const [again, linesBefore] of [
    [part, 1],
    [second, 1],
  ] as const)
    store.saveSubmission(again, {
      at,
      kind: 'approved',
      detail: { sentBefore: 1, linesBefore, reason: 'As agreed' },
    });
  const told = (lines: number[]) => ({
    lines: lines.length,
    files: [],
    uncompared: 0,
    told: { lines: LineSet.of(lines), named: [] },
  });
  const statement = (of: Record<number, number[]>) =>
    statementOf(store, days, {
      signal: new AbortController().signal,
      sumUp: async (request) => sumLines(request),
      sentBefore: async ({ id }) => told(of[id] ?? []),
    });
  const known = await statement({ [part.id]: [1], [second.id]: [2] });
  expect(known.corrections).toMatchObject([{ linesBefore: 1, sumsBefore: eur(1200) }]);
  expect(statementInWords(known)).toContain('The second time 2,400.00 EUR went; in the sums here, each time counts.');
  // Of another number, it is not the same lines.
  expect(statementInWords(await statement({ [part.id]: [1], [second.id]: [1, 2] }))).toContain(
    'The second time 1,200.00 EUR went, without 1 line whose sum is not known; in the sums here, each time counts.',
  );
  store.close();
});

it('Says in how many lines a person changed the amount, and on the row of the file', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { first, second } = await sentAndCorrected(folder, store);
  const entry = { line: 2, newLine: 1, step: 'replace', field: 'modification.amount', before: 2, after: 20 };
  const writeLog = (sha256: string | undefined) => {
    const summary = { event: 'summary', changed: 2, result: { sha256 } };
    const log = [{ ...entry, reason: 'The booking sheet says so' }, { ...entry, line: 3 }, summary];
    writeFileSync(changeLogOf(second.content), log.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  // The list of another file says nothing of this one.
  writeLog('f'.repeat(64));
  expect((await stated(store)).files[0]).not.toHaveProperty('moneyChanged');
  writeLog(second.check?.sha256);
  const statement = await stated(store);
  expect(statement.files).toMatchObject([{ submission: first.id, moneyChanged: 1 }]);
  expect(statementInWords(statement)).toContain(
    'In 1 line a person changed the amount; the receipts name each of them, with its reason.',
  );
  for (const paper of [statementPage(statement), statementCsv(statement)])
    expect(paper).toContain('1 amount changed by a person');
});

it('Counts corrections with the file that they correct, and another file by itself', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { first, second } = await sentAndCorrected(folder, store);
  const other = await sent(folder, store, 'other.jsonl', [5], [], { connection: 'test' });
  await sent(folder, store, 'earlier.jsonl', [6], [], { addedAt: new Date(2026, 0, 4, 23, 59, 59).getTime() });
  store.saveSubmission({ ...other, removedAt: at }, { at, kind: 'removed' });

  const statement = await stated(store);
  expect(statement).toMatchObject({
    files: [
      { submission: first.id, account: { ...noLines(), accepted: 3, rejected: 1 } },
      { submission: other.id, account: { ...noLines(), accepted: 1 } },
    ],
    corrections: [{ submission: second.id, corrects: first.id }],
    total: {
      account: { ...noLines(), accepted: 4, rejected: 1 },
      sums: { accepted: { transactions: 4, sums: eur(4800) }, rejected: { transactions: 1, sums: eur(1200) } },
    },
    reconciles: true,
  });
  expect((await stated(store, { connection: 'test' })).files.map(({ submission }) => submission)).toEqual([other.id]);

  const page = statementPage(statement);
  expect(page).toContain('Accepted: 4 lines; 4,800.00 EUR');
  expect(page).toContain('Of 5 lines in 2 files the service accepted 4; none was left out, and 1 is open: 1 rejected.');
  expect(page).toContain('The outcomes add up to the files, as they were corrected: 5 transactions and their sums.');
  expect(page).toContain('Why this statement is not signed');
  expect(page).toContain('It is signed where the key of this data folder is open, and says so where it is not.');
  const rows = statementCsv(statement).split('\r\n');
  // Each line once, so that who adds the column up comes to the total of the statement.
  const addedUp = (outcome: string, column: number) =>
    rows
      .map((row) => row.split(','))
      .filter((cells) => cells[4] === outcome)
      .reduce((sum, cells) => sum + Number(cells[column]), 0);
  expect(addedUp('accepted', 5)).toBe(4);
  expect(addedUp('accepted', 7)).toBe(4800);
  expect(addedUp('rejected', 5)).toBe(1);
  expect(statement.files.map(({ rejectedAtFirst }) => rejectedAtFirst)).toEqual([2, undefined]);
  expect(rows.filter((row) => row.endsWith(',2 rejected or faulty before correction')).length).toBeGreaterThan(0);
  expect(addedUp('rejected', 7)).toBe(1200);
  store.close();
});

it('Says how many transactions were sent one by one, which are in no file, and how many a crash has left open', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const what = { connection: 'bank', name: 'typed in', sha256: 'ab' };
  const begun = (time: number, due: number) =>
    store.record({ at: time, kind: 'posting-begun', detail: { ...what, due } });
  begun(at, 5);
  const counts = { accepted: 3, refused: 1, unknown: 1 };
  store.record({ at: at + 1, kind: 'posting-ended', detail: { ...what, begun: at, ...counts } });
  expect((await stated(store)).singles).toEqual({ accepted: 3, rejected: 1, unknown: 1, unfinished: 0 });
  begun(at + 2, 7);
  const statement = await stated(store);
  expect(statement.singles?.unfinished).toBe(7);
  expect(statementPage(statement)).toContain('Besides, 5 transactions were sent one by one, and are NOT COUNTED HERE');
  expect(statementCsv(statement)).toContain('Up to 7 more may have been sent one by one');
  expect((await stated(store, { connection: 'test' })).singles).toBeUndefined();
  expect((await stated(store, { from: '2026-01-04', to: '2026-01-04' })).singles).toBeUndefined();
  store.close();
});

it('Says that the rows which a preparation has refused are in no file', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const [template, digest] = [{ name: 'November', version: 1, sha256: 'ab' }, 'ab'];
  const prepared = { manifestSha256: digest, sha256: digest, toolVersion: '0.1.0', template, sources: [] };
  await sent(folder, store, 'november-001.jsonl', [1, 2], [], { prepared });
  const notPrepared = {
    leftOut: 4,
    refused: [{ source: 'december.csv', sha256: 'cd', table: '', rows: 2, file: { name: 'refused-rows-001.csv' } }],
  };
  const known = { prepared: { ...prepared, manifestSha256: 'cd', notPrepared } };
  await sent(folder, store, 'december-001.jsonl', [3], [], known);
  await sent(folder, store, 'december-002.jsonl', [4], [], known);
  const statement = await stated(store);
  expect(statement.prepared).toBe(1);
  const page = statementPage(statement);
  expect(page).toContain('1 file was prepared from exports: rows that were refused or left out there are in no file');
  expect(page).toContain('2 rows of december.csv were refused by the preparation: they are in no file');
  expect(page).toContain('4 rows of the exports were left out as the template says: they are in no file');
  store.close();
});

it('Counts the amount that a correction has sent, and not the one that was rejected', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'export.corrected.jsonl', [2], [], { corrects: first.id }, 12.5);
  store.lines.saveMap(second.id, '1+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });

  const statement = await stated(store);
  expect(statement).toMatchObject({
    total: {
      account: { ...noLines(), accepted: 3, leftOut: 1 },
      sums: {
        accepted: { transactions: 3, sums: [{ currency: 'EUR', amount: '2412.5' }] },
        leftOut: { transactions: 1, sums: eur(1200) },
      },
    },
    reconciles: true,
  });
  expect(statementPage(statement)).toContain(
    'The outcomes add up to the files, as they were corrected: 4 transactions and their sums.',
  );
  expect(statementInWords(statement)).toContain(
    '1 line of 1 file was left out: 1 rejected by the service (1,200.00 EUR).',
  );
  store.close();
});

it('Says why lines were left out, of all files that it counts, also of one that was removed from the list', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const correct = (before: Submission, by: Submission, map: string) => {
    store.lines.saveMap(by.id, map);
    const corrected = { ...before, corrected: { by: by.id, starts: [] } };
    store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: by.id, batches: 0 } });
    return corrected;
  };
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'second.jsonl', [2], [], { corrects: first.id });
  correct(first, second, '1+1');
  // Held, and of its lines a correction has one: the others are right by themselves.
  const content = [5, 6, 7, 8].map((n) => `${JSON.stringify(transaction(n))}\n`).join('');
  writeFileSync(join(folder, 'held.jsonl'), content);
  const { summary } = await check(content);
  const file = { name: join(folder, 'held.jsonl'), content: join(folder, 'held.jsonl') };
  const sample = sampleSubmission({ ...file, check: { ...summary, modifiedAt: 0 } });
  const held = { ...sample, stage: 'held' as const, ranges: [] };
  const { id } = store.addSubmission(held, { at, kind: 'added', detail: {} });
  const rest = await sent(folder, store, 'rest.jsonl', [5], [], { corrects: id });
  const removed = { ...correct({ ...held, id }, rest, '0+1'), removedAt: at };
  store.saveSubmission(removed, { at, kind: 'removed', detail: {} });

  const statement = await stated(store);
  expect(statement.total.account.leftOut).toBe(4);
  expect(statement.files.map(({ leftOut }) => leftOut)).toEqual([
    { lines: 1, reasons: [{ reason: 'service', lines: 1, sums: eur(1200) }] },
    { lines: 3, reasons: [{ reason: 'dropped', lines: 3, sums: eur(3600) }] },
  ]);
  expect(statementInWords(statement)).toContain(
    '4 lines of 2 files were left out: 1 rejected by the service (1,200.00 EUR), 3 duplicates or blank lines (3,600.00 EUR).',
  );
  store.close();
});

it('Says of which transactions the sums are, where the amount of some cannot be read, and never that all is summed', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  // The second amount is a text, and the third line is no JSON.
  const spoilt = (content: string) => {
    const [first = '', second = ''] = content.split('\n');
    return `${first}\n${second.replace('"amount":1200', '"amount":"1 200"')}\n{\n`;
  };
  await sent(folder, store, 'export.jsonl', [1, 2, 3], [2], {}, 1200, spoilt);
  const statement = await stated(store);
  expect(statement).toMatchObject({
    total: { unsummed: { accepted: 1, rejected: 1 }, sums: { accepted: { sums: eur(1200) } } },
    reconciles: true,
  });
  const page = statementPage(statement);
  expect(page).toContain('3 lines, and the sums of the 1 line with a readable amount.');
  expect(page).toContain('2 lines without a readable amount are in no sum.');
  expect(statementCsv(statement)).toContain('2 lines without a readable amount are in no sum.');
  store.close();
});

it('Says in its table, too, what is practice and what is not counted', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2], []);
  const statement = await stated(store);
  const files = statement.files.map((file) => ({ ...file, isPractice: true }));
  const confirmedCopies = [{ at: '2026-01-04T10:00:00.000Z', reason: 'moved' }];
  const rows = statementCsv({ ...statement, files, confirmedCopies }).split('\r\n');
  expect(rows.filter((row) => row.includes('export.jsonl')).every((row) => row.includes('PRACTICE'))).toBe(true);
  const notes = rows.filter((row) => row.startsWith(',NOTE,'));
  expect(notes).toEqual([expect.stringContaining('PRACTICE'), expect.stringContaining('NOT COUNTED HERE')]);
  const byMara = confirmedCopies.map((copy) => ({ ...copy, user: 'mara' }));
  expect(statementPage({ ...statement, confirmedCopies: byMara })).toContain(
    'mara confirmed it on 4 Jan 2026, 10:00:00 UTC (“moved”): what was sent before that from elsewhere is NOT COUNTED HERE. If nothing was sent from another copy or a later state of it, nothing is missing here, and there is nothing to do.',
  );
  store.close();
});

const ofPractice = {
  connection: 'Practice',
  destination: 'http://localhost http://localhost practice tenant/practice',
};

it('Never counts practice with what is real, and says how much of it there was beside', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const real = await sent(folder, store, 'export.jsonl', [1, 2], []);
  const practised = await sent(folder, store, 'tried.jsonl', [1, 2, 3], [], ofPractice);
  const figures = [{ currency: 'EUR', count: 9, sum: '9' }];
  const kept = [{ connection: ofPractice.connection, day: made, at, figures }];
  store.saveControl(kept, { at, kind: 'control-entered', detail: { connection: ofPractice.connection } });
  const statement = await stated(store);
  expect(statement).toMatchObject({
    files: [{ submission: real.id, isPractice: false }],
    total: { account: { accepted: 2 }, sums: { accepted: { sums: eur(2400) } } },
    practised: { files: 1, lines: 3, sums: eur(3600) },
    reconciles: true,
  });
  expect(statement.control).toBeUndefined();
  for (const paper of [statementPage(statement), statementCsv(statement)])
    expect(paper).toContain(
      'Practice, and NOT COUNTED HERE: 1 file with 3 lines (3,600.00 EUR) went to the practice service, not to the real one.',
    );
  // Of figures that are given, too: those of the files are of real ones.
  const given = await stated(store, asked(`day;currency;count;amount\n${made};EUR;2;2400,00\n`));
  expect(given.control).toMatchObject({ isEqual: true });
  const alone = await stated(store, { connection: ofPractice.connection });
  expect(alone).toMatchObject({
    files: [{ submission: practised.id, isPractice: true }],
    total: { account: { accepted: 3 } },
  });
  expect(alone.practised).toBeUndefined();
  expect(statementPage(alone)).toContain('PRACTICE: nothing was sent to the real service');
  store.close();
});

it('Counts of each line the amount of the last correction that the service has judged', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const correct = (before: Submission, by: Submission, map: string) => {
    store.lines.saveMap(by.id, map);
    const corrected = { ...before, corrected: { by: by.id, starts: [] } };
    store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: by.id, batches: 0 } });
  };
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);
  const second = await sent(folder, store, 'second.jsonl', [2, 4], [2], { corrects: first.id }, 12.5);
  const third = await sent(folder, store, 'third.jsonl', [4], [], { corrects: second.id }, 0.25);
  correct(first, second, '1+1 1+1');
  correct(second, third, '1+1');

  expect(await stated(store)).toMatchObject({
    total: {
      account: { ...noLines(), accepted: 4 },
      sums: { accepted: { transactions: 4, sums: [{ currency: 'EUR', amount: '2412.75' }] } },
    },
    reconciles: true,
  });
  store.close();
});

it('Says that it does not reconcile where the sums of a file are not known', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { content } = await sent(folder, store, 'export.jsonl', [1, 2], [2]);
  rmSync(content);
  const { reconciles, total, files } = await stated(store);
  expect({ reconciles, total, files }).toMatchObject({
    reconciles: false,
    total: { account: { accepted: 1, rejected: 1 } },
    files: [{ sumsObstacle: 'gone' }],
  });
  expect(total.sums).toBeUndefined();
  store.close();
});

it('Has each day on its page in the form of the reader, also those of transactions and of the core system', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1, 2, 3], [2]);
  const statement = await stated(store, asked(`day;currency;count;amount\n${made};EUR;3;3600,00\n`));
  const confirmedCopies = [{ at: '2026-01-04T10:00:00.000Z', reason: 'moved' }];
  const page = await inLanguage('de', () => statementPage({ ...statement, confirmedCopies }));
  const words = page.replace(/<[^>]*>/g, ' ');
  expect(words).toContain('05.01.2026');
  expect(words).toMatch(/04\.01\.2026, \d\d:00:00 UTC/);
  expect(words).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  store.close();
});

it('Has in its table what a spreadsheet expects in the language of the reader, and for programs what they know', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  await sent(folder, store, 'export.jsonl', [1], [], {}, 12.5);
  const ports = { app: { store }, signal: new AbortController().signal };
  const control = asked(`day,currency,count,amount\n${made},EUR,1,12\n`);
  const table = async (language?: string) =>
    String(await statementFile(ports, {}, { ...days, ...control, format: 'csv', ...(language && { language }) }));
  const forPrograms = await table();
  expect(forPrograms).toContain('\uFEFFsubmission,file,connection,added,outcome,transactions,currency,sum,note\r\n');
  expect(forPrograms.split(',accepted,,EUR,12.5,\r\n')).toHaveLength(2);
  expect(await table('en')).toBe(forPrograms);
  const german = await table('de');
  expect(german).toContain(
    `\uFEFFSendung;Datei;Verbindung;hinzugefügt (${ownZone()});Ergebnis;Transaktionen;Währung;Summe;Anmerkung\r\n`,
  );
  expect(german.split(';Angenommen;;EUR;12,50;\r\n')).toHaveLength(2);
  expect(german).toContain(`;KONTROLLE;;${made};fehlt;0;EUR;-0,50;\r\n`);
  store.close();
});

it('Prints a statement where the shell can print, in the language of the person, and says where it cannot', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const ports = { app: { store }, signal: new AbortController().signal };
  const printed = await statementFile(
    ports,
    { print: async (page) => Buffer.from(page) },
    { ...days, format: 'pdf', language: 'de' },
    { user: 'mara', machine: 'desk-7', version: '1.2.3', at: '2026-01-06T09:00:00Z' },
  );
  expect(String(printed)).toMatch(/Aufstellung vom 05\.01\.2026(?! bis)/);
  // Who made it, and when.
  expect(String(printed)).toMatch(/06\.01\.2026.*mara.*desk-7/);
  await expect(statementFile(ports, {}, { ...days, format: 'pdf' })).rejects.toMatchObject({ code: 'audit.no-pdf' });
  expect(JSON.parse(String(await statementFile(ports, {}, { ...days, format: 'json' })))).toMatchObject(days);
  store.close();
});

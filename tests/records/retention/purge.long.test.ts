/** @file Customer data goes when it should: no byte of it is left in the folder, and the proof of what was sent stays. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { App } from '../../../src-main/app.ts';
import type { Finding } from '../../../src-main/check/findings/finding.ts';
import { DAY, MINUTE } from '../../../src-main/ground/clock.ts';
import { decide } from '../../../src-main/send/decision.ts';
import { receiptForNumber } from '../../../src-main/send/receipt.ts';
import { digestOfTotals } from '../../../src-main/send/reduction.ts';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import type { Submission } from '../../../src-main/send/submission.ts';
import { submissionViews } from '../../../src-main/send/submission-view.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { batchIdSchema } from '../../../src-main/wire/service/wire.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { addedSubmission, at, ranges, sampleCheck, sampleSubmission } from '../../send/samples.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Parts of a transaction that must not be found in any file. */
const CUSTOMER = 'Erika-Mustermann-4711';
const AMOUNT = '918273645.55';
const INBOX_ID = '7f3c1f0e-0000-4000-8000-00000000000a';
const idOf = (number: number) => batchIdSchema.parse(`${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`);
const totals = { sums: [{ currency: 'EUR', amount: AMOUNT }], firstDay: '2026-01-02', lastDay: '2026-01-02', days: 1 };

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const finding = (line: number): Finding => ({
  line,
  rule: 'field.type',
  severity: 'error',
  path: 'sender.name',
  message: `“${CUSTOMER}” of line ${line} is no name.`,
});

/** A submission of two batches that has ended, with all that Tranship keeps of it. */
function addEnded(
  folder: string,
  { findings = 3, state = 'rejected' as const, content = '/exports/day.jsonl' } = {},
): void {
  const store = new QueueStore(folder);
  const check = { ...sampleCheck, errors: findings, totals };
  const submission = store.addSubmission(sampleSubmission({ content, check }), { at, kind: 'added', detail: {} });
  if (submission.stage !== 'approved') throw new Error('It is approved.');
  store.findings.add(
    submission.id,
    Array.from({ length: findings }, (_, index) => finding(index + 1)),
  );
  for (const batch of store.approve(submission, ranges, { at, kind: 'approved' })) {
    const batchId = idOf(batch.number);
    store.saveBatch(
      {
        ...batch,
        state,
        acceptedAt: at,
        attempts: 1,
        report: 'kept',
        remoteState: 'VALIDATION_FAILED',
        remoteMessage: `The name ${CUSTOMER} is no name.`,
        delivery: { batchId, mayHaveArrived: true },
      },
      { at, kind: 'status', detail: { state, batchId } },
    );
    put(join(folder, 'reports', `${batchId}.jsonl`), `{"name":"${CUSTOMER}"}`);
    put(join(folder, 'practice', 'tenant', 'batches', `${batchId}.jsonl`), `{"name":"${CUSTOMER}"}`);
  }
  store.close();
}

/** Opens the app as a shell does, at a time that the test moves. */
function open(folder: string, settings = new MemorySettings()) {
  const clock = new FakeClock(at + 60 * MINUTE);
  const box = { ...createMemoryBox(), survivesRestart: true };
  const app = new App({
    folder,
    clock,
    settings,
    holder: 'a test',
    secretBox: box,
    sessionBox: box,
    environment: {},
  });
  onTestFinished(() => app.close());
  return { app, clock };
}

/** The paths of the files in which the words stand, in any byte. */
function filesWith(folder: string, words: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes(words))
    .sort();
}

/** What the log says was purged. */
function purgedIn(folder: string): { submission: number; what: string[] }[] {
  const logs = join(folder, 'logs');
  return readdirSync(logs)
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'data-purged')
    .map(({ submission, what }) => ({ submission, what }));
}

/** Lets days pass, one after another, each once the purge has done what was due and sleeps. */
async function passDays(clock: FakeClock, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await expect.poll(() => clock.remaining).toHaveLength(1);
    await clock.advance(DAY);
  }
  await expect.poll(() => clock.remaining).toHaveLength(1);
}

const onlySubmission = (app: App): Submission => {
  const [submission] = submissionViews(app.store);
  if (submission === undefined) throw new Error('There is none.');
  return submission.submission;
};

/** Keeps a correction by hand, as the window does. */
function correct(app: App, id: Submission['id']): void {
  const edit = { kind: 'replaced', text: `{"name":"${CUSTOMER}"}` } as const;
  app.store.lineEdits.save({ id, sha256: sampleCheck.sha256 }, 1, edit);
}

describe('a submission that was taken out of the queue', () => {
  it('leaves no byte of its transactions in the folder once it can no longer be restored', async () => {
    const folder = temporaryFolder();
    const content = join(folder, 'inbox', INBOX_ID, 'day.jsonl');
    put(content, `{"name":"${CUSTOMER}"}`);
    addEnded(folder, { content, findings: 18_000 });
    const { app, clock } = open(folder);
    const { id } = onlySubmission(app);
    correct(app, id);
    app.queue.actions.remove(id);
    await clock.advance(9 * MINUTE);
    expect(filesWith(folder, CUSTOMER)).toEqual(
      expect.arrayContaining([`inbox/${INBOX_ID}/day.jsonl`, `reports/${idOf(1)}.jsonl`, 'queue.db']),
    );
    expect(app.queue.actions.restore(id)).toMatchObject({ done: true });
    app.queue.actions.remove(id);

    await expect
      .poll(async () => {
        await clock.advance(MINUTE);
        return purgedIn(folder);
      })
      .toEqual([{ submission: id, what: ['documents', 'findings', 'inbox copy', '4 reports and practice files'] }]);

    expect(filesWith(folder, CUSTOMER)).toEqual([]);
    expect(filesWith(folder, AMOUNT)).toEqual([]);
    expect(readdirSync(join(folder, 'inbox'))).toEqual([]);
    expect(app.queue.actions.restore(id)).toMatchObject({ done: false, reason: 'removed-long-ago' });
  });

  it('keeps the index of its modification ids, by which its lines are recognised in another file', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    put(join(folder, 'ids', '1.ids'), 'an index');
    const { app, clock } = open(folder);
    const { id } = onlySubmission(app);
    app.queue.actions.remove(id);
    await clock.advance(11 * MINUTE);
    await expect.poll(() => purgedIn(folder)).toHaveLength(1);
    expect(readdirSync(join(folder, 'ids'))).toEqual(['1.ids']);
    expect(app.store.approvedTo().map((one) => one.id)).toEqual([id]);
  });

  it('loses that index, too, so many days after the rest, where that is set, and is no longer known by its ids', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    put(join(folder, 'ids', '1.ids'), 'an index');
    put(join(folder, 'ids', '2.ids'), 'that of another submission');
    const settings = new MemorySettings();
    settings.set('retention', { submissions: null, findings: null, reports: null, ids: 5, logs: 14 });
    const { app, clock } = open(folder, settings);
    const { id } = onlySubmission(app);
    app.queue.actions.remove(id);
    await clock.advance(11 * MINUTE);
    await expect.poll(() => purgedIn(folder)).toHaveLength(1);
    await passDays(clock, 5);
    expect(readdirSync(join(folder, 'ids'))).toEqual(['1.ids', '2.ids']);
    const known = () => [app.store.approvedTo(), app.store.checkedContents()].map((all) => all.map((one) => one.id));
    expect(known()).toEqual([[id], [id]]);

    await passDays(clock, 1);
    expect(readdirSync(join(folder, 'ids'))).toEqual(['2.ids']);
    expect(known()).toEqual([[], []]);
    expect(purgedIn(folder).slice(1)).toEqual([{ submission: id, what: ['index of modification ids'] }]);
    // The same bytes are still recognised.
    expect(app.store.submissionsAlike({ ...sampleCheck, totals }).map((one) => one.id)).toEqual([id]);
  });

  it('is known by no id any more where its index is gone by then, which was no purge', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    put(join(folder, 'ids', '1.ids'), 'an index');
    const settings = new MemorySettings();
    const { app, clock } = open(folder, settings);
    app.queue.actions.remove(onlySubmission(app).id);
    await clock.advance(11 * MINUTE);
    await expect.poll(() => purgedIn(folder)).toHaveLength(1);
    rmSync(join(folder, 'ids', '1.ids'));
    await passDays(clock, 2);
    expect(app.store.checkedContents()).toHaveLength(1);
    app.keptData.changeRetention({ ...app.keptData.retention, ids: 1 });
    await expect.poll(() => app.store.checkedContents()).toEqual([]);
    expect(purgedIn(folder)).toHaveLength(1);
  });

  it('loses the index with the rest where it was never sent', async () => {
    const folder = temporaryFolder();
    const store = new QueueStore(folder);
    const cancelled = { ...addedSubmission(), stage: 'cancelled' as const };
    const { id } = store.addSubmission(cancelled, { at, kind: 'added', detail: {} });
    store.close();
    put(join(folder, 'ids', `${id}.ids`), 'an index');
    put(join(folder, 'ids', '2.ids'), 'that of another submission');
    const { app, clock } = open(folder);
    app.queue.actions.remove(id);
    await clock.advance(9 * MINUTE);
    expect(readdirSync(join(folder, 'ids'))).toEqual(['1.ids', '2.ids']);
    await expect
      .poll(async () => {
        await clock.advance(MINUTE);
        return readdirSync(join(folder, 'ids'));
      })
      .toEqual(['2.ids']);
  });

  it('still proves what was sent, and is still recognised', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    const { app, clock } = open(folder);
    const { id } = onlySubmission(app);
    const before = receiptForNumber(app.store, 1);
    app.queue.actions.remove(id);
    await clock.advance(11 * MINUTE);
    await expect.poll(() => purgedIn(folder)).toHaveLength(1);

    const after = receiptForNumber(app.store, 1);
    // The removal is an entry of its own.
    const grown = { history: expect.anything(), lastEntry: expect.anything(), head: expect.anything() };
    // What it added up to is gone, too; its digest still proves it.
    const source = { ...before.source, totals: undefined, totalsSha256: digestOfTotals(totals), days: undefined };
    expect(after).toEqual({ ...before, ...grown, source });
    expect(after.history.slice(0, before.history.length)).toEqual(before.history);
    expect(after).toMatchObject({ historyIntact: true, contradictions: [] });
    const { options, connection } = sampleSubmission();
    const sameBytes = { ...sampleCheck, totals };
    const otherBytes = { ...sameBytes, sha256: 'd'.repeat(64) };
    const [same] = app.store.submissionsAlike(sameBytes).filter(({ stage }) => stage === 'approved');
    const alike = app.store.submissionsAlike(otherBytes).filter((one) => one.stage === 'approved');
    expect(same?.id).toBe(id);
    expect(decide({ options, connection }, sameBytes, true, alike)).toMatchObject({
      error: { code: 'submission.sent-before' },
    });
    expect(decide({ options, connection }, otherBytes, true, alike)).toMatchObject({
      warning: { code: 'submission.resembles' },
    });
    expect(decide({ options, connection }, { ...otherBytes, totals: { ...totals, days: 2 } }, true, alike)).toEqual({
      stage: 'approved',
    });
  });

  it('is purged by the next start, if the process was ended in between', async () => {
    const folder = temporaryFolder();
    addEnded(folder, { findings: 2500 });
    const first = open(folder);
    first.app.queue.actions.remove(onlySubmission(first.app).id);
    await first.app.close();
    expect(filesWith(folder, CUSTOMER)).toContain('queue.db');

    const second = open(folder);
    await second.clock.advance(11 * MINUTE);
    await expect.poll(() => purgedIn(folder)).toHaveLength(1);
    expect(filesWith(folder, CUSTOMER)).toEqual([]);
  });

  it('is emptied out of the log of the database even where another process reads at that moment', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    const { app, clock } = open(folder);
    const { id } = onlySubmission(app);
    app.queue.actions.remove(id);
    const reader = new DatabaseSync(join(folder, 'queue.db'), { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM submissions').get();
    await clock.advance(11 * MINUTE);
    await expect.poll(() => readdirSync(join(folder, 'reports'))).toEqual([]);
    await expect.poll(() => clock.remaining).toContain(MINUTE);
    expect(purgedIn(folder)).toEqual([]);
    reader.close();

    await clock.advance(MINUTE);
    await expect.poll(() => purgedIn(folder)).toMatchObject([{ submission: id }]);
    expect(filesWith(folder, CUSTOMER)).toEqual([]);
  });

  it('gives way to other work while it is purged', async () => {
    const folder = temporaryFolder();
    addEnded(folder, { findings: 20_000 });
    const { app, clock } = open(folder);
    app.queue.actions.remove(onlySubmission(app).id);
    await clock.advance(11 * MINUTE);
    let turns = 0;
    while (purgedIn(folder).length === 0) {
      await setImmediate();
      turns += 1;
    }
    // A thousand findings at a time.
    expect(turns).toBeGreaterThan(20);
  });
});

describe('what has aged', () => {
  it('goes by its own time, and only what has ended', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    const settings = new MemorySettings();
    settings.set('retention', { submissions: null, findings: 30, reports: 10, logs: 14 });
    const report = join(folder, 'reports', `${idOf(1)}.jsonl`);
    utimesSync(report, at / 1000, at / 1000);
    const { app, clock } = open(folder, settings);
    const { id } = onlySubmission(app);
    correct(app, id);
    await passDays(clock, 9);
    expect(readdirSync(join(folder, 'reports'))).toHaveLength(2);
    await passDays(clock, 2);
    expect(readdirSync(join(folder, 'reports'))).toEqual([`${idOf(2)}.jsonl`]);
    await passDays(clock, 18);
    expect([...app.store.findings.all(id)]).toHaveLength(3);

    await passDays(clock, 2);
    expect([...app.store.findings.all(id)]).toEqual([]);
    expect(app.store.lineEdits.list({ id, sha256: sampleCheck.sha256 })).toEqual([]);
    expect(onlySubmission(app).id).toBe(id);
  });

  it('stays for ever where a batch has not ended', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    const store = new QueueStore(folder);
    const [batch] = store.batches();
    if (batch === undefined) throw new Error('There is one.');
    store.saveBatch({ ...batch, state: 'processing' }, undefined);
    store.close();
    const settings = new MemorySettings();
    settings.set('retention', { submissions: 1, findings: 1, reports: 1, logs: 1 });
    for (const number of [1, 2]) utimesSync(join(folder, 'reports', `${idOf(number)}.jsonl`), at / 1000, at / 1000);
    const { app, clock } = open(folder, settings);
    await passDays(clock, 5);
    expect([...app.store.findings.all(onlySubmission(app).id)]).toHaveLength(3);
    expect(readdirSync(join(folder, 'reports'))).toHaveLength(2);
  });

  it('is taken out of the queue, and then purged, where ended submissions are kept for a time', async () => {
    const folder = temporaryFolder();
    addEnded(folder);
    const settings = new MemorySettings();
    settings.set('retention', { submissions: 3, findings: null, reports: null, logs: 14 });
    const { app, clock } = open(folder, settings);
    await expect
      .poll(async () => {
        await clock.advance(DAY);
        return purgedIn(folder).length;
      })
      .toBe(1);
    expect([...submissionViews(app.store)]).toEqual([]);
    expect(filesWith(folder, CUSTOMER)).toEqual([]);
  });
});

describe('a folder of an earlier version', () => {
  it('loses what that version had deleted without overwriting it', async () => {
    const folder = temporaryFolder();
    addEnded(folder, { findings: 2000 });
    const old = new DatabaseSync(join(folder, 'queue.db'));
    old.exec(
      'PRAGMA secure_delete = OFF; DELETE FROM finding_blocks; DELETE FROM finding_kinds; PRAGMA wal_checkpoint(TRUNCATE)',
    );
    old.exec("UPDATE batches SET document = json_set(document, '$.remoteMessage', '')");
    old.close();
    rmSync(join(folder, 'reports'), { recursive: true });
    rmSync(join(folder, 'practice'), { recursive: true });
    expect(filesWith(folder, CUSTOMER)).toEqual(['queue.db']);
    const { app } = open(folder);
    expect(await app.keptData.purgeNow(new AbortController().signal)).toBe(true);
    expect(filesWith(folder, CUSTOMER)).toEqual([]);
  });
});

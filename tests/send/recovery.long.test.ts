import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIntact } from '../../src-main/send/receipt.ts';
import { confirmRecovery, recoveryNotice } from '../../src-main/send/recovery/recovery.ts';
import { salvagedTables } from '../../src-main/send/recovery/remains.ts';
import { newestVersion, versionOf } from '../../src-main/send/storage/migrations.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { markSuspect } from '../../src-main/send/storage/suspicion.ts';
import { describeError } from '../../src-shared/errors.ts';
import { runs } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  batchIdOf,
  bytesOf,
  type Content,
  filesIn,
  fill,
  filledFolder,
  killedFolder,
  overwrite,
  start,
} from './folders.ts';

const PAGE = 4096;
const garbage = (bytes: number) => Uint8Array.from({ length: bytes }, (_, index) => (index * 131 + 89) % 256);
const database = (folder: string) => join(folder, 'queue.db');
const damagedFiles = (folder: string) => filesIn(folder).filter((name) => name.startsWith('queue.damaged-'));

/** Changes the stored queue as only a broken disk would. */
function tamper(folder: string, sql: string): void {
  const opened = new DatabaseSync(database(folder));
  opened.exec(sql);
  opened.close();
}

describe('a queue that is sound', () => {
  it('a sound queue is opened as it is, and nothing is set aside', () => {
    const { folder, content } = filledFolder();
    expect(start(folder)).toEqual({ recovery: undefined, ...content });
    expect(damagedFiles(folder)).toEqual([]);
  });

  it('a queue is created where there is none', () => {
    const folder = temporaryFolder();
    expect(start(folder)).toEqual({ recovery: undefined, submissions: [], batches: [], history: [] });
  });

  it('a queue is whole after the process was killed: commits that are only in the log count', () => {
    const { folder, content } = killedFolder();
    expect(start(folder)).toEqual({ recovery: undefined, ...content });
  });

  it('a queue that lost the end of its log loses the last commits, but does not count as damaged', () => {
    const { folder, content } = killedFolder();
    truncateSync(`${database(folder)}-wal`, Math.floor(bytesOf(folder, 'queue.db-wal').length / 2));
    const { recovery, submissions, history } = start(folder);
    expect(recovery).toBeUndefined();
    expect(submissions.length).toBeGreaterThanOrEqual(6);
    expect(history).toEqual(content.history.slice(0, history.length));
    expect(isIntact(history)).toBe(true);
  });

  it('a queue that a newer Tranship has written is refused and left alone', () => {
    const { folder } = filledFolder();
    tamper(folder, `PRAGMA user_version = ${newestVersion + 1}`);
    expect(() => start(folder)).toThrow(expect.objectContaining({ code: 'queue.newer' }));
    expect(filesIn(folder)).toContain('queue.db');
    expect(damagedFiles(folder)).toEqual([]);
  });
});

describe('a damaged queue', () => {
  const damages: [name: string, damage: (folder: string) => void][] = [
    ['that was cut off in the middle', (folder) => truncateSync(database(folder), 7 * PAGE + 100)],
    ['whose header was overwritten', (folder) => overwrite(database(folder), garbage(100), 0)],
    ['whose header is zeros', (folder) => overwrite(database(folder), new Uint8Array(100), 0)],
    ['whose first page is gone', (folder) => overwrite(database(folder), new Uint8Array(PAGE), 0)],
    ['with pages of zeros', (folder) => overwrite(database(folder), new Uint8Array(3 * PAGE), 2 * PAGE)],
    ['with pages of garbage', (folder) => overwrite(database(folder), garbage(3 * PAGE), PAGE)],
    ['that is empty', (folder) => truncateSync(database(folder))],
    ['that became a text', (folder) => writeFileSync(database(folder), 'Dear Sir or Madam, '.repeat(1000))],
    ['that is all garbage', (folder) => writeFileSync(database(folder), garbage(20 * PAGE))],
    ['that does not tell its version', (folder) => tamper(folder, 'PRAGMA user_version = 0')],
    ['that lacks a table', (folder) => tamper(folder, 'DROP TABLE requests')],
  ];

  it.each(damages)('%s is kept byte for byte under a new name', (_, damage) => {
    const { folder } = filledFolder();
    damage(folder);
    const before = bytesOf(folder, 'queue.db');
    const { recovery } = start(folder);
    expect(recovery?.setAside).toBe(join(folder, 'queue.damaged-2026-11-21T10-00-00.db'));
    expect(bytesOf(folder, 'queue.damaged-2026-11-21T10-00-00.db').equals(before)).toBe(true);
  });

  it.each(damages)('%s is followed by a queue that works', (_, damage) => {
    const { folder, content } = filledFolder();
    damage(folder);
    start(folder);
    const store = new QueueStore(folder);
    fill(store, 1, 900);
    expect(store.submissions().at(-1)?.name).toBe('/exports/000900.jsonl');
    expect(content.submissions.map(({ id }) => id)).toHaveLength(12);
    store.close();
  });

  it('a queue whose header or schema is gone is recovered in full', () => {
    const { folder, content } = filledFolder(100);
    overwrite(database(folder), garbage(PAGE), 0);
    const { submissions, batches, history } = start(folder);
    expect(submissions.map(({ name }) => name)).toEqual(content.submissions.map(({ name }) => name));
    expect(batches).toHaveLength(content.batches.length);
    expect(history.slice(0, content.history.length)).toEqual(content.history);
    expect(isIntact(history)).toBe(true);
  });

  it('two parts of a team that the service gave one id are both recovered', () => {
    const { folder } = filledFolder();
    const store = new QueueStore(folder);
    const [one, other] = store.batches().filter(({ delivery }) => delivery !== undefined);
    if (one === undefined || other === undefined) throw new Error('Two batches with an id expected.');
    const told = (batch: typeof one) => ({
      ...batch,
      delivery: one.delivery,
      team: { part: batch.number, revision: 1 },
    });
    store.saveBatch(told(one), undefined);
    store.saveBatch(told(other), undefined);
    store.close();
    overwrite(database(folder), garbage(100), 0);
    const { batches } = start(folder);
    for (const { number } of [one, other])
      expect(batches.find((batch) => batch.number === number)?.delivery?.batchId).toBe(one.delivery?.batchId);
  });

  it('a queue file that was replaced by text leaves an empty queue', () => {
    const { folder } = filledFolder();
    writeFileSync(database(folder), 'Dear Sir or Madam, '.repeat(1000));
    expect(start(folder)).toMatchObject({
      submissions: [],
      batches: [],
      recovery: { recovered: { submissions: 0, batches: 0, events: 0 } },
    });
  });

  it('a submission whose content is invalid is lost with its batches, and reported', () => {
    const { folder } = filledFolder();
    tamper(folder, `UPDATE submissions SET document = json_set(document, '$.stage', 'flying') WHERE id = 3`);
    const { recovery, submissions, batches } = start(folder);
    expect(recovery).toMatchObject({
      recovered: { submissions: 11, batches: 22 },
      lost: { submissions: 1, batches: 2 },
    });
    expect(submissions.some(({ id }) => id === 3)).toBe(false);
    expect(batches.some(({ submission }) => submission === 3)).toBe(false);
  });

  it('a batch that is no JSON is lost, and its submission is marked as incomplete', () => {
    const { folder } = filledFolder();
    // SQLite itself would refuse to store it.
    const stored = bytesOf(folder, 'queue.db');
    for (let at = stored.indexOf('{"number":8,'); at >= 0; at = stored.indexOf('{"number":8,', at + 1)) {
      overwrite(database(folder), Buffer.from('{{'), at);
    }
    const { recovery, submissions, history } = start(folder);
    expect(recovery?.lost).toEqual({ submissions: 0, batches: 1 });
    const owner = submissions.find(({ id }) => id === 4);
    expect(owner).toMatchObject({ paused: true, error: { code: 'queue.incomplete' } });
    const line = history.find(({ kind, submission }) => kind === 'recovered' && submission === 4);
    expect(line?.detail).toEqual({
      ranges: [{ start: 100, end: 150 }],
      batches: [{ number: 8, batchId: batchIdOf(8) }],
    });
  });

  it('the numbers of what is lost are not used again', () => {
    const { folder } = filledFolder();
    tamper(folder, `UPDATE submissions SET document = '{}' WHERE id = 12; PRAGMA user_version = 0`);
    start(folder);
    const store = new QueueStore(folder);
    fill(store, 1, 900);
    expect(store.submissions().at(-1)?.id).toBe(13);
    store.close();
  });

  it('a second damaged queue is set aside beside the first, and only new losses are counted', () => {
    const { folder } = filledFolder();
    tamper(folder, 'UPDATE batches SET document = 1 WHERE number = 8');
    start(folder);
    tamper(folder, 'UPDATE batches SET document = 1 WHERE number = 7');
    expect(start(folder).recovery).toMatchObject({
      setAside: join(folder, 'queue.damaged-2026-11-21T10-00-00-2.db'),
      lost: { submissions: 0, batches: 1 },
    });
  });

  it('a damaged queue keeps its log beside it, under its matching name', () => {
    const { folder, content } = killedFolder();
    overwrite(database(folder), garbage(PAGE), 3 * PAGE);
    overwrite(`${database(folder)}-wal`, garbage(32), 0);
    const log = bytesOf(folder, 'queue.db-wal');
    start(folder);
    expect(bytesOf(folder, 'queue.damaged-2026-11-21T10-00-00.db-wal').equals(log)).toBe(true);
    expect(content.submissions).toHaveLength(12);
  });

  it('a log that is garbage is noticed, although SQLite would continue without its commits', () => {
    const { folder, content } = killedFolder();
    writeFileSync(`${database(folder)}-wal`, garbage(bytesOf(folder, 'queue.db-wal').length));
    const { recovery, submissions } = start(folder);
    expect(recovery?.reason).toContain('write-ahead log');
    expect(submissions.map(({ name }) => name)).toEqual(content.submissions.slice(0, 6).map(({ name }) => name));
  });

  it('commits behind the broken part of the log are recovered', () => {
    const { folder, content } = killedFolder(6, 30);
    overwrite(`${database(folder)}-wal`, garbage(50), 32 + 3 * (24 + PAGE) + 200);
    const { recovery, submissions } = start(folder);
    expect(recovery?.reason).toContain('write-ahead log');
    expect(submissions.at(-1)?.name).toBe(content.submissions.at(-1)?.name);
  });

  it('a queue is recovered from its log when the database itself is gone', () => {
    const { folder } = killedFolder();
    rmSync(database(folder));
    expect(start(folder).recovery?.recovered.submissions).toBeGreaterThan(0);
  });

  it('a destroyed page of findings costs only findings, once a read has met the damage', () => {
    const { folder, content } = filledFolder(1);
    const store = new QueueStore(folder);
    const [submission] = content.submissions;
    if (submission === undefined) throw new Error('a submission expected');
    const message = 'The field “sender” is missing.';
    const findings = Array.from({ length: 5000 }, (_, line) => ({ line, path: 'sender', message }));
    store.findings.add(
      submission.id,
      findings.map((finding) => ({ ...finding, rule: 'field.required' as const, severity: 'error' as const })),
    );
    store.close();
    const pages = bytesOf(folder, 'queue.db').length / PAGE;
    // What was stored last stands at the end.
    overwrite(database(folder), garbage(PAGE), (pages - 3) * PAGE);
    expect(start(folder).recovery).toBeUndefined();
    markSuspect(folder);
    expect(start(folder).recovery).toMatchObject({ lost: { submissions: 0, batches: 0 } });
    const recovered = new QueueStore(folder);
    const left = [...recovered.findings.all(submission.id)];
    recovered.close();
    expect(left.length).toBeGreaterThan(4500);
    expect(left.every((finding) => finding.message === message)).toBe(true);
  });
});

describe('damage that only reading shows', () => {
  it('a queue is recovered when `open` meets damage that the examination did not show', () => {
    const { folder } = filledFolder();
    tamper(folder, `UPDATE batches SET document = json_set(document, '$.state', 'flying') WHERE number = 8`);
    expect(start(folder).recovery).toMatchObject({ lost: { submissions: 0, batches: 1 } });
  });
});

describe('after a recovery', () => {
  const recovered = (change = '') => {
    const { folder, content } = filledFolder();
    tamper(folder, `PRAGMA user_version = 0; ${change}`);
    return { folder, before: content, after: start(folder) };
  };

  it('after a recovery every submission that has not ended is paused, and the others stay as they were', () => {
    const { before, after } = recovered();
    expect(after.submissions).toEqual(
      before.submissions.map((submission, index) => (index % 3 === 0 ? submission : { ...submission, paused: true })),
    );
  });

  it('after a recovery every batch that has an address is verified before anything is sent', () => {
    const { after } = recovered();
    const underway = after.batches.filter((batch) => batch.delivery !== undefined && batch.state !== 'processed');
    expect(underway).toHaveLength(8);
    for (const batch of underway) {
      expect(batch).toMatchObject({ state: 'verifying', delivery: { mayHaveArrived: true } });
    }
  });

  it('a batch whose row is older than the history is asked about under the id in the history', () => {
    const older = `UPDATE batches SET batch_id = NULL,
      document = json_remove(json_set(document, '$.state', 'waiting'), '$.delivery') WHERE number = 3`;
    const { after } = recovered(older);
    expect(after.batches.find(({ number }) => number === 3)).toMatchObject({
      state: 'verifying',
      delivery: { batchId: batchIdOf(3), mayHaveArrived: true },
    });
  });

  it('the history continues unbroken, with an event for the queue and one for each submission', () => {
    const { before, after } = recovered();
    const added = after.history.slice(before.history.length);
    expect(after.history.slice(0, before.history.length)).toEqual(before.history);
    expect(added.map(({ kind }) => kind)).toEqual(Array(13).fill('recovered'));
    expect(added.map(({ submission }) => submission)).toEqual([0, ...before.submissions.map(({ id }) => id)]);
    expect(isIntact(after.history)).toBe(true);
  });

  it('the history reports that an event is missing', () => {
    const { after } = recovered(`DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE position = 5;`);
    expect(isIntact(after.history)).toBe(false);
  });

  it('a recovery is reported at every start until a person has confirmed it', () => {
    const { folder, after } = recovered();
    expect(start(folder).recovery).toEqual(after.recovery);
    confirmRecovery(folder, 1);
    expect(start(folder).recovery).toBeUndefined();
  });

  it('the message names the file that is kept and what is lost', () => {
    const { after } = recovered();
    if (after.recovery === undefined) throw new Error('a recovery expected');
    const { detail } = describeError(recoveryNotice(after.recovery).toRecord());
    expect(detail).toContain(after.recovery.setAside);
    expect(detail).toContain('12 submissions were recovered, 0 could not be');
  });
});

describe('a folder that cannot be used', () => {
  it('a folder in place of the database is reported, and nothing is set aside', () => {
    const folder = temporaryFolder();
    mkdirSync(database(folder));
    expect(() => start(folder)).toThrow(expect.objectContaining({ code: 'folder.unusable' }));
    expect(damagedFiles(folder)).toEqual([]);
  });

  it('an unreadable folder is reported, and nothing is set aside', () => {
    const { folder, content } = filledFolder();
    chmodSync(folder, 0);
    asNobody(() => expect(() => start(folder)).toThrow(expect.objectContaining({ code: 'folder.unusable' })));
    chmodSync(folder, 0o700);
    expect(start(folder)).toEqual({ recovery: undefined, ...content });
  });
});

/** Root may read everything, so the work runs as a user who may not. */
function asNobody(work: () => void): void {
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65_534);
  try {
    work();
  } finally {
    if (asRoot) process.seteuid?.(0);
  }
}

it('any destroyed page costs only what was on it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 5, 40, 150),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.oneof(fc.constant(new Uint8Array(PAGE)), fc.uint8Array({ minLength: PAGE, maxLength: PAGE })),
      (submissions, where, content) => {
        const { folder, content: before } = filledFolder(submissions);
        const file = bytesOf(folder, 'queue.db');
        const offset = Math.floor((where * file.length) / PAGE) * PAGE;
        const destroyed = file.subarray(offset, offset + PAGE).toString('latin1');
        overwrite(database(folder), content, offset);
        markSuspect(folder);
        const after = start(folder);
        expectNothingInvented(before, after);
        const survives = (marker: string) => !destroyed.includes(marker);
        const names = new Set(after.submissions.map(({ name }) => name));
        const contents = new Set(after.batches.map(({ sha256 }) => sha256));
        const hashes = new Set(after.history.map(({ hash }) => hash));
        for (const { name } of before.submissions) if (survives(name)) expect(names).toContain(name);
        for (const { sha256, submission } of before.batches) {
          const owner = before.submissions.find(({ id }) => id === submission)?.name ?? '';
          if (survives(sha256) && survives(owner)) expect(contents).toContain(sha256);
        }
        for (const { hash } of before.history) if (survives(hash)) expect(hashes).toContain(hash);
      },
    ),
    { numRuns: runs(25, 1000) },
  );
});

function expectNothingInvented(before: Content, after: Content): void {
  const submissions = new Map(before.submissions.map((submission) => [submission.id, submission]));
  const batches = new Map(before.batches.map((batch) => [batch.number, batch]));
  const lines = new Map(before.history.map((line) => [line.position, line]));
  for (const { error: _, paused, ...known } of after.submissions) {
    expect({ ...known, paused: false }).toEqual(submissions.get(known.id));
  }
  for (const { state: _, delivery, ...known } of after.batches) {
    const original = batches.get(known.number);
    expect(original).toMatchObject(known);
    expect(delivery?.batchId).toBe(original?.delivery?.batchId);
  }
  for (const line of after.history) if (line.kind !== 'recovered') expect(line).toEqual(lines.get(line.position));
}

it('the recovery knows every table', () => {
  const folder = temporaryFolder();
  new QueueStore(folder).close();
  const opened = new DatabaseSync(database(folder));
  const tables = opened.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  expect(versionOf(opened)).toBe(newestVersion);
  opened.close();
  expect(tables.map(({ name }) => name).sort()).toEqual(
    // These are made again where something is missing in them; what was decided about faults, by the person.
    [...salvagedTables, 'correction_turns', 'line_indexes', 'line_maps', 'named_lines', 'row_maps', 'standings'].sort(),
  );
});

it('a queue of more than a page in each table is read as SQLite reads it', () => {
  const { folder, content } = filledFolder(200);
  tamper(folder, 'PRAGMA user_version = 0');
  const { submissions, batches, history } = start(folder);
  expect(submissions).toHaveLength(200);
  expect(batches).toHaveLength(400);
  expect(history.slice(0, content.history.length)).toEqual(content.history);
});

it('what was corrected by hand is recovered', () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  fill(store, 3);
  const id = store.submissions()[0]?.id;
  if (id === undefined) throw new Error('There is a submission.');
  const content = { id, sha256: 'a'.repeat(64) };
  store.lineEdits.save(content, 5, { kind: 'replaced', text: '{}', reason: 'The bank said so.' });
  store.lineEdits.save(content, 7, { kind: 'replaced', text: '{"name":"Zoë"}' });
  store.lineEdits.save(content, 9, { kind: 'left-out', reason: 'It was paid in cash.', copyOf: 5 });
  store.lineEdits.save(content, 11, { kind: 'left-out' });
  store.lineEdits.undo(id, 11);
  store.close();
  tamper(folder, 'PRAGMA user_version = 0');
  expect(start(folder).recovery).toBeDefined();
  const recovered = new QueueStore(folder);
  expect([...recovered.lineEdits.iterate(content)]).toEqual([
    { line: 5, edit: { kind: 'replaced', text: '{}', reason: 'The bank said so.' } },
    { line: 7, edit: { kind: 'replaced', text: '{"name":"Zoë"}' } },
    { line: 9, edit: { kind: 'left-out', reason: 'It was paid in cash.', copyOf: 5 } },
  ]);
  recovered.close();
});

it('control figures are recovered as they were entered last', () => {
  const { folder } = filledFolder(1);
  const store = new QueueStore(folder);
  const day = { connection: 'bank', day: '2026-01-31', at: 1, figures: [{ currency: 'EUR', count: 2, sum: '5' }] };
  const later = { ...day, at: 2, figures: [{ currency: 'EUR', count: 3, sum: '7.5' }] };
  for (const entered of [day, later]) {
    store.saveControl([entered], { at: entered.at, kind: 'control-entered', detail: { connection: 'bank' } });
  }
  store.close();
  tamper(folder, 'PRAGMA user_version = 0');
  expect(start(folder).recovery).toBeDefined();
  const recovered = new QueueStore(folder);
  expect(recovered.control.all()).toEqual([later]);
  recovered.close();
});

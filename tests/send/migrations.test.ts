import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { isIntact, receiptFor } from '../../src-main/send/receipt.ts';
import { flawsOfQueue } from '../../src-main/send/sealed/sealed-queue.ts';
import { openDatabase } from '../../src-main/send/storage/database.ts';
import { migrate, newestVersion, versionOf } from '../../src-main/send/storage/migrations.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { batchStateSchema } from '../../src-shared/shapes.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { start } from './folders.ts';
import { at } from './samples.ts';

const dump = readFileSync(new URL('fixtures/version-1.sql', import.meta.url), 'utf8');

/** A data folder as version 1 left it. */
function folderOfVersion1(): string {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'queue.db'));
  database.exec(dump);
  database.close();
  return folder;
}

/** Every row of every table of version 1. */
function rowsOf(database: DatabaseSync) {
  const tables = ['submissions', 'batches', 'events', 'requests', 'finding_lists', 'sqlite_sequence'];
  return tables.map((table) => database.prepare(`SELECT rowid AS rowid_, * FROM ${table} ORDER BY rowid`).all());
}

/** An upload under way had not noted whether its last block was about to leave: it counts as having left. */
function asNowStored(tables: ReturnType<typeof rowsOf>): ReturnType<typeof rowsOf> {
  const isUnderWay = (document: unknown) => String(document).includes('"state":"uploading"');
  const doubted = (text: string) => text.replace('"mayHaveArrived":false', '"mayHaveArrived":true');
  // Entries of the history had no recorder and no seal.
  const unrecorded = { user: null, machine: null, version: null, key: null, seal: null };
  return tables.map((rows) =>
    rows.map((row) => {
      if ('previous_hash' in row) return { ...row, ...unrecorded };
      if (isUnderWay(row.document)) return { ...row, document: doubted(String(row.document)) };
      // Which lines the report names was not stored: it is read again.
      const isRefused = String(row.document).includes('"state":"rejected"');
      return isRefused
        ? { ...row, document: String(row.document).replace('"report":"kept"', '"report":"wanted"') }
        : row;
    }),
  );
}

function schemaOf(database: DatabaseSync) {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
}

describe('a queue of version 1', () => {
  it('a queue of version 1 is migrated without losing or changing a row', () => {
    const path = join(folderOfVersion1(), 'queue.db');
    const before = new DatabaseSync(path);
    const rows = rowsOf(before);
    expect(versionOf(before)).toBe(1);
    before.close();
    const after = openDatabase(path);
    expect(versionOf(after)).toBe(newestVersion);
    expect(rowsOf(after)).toEqual(asNowStored(rows));
    after.close();
  });

  it('a migrated queue verifies again what had counted as arrived without proof', () => {
    const folder = folderOfVersion1();
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database.exec(`UPDATE batches SET document = json_set(json_remove(document, '$.acceptedAt'), '$.remoteState',
      iif(number = 9, 'VALIDATION_STARTED', 'IN_PROGRESS')) WHERE json_extract(document, '$.state') = 'processing'`);
    database.close();
    const store = new QueueStore(folder);
    const [believed, ...others] = store.batches().filter(({ remoteState }) => remoteState === 'VALIDATION_STARTED');
    expect([believed?.state, believed?.seenAt, others]).toEqual(['verifying', undefined, []]);
    const proven = store.batches().filter(({ remoteState }) => remoteState === 'IN_PROGRESS');
    for (const { state, acceptedAt } of proven) expect([state, acceptedAt]).toEqual(['processing', expect.any(Number)]);
    store.close();
  });

  it('a migrated queue can be read in full: a submission in each stage, a batch in each state', () => {
    const { submissions, batches, recovery } = start(folderOfVersion1());
    expect(recovery).toBeUndefined();
    expect(new Set(submissions.map(({ stage }) => stage))).toEqual(
      new Set(['checking', 'check-failed', 'held', 'approved', 'cancelled']),
    );
    // Version 1 did not know these.
    const later: readonly string[] = ['unknown', 'unreported', 'partially-accepted'];
    const states = batchStateSchema.options.filter((state) => !later.includes(state));
    expect(new Set(batches.map(({ state }) => state))).toEqual(new Set(states));
  });

  it('a migrated queue keeps its history unchanged', () => {
    const { history } = start(folderOfVersion1());
    expect(history.length).toBeGreaterThan(30);
    expect(isIntact(history)).toBe(true);
  });

  it('a migrated queue keeps its findings, its receipts and the times of its requests', () => {
    const store = new QueueStore(folderOfVersion1());
    const held = store.submissions().find(({ stage }) => stage === 'held');
    if (held === undefined) throw new Error('a held submission expected');
    expect([...store.findings.all(held.id)].map(({ rule }) => rule)).toEqual(['file.bom', 'field.required']);
    expect(receiptFor(store, '00000005-0000-4000-8000-000000000000')).toMatchObject({
      state: 'processed',
      historyIntact: true,
    });
    expect(store.ledger.recent('batch-status bank', at)).toEqual([at + 1]);
    store.close();
  });

  it('a migrated queue says nothing else than its history, which recorded less', () => {
    const store = new QueueStore(folderOfVersion1());
    expect([...flawsOfQueue(store)]).toEqual([]);
    store.close();
  });

  it('a migrated queue gets the same schema as a new one', () => {
    const migrated = folderOfVersion1();
    const fresh = temporaryFolder();
    for (const folder of [migrated, fresh]) new QueueStore(folder).close();
    const [one, other] = [migrated, fresh].map((folder) => {
      const database = new DatabaseSync(join(folder, 'queue.db'));
      const schema = schemaOf(database);
      database.close();
      return schema;
    });
    expect(one).toEqual(other);
  });

  it('a queue stays at version 1 when a migration is interrupted, and continues from there', () => {
    const path = join(folderOfVersion1(), 'queue.db');
    const database = new DatabaseSync(path);
    const schema = schemaOf(database);
    database.exec('CREATE TABLE submissions_by_content (in_the_way)');
    expect(() => migrate(database)).toThrow();
    expect(versionOf(database)).toBe(1);
    database.exec('DROP TABLE submissions_by_content');
    expect(schemaOf(database)).toEqual(schema);
    migrate(database);
    expect(versionOf(database)).toBe(newestVersion);
    database.close();
  });
});

it.each(Array.from({ length: newestVersion }, (_, index) => index + 1))(
  'version %i can be reached from every earlier one, with the same result',
  (version) => {
    const schemas = Array.from({ length: version }, (_, stop) => {
      const database = new DatabaseSync(':memory:');
      migrate(database, stop);
      migrate(database, version);
      migrate(database, version);
      const schema = { version: versionOf(database), tables: schemaOf(database) };
      database.close();
      return schema;
    });
    for (const schema of schemas) expect(schema).toEqual(schemas[0]);
    expect(schemas[0]?.version).toBe(version);
  },
);

it('the submissions with the same content are found without reading all of them', () => {
  const database = openDatabase(join(folderOfVersion1(), 'queue.db'));
  const question = "SELECT id FROM submissions WHERE json_extract(document, '$.check.sha256') = ?";
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${question}`).all('c'.repeat(64));
  expect(plan.map(({ detail }) => detail).join()).toContain('INDEX submissions_by_content (<expr>=?)');
  expect(database.prepare(question).all('c'.repeat(64))).toMatchObject([{ id: 3 }]);
  database.close();
});

it('Each version is told in the documents', () => {
  const told = readFileSync(new URL('../../docs/data-folder.md', import.meta.url), 'utf8').matchAll(/^\| (\d+) \| /gm);
  expect(Math.max(...[...told].map(([, version]) => Number(version)))).toBe(newestVersion);
});

/**
 * @file Each column of each table of the queue, and each value in its documents, is edited by itself: the verification names it,
 * or docs/threat-model.md says why it is not covered.
 */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { occasionOf } from '../../src-main/send/batch-history.ts';
import { submissionIdSchema } from '../../src-main/send/submission.ts';
import { at } from '../send/samples.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { attack, open, sealedFolder, sendFile, verify } from './attacked-folder.ts';

/** Without consequence, as the document says: made again, only shown, or only a time of waiting. */
const notCovered = [
  // Times and counts of waiting, and the words of the service.
  ...['failures', 'notBefore', 'polls', 'refusedAddresses', 'remoteMessage'].map((name) => `batches.document .${name}`),
  // Whether to ask before sending again, of a batch that has arrived; of one that has not, it is sealed.
  'batches.document .delivery.mayHaveArrived',
  // Said a second time, where it is not read: the row, the document.
  ...['submissions.document .id', 'control_figures.connection', 'control_figures.day'],
  'submissions.document .check.durationMs',
];

/** Tables without consequence: made again, only shown, or a person's draft. */
const tablesNotCovered = [
  ...[
    'finding_blocks',
    'finding_kinds',
    'finding_lists',
    'correction_turns',
    'line_edits',
    'line_indexes',
    'line_maps',
    'marks',
  ],
  ...['requests', 'row_maps', 'sqlite_sequence', 'standings'],
];

/** A folder whose tables have rows: a batch whose report has named lines, and figures that a person has entered. */
function fullFolder() {
  const { folder, key } = sealedFolder();
  const { store, close } = open(folder, key);
  const [batch] = store.batches(submissionIdSchema.parse(1));
  if (batch === undefined) throw new Error('the folder has no batch');
  const named = { ...batch, state: 'partially-accepted' as const, report: 'kept' as const, named: 1 };
  store.saveBatch(named, occasionOf(batch, named, { kind: 'report-kept' }, at), LineSet.of([2]));
  const day = { connection: 'bank', day: '2026-11-25', at, figures: [{ currency: 'EUR', count: 2, sum: '3.00' }] };
  store.saveControl([day], { at, kind: 'control-entered', detail: { connection: 'bank', days: [day.day] } });
  close();
  return { folder, key };
}

type Edit = readonly [where: string, run: (database: DatabaseSync) => void];

const rowsOf = (database: DatabaseSync, sql: string) =>
  z.array(z.record(z.string(), z.unknown())).parse(database.prepare(sql).all());

/** An edit of each column by itself, and of each value in a document, in the first row that has one. */
function editsOf(folder: string): Edit[] {
  const database = new DatabaseSync(join(folder, 'queue.db'), { readOnly: true });
  try {
    const tables = rowsOf(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    return tables.flatMap(({ name }) => editsOfTable(database, String(name)));
  } finally {
    database.close();
  }
}

function editsOfTable(database: DatabaseSync, table: string): Edit[] {
  const columns = rowsOf(database, `SELECT name, type FROM pragma_table_info('${table}')`);
  return columns.flatMap(({ name }): Edit[] => {
    const column = String(name);
    const [row] = rowsOf(
      database,
      `SELECT rowid AS at, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL LIMIT 1`,
    );
    if (row === undefined) return [[`${table}.${column}`, () => {}]];
    const { at, value } = row;
    const set = (sql: string) => (edited: DatabaseSync) =>
      edited.exec(`PRAGMA foreign_keys = OFF; UPDATE ${table} SET ${column} = ${sql} WHERE rowid = ${Number(at)}`);
    if (typeof value === 'string' && value.startsWith('{'))
      return leavesOf(JSON.parse(value)).map(([path, leaf]) => [
        `${table}.${column} ${path.replaceAll(/\[\d+\]/g, '[]')}`,
        set(`json_set(${column}, '$${path}', json('${JSON.stringify(otherThan(leaf)).replaceAll("'", "''")}'))`),
      ]);
    return [[`${table}.${column}`, set(sqlOf(otherThan(value)))]];
  });
}

function leavesOf(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => leavesOf(item, `${path}[0]`));
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string')
    return /[0-9a-f]$/.test(value) ? `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}` : `${value}x`;
  return 1;
}

const sqlOf = (value: unknown): string =>
  typeof value === 'number' ? `${value}` : `'${String(value).replaceAll("'", "''")}'`;

async function isNoticed(folder: string, key: Parameters<typeof verify>[1]): Promise<boolean> {
  try {
    return (await verify(folder, key)).verdict === 'fails';
  } catch {
    return true;
  }
}

it('each value of the queue that is edited by itself is noticed, or is known not to be', async () => {
  const { folder, key } = fullFolder();
  const unnoticed: string[] = [];
  for (const [where, run] of editsOf(folder)) {
    const copy = folderOfFile();
    cpSync(folder, copy, { recursive: true });
    try {
      attack(copy, run);
    } catch {
      // The database itself refuses it.
      continue;
    }
    if (!(await isNoticed(copy, key))) unnoticed.push(where);
  }
  const others = unnoticed.filter((where) => !tablesNotCovered.includes(where.split('.')[0] ?? ''));
  expect([...new Set(others)].sort()).toEqual([...notCovered].sort());
});

it('the document names each that is not covered', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/threat-model.md'), 'utf8');
  const fields = notCovered.map((where) => where.split(' .')[1] ?? where);
  expect([...fields, ...tablesNotCovered].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('other lines than a report has named, as many, are noticed', async () => {
  const { folder, key } = fullFolder();
  expect((await verify(folder, key)).verdict).toBe('holds');
  attack(folder, (database) => database.prepare('UPDATE named_lines SET lines = ?').run(LineSet.of([1]).encode()));
  expect(await isNoticed(folder, key)).toBe(true);
});

it('a history copied from another folder is noticed, in whole and entry by entry', async () => {
  const { folder, key } = sealedFolder();
  const other = sealedFolder();
  const opened = open(other.folder, other.key);
  sendFile(opened, 3);
  opened.close();
  const from = join(other.folder, 'queue.db');
  for (const entries of ['position > 0', 'position = 2', 'position = 11']) {
    const copy = folderOfFile();
    cpSync(folder, copy, { recursive: true });
    attack(copy, (database) =>
      database.exec(
        `ATTACH '${from}' AS other; DELETE FROM events WHERE ${entries};
         INSERT INTO events SELECT * FROM other.events WHERE ${entries}; DETACH other`,
      ),
    );
    expect(await isNoticed(copy, key), entries).toBe(true);
  }
});

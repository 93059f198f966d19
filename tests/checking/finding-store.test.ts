import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Finding } from '../../src-main/checking/finding.ts';
import { FindingStore } from '../../src-main/checking/finding-store.ts';
import { temporaryFolder } from './sources.ts';

function finding(line: number, message = `on line ${line}`): Finding {
  return { line, rule: 'line.blank', severity: 'error', path: '', message };
}

function temporaryStore() {
  const database = new DatabaseSync('');
  return { database, store: new FindingStore(database) };
}

it('gives findings back in line order, those of one line in the order found', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(3), finding(2, 'first')]);
  store.add('a', [finding(2, 'second'), finding(0), finding(10)]);
  expect([...store.iterate('a')]).toEqual([
    finding(0),
    finding(2, 'first'),
    finding(2, 'second'),
    finding(3),
    finding(10),
  ]);
});

it('gives them back page by page', () => {
  const { store } = temporaryStore();
  store.add(1, [finding(1, 'first'), finding(1, 'second'), finding(2)]);
  const first = store.page(1, undefined, 2);
  expect(first.findings).toEqual([finding(1, 'first'), finding(1, 'second')]);
  expect(store.page(1, first.next, 2)).toEqual({ findings: [finding(2)], next: undefined });
});

it('iterates over more findings than fit on a page', () => {
  const { store } = temporaryStore();
  const findings = Array.from({ length: 2500 }, (_, index) => finding(index + 1));
  store.add('a', findings);
  expect([...store.iterate('a')]).toEqual(findings);
});

it('keeps owners apart, also the number 1 from the text “1”', () => {
  const { store } = temporaryStore();
  store.add(1, [finding(1)]);
  store.add('1', [finding(2)]);
  expect([...store.iterate('1')]).toEqual([finding(2)]);
});

it('counts by rule', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(1), { ...finding(2), rule: 'json.syntax' }, finding(3)]);
  expect(store.countByRule('a')).toEqual({ 'line.blank': 2, 'json.syntax': 1 });
});

it('deletes the findings of one owner only', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(1)]);
  store.add('b', [finding(2)]);
  store.delete('a');
  expect([...store.iterate('a'), ...store.iterate('b')]).toEqual([finding(2)]);
});

it('adds all findings or none', () => {
  const { database, store } = temporaryStore();
  database.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON findings WHEN NEW.line = 2 BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  expect(() => store.add('a', [finding(1), finding(2)])).toThrow('no');
  expect([...store.iterate('a')]).toEqual([]);
});

it('adds within a transaction of its caller, who may still roll back', () => {
  const { database, store } = temporaryStore();
  database.exec('BEGIN');
  store.add('a', [finding(1)]);
  database.exec('ROLLBACK');
  expect([...store.iterate('a')]).toEqual([]);
});

it('finds what was stored after the database was closed and opened again', () => {
  const path = join(temporaryFolder(), 'queue.db');
  const database = new DatabaseSync(path);
  new FindingStore(database).add('a', [finding(1)]);
  database.close();
  const reopened = new DatabaseSync(path);
  expect([...new FindingStore(reopened).iterate('a')]).toEqual([finding(1)]);
  reopened.close();
});

import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { PackedFindings } from '../../src-main/check/findings/packed-findings.ts';
import { TemporaryFindings } from '../../src-main/check/findings/temporary-findings.ts';

const finding = (line: number): Finding => ({
  line,
  rule: 'line.blank',
  severity: 'error',
  path: '',
  message: 'blank',
});

it('Temporary findings come back in line order', () => {
  const findings = new TemporaryFindings();
  findings.add('a', PackedFindings.of([finding(2)]));
  findings.add('a', PackedFindings.of([finding(1)]));
  expect([...findings.iterate('a')]).toEqual([finding(1), finding(2)]);
});

it('A full disk for temporary files is called that, and not a fault in Tranship', () => {
  const database = new DatabaseSync('');
  const findings = new TemporaryFindings(database);
  database.exec(`PRAGMA max_page_count = ${Number(database.prepare('PRAGMA page_count').get()?.['page_count'])}`);
  const many = Array.from({ length: 5000 }, (_, index) => finding(index + 1));
  expect(() => findings.add('a', PackedFindings.of(many))).toThrow(expect.objectContaining({ code: 'disk.full' }));
});

it('Any other fault of the database stays what it is', () => {
  const database = new DatabaseSync('');
  const findings = new TemporaryFindings(database);
  database.exec('DROP TABLE finding_kinds');
  expect(() => findings.add('a', PackedFindings.of([finding(1)]))).toThrow(/no such table/);
});

import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Finding, type FindingKind, ruleIds } from '../../src-main/check/findings/finding.ts';
import { FindingStore } from '../../src-main/check/findings/finding-store.ts';
import { FindingRows, PackedFindings, seal, unseal } from '../../src-main/check/findings/packed-findings.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { anyText } from '../any-text.ts';
import { check, spoilt } from './sources.ts';

const finding = (line: number, path: string, message = path): Finding => ({
  line,
  path,
  message,
  rule: 'field.format',
  severity: 'error',
});

const store = () => new FindingStore(new DatabaseSync(''));
const all = { offset: 0, limit: 100 };

it('Findings are grouped by rule, field and value, the most frequent first, with their first lines', async () => {
  const own = store();
  const lines = Array.from({ length: 20 }, (_, n) =>
    n % 4 === 0 ? spoilt('payment_source_country', 'Norway', n) : spoilt('payment_source_country', 'Sweden', n),
  );
  await check(lines.join('\n'), { onFindings: (findings) => own.add('a', findings) });
  const { groups, total, findings } = await own.groups('a', {}, all);
  expect({ total, findings }).toEqual({ total: 2, findings: 20 });
  expect(groups).toMatchObject([
    { rule: 'field.format', path: 'payment_source_country', value: 'Sweden', count: 15, firstLines: [2, 3, 4, 6, 7] },
    { rule: 'field.format', path: 'payment_source_country', value: 'Norway', count: 5, firstLines: [1, 5, 9, 13, 17] },
  ]);
});

it('A value is kept with up to 200 characters, although the message shows fewer', async () => {
  const own = store();
  const long = 'a country of '.repeat(15);
  await check(spoilt('payment_source_country', long), { onFindings: (findings) => own.add('a', findings) });
  const { groups } = await own.groups('a', {}, all);
  expect(groups[0]?.value).toBe(long);
  expect(inEnglish(groups[0]?.message ?? '')).not.toContain(long);
});

it('The lines that share one modification id are a group, although each message names other lines, and those of another id are another', async () => {
  const own = store();
  const lines = [1, 2, 1, 2, 1].map((n) => spoilt('payment_method', 'x', n));
  await check(lines.join('\n'), { onFindings: (findings) => own.add('a', findings) });
  const { groups } = await own.groups('a', {}, all);
  expect(groups).toMatchObject([
    { rule: 'modification.duplicate', count: 3, firstLines: [1, 3, 5] },
    { rule: 'modification.duplicate', count: 2, firstLines: [2, 4] },
  ]);
});

it('Groups are filtered by rule, severity and text, and paged', async () => {
  const own = store();
  own.add('a', [
    finding(1, 'one'),
    finding(2, 'two'),
    finding(3, 'two'),
    { ...finding(4, 'two'), severity: 'warning' },
  ]);
  const paths = async (filter: Parameters<FindingStore['groups']>[1], part = all) =>
    (await own.groups('a', filter, part)).groups.map(({ path, severity }) => `${severity} ${path}`);
  expect(await paths({})).toEqual(['error two', 'error one', 'warning two']);
  expect(await paths({}, { offset: 1, limit: 1 })).toEqual(['error one']);
  expect(await paths({ severity: 'warning' })).toEqual(['warning two']);
  expect(await paths({ text: 'ONE' })).toEqual(['error one']);
  expect(await paths({ rules: ['json.syntax'] })).toEqual([]);
});

it('The findings of a group are selected by its number', async () => {
  const own = store();
  own.add('a', [finding(1, 'one'), finding(2, 'two'), finding(3, 'one')]);
  const [group] = (await own.groups('a', {}, all)).groups;
  expect(own.slice('a', 0, 10, { group: group?.id ?? 0 }).map(({ line }) => line)).toEqual([1, 3]);
  expect(own.slice('a', 1, 10, { group: group?.id ?? 0 }).map(({ line }) => line)).toEqual([3]);
});

it('A group continues over any number of additions, also after more kinds than are remembered', async () => {
  const own = store();
  const many = (from: number) => Array.from({ length: 15_000 }, (_, n) => finding(from + n, `field ${from + n}`));
  own.add('a', [finding(1, 'again')]);
  own.add('a', many(2));
  own.add('a', many(15_002));
  own.add('a', [finding(40_000, 'again')]);
  const [group] = (await own.groups('a', {}, { offset: 0, limit: 1 })).groups;
  expect(group).toMatchObject({ path: 'again', count: 2, firstLines: [1, 40_000] });
});

it('Groups that are no longer waited for are not looked for further', async () => {
  const own = store();
  own.add(
    'a',
    Array.from({ length: 5000 }, (_, n) => finding(n, `field ${n}`)),
  );
  const stop = new AbortController();
  const groups = own.groups('a', {}, all, stop.signal);
  stop.abort(new Error('enough'));
  await expect(groups).rejects.toThrow('enough');
});

it('What is added within a transaction that is taken back leaves nothing behind', async () => {
  const database = new DatabaseSync('');
  const own = new FindingStore(database);
  database.exec('BEGIN');
  own.add('a', [finding(1, 'one')]);
  database.exec('ROLLBACK');
  own.add('a', [finding(7, 'two'), finding(8, 'one')]);
  expect([...own.iterate('a')]).toEqual([finding(7, 'two'), finding(8, 'one')]);
  expect((await own.groups('a', {}, all)).groups.map(({ path, count }) => [path, count])).toEqual([
    ['two', 1],
    ['one', 1],
  ]);
});

const someFindings = fc.array(
  fc.record({
    line: fc.nat(50),
    rule: fc.constantFrom(...ruleIds),
    severity: fc.constantFrom('error' as const, 'warning' as const),
    path: anyText(),
    message: anyText(),
  }),
);

it('Findings of any kind come back from their bytes, with later lines', () => {
  fc.assert(
    fc.property(someFindings, fc.nat(1000), (findings, linesBefore) => {
      const sorted = findings.toSorted((a, b) => a.line - b.line);
      const packed = PackedFindings.of(findings);
      expect([...packed]).toEqual(sorted);
      expect(packed.first(3)).toEqual(sorted.slice(0, 3));
      expect([...unseal(seal(packed), linesBefore)]).toEqual(
        sorted.map((one) => ({ ...one, line: one.line + linesBefore })),
      );
    }),
  );
});

it('Rows in damaged bytes are recognised, or are rows', () => {
  const kinds: FindingKind[] = [{ rule: 'line.blank', severity: 'error', path: '', message: '' }];
  const { words } = FindingRows.of([[0], [0, 0]], Uint32Array.of(1, 0, 2, 1), 3);
  const bytes = new Uint8Array(words.buffer);
  expect(FindingRows.read(bytes)).toBeDefined();
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
      const damaged = bytes.slice(0, length === 0 ? bytes.length : length);
      damaged[at % damaged.length] = value;
      const rows = FindingRows.read(damaged);
      if (rows !== undefined) expect([...new PackedFindings(kinds, rows)].length).toBeLessThan(20);
    }),
  );
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Finding, ruleIds } from '../../src-main/check/findings/finding.ts';
import { type FindingFilter, FindingStore } from '../../src-main/check/findings/finding-store.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { temporaryFolder } from './sources.ts';

function finding(line: number, message = `on line ${line}`): Finding {
  return { line, rule: 'line.blank', severity: 'error', path: '', message };
}

function temporaryStore() {
  const database = new DatabaseSync('');
  return { database, store: new FindingStore(database) };
}

it('The store returns findings in line order, and those of one line in the order found', () => {
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

it('The store iterates over more findings than fit into a block', () => {
  const { store } = temporaryStore();
  const findings = Array.from({ length: 2500 }, (_, index) => finding(index + 1));
  store.add('a', findings);
  expect([...store.iterate('a')]).toEqual(findings);
});

it('The store keeps owners apart, including the number 1 and the text “1”', () => {
  const { store } = temporaryStore();
  store.add(1, [finding(1)]);
  store.add('1', [finding(2)]);
  expect([...store.iterate('1')]).toEqual([finding(2)]);
});

it('The store counts findings by rule', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(1), { ...finding(2), rule: 'json.syntax' }, finding(3)]);
  expect(store.countByRule('a')).toEqual({ 'line.blank': 2, 'json.syntax': 1 });
});

it('The store deletes the findings of one owner only', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(1)]);
  store.add('b', [finding(2)]);
  store.delete('a');
  expect([...store.iterate('a'), ...store.iterate('b')]).toEqual([finding(2)]);
});

it('The store adds all findings or none', () => {
  const { database, store } = temporaryStore();
  database.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON finding_blocks WHEN NEW.last_line = 2 BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  expect(() => store.add('a', [finding(1), finding(2)])).toThrow('no');
  expect([...store.iterate('a')]).toEqual([]);
});

it("The store adds findings within its caller's transaction, which may still roll back", () => {
  const { database, store } = temporaryStore();
  database.exec('BEGIN');
  store.add('a', [finding(1)]);
  database.exec('ROLLBACK');
  expect([...store.iterate('a')]).toEqual([]);
});

it('Stored findings are found after the database is closed and reopened', () => {
  const path = join(temporaryFolder(), 'queue.db');
  const database = new DatabaseSync(path);
  new FindingStore(database).add('a', [finding(1)]);
  database.close();
  const reopened = new DatabaseSync(path);
  expect([...new FindingStore(reopened).iterate('a')]).toEqual([finding(1)]);
  reopened.close();
});

/** Findings of a few rules on a few lines, in line order as a check adds them. */
const someFindings = fc
  .array(
    fc.record({
      line: fc.nat(8),
      rule: fc.constantFrom(...ruleIds.slice(5, 9)),
      severity: fc.constantFrom('error', 'warning'),
    }),
    { maxLength: 60 },
  )
  .map((drawn) =>
    drawn
      .sort((a, b) => a.line - b.line)
      .map(({ line, rule, severity }, index): Finding => ({ line, rule, severity, path: '', message: String(index) })),
  );

const someFilter: fc.Arbitrary<FindingFilter> = fc.record(
  {
    rules: fc.uniqueArray(fc.constantFrom(...ruleIds.slice(5, 9)), { maxLength: 3 }),
    severity: fc.constantFrom('error', 'warning'),
    text: fc.constantFrom('1', '2', 'x'),
  },
  { requiredKeys: [] },
);

const passes =
  ({ rules, severity, text }: FindingFilter) =>
  (one: Finding) =>
    (rules === undefined || rules.includes(one.rule)) &&
    (severity === undefined || severity === one.severity) &&
    (text === undefined || inEnglish(one.message).includes(text));

it('The store filters by rule, severity and text like an array, slice by slice, however the findings were added', () => {
  const batches = fc.array(someFindings, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(batches, someFilter, fc.integer({ min: 1, max: 7 }), (added, filter, limit) => {
      const { store } = temporaryStore();
      for (const findings of added) {
        store.add('other', findings);
        store.add('a', findings);
      }
      const wanted = added
        .flat()
        .toSorted((a, b) => a.line - b.line)
        .filter(passes(filter));
      const sliced = Array.from({ length: Math.ceil(wanted.length / limit) + 1 }, (_, page) =>
        store.slice('a', page * limit, limit, filter),
      );
      expect(sliced.flat()).toEqual(wanted);
      expect(store.countBefore('a', 4, filter)).toBe(wanted.filter(({ line }) => line < 4).length);
    }),
  );
});

it('The store iterates only over the findings of a filter', () => {
  const { store } = temporaryStore();
  store.add('a', [finding(1), { ...finding(2), severity: 'warning' }, finding(3)]);
  expect([...store.iterate('a', { severity: 'warning' })]).toEqual([{ ...finding(2), severity: 'warning' }]);
});

function rowsIn(database: DatabaseSync): unknown {
  return database.prepare('SELECT count(*) AS rows FROM finding_kinds').get()?.['rows'];
}

const manyFindings = Array.from({ length: 20_000 }, (_, index) => finding(index + 1));

it('The store deletes a long list at once and removes its rows later, a thousand at a time', async () => {
  const { database, store } = temporaryStore();
  store.add('a', manyFindings);
  store.delete('a');
  expect([...store.iterate('a')]).toEqual([]);
  const left: unknown[] = [];
  const swept = store.sweep();
  left.push(rowsIn(database));
  await swept;
  left.push(rowsIn(database));
  expect(left).toEqual([19_000, 0]);
});

it('Rows of a deleted list are removed while the findings of the next check are added', () => {
  const { database, store } = temporaryStore();
  store.add('a', manyFindings);
  store.delete('a');
  for (let n = 0; n < 21; n++) store.add('a', [finding(n)]);
  expect(rowsIn(database)).toBe(21);
});

it('An aborted sweep stops removing rows', async () => {
  const { database, store } = temporaryStore();
  store.add('a', manyFindings);
  store.delete('a');
  await expect(store.sweep(AbortSignal.abort(new Error('closing')))).rejects.toThrow();
  expect(rowsIn(database)).toBe(19_000);
});

it('The store returns any slice of the selected findings, in any order of requests', () => {
  const { store } = temporaryStore();
  const rules = ['line.blank', 'json.syntax', 'field.unknown', 'modification.duplicate'] as const;
  const findings = Array.from({ length: 5000 }, (_, index): Finding => {
    const rule = rules[(index * 7) % rules.length] ?? 'line.blank';
    return { ...finding((index * 31) % 2000, `${index}`), rule, severity: index % 3 === 0 ? 'warning' : 'error' };
  });
  store.add('other', findings.slice(0, 10));
  store.add('a', findings);
  const filter = fc.record(
    { rules: fc.subarray([...rules]), severity: fc.constantFrom('error' as const, 'warning' as const) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(filter, fc.nat(5200), fc.integer({ min: 1, max: 500 }), (wanted, offset, limit) => {
      const all = [...store.iterate('a', wanted)];
      expect(store.slice('a', offset, limit, wanted)).toEqual(all.slice(offset, offset + limit));
    }),
    { numRuns: 60 },
  );
});

it('The store counts positions again after findings were added or deleted', () => {
  const { store } = temporaryStore();
  const findings = Array.from({ length: 1500 }, (_, index) => finding(index + 1));
  store.add('a', findings);
  expect(store.slice('a', 1200, 1, {})).toEqual([finding(1201)]);
  store.add('a', [finding(0)]);
  expect(store.slice('a', 1200, 1, {})).toEqual([finding(1200)]);
  store.delete('a');
  expect(store.slice('a', 1200, 1, {})).toEqual([]);
});

it('The store finds the nearest faulty line before and after a line', () => {
  const { store } = temporaryStore();
  const warning = (line: number): Finding => ({ ...finding(line), rule: 'field.unknown', severity: 'warning' });
  store.add('a', [finding(0), finding(3), warning(4), { ...finding(9), rule: 'json.syntax' }, finding(12)]);
  store.add('b', [finding(5)]);
  const around = (line: number, severity: Finding['severity'] = 'error') => [
    store.nearestLine('a', line, 'previous', severity),
    store.nearestLine('a', line, 'next', severity),
  ];
  expect([around(9), around(4), around(3), around(12), around(4, 'warning'), around(7, 'warning')]).toEqual([
    [3, 12],
    [3, 9],
    [undefined, 9],
    [9, undefined],
    [undefined, undefined],
    [4, undefined],
  ]);
  expect(store.nearestLine('unknown', 1, 'next', 'error')).toBeUndefined();
});

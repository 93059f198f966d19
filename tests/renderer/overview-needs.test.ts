import { expect, it } from 'vitest';
import { needsIn } from '../../src-renderer/overview/needs.ts';
import { needInWords } from '../../src-renderer/texts/overview.ts';
import { noLines } from '../../src-shared/account.ts';
import { row } from '../shells/rows.ts';

it('of what needs a person, lines that are at the service twice come first', () => {
  const unknown = row(1, { state: 'unknown', unknownBatches: 1, account: { ...noLines(), unknown: 10 } });
  const rejected = row(2, { state: 'rejected', account: { ...noLines(), rejected: 10 } });
  const accepted = { ...noLines(), accepted: 10 };
  const doubled = row(3, { state: 'processed', account: accepted, doubled: { batches: 1, lines: 7 } });
  const { count, first } = needsIn([row(4, { state: 'processed', account: accepted }), rejected, unknown, doubled]);
  expect([count, first.map(({ outcome }) => outcome)]).toEqual([3, ['doubled', 'unknown', 'rejected']]);
  expect(needInWords('processed', first[0]?.lines ?? 0, 'doubled')).toBe('7 lines are at the service twice');
});

it('rows that a preparation refused are a thing that needs a person, by their number', () => {
  const refusedRows = { manifest: 'a', first: 1, exports: [{ export: 'november.csv', rows: 12 }] };
  const done = { state: 'processed', account: { ...noLines(), accepted: 388 }, refusedRows } as const;
  const { count, first } = needsIn([row(1, done), row(2, done)]);
  expect([count, first.map(({ outcome, lines }) => [outcome, lines])]).toEqual([1, [['refused', 12]]]);
  expect(needInWords('processed', 12, 'refused')).toBe('12 rows of an export are still to be prepared');
});

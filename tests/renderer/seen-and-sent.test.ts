/** @file What the service has seen is set beside what was sent, by day and by currency. */

import { expect, it } from 'vitest';
import { comparedWith, seenIn } from '../../src-renderer/observability/seen-and-sent.ts';
import { type LineSums, noLines, perOutcome } from '../../src-shared/account.ts';

const columns = ['day', 'currency', 'transactions', 'amount'];
const none: LineSums = { transactions: 0, sums: [] };

function file(day: string, accepted: number, sums: LineSums['sums']) {
  const own = { transactions: accepted, sums };
  return {
    ...{
      submission: 1,
      fileName: 'export.jsonl',
      connection: 'bank',
      addedAt: `${day}T09:00:00.000Z`,
      isPractice: false,
    },
    account: { ...noLines(), accepted, rejected: 1 },
    sums: perOutcome((outcome) => (outcome === 'accepted' ? own : none)),
  };
}

it('Each day has its transactions, and the sums of the currencies that the service names, exactly', () => {
  const rows = [
    ['2026-11-27', 'EUR', '2', '0.3'],
    ['2026-11-27', 'SEK', '1', '12'],
    ['2026-11-26', '', '90', ''],
  ];
  const seen = seenIn({ columns, rows });
  const files = [
    file('2026-11-27', 2, [{ currency: 'EUR', amount: '0.1' }]),
    file('2026-11-27', 1, [{ currency: 'EUR', amount: '0.2' }]),
    file('2026-11-25', 4, []),
  ];
  expect(seen && comparedWith(seen, files)).toEqual([
    { day: '2026-11-27', currency: '', seen: '3', sent: '3', difference: '0' },
    { day: '2026-11-27', currency: 'EUR', seen: '0.3', sent: '0.3', difference: '0' },
    { day: '2026-11-27', currency: 'SEK', seen: '12', sent: '0', difference: '12' },
    { day: '2026-11-26', currency: '', seen: '90', sent: '0', difference: '90' },
    { day: '2026-11-25', currency: '', seen: '0', sent: '4', difference: '-4' },
  ]);
});

it('An answer without transactions by day is compared with nothing', () => {
  expect(seenIn({ columns: ['batch', 'transactions'], rows: [['a', '1']] })).toBeUndefined();
  expect(seenIn({ columns, rows: [['soon', 'EUR', '1', '2']] })).toBeUndefined();
  expect(seenIn({ columns, rows: [] })).toBeUndefined();
});

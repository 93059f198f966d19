import { expect, it } from 'vitest';
import { transactionFacts } from '../../src-renderer/preparing/transaction-facts.ts';

it('A transaction is told as a clerk compares it: who pays whom, where, how much, and when', () => {
  const unknown = { external_id: '593e3fe8-9083-5e0a-ade1-51c09a7d8c3e', full_name: 'Sofia Rossi' };
  const transaction = {
    payment_source_country: 'DE',
    payment_target_country: 'NL',
    sender: { by_external_id: 'C-10260' },
    receiver: { external_entity_type: 'unknown', unknown },
    modification: { amount: 3655.6, currency: 'EUR', created_at: '2026-11-22T12:40:00' },
  };
  expect(transactionFacts(JSON.stringify(transaction))).toEqual([
    { label: 'Sender', words: ['C-10260', 'Germany (DE)'] },
    { label: 'Receiver', words: ['Sofia Rossi', 'Netherlands (NL)'] },
    { label: 'Amount', words: ['3,655.60 EUR'] },
    { label: 'Date and time', words: ['22 Nov 2026, 12:40:00'] },
  ]);
});

it('What a transaction does not have is left out, and what is no code stays as it is', () => {
  const transaction = { payment_target_country: 'Nl', receiver: { unknown: { external_id: 'x' } } };
  expect(transactionFacts(JSON.stringify(transaction)).map(({ words }) => words)).toEqual([[], ['x', 'Nl'], [], []]);
});

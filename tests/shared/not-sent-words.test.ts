import { expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { acceptedInWords } from '../../src-shared/account-words.ts';
import { countedInWords, notSentRows } from '../../src-shared/not-sent-words.ts';
import { becameInWords } from '../../src-shared/payment-words.ts';
import { linkedInWords } from '../../src-shared/place-words.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const eur = (amount: string) => [{ currency: 'EUR', amount }];
const date = { rule: 'field.format', field: 'modification.created_at', holds: 'date-time' };
const faulty = { error: date, example: '26.11.2026', lines: 2, sums: eur('10'), unread: 1 };
const noSender = { leftOut: 'check', error: { rule: 'entity.no-form', field: 'sender.by_external_id' } } as const;
const given = { ...noSender, lines: 3, sums: eur('5.5') };
const copies = { leftOut: 'duplicate', lines: 4, sums: eur('100') } as const;

it('What is missing has a total, and what means no missing payment stands below it', () => {
  const blank = { leftOut: 'blank' as const, lines: 3, sums: [] };
  expect(notSentRows([faulty, given, copies, blank])).toEqual([
    {
      name: 'Date and time: not written as 2025-01-31T23:59:59 (no time zone), in the file for example “26.11.2026”',
      ...{ lines: 2, sums: eur('10'), notes: ['1 line without a readable amount'], kind: 'missing' },
    },
    { name: 'Left out: Sender: not given', lines: 3, sums: eur('5.5'), notes: [], kind: 'missing' },
    {
      ...{ name: 'Missing in all', lines: 5, sums: eur('15.5') },
      ...{ notes: ['1 line without a readable amount'], kind: 'total' },
    },
    { name: 'Not missing: duplicate of a line that was kept', lines: 4, sums: eur('100'), notes: [], kind: 'apart' },
    { name: 'Not missing: blank lines', lines: 3, sums: [], notes: [], kind: 'apart' },
  ]);
  expect(countedInWords([faulty, given])).toBe('A line with several errors counts once.');
  expect(countedInWords([copies])).toBe('');
});

it('One reason needs no total, and what is not known is in no sum', () => {
  expect(notSentRows([given, copies]).map(({ kind }) => kind)).toEqual(['missing', 'apart']);
  const [, , total] = notSentRows([faulty, { ...noSender, lines: 1 }]);
  expect(total).toEqual({
    name: 'Missing in all',
    lines: 3,
    notes: ['1 line without a readable amount'],
    kind: 'total',
  });
});

it('Lines that share an id have no sum, and are in none, as long as no one has said which of them count', () => {
  const error = { rule: 'modification.duplicate', field: '' };
  const shared = { error, lines: 4, sums: eur('7'), unread: 2 };
  const note =
    'Not in the sum, since it is not decided which of them count: 4 lines with the id of another line (7.00 EUR; 2 lines without a readable amount)';
  expect(notSentRows([given, shared])).toMatchObject([
    { lines: 3, sums: eur('5.5'), notes: [] },
    { lines: 4, notes: [note] },
    { lines: 7, sums: eur('5.5'), notes: [note], kind: 'total' },
  ]);
  expect(notSentRows([given, shared])[1]).not.toHaveProperty('sums');
});

it('The first sentence says beside a sum how many lines are not in it', () => {
  const account = { ...noLines(), accepted: 1, invalid: 3 };
  const none = { transactions: 0, sums: [] };
  const sums = { accepted: none, rejected: none, leftOut: none, pending: none, unsent: none, unknown: none };
  const paid = {
    sums: { ...sums, invalid: { transactions: 1, sums: eur('7') } },
    unsummed: { ...noLines(), invalid: 2 },
  };
  expect(acceptedInWords(account, { file: 'a.jsonl', service: 'api.test', paid })).toContain(
    '3 are faulty and were not sent (7.00 EUR; 2 lines without a readable amount)',
  );
});

it('A place whose line went on in a corrected file is not called corrected; there it is said whether it is the same', () => {
  const [first, second] = [1, 2].map((id) => submissionIdSchema.parse(id));
  if (first === undefined || second === undefined) throw new Error('two submissions expected');
  const goesOnAs = { submission: second, fileName: 'b.jsonl', line: 5 };
  const before = { submission: first, line: 7, fileName: 'a.jsonl', goesOnAs, bytes: { sha256: 'x' } };
  const after = { submission: second, line: 5, fileName: 'b.jsonl', bytes: { sha256: 'x' } };
  expect(becameInWords({ state: 'corrected', goesOnAs })).toBe('Not sent from this file');
  expect(becameInWords({ state: 'rejected', outcome: 'rejected', goesOnAs })).not.toBe('Not sent from this file');
  expect(linkedInWords(after, [before, after])).toEqual(['Was line 7 of a.jsonl before, and is unchanged']);
  const changed = { ...before, bytes: { sha256: 'y' } };
  expect(linkedInWords(after, [changed, after])).toEqual(['Was line 7 of a.jsonl before']);
});

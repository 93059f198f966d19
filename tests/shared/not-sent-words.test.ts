import { expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { acceptedInWords } from '../../src-shared/account-words.ts';
import {
  countedOnceInWords,
  missingInWords,
  notSentInWords,
  notSentTogether,
} from '../../src-shared/not-sent-words.ts';
import { becameInWords } from '../../src-shared/payment-words.ts';
import { linkedInWords } from '../../src-shared/place-words.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const eur = (amount: string) => [{ currency: 'EUR', amount }];
const date = { rule: 'field.format', field: 'modification.created_at', holds: 'date-time' };
const faulty = { error: date, example: '26.11.2026', lines: 2, sums: eur('10'), unread: 1 };
const noSender = { leftOut: 'check', error: { rule: 'entity.no-form', field: 'sender.by_external_id' } } as const;
const given = { ...noSender, lines: 3, sums: eur('5.5') };
const copies = { leftOut: 'duplicate', lines: 4, sums: eur('100') } as const;

it('Copies are no missing payments: the foot is of the others, and a sentence says so', () => {
  expect([faulty, given, copies].map(notSentInWords)).toEqual([
    'Date and time: not written as 2025-01-31T23:59:59 (no time zone), in the file: “26.11.2026”',
    'Left out: Sender: not given',
    'Left out: duplicate of a line that was kept',
  ]);
  const all = [faulty, given, copies];
  expect(notSentTogether(all)).toEqual({ lines: 5, sums: eur('15.5'), unread: 1 });
  expect(missingInWords(all)).toBe('Missing in all');
  expect(countedOnceInWords(all)).toBe(
    'A line with several errors counts once. “Missing in all” leaves out: copies of lines that were kept.',
  );
  expect(countedOnceInWords([copies])).toBe('');
  const blank = { leftOut: 'blank', lines: 3 } as const;
  expect(countedOnceInWords([faulty, blank])).toBe('“Missing in all” leaves out: blank lines.');
  expect(missingInWords([faulty, given])).toBe('Together');
  expect(notSentTogether([faulty, { ...noSender, lines: 1 }])).toEqual({ lines: 3, unread: 1 });
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

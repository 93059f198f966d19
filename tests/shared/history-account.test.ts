import { expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { happeningInWords } from '../../src-shared/history-words.ts';

const account = { ...noLines(), accepted: 17_753, rejected: 2_247 };

it('The end of a batch says how many of its lines were accepted and rejected', () => {
  expect(happeningInWords({ kind: 'report-kept', account })).toBe('Report stored: 17,753 accepted · 2,247 rejected');
});

it('What happens to a batch after its end does not say that again', () => {
  expect(happeningInWords({ kind: 'abandoned-status', account })).toBe(happeningInWords({ kind: 'abandoned-status' }));
});

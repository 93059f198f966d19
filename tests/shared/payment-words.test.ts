/** @file The first sentence of the receipt of one payment: only what is true by what became of its lines. */

import { expect, it } from 'vitest';
import { type PaymentPlace, paymentPlaceSchema } from '../../src-shared/payment-shapes.ts';
import { decisivePlace, paymentInWords } from '../../src-shared/payment-words.ts';

const at = (minute: number) => `2026-12-01T12:0${minute}:11.000Z`;

const place = (submission: number, more: Partial<Record<keyof PaymentPlace, unknown>> = {}): PaymentPlace =>
  paymentPlaceSchema.parse({
    ...{ submission, fileName: `file-${submission}.jsonl`, line: 100, connection: 'Bank', serviceHost: 'api.test' },
    ...{ isPractice: false, state: 'processed', outcome: 'accepted', saidAt: at(submission), arrivedAt: at(0) },
    ...{ bytes: { start: 0, end: 10, sha256: `${submission}`.repeat(64) }, isConfirmed: true, isRemoved: false },
    ...more,
  });

const said = (...places: PaymentPlace[]) => paymentInWords(places, ({ fileName }) => fileName);

it.each<[string, PaymentPlace[], string | RegExp]>([
  [
    'accepted',
    [place(1)],
    /^The service accepted this payment on 1 Dec 2026, .*:01:11 .*, as line 100 of file-1\.jsonl\.$/,
  ],
  [
    'rejected, then accepted as corrected',
    [place(1, { outcome: 'rejected' }), place(2, { line: 3 })],
    /^The service rejected this payment at first \(line 100 of file-1\.jsonl\), and accepted it as corrected on .*:02:11 .* \(line 3 of file-2\.jsonl\)\.$/,
  ],
  [
    'rejected with its batch, then accepted as it was',
    [place(1, { outcome: 'rejected' }), place(2, { bytes: place(1).bytes })],
    /rejected this payment at first .* and accepted it on .*, when it was sent again \(line 100 of file-2\.jsonl\)\.$/,
  ],
  [
    'at the service',
    [place(1, { outcome: 'pending', state: 'processing' })],
    /^This payment was handed over on .*:00:11 .*, as line 100 of file-1\.jsonl, and the service has not said yet what became of it\.$/,
  ],
  [
    'rejected, and handed over again',
    [place(1, { outcome: 'rejected' }), place(2, { outcome: 'pending' })],
    /^The service rejected this payment on .*, as line 100 of file-1\.jsonl\. This payment was handed over on .* of file-2\.jsonl, and the service has not said yet/,
  ],
  ['unknown', [place(1, { outcome: 'unknown' })], /is not known: the service may have accepted it\.$/],
  [
    'found faulty',
    [place(1, { outcome: 'invalid', state: 'held' })],
    'This payment was not sent: the check found line 100 of file-1.jsonl faulty.',
  ],
  [
    'waiting',
    [place(1, { outcome: 'unsent', state: 'waiting' })],
    'This payment is not sent yet. It is line 100 of file-1.jsonl.',
  ],
  [
    'left out',
    [place(1, { outcome: 'invalid', leftOut: 'by-hand' })],
    'This payment was not sent, as line 100 of file-1.jsonl. Left out by hand.',
  ],
  [
    'a line with the same id was left out',
    [place(1), place(1, { line: 101, outcome: 'invalid', leftOut: 'duplicate' })],
    /^The service accepted this payment on .*, as line 100 of file-1\.jsonl\.$/,
  ],
  [
    'held, and accepted with its correction',
    [place(1, { outcome: 'invalid', state: 'corrected' }), place(2)],
    /^The service accepted this payment on .*, as line 100 of file-2\.jsonl\.$/,
  ],
  [
    'accepted twice',
    [place(1), place(2)],
    /^The service accepted this payment 2 times: .*, line 100 of file-1\.jsonl; .*, line 100 of file-2\.jsonl\.$/,
  ],
  [
    'accepted, then sent again and rejected',
    [place(1), place(2, { outcome: 'rejected' })],
    /^The service accepted this payment on .* The service rejected this payment on .*, as line 100 of file-2\.jsonl\.$/,
  ],
  [
    'practised with',
    [place(1, { isPractice: true, connection: 'Nordbank' })],
    /^Practice: The service accepted this payment on/,
  ],
  [
    'at two services',
    [place(1, { connection: 'UAT', serviceHost: 'uat.test' }), place(2, { outcome: 'pending' })],
    /^UAT: The service accepted this payment on .* Bank: This payment was handed over on/,
  ],
  [
    'of an old Tranship',
    [place(1, { saidAt: undefined, arrivedAt: undefined })],
    /on a day that is not known, as line/,
  ],
])('A payment that was %s is told so', (_what, places, sentence) => {
  if (typeof sentence === 'string') expect(said(...places)).toBe(sentence);
  else expect(said(...places)).toMatch(sentence);
});

it('The line that is shown is the one that was accepted, else the one that was sent last', () => {
  const [accepted, later] = [place(1), place(2, { outcome: 'rejected' })];
  expect(decisivePlace([accepted, later])).toBe(accepted);
  expect(decisivePlace([later, place(3, { outcome: 'unsent' })])).toBe(later);
});

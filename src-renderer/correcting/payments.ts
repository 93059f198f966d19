/** @file What lines in sight pay, and when: asked for as they come into view, and kept while the table is there. */

import { useEffect, useState } from 'react';
import { amountIn } from '../../src-shared/amounts.ts';
import type { LinePayment, SubmissionRow } from '../../src-shared/contract.ts';
import { MOST_PAYMENTS } from '../../src-shared/edit-limits.ts';
import { writtenMoment } from '../../src-shared/quantities.ts';
import { useBridge } from '../bridge-context.ts';

/** @returns by line; a line that cannot be read pays nothing that is known */
export function usePayments(id: SubmissionRow['id'], lines: readonly number[]): ReadonlyMap<number, LinePayment> {
  const bridge = useBridge();
  const [known, setKnown] = useState<ReadonlyMap<number, LinePayment>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const wanted = lines.filter((line) => !known.has(line)).slice(0, MOST_PAYMENTS);
  useEffect(() => {
    // One call at a time: who scrolls fast asks only for where the rows come to rest.
    if (wanted.length === 0 || isAsking) return;
    setAsking(true);
    void bridge.invoke['edits.payments']({ id, lines: wanted }).then((result) => {
      const told = result.ok ? result.value : wanted.map((line) => ({ line }));
      setKnown(new Map([...known, ...told.map((payment) => [payment.line, payment] as const)]));
      setAsking(false);
    });
  });
  return known;
}

/** “1,250.00 EUR · 5 Nov 2026, 11:07”, as far as it is known. */
export const paymentInWords = ({ amount = '', currency = '', at = '' }: LinePayment): string =>
  [amountIn(amount, currency).trim(), writtenMoment(at)].filter((said) => said !== '').join(' · ');

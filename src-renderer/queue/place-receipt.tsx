/** @file The button that leads to the receipt of one payment, at a place where it went. */

import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { Place } from '../../src-shared/contract.ts';
import { wasSent } from '../../src-shared/payment-words.ts';
import { useOffers } from '../palette/use-offers.ts';
import { ReceiptDialog, type ReceiptSubject } from '../receipts/receipt-dialog.tsx';
import { placeTexts } from '../texts/queue.ts';
import { receiptTexts } from '../texts/receipts.ts';

export function PlaceReceipt({ place }: { place: Place }) {
  const [subject, setSubject] = useState<ReceiptSubject>();
  const { id, submission, line, fileName } = place;
  const isSent = line !== undefined && wasSent(place);
  const show = () =>
    line !== undefined &&
    setSubject({
      title: receiptTexts.ofPayment(id),
      receipt: { kind: 'payment-receipt', of: { submission, line, id } },
    });
  const title = placeTexts.receipt(line ?? 0, fileName);
  useOffers([{ title, isPossible: isSent, run: show }]);
  if (!isSent) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        leftSection={<IconReceipt size={14} aria-hidden />}
        aria-label={title}
        onClick={show}
      >
        {receiptTexts.button}
      </Button>
      <ReceiptDialog subject={subject} onClose={() => setSubject(undefined)} />
    </>
  );
}

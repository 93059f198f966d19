/** @file The button that leads to the receipt of one payment, at a place where it went. */

import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { Place } from '../../src-shared/contract.ts';
import { wasSent } from '../../src-shared/payment-words.ts';
import { ReceiptDialog, type ReceiptSubject } from '../receipts/receipt-dialog.tsx';
import { placeTexts } from '../texts/queue.ts';
import { receiptTexts } from '../texts/receipts.ts';

export function PlaceReceipt({ place }: { place: Place }) {
  const [subject, setSubject] = useState<ReceiptSubject>();
  const { id, submission, line, fileName } = place;
  if (line === undefined || !wasSent(place)) return null;
  const receipt = { kind: 'payment-receipt', of: { submission, line, id } } as const;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        leftSection={<IconReceipt size={14} aria-hidden />}
        aria-label={placeTexts.receipt(line, fileName)}
        onClick={() => setSubject({ title: receiptTexts.ofPayment(id), receipt })}
      >
        {receiptTexts.button}
      </Button>
      <ReceiptDialog subject={subject} onClose={() => setSubject(undefined)} />
    </>
  );
}

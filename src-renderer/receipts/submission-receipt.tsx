/** @file The dialog with the receipt of a whole submission. */

import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../stores.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { ReceiptDialog, type ReceiptSubject } from './receipt-dialog.tsx';

export function SubmissionReceipt() {
  const { receipt } = useStores();
  const { of, close } = useStore(receipt);
  const subject = useMemo(
    (): ReceiptSubject | undefined =>
      of && { title: receiptTexts.of(of.fileName), receipt: { kind: 'submission-receipt', id: of.id } },
    [of],
  );
  return <ReceiptDialog subject={subject} onClose={close} />;
}

/** @file The button that leads to the receipt of a whole submission. */

import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { ReceiptDialog, type ReceiptSubject } from './receipt-dialog.tsx';

interface ReceiptButtonProps extends Pick<SubmissionRow, 'id' | 'fileName'> {
  size?: 'xs' | 'sm' | 'compact-sm';
}

export function ReceiptButton({ id, fileName, size = 'sm' }: ReceiptButtonProps) {
  const [subject, setSubject] = useState<ReceiptSubject>();
  const open = () =>
    setSubject({ title: message('Receipt of {fileName}', { fileName }), receipt: { kind: 'submission-receipt', id } });
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconReceipt size={16} aria-hidden />}
        title={message('Saves the proof of what was sent and what became of it.')}
        onClick={open}
      >
        {receiptTexts.button}
      </Button>
      <ReceiptDialog subject={subject} onClose={() => setSubject(undefined)} />
    </>
  );
}

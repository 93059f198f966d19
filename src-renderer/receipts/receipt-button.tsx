/** @file The button that leads to the receipt of a whole submission. */

import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { useStores } from '../stores.ts';
import { receiptTexts } from '../texts/receipts.ts';
import type { ReceiptOwner } from './receipt-store.ts';

interface ReceiptButtonProps extends ReceiptOwner {
  size?: 'xs' | 'sm' | 'compact-sm';
}

export function ReceiptButton({ id, fileName, size = 'sm' }: ReceiptButtonProps) {
  const { receipt } = useStores();
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconReceipt size={16} aria-hidden />}
      title={message('Saves the proof of what was sent and what became of it.')}
      onClick={() => receipt.getState().show({ id, fileName })}
    >
      {receiptTexts.button}
    </Button>
  );
}

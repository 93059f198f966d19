/** @file A receipt that is saved, as it is asked for where it is read. Pure. */

import type { CommandInput, ReceiptFormat, Savable } from './contract.ts';
import { assertNever } from './errors.ts';

type WithoutFormat<Receipt> = Receipt extends { format: ReceiptFormat } ? Omit<Receipt, 'format' | 'language'> : never;

/** Whose receipt it is, whatever its format. */
export type SavableReceipt = WithoutFormat<
  Extract<Savable, { kind: 'receipt' | 'submission-receipt' | 'payment-receipt' }>
>;

export function receiptAsked(receipt: SavableReceipt): CommandInput<'receipt.read'> {
  switch (receipt.kind) {
    case 'receipt':
      return { batch: receipt.batch };
    case 'submission-receipt':
      return { submission: receipt.id };
    case 'payment-receipt':
      return { line: receipt.of };
    default:
      return assertNever(receipt);
  }
}

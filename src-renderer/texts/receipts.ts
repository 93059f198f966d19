/** @file The texts about receipts. */

import type { ReceiptFormat } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const receiptTexts = {
  button: message('Receipt…'),
  of: (fileName: string) => message('Receipt of {fileName}', { fileName }),
  open: (fileName: string) => message('Receipt of {fileName}…', { fileName }),
  ofBatch: (position: number) => message('Receipt of batch {position}', { position }),
  ofPayment: (id: string) => message('Receipt of the payment {id}', { id }),
  formats: {
    pdf: { label: message('Save as PDF…'), explanation: message('To print, or to hand to an auditor.') },
    html: {
      label: message('Save as page (HTML)…'),
      explanation: message('Opens in any browser, and prints well on A4.'),
    },
    json: { label: message('Save as JSON…'), explanation: message('What the signature covers.') },
  } satisfies Record<ReceiptFormat, { label: string; explanation: string }>,
};

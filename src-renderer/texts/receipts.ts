/** @file The texts about receipts. */

import type { ReceiptFormat } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const receiptTexts = {
  button: message('Receipt…'),
  explanation: message('Saves the proof of what was sent and what became of it.'),
  ofFile: (fileName: string) => message('Receipt of {fileName}', { fileName }),
  ofBatch: (position: number) => message('Receipt of batch {position}', { position }),
  close: message('Close the receipt'),
  intro: message(
    'The file, where it went, who approved it and why, each state with its time, and how to verify all of it.',
  ),
  formats: {
    pdf: { label: message('Save as PDF…'), explanation: message('To print, or to hand to an auditor.') },
    html: {
      label: message('Save as page (HTML)…'),
      explanation: message('Opens in any browser, and prints well on A4.'),
    },
    json: { label: message('Save as JSON…'), explanation: message('What the signature covers.') },
  } satisfies Record<ReceiptFormat, { label: string; explanation: string }>,
  pdfInBrowser: message('For a PDF, open the saved page and print it to a PDF.'),
  jsonProves: message('The signature covers the JSON: give it to an auditor together with the page or the PDF.'),
};

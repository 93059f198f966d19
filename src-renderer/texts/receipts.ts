/** @file The texts about receipts. */

import type { ReceiptFormat } from '../../src-shared/contract.ts';

export const receiptTexts = {
  button: 'Receipt…',
  explanation: 'Saves the proof of what was sent and what became of it.',
  ofFile: (fileName: string) => `Receipt of ${fileName}`,
  ofBatch: (position: number) => `Receipt of batch ${position}`,
  close: 'Close the receipt',
  intro: 'The file, where it went, who approved it and why, each state with its time, and how to verify all of it.',
  formats: {
    pdf: { label: 'Save as PDF…', explanation: 'To print, or to hand to an auditor.' },
    html: { label: 'Save as page (HTML)…', explanation: 'Opens in any browser, and prints well on A4.' },
    json: { label: 'Save as JSON…', explanation: 'What the signature covers.' },
  } satisfies Record<ReceiptFormat, { label: string; explanation: string }>,
  pdfInBrowser: 'For a PDF, open the saved page and print it to a PDF.',
  jsonProves: 'The signature covers the JSON: give it to an auditor together with the page or the PDF.',
};

/** @file Receipts from the desktop app: a real PDF, which another program reads, with the page and the JSON beside it. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { receiptIn } from '../../../src-main/records/verify-receipt.ts';
import { install, provisionHere } from '../../installed-programs.ts';
import { addConnection, openSubmission, sendFile } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';

const run = promisify(execFile);
const provision = provisionHere('poppler');

test.skip(provision.kind === 'skip', provision.kind === 'skip' ? provision.reason : '');
test.beforeAll(() => {
  if (provision.kind === 'to-install') install(provision.packages);
});

test('a receipt is saved as a PDF on A4 that says what the JSON says', async ({ desk, startTenant, writeExport }) => {
  const page = await desk.open();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('<b>märz & april.jsonl'), 'Done');
  await openSubmission(page, '<b>märz & april.jsonl');

  await page.getByRole('button', { name: 'Receipt…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipt of <b>märz & april.jsonl' });
  const pdf = await desk.fileSavedBy(() => dialog.getByRole('button', { name: 'Save as PDF…' }).click());
  const json = await desk.fileSavedBy(() => dialog.getByRole('button', { name: 'Save as JSON…' }).click());

  expect(pdf.name).toMatch(/^receipt-1-.*\.pdf$/);
  expect((await readFile(pdf.path)).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  const { stdout: info } = await run('pdfinfo', [pdf.path]);
  expect(info).toMatch(/Pages: +[23]\n/);
  expect(info).toMatch(/Page size: +\S+ x \S+ pts \(A4\)/);
  expect(info).toMatch(/JavaScript: +no/);
  const { stdout: text } = await run('pdftotext', ['-layout', pdf.path, '-']);
  expect(text).toContain('Receipt of submission 1');
  expect(text).toContain('<b>märz & april.jsonl');
  expect(text).toContain('Page 1 of');
  const receipt = receiptIn(json.text);
  expect(receipt).toMatchObject({ state: 'processed', historyIntact: true });
  const { signature } = Object.fromEntries(Object.entries(receipt ?? {}));
  // By its place on the sheet, the word that stands across a page of practice could stand within it.
  const { stdout: inOrder } = await run('pdftotext', ['-raw', pdf.path, '-']);
  expect(inOrder.replace(/\s/g, '')).toContain(String(signature));

  const [window, ...others] = await desk.double.do('windows', {});
  expect({ url: window?.url.split('#')[0], others }).toEqual({ url: 'tranship://app/index.html', others: [] });
});

/** @file Receipts as pages for people: complete, in order, and the same page whatever a hostile value says. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flawInWords } from '../../src-main/actions/audit-words.ts';
import { inLanguage } from '../../src-main/actions/receipts.ts';
import { signed } from '../../src-main/audit/signed-document.ts';
import { receiptFor, receiptForNumber } from '../../src-main/send/receipt.ts';
import { paymentPage } from '../../src-main/send/receipts/page-payment.ts';
import { receiptForPayment } from '../../src-main/send/receipts/payment-receipt.ts';
import { batchPage, submissionPage } from '../../src-main/send/receipts/receipt-page.ts';
import { receiptForSubmission, type SubmissionReceipt } from '../../src-main/send/receipts/submission-receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { goByClockOf } from '../../src-shared/app-zone.ts';
import type { ChangedValue } from '../../src-shared/correction-shapes.ts';
import type { CorrectionTold } from '../../src-shared/correction-told.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { anyText } from '../any-text.ts';
import { attack, open, sealedFolder, sendFile } from '../audit/attacked-folder.ts';
import { outsideOfBrackets, pseudoCatalogue } from '../languages/pseudo.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { at, batchId } from './samples.ts';

// Of moments, these pages name those of this clock.
goByClockOf('UTC');

const words = (doubt: SubmissionReceipt['doubts'][number]) => flawInWords({ ...doubt, fingerprint: '' });
const issued = { user: 'mara', machine: 'desk-7', version: '1.2.3', at: new Date(at).toISOString() };

const ofPayment = {
  modificationId: '00000000-0000-4000-8000-000000000002',
  lines: [{ submission: submissionIdSchema.parse(1), line: 2 }],
  unsearched: 1,
};

/** Of two batches that were sent and processed; signed. */
function sample() {
  const { folder, key } = sealedFolder();
  const store = new QueueStore(folder, { readOnly: true });
  const context = { key, issued };
  const receipts = {
    whole: signed(receiptForSubmission(store, 1, context), key),
    one: receiptFor(store, batchId(1), context),
    payment: receiptForPayment(store, { ...ofPayment, asKnown: (places) => places }, context),
  };
  store.close();
  return receipts;
}
const { whole, one, payment } = sample();

const tagsOf = (page: string) => page.replace(/<style>.*<\/style>/s, '').match(/<[^>]*>/g);
const textOf = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page of a submission', () => {
  const page = submissionPage(whole, words);
  const text = textOf(page);

  it.each([
    ['the name of the file', 'day.jsonl'],
    ['its SHA-256', 'c'.repeat(64)],
    ['its size', '150 bytes'],
    ['its lines', 'Lines 15'],
    ['the connection', 'Connection bank'],
    ['the tenant', 'Tenant tenant/1'],
    ['the service', 'Service api.test'],
    ['the digest of the rule set', whole.source.ruleSetSha256],
    ['who had it sent, where, and why', 'Sending was decided: the file Reason given: “agreed” mara on desk-7'],
    ['the first batch', batchId(1)],
    ['the second batch', batchId(2)],
    ['the SHA-256 of a batch', 'a'.repeat(64)],
    ['a state with its second', '5 Jan 2026, 09:00:01 UTC'],
    ['who issued it', 'Issued 5 Jan 2026, 09:00:00 UTC by mara on desk-7'],
    ['the signature', whole.signature ?? 'a signature'],
    ['how to verify it', `tranship audit verify --receipt FILE.json --key ${whole.publicKey}`],
  ])('shows %s', (_what, expected) => {
    expect(text).toContain(expected);
  });

  it('says first what came of it', () => {
    expect(text).toContain('All 2 batches: done.');
    expect(text.indexOf('All 2 batches')).toBeLessThan(text.indexOf('The file'));
  });

  it('shows the totals by currency with their thousands apart, and the days', () => {
    const totals = [
      { currency: 'EUR', amount: '-1234567.05' },
      { currency: 'SEK', amount: '12' },
    ];
    const days = { first: '2026-01-01', last: '2026-01-03', count: 3 };
    const shown = textOf(submissionPage({ ...whole, source: { ...whole.source, totals, days } }, words));
    expect(shown).toContain('EUR -1,234,567.05 SEK 12.00');
    expect(shown).toContain('1 Jan 2026 to 3 Jan 2026 (3 days with transactions)');
  });

  it('calls the totals of a correction those as corrected', () => {
    const corrects = { submission: 4, fileName: 'faulty.jsonl', fileSha256: undefined };
    const source = { ...whole.source, totals: [{ currency: 'EUR', amount: '1' }], corrections: { corrects } };
    const shown = textOf(submissionPage({ ...whole, source }, words));
    expect(shown).toContain('Totals as corrected Currency Amount EUR 1.00');
    expect(shown).not.toContain('as it came');
  });

  it.each([
    ['en', 'Date and time modification.created_at'],
    ['de', 'Datum und Uhrzeit modification.created_at'],
    ['fr', 'Date et heure modification.created_at'],
  ])(
    'names a field that was corrected in the words of the reader, and beneath them as the service does: %s',
    async (language, expected) => {
      const change = {
        step: 'strip-zone',
        field: 'modification.created_at',
        before: '"a"',
        after: '"b"',
        lines: 2,
        first: 1,
      };
      const shown = await inLanguage(language, () => pageWithChanges([change]));
      expect(textOf(shown.replaceAll('<wbr>', ''))).toContain(expected);
    },
  );

  it('puts together what was done to one field, whose own name it says once, and says how many changes it has not', () => {
    const change = (field: string, n: number) => ({
      step: 'replace',
      field,
      before: `"v${n}"`,
      after: '"x"',
      lines: 1,
      first: n,
    });
    const fields = ['payment_source_country', 'payment_target_country'];
    const changes = Array.from({ length: 500 }, (_, n) => change(fields[n % 2] ?? '', n));
    const shown = textOf(pageWithChanges(changes, { more: 1200 }).replaceAll('<wbr>', ''));
    expect(shown).toContain(
      'Source country payment_source_country Value replaced v0 x 1 Source country Value replaced v2 x 1',
    );
    expect(shown.match(/Value replaced/g)).toHaveLength(500);
    expect(shown.match(/payment_source_country/g)).toHaveLength(1);
    expect(shown).toContain('1,200 other changes are in the list of changes');
  });

  it('lists each changed line with its number in the file of the bank, its field, both values, and by whom, when and why', () => {
    const origin = { submission: whole.source.submission, fileName: 'november.jsonl', line: 1204 };
    const change = { step: 'by-hand', field: 'modification.amount', before: '"479,81"', after: '479.81' };
    const reason = 'told by telephone';
    const told = { ...change, lines: 1, first: 3, ranges: [{ first: 1204, last: 1204 }], reason };
    const shown = textOf(
      pageWithChanges([told], {
        each: [{ ...change, further: ['number-from-text'], line: 3, origin, reason }],
        by: { user: 'mara', machine: 'desk-7', at: new Date(at).toISOString() },
      }).replaceAll('<wbr>', ''),
    );
    expect(shown).toContain('By the numbers that they have in november.jsonl.');
    expect(shown).toContain(
      '1,204 Amount Corrected by hand · Written as a number Reason given: “told by telephone” “479,81” 479.81 mara 5 Jan 2026, 09:00:00 UTC',
    );
    // Changed money is what a reader looks for first: among the changes of many lines, it is told as well.
    expect(shown.match(/told by telephone/g)).toHaveLength(2);
    const other = { ...change, field: 'payment_type', before: '"a"', after: '"b"' };
    const once = pageWithChanges([{ ...other, lines: 1, first: 4 }], { each: [{ ...other, line: 4 }] });
    expect(textOf(once).match(/Corrected by hand/g)).toHaveLength(1);
  });

  it('says of the same change in many lines which lines they are', () => {
    const change = { step: 'replace', field: 'x', before: '"a"', after: '"b"', lines: 40, first: 2 };
    const ranges = [
      { first: 2, last: 2 },
      { first: 4, last: 11 },
    ];
    expect(textOf(pageWithChanges([{ ...change, ranges }]))).toContain('Value replaced Lines 2; 4–11, and 31 more');
  });

  it('names the table that has each change, where they are too many for paper', async () => {
    const change = { step: 'replace', field: 'x', before: '"a"', after: '"b"', lines: 900, first: 2 };
    const shown = await inLanguage('de', () => pageWithChanges([change], { all: 900 }));
    expect(textOf(shown)).toContain('Alle 900 geänderten Werte');
    expect(textOf(shown)).toContain('in der Tabelle day.Änderungen.csv');
  });

  it('says states in words, and what the service named only where it is not said already', async () => {
    const shown = textOf(await inLanguage('de', () => submissionPage(whole, words)));
    expect(shown).not.toMatch(/\b(processed|PROCESSED|uploading|reserving)\b/);
    expect(shown).toContain('Vom Dienst verarbeitet fertig');
  });

  it('says why the rows of the changes add up to more than the lines that were changed, and only then', () => {
    const change = { step: 'replace', field: 'x', before: '"a"', after: '"b"', lines: 2, first: 1 };
    const shown = textOf(pageWithChanges([change, { ...change, field: 'y' }], { several: 2 }));
    expect(shown).toContain('2 lines have more than one change, and are counted with each.');
    expect(textOf(pageWithChanges([change], { several: 0 }))).not.toContain('more than one change');
  });

  it('has at the foot of each printed page its title with all of its letters', async () => {
    const foot = /@bottom-left \{ content: "([^"]*)"/.exec(await inLanguage('fr', () => submissionPage(whole, words)));
    expect(foot?.[1]).toBe('Justificatif de l’envoi 1. Tranship, établi le 5 janv. 2026');
  });

  it('takes no field for words of its own because every object has something of that name', () => {
    const change = { step: 'drop-field', field: 'constructor', before: '1', lines: 2, first: 1 };
    expect(textOf(pageWithChanges([change]))).toContain('Lines constructor Field removed 1 removed 2');
  });

  it('says above all else that the history does not hold', () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('UPDATE events SET at = 1 WHERE position = 5'));
    const store = new QueueStore(folder, { readOnly: true });
    const shown = textOf(submissionPage(receiptForSubmission(store, 1, { key, issued }), words));
    store.close();
    expect(shown.indexOf('THE HISTORY DOES NOT HOLD')).toBeGreaterThan(0);
    expect(shown.indexOf('THE HISTORY DOES NOT HOLD')).toBeLessThan(shown.indexOf('The file'));
  });

  it('says that it is not signed, and how to get one that is', () => {
    const { signature: _, publicKey: __, digests: ___, ...unsigned } = whole;
    expect(textOf(submissionPage(unsigned, words))).toContain('This receipt is not signed');
  });

  it('stays readable with 5,000 batches: the summary first, no entry of a single batch', () => {
    const [batch] = whole.batches;
    if (batch === undefined) throw new Error('a batch expected');
    const batches = Array.from({ length: 5000 }, (_, index) => ({ ...batch, numbers: [index + 1] }));
    const entry = whole.history.find((event) => event.batch !== undefined);
    if (entry === undefined) throw new Error('an entry expected');
    const history = [...whole.history, ...Array.from({ length: 40_000 }, () => entry)];
    const shown = submissionPage({ ...whole, batches, history }, words);
    expect(textOf(shown)).toContain('All 5,000 batches: done.');
    expect(textOf(shown)).toContain('Those about its 5,000 batches are in the receipt of each batch');
    expect(shown.match(/<tr>/g)?.length).toBeLessThan(10_100);
  });
});

function pageWithChanges(changes: readonly ChangedValue[], others: Partial<CorrectionTold> = {}): string {
  const place = { submission: 1, fileName: 'day.jsonl' };
  const told = { ...place, submission: 2, corrects: place, lines: 15, changed: 2, changes: [...changes], ...others };
  return submissionPage({ ...whole, corrections: [told] }, words);
}

describe('the page of a batch', () => {
  const text = textOf(batchPage(one, words));

  it('shows the batch first, then the file and what happened', () => {
    expect(text).toContain('This batch: done.');
    expect(text).toContain('bytes 0 to 100 (100 B)');
    const places = ['The batch', 'The file', 'Approval', 'What happened', 'Proof'].map((word) => text.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('shows what it corrects, where that is known', () => {
    const corrects = { submission: 4, fileName: 'faulty.jsonl', fileSha256: 'f'.repeat(64) };
    const shown = textOf(batchPage({ ...one, source: { ...one.source, corrections: { corrects } } }, words));
    expect(shown).toContain(`Corrects submission 4, faulty.jsonl ${'f'.repeat(64)}`);
    expect(text).not.toContain('Corrects');
  });

  it('has no entry of another batch', () => {
    const { folder, key } = sealedFolder();
    const store = new QueueStore(folder, { readOnly: true });
    const second = receiptForNumber(store, 2, { key, issued });
    store.close();
    expect(textOf(batchPage(second, words))).not.toContain(batchId(1));
  });
});

describe('any page', () => {
  const pages: [string, string][] = [
    ['of a submission', submissionPage(whole, words)],
    ['of a batch', batchPage(one, words)],
  ];

  it.each(pages)('%s has no script and nothing from outside', (_of, page) => {
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|\b(?:src|href)=|url\(|@import/i);
  });

  it.each(pages)('%s has days and moments as people write them, and never as programs do', (_of, page) => {
    expect(textOf(page)).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });

  it.each(pages)('%s allows its own style and nothing else', (_of, page) => {
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'"`);
  });
});

describe('a hostile value', () => {
  const anything = anyText({ minLength: 1, maxLength: 200 });
  const names = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</style></title>', '&lt;', "'--><!--"];

  it('of the file or of a person changes no tag of the page', () => {
    const expected = tagsOf(pageWith('plain'));
    fc.assert(
      fc.property(fc.oneof(anything, fc.constantFrom(...names)), (value) => {
        expect(tagsOf(pageWith(value))).toEqual(expected);
      }),
    );
  });

  it('of the service changes no tag of the page', () => {
    const [batch] = whole.batches;
    const withState = (remoteState: string) =>
      submissionPage({ ...whole, batches: batch === undefined ? [] : [{ ...batch, remoteState }] }, words);
    fc.assert(
      fc.property(anything, (value) => {
        expect(tagsOf(withState(value))).toEqual(tagsOf(withState('PROCESSED')));
      }),
    );
  });

  it('that turns the direction of writing, breaks the line or cannot be seen is shown by its number', () => {
    const text = textOf(pageWith('a\u202Egpj.jsonl\r\n\u200B\u0000'));
    expect(text).toContain('a\\u202egpj.jsonl\\r\\n\\u200b\\x00');
  });

  it('of 4,000 characters stands once as a whole, and is cut in the heading', () => {
    const name = 'n'.repeat(4000);
    const text = textOf(submissionPage({ ...whole, source: { ...whole.source, fileName: name } }, words));
    expect(text.split(name)).toHaveLength(2);
    expect(text).toContain(`${'n'.repeat(120)}…`);
  });

  function pageWith(value: string): string {
    const [approval] = whole.source.approvals;
    if (approval === undefined) throw new Error('an approval expected');
    const approvals = [{ ...approval, reason: value, user: value, machine: value }];
    const source = { ...whole.source, fileName: value, connection: value, tenant: value, approvals };
    return submissionPage({ ...whole, source }, words);
  }
});

it('A receipt never shows a folder: not that of the file, and not that of the inbox', () => {
  const folder = folderOfFile();
  const opened = open(folder);
  sendFile(opened);
  const submission = opened.store.submission(1);
  if (submission === undefined) throw new Error('a submission expected');
  const inbox = '/data/inbox/4fd9c9a4-5b0c-4c7f-8f6e-0123456789ab/day.jsonl';
  opened.store.saveSubmission({ ...submission, name: inbox, content: inbox }, { at, kind: 'paused' });
  const context = { issued };
  const receipts = [
    submissionPage(receiptForSubmission(opened.store, 1, context), words),
    batchPage(receiptFor(opened.store, batchId(1), context), words),
  ];
  opened.close();
  for (const page of receipts) expect(page).not.toMatch(/inbox|\/exports|\/data/);
});

describe('in another language', () => {
  const spoken = (act: () => string) => speaking(languageFor('de', []), pseudoCatalogue(), act);
  /** What a receipt quotes as it is, beside what it shows letter by letter. */
  const { fileName, connection, tenant, serviceHost, ruleSet } = whole.source;
  const named = [fileName, connection, ...(tenant ?? '').split('/'), serviceHost, ...ruleSet.required];
  const quoted = [...named, 'agreed', 'PROCESSED', 'SHA', 'UTC', 'https', 'storage.test'];
  const withoutCode = (page: string) => textOf(page.replace(/<span class="code">[^<]*<\/span>/g, ''));

  const { publicKey: _, ...unsigned } = whole;

  it.each([
    ['a submission', () => submissionPage(whole, words)],
    ['a batch', () => batchPage(one, words)],
    ['a submission without a signature', () => submissionPage(unsigned, words)],
    ['a payment', () => paymentPage({ ...payment, payment: '{"modification":{"amount":12.5}}' }, words)],
  ])('no word of the page of %s stays English', (_of, page) => {
    const outside = outsideOfBrackets(withoutCode(spoken(page)));
    expect(outside.match(/[a-z.]{3,}/gi)?.filter((word) => !quoted.includes(word)) ?? []).toEqual([]);
  });

  it('names the language, for a screen reader', () => {
    expect(spoken(() => batchPage(one, words))).toContain('<html lang="de" dir="ltr">');
  });

  it('a value that reads like a place in a sentence stays a value', () => {
    const user = 'mara\x000\0{machine}';
    const page = submissionPage({ ...whole, issued: { ...issued, user } }, words);
    expect(textOf(page)).toContain('by mara\\x000\\x00{machine} on desk-7');
  });
});

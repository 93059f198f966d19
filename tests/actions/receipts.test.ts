/** @file Receipts that a person saves in the window, in three formats. */

import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { savableSchema } from '../../src-shared/saving-shapes.ts';
import { sealedFolder } from '../audit/attacked-folder.ts';
import { at } from '../send/samples.ts';

describe('a receipt in the window', () => {
  const { folder, key } = sealedFolder();
  const store = new QueueStore(folder);
  afterAll(() => store.close());
  afterEach(() => {
    now = at;
  });
  let now = at;
  const receipts = new Receipts({
    store,
    signal: new AbortController().signal,
    receiptContext: () => ({
      key,
      issued: { user: 'mara', machine: 'desk-7', version: '1', at: new Date(now).toISOString() },
    }),
  });

  async function file(wanted: object, print?: (page: string) => Promise<Uint8Array>) {
    const what = savableSchema.parse(wanted);
    if (what.kind !== 'receipt' && what.kind !== 'submission-receipt') throw new Error('a receipt expected');
    const { name, content } = await receipts.file(print === undefined ? {} : { print }, what);
    return { name, text: String(content) };
  }

  it('is of one issue in every format: the page shows the signature of the JSON', async () => {
    const json = await file({ kind: 'submission-receipt', id: 1, format: 'json' });
    now += 60_000;
    const page = await file({ kind: 'submission-receipt', id: 1, format: 'html' });
    const pdf = await file({ kind: 'submission-receipt', id: 1, format: 'pdf' }, async (html) => Buffer.from(html));
    expect([json.name, page.name, pdf.name]).toEqual(['json', 'html', 'pdf'].map((end) => `receipt-1-day.${end}`));
    const { signature } = JSON.parse(json.text);
    expect(page.text).toContain(signature);
    expect(pdf.text).toContain(signature);
  });

  it('is a page in the language of the person, beside the same JSON', async () => {
    const wanted = { kind: 'submission-receipt', id: 1 };
    const page = async (language: string) => (await file({ ...wanted, format: 'html', language })).text;
    const json = async (language: string) => (await file({ ...wanted, format: 'json', language })).text;
    expect(await page('de')).toContain('Beleg der Sendung 1');
    expect(await page('fr')).toContain('Justificatif de l’envoi 1');
    expect(await page('tlh')).toContain('Receipt of submission 1');
    expect(await json('de')).toBe(await json('en'));
  });

  it('is issued again later, and for another batch', async () => {
    const signatures = [];
    for (const [batch, later] of [
      [1, 0],
      [2, 0],
      [1, 11 * 60_000],
    ] as const) {
      now += later;
      signatures.push(JSON.parse((await file({ kind: 'receipt', batch, format: 'json' })).text).signature);
    }
    expect(new Set(signatures).size).toBe(3);
  });

  it('is issued again once something has happened to its submission', async () => {
    const saved = async () => JSON.parse((await file({ kind: 'receipt', batch: 2, format: 'json' })).text);
    const before = await saved();
    const submission = store.submission(1);
    if (submission === undefined) throw new Error('a submission expected');
    store.saveSubmission({ ...submission, paused: true }, { at, kind: 'paused' });
    expect((await saved()).history.length).toBe(before.history.length + 1);
  });

  it('is no PDF where nothing prints, and says what to do instead', async () => {
    await expect(file({ kind: 'receipt', batch: 1, format: 'pdf' })).rejects.toMatchObject({
      code: 'audit.no-pdf',
      remedy: expect.stringContaining('print it to a PDF'),
    });
  });
});

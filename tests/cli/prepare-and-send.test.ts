/** @file From an export to the service: a preparation is verified before it is sent, and leads back to its rows. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openPracticePlace } from './practice-place.ts';

async function preparedPlace(rows = [1, 2, 3, 4].map((number) => paymentRow(number))) {
  const place = await openPracticePlace();
  const { workplace } = place;
  const source = join(workplace.folder, 'november.csv');
  const template = join(workplace.folder, 'template.json');
  await writeFile(source, csvOf(rows));
  await writeFile(template, JSON.stringify(paymentTemplate));
  const out = join(workplace.folder, 'out');
  const call = ['prepare', source, '--template', template, '--out', out, '--split', 'count:2', '--expect', 'EUR=12:4'];
  await workplace.run(call);
  return {
    ...place,
    out,
    manifest: join(out, 'manifest.json'),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

it('Each file of a manifest becomes a submission, and is processed', async () => {
  await using place = await preparedPlace();
  const sent = await place.workplace.run(['send', place.manifest, '--wait', '--json']);
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  expect(sent.submissions.map(({ file, state }) => [file, state])).toEqual([
    [join(place.out, 'november-001.jsonl'), 'processed'],
    [join(place.out, 'november-002.jsonl'), 'processed'],
  ]);
});

it('The receipt says of which export, template and control figures the file was made', async () => {
  await using place = await preparedPlace();
  const { workplace, out } = place;
  const sent = await workplace.run(['send', out, '--wait', '--json']);
  const batchId = sent.submissions[1]?.batches[0]?.batchId ?? '';
  const receipt = await workplace.run(['receipt', batchId, '--json']);
  const manifest = JSON.parse(readFileSync(place.manifest, 'utf8'));
  expect(receipt.stdout).toContain(manifest.sources[0].sha256);
  expect(receipt.stdout).toContain(manifest.template.sha256);
  expect(receipt.stdout).toContain('Payments of the old system');
  expect(receipt.stdout).toContain('"differences":0');
});

it('Figures of the source system that differ are asked about before anything is sent, and kept for receipts and statements', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const source = join(workplace.folder, 'november.csv');
  const template = join(workplace.folder, 'template.json');
  // 1.50 + 2.50 + 3.50 of EUR; the source system says 9 of four.
  await writeFile(source, csvOf([1, 2, 3].map((number) => paymentRow(number))));
  await writeFile(template, JSON.stringify(paymentTemplate));
  const out = join(workplace.folder, 'out');
  await workplace.run(['prepare', source, '--template', template, '--out', out, '--expect', 'EUR=9:4']);
  const told = 'EUR: 4 transactions with 9.00 expected, 3 with 7.50 prepared: 1 transaction and 1.50 missing.';
  const asked = await workplace.run(['send', out, '--wait']);
  expect(asked.exitCode).toBe(1);
  expect(asked.stdout).toContain(told);
  expect(asked.stderr).toContain('--accept-differences');
  expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
  const sent = await workplace.run(['send', out, '--wait', '--accept-differences']);
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  const statement = await workplace.run(['statement', '--to', new Date().toISOString().slice(0, 10), '--json']);
  expect(statement.exitCode).toBe(1);
  expect(statement.summary).toMatchObject({
    control: {
      isEqual: false,
      rows: [{ exports: 'november.csv', currency: 'EUR', missing: { count: 1, sum: '1.5' } }],
    },
  });
  const receipt = await workplace.run(['receipt', '1', '--json']);
  expect(receipt.summary).toMatchObject({
    historyIntact: true,
    source: {
      prepared: {
        control: {
          figures: [{ currency: 'EUR', count: 4, sum: '9' }],
          differences: 1,
          differing: [{ currency: 'EUR', expected: { count: 4, sum: '9' }, actual: { count: 3, sum: '7.5' } }],
        },
      },
    },
  });
  expect((await workplace.run(['receipt', '1'])).stdout).toContain(told);
  const page = join(workplace.folder, 'receipt.html');
  await workplace.run(['receipt', '1', '--html', page]);
  expect(readFileSync(page, 'utf8')).toContain(
    '<tr class="trouble"><td>EUR</td>\n<td>4 transactions, sum 9.00</td><td>3 transactions, sum 7.50</td></tr>',
  );
});

function edited(out: string, edit: (text: string) => string): void {
  const path = join(out, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  expect(edit(text)).not.toBe(text);
  writeFileSync(path, edit(text));
}

it.each<[string, (out: string) => void | Promise<void>, string]>([
  ['missing', (out) => rmSync(join(out, 'november-002.jsonl')), 'november-002.jsonl is missing.'],
  ['changed', (out) => writeFile(join(out, 'november-001.jsonl'), '{}\n'), 'november-001.jsonl has changed.'],
  ['extra', (out) => writeFile(join(out, 'december.jsonl'), '{}\n'), 'december.jsonl was not prepared.'],
  [
    'prepared, and a manifest whose sum was edited',
    (out) => edited(out, (text) => text.replace(/"sum": "\d/, '"sum": "9')),
    'figures in the manifest that do not add up',
  ],
  [
    'prepared, and a manifest whose number of transactions was edited',
    (out) => edited(out, (text) => text.replace(/"transactions": ?(\d+)/, '"transactions":9')),
    'not those of its files',
  ],
  ['without its map of rows', (out) => rmSync(join(out, 'rows'), { recursive: true }), 'are missing.'],
])('With a file that is %s, nothing is sent', async (_, spoil, sentence) => {
  await using place = await preparedPlace();
  await spoil(place.out);
  const sent = await place.workplace.run(['send', place.manifest]);
  expect(sent.exitCode).toBe(2);
  expect(sent.stderr).toContain(sentence);
  expect(sent.stderr).toContain('Nothing was sent.');
  expect((await place.workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
});

it('A preparation that is carried to another folder is sent from there', async () => {
  await using place = await preparedPlace();
  const { cpSync } = await import('node:fs');
  const other = join(place.workplace.folder, 'stick');
  cpSync(place.out, other, { recursive: true });
  rmSync(place.out, { recursive: true });
  expect(readdirSync(other)).toContain('manifest.json');
  const sent = await place.workplace.run(['send', join(other, 'manifest.json'), '--wait', '--json']);
  expect(sent.exitCode).toBe(0);
});

it('A payment message that contradicts itself is asked about before anything is sent, and the statement says so', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const [source, out] = ['order.xml', 'out'].map((name) => join(workplace.folder, name));
  if (source === undefined || out === undefined) throw new Error('Two paths are expected.');
  await writeFile(
    source,
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>P1</MsgId><NbOfTxs>2</NbOfTxs></GrpHdr><PmtInf><PmtInfId>G</PmtInfId><ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt><Dbtr><Nm>Own</Nm></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct><CdtTrfTxInf><PmtId><EndToEndId>E</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">1.10</InstdAmt></Amt><Cdtr><Nm>Payee</Nm></Cdtr><CdtrAcct><Id><IBAN>FI2112345600000785</IBAN></Id></CdtrAcct></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>',
  );
  await workplace.run(['prepare', source, '--set', 'receiver.unknown.risk_assessment=low', '--out', out]);
  const told = 'Message P1 says that it has 2 transactions, but 1 are in it';
  const asked = await workplace.run(['send', out, '--wait']);
  expect(asked.exitCode).toBe(1);
  expect(asked.stdout).toContain(told);
  expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
  await workplace.run(['send', out, '--wait', '--accept-differences']);
  const statement = await workplace.run(['statement', '--to', new Date().toISOString().slice(0, 10)]);
  expect(statement.exitCode).toBe(1);
  expect(statement.stdout).toContain('AN EXPORT CONTRADICTS ITSELF');
  expect(statement.stdout).toContain(`order.xml: ${told}`);
});

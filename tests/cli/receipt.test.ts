/** @file `tranship receipt ID` as a page to print, with the signed JSON beside it. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { transactionLine } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

async function sent(workplace: Workplace): Promise<string> {
  const file = join(workplace.folder, 'export & <more>.jsonl');
  await writeFile(file, `${JSON.stringify({ not: 'a transaction' })}\n`);
  const { submission } = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--json']);
  return submission.batches[0]?.batchId ?? '';
}

it('writes the receipt of a submission or of a batch as a page, and beside it the JSON that the signature covers', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({
    ...environmentOf(service),
    TRANSHIP_PASSPHRASE: 'four words without relation',
  });
  const batchId = await sent(workplace);
  const { publicKey } = (await workplace.run(['audit', 'key', '--json'])).summary;

  for (const [id, title] of [
    ['1', 'Receipt of submission 1'],
    [batchId, `Receipt of batch ${batchId}`],
  ] as const) {
    const page = join(workplace.folder, `${id}.html`);
    const json = join(workplace.folder, `${id}.json`);
    const { exitCode, summary } = await workplace.run(['receipt', id, '--html', page, '--json']);
    expect({ exitCode, page: summary['page'], json: summary['json'] }).toEqual({ exitCode: 0, page, json });
    const text = await readFile(page, 'utf8');
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain('export &amp; &lt;more&gt;.jsonl');
    expect(text).not.toContain(workplace.folder);
    const { signature } = JSON.parse(await readFile(json, 'utf8'));
    expect(text).toContain(signature);
    const verify = ['audit', 'verify', '--receipt', json, '--key', String(publicKey)];
    expect((await workplace.run(verify)).exitCode).toBe(0);
  }
  const said = await workplace.run(['receipt', '1', '--html', join(workplace.folder, 'again.html')]);
  expect(said.stdout).toContain('For a PDF, open the page in a browser');
});

it('prints the receipt of a submission by its number, and refuses a number that there is not', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace(environmentOf(service));
  const batchId = await sent(workplace);
  const { summary } = await workplace.run(['receipt', '1', '--json']);
  expect(summary).toMatchObject({ source: { submission: 1 }, batches: [{ batchId }], historyIntact: true });
  const { stdout } = await workplace.run(['receipt', '1']);
  expect(stdout).toContain('Receipt for submission 1');
  expect(stdout).toContain(batchId);
  expect((await workplace.run(['receipt', '99'])).exitCode).toBe(2);
});

it('prints and saves the receipt of a payment by its modification id, which holds; of an unknown one it says what can be given', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({
    ...environmentOf(service),
    TRANSHIP_PASSPHRASE: 'four words without relation',
  });
  const file = join(workplace.folder, 'south.jsonl');
  const lines = [transactionLine(), transactionLine()];
  await writeFile(file, `${lines.join('\n')}\n`);
  const { submission } = await workplace.run(['send', file, '--wait', '--json']);
  const id: string = JSON.parse(lines[1] ?? '').modification.external_id;

  const { stdout } = await workplace.run(['receipt', id.toUpperCase()]);
  expect(stdout).toContain(`Receipt for the payment ${id}`);
  expect(stdout).toMatch(/The service accepted this payment on .*, as line 2 of south\.jsonl\./);
  expect(stdout).toContain(submission.batches[0]?.batchId);
  const [page, json] = ['html', 'json'].map((end) => join(workplace.folder, `paper.${end}`));
  await workplace.run(['receipt', id, '--html', page ?? '']);
  expect(await readFile(page ?? '', 'utf8')).toContain(`<h1>Receipt of the payment ${id}</h1>`);
  const verify = ['audit', 'verify', '--receipt', json ?? ''];
  expect((await workplace.run(verify)).exitCode).toBe(0);
  await writeFile(json ?? '', (await readFile(json ?? '', 'utf8')).replace('"accepted"', '"rejected"'));
  expect((await workplace.run(verify)).exitCode).toBe(1);

  const unknown = await workplace.run(['receipt', '00000000-0000-4000-8000-000000000000']);
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('the id of a batch, or the modification id of a payment');
});

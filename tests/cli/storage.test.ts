/**
 * @file `tranship send` against a second implementation of the storage: S3's replies other than success and refusal.
 */

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import type { SeenRequest } from '../harness/opponent/journal.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const pauseBetween = ([first, second]: SeenRequest[]) => (second?.at ?? 0) - (first?.at ?? 0);

describe.concurrent('a storage', () => {
  it('that sends the upload on within itself gets the file there', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 3);
    service.misbehave({ endpoint: 'upload', happens: 'redirect' });

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(service.batches().map(({ stored }) => stored)).toEqual([await readFile(file)]);
    const uploads = service.seen('upload').map(({ headers }) => [headers['if-none-match'], headers['content-length']]);
    expect(uploads).toHaveLength(2);
    expect(uploads[1]).toEqual(uploads[0]);
  });

  it('A storage that redirects the upload to another host causes no request there, and the host is reported', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    service.misbehave({ endpoint: 'upload', happens: 'redirect-elsewhere' });

    const ended = await workplace.run(['send', await writeTransactions(workplace, 3), '--wait']);

    // Such a reply does not condemn the address: the next upload goes to the same one, and arrives.
    expect(ended.exitCode).toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).toMatch(/redirected the upload to localhost:\d+\./);
    const hosts = service.seen('upload').map(({ headers }) => headers.host);
    expect(hosts).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^127\.0\.0\.1:/)));
  });

  it('A storage that asks to wait gets no request for that time, for uploads and reports', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const headers = { 'Retry-After': '3' };
    service.misbehave(
      { endpoint: 'upload', happens: { status: 503, headers, afterBody: true } },
      { endpoint: 'report', happens: { status: 429, headers } },
    );

    await workplace.run(['send', await writeDuplicates(workplace), '--on-invalid', 'service-decides', '--wait']);

    expect(service.seen('upload')).toHaveLength(2);
    expect(pauseBetween(service.seen('upload'))).toBeGreaterThanOrEqual(3000);
    expect(service.seen('report')).toHaveLength(2);
    expect(pauseBetween(service.seen('report'))).toBeGreaterThanOrEqual(3000);
  });
});

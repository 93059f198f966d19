/**
 * @file The log of a whole submission by the real command line, compared with the requests that the service received.
 */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeDuplicates, writeTransactions } from '../../cli/transactions.ts';
import { environmentOf, openWorkplace } from '../../cli/tranship.ts';
import { startOpponent } from '../../harness/opponent/carried.ts';

const entrySchema = z.object({
  event: z.string(),
  purpose: z.string().optional(),
  correlationId: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  cause: z.string().optional(),
  stage: z.string().optional(),
});

async function entriesIn(home: string) {
  const names = await readdir(join(home, 'logs'));
  const texts = await Promise.all(names.map((name) => readFile(join(home, 'logs', name), 'utf8')));
  const lines = texts.flatMap((text) => text.trimEnd().split('\n'));
  return lines.map((line) => entrySchema.parse(JSON.parse(line)));
}

const requestsIn = async (home: string) => (await entriesIn(home)).filter(({ event }) => event === 'request');

const isOfStorage = (purpose: string | undefined) => purpose === 'upload' || purpose === 'report';

describe('the log of a submission', () => {
  it('has every request exactly once, under the id that it carried', async () => {
    await using service = await startOpponent({ life: ['IN_PROGRESS', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeDuplicates(workplace);
    await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);
    const uploadsAndReports = service.journal.map(({ endpoint }) => endpoint).filter(isOfStorage);
    await workplace.run(['diagnose']);

    const logged = await requestsIn(workplace.home);
    const asked = service.journal.flatMap(({ headers }) => headers['x-request-id'] ?? []);
    const ids = logged.filter(({ purpose }) => !isOfStorage(purpose)).map(({ correlationId }) => correlationId);
    expect(ids.sort()).toEqual(asked.sort());
    const storage = logged.map(({ purpose }) => purpose).filter(isOfStorage);
    expect(storage.sort()).toEqual(uploadsAndReports.sort());
    expect(storage).toEqual(['report', 'upload']);
  });

  it('tells the way of a batch from its approval to its end, each step with its cause', async () => {
    await using service = await startOpponent({ life: ['IN_PROGRESS', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 2);
    await workplace.run(['send', file, '--wait', '--json']);

    const entries = await entriesIn(workplace.home);
    const stages = entries
      .filter(({ event }) => event === 'submission.changed')
      .map(({ cause, stage }) => [cause, stage]);
    expect(stages).toEqual([
      ['added', 'checking'],
      ['approved', 'approved'],
    ]);
    const steps = entries
      .filter(({ event }) => event === 'batch.changed')
      .map(({ cause, from, to }) => [cause, from, to]);
    expect(steps).toEqual([
      ['made', undefined, 'waiting'],
      ['begin', 'waiting', 'reserving'],
      ['reserved', 'reserving', 'uploading'],
      ['last-block', 'uploading', 'uploading'],
      ['accepted', 'uploading', 'processing'],
      ['status', 'processing', 'processing'],
      ['status', 'processing', 'processing'],
      ['report-absent', 'processing', 'processed'],
    ]);
  });

  it('stops nothing where it cannot be written', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 2);
    await workplace.run(['queue', 'list']);
    await writeFile(join(workplace.home, 'logs'), 'a file where the folder should be');
    const ended = await workplace.run(['send', file, '--wait', '--json']);
    expect([ended.exitCode, ended.stderr]).toEqual([0, '']);
  });
});

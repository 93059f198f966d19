/** @file A file is not sent twice by mistake: equal content is held, similar content gets a warning. */

import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type PracticeOptions, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

async function openTenant(options: PracticeOptions = {}) {
  const tenant = await startPracticeTenant({ pace: 0, ...options });
  return Object.assign(tenant, { [Symbol.asyncDispose]: () => tenant.close() });
}

describe.concurrent('a file that was sent before', () => {
  it('is stopped, under another name too', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);
    const copy = file.replace('.jsonl', '-copy.jsonl');
    await writeFile(copy, await readFile(file));

    const again = await workplace.run(['send', copy, '--wait', '--json']);

    expect(again).toMatchObject({
      exitCode: 1,
      submission: { state: 'held', error: 'submission.sent-before', batches: [] },
    });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('The hold of a file that was sent before names the time and the remedy', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);

    const { stdout } = await workplace.run(['send', file, '--wait']);

    expect(stdout).toContain('The same content was sent over this connection as submission 1');
    expect(stdout).toContain('“tranship queue approve ID --reason TEXT”');
  });

  it('A file that was sent before is sent again with a reason, which the receipt shows', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);
    await workplace.run(['send', file]);

    const without = await workplace.run(['queue', 'approve', '2', '--json']);
    const approved = await workplace.run(['queue', 'approve', '2', '--reason', 'the tenant was reset']);
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(without).toMatchObject({ exitCode: 2, events: [{ event: 'error', code: 'submission.no-reason' }, {}] });
    expect(approved.exitCode).toBe(0);
    expect(worked).toMatchObject({ exitCode: 0, submission: { id: 2, state: 'processed' } });
    const receipt = await workplace.run(['receipt', worked.submission.batches[0]?.batchId ?? '', '--json']);
    expect(receipt.summary).toMatchObject({ reason: 'the tenant was reset', historyIntact: true });
  });

  it('A file that was sent before is sent at once when the reason comes with the command', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);

    const again = await workplace.run(['send', file, '--wait', '--send-again', 'on request', '--json']);

    expect(again).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(tenant.batches()).toHaveLength(2);
  });

  it('A file is held while an equal one is still in the queue', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);

    const { submissions } = await workplace.run(['send', file, file, '--wait', '--json']);

    expect(submissions.map(({ state }) => state)).toEqual(['processed', 'held']);
  });

  it('A file that was sent before may go to another tenant', async () => {
    await using tenant = await openTenant();
    await using other = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);

    const sent = await workplace.run(['send', file, '--wait', '--json'], {
      environment: environmentOf(other),
    });

    expect(sent).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });
});

it('A file with the count, sums and days of an earlier one is sent with a warning', async () => {
  await using tenant = await openTenant();
  await using workplace = await openWorkplace(environmentOf(tenant));
  const file = await writeTransactions(workplace, 3);
  await workplace.run(['send', file, '--wait']);
  const reordered = file.replace('.jsonl', '-reordered.jsonl');
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(reordered, `${lines.toReversed().join('\n')}\n`);

  const sent = await workplace.run(['send', reordered, '--wait', '--json']);

  expect(sent).toMatchObject({ exitCode: 0, submission: { state: 'processed', warning: 'submission.resembles' } });
});

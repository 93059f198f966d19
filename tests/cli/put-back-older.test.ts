/** @file After a data folder was put back and confirmed: older files that the lost part of its history may have sent wait for a reason. */

import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { transaction } from '../check/sources.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openPracticePlace, type PracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';

const older = 'submission.older-than-folder';

/** Something is sent that the folder, put back and confirmed, knows nothing of. */
async function withLostSending({ workplace }: PracticePlace, send: () => Promise<unknown>): Promise<void> {
  await workplace.run(['send', await writeTransactions(workplace, 1, 'first.jsonl'), '--wait']);
  const copy = join(workplace.folder, 'copy');
  await promisify(execFile)('cp', ['-a', workplace.home, copy]);
  await send();
  await rm(workplace.home, { recursive: true });
  await rename(copy, workplace.home);
  await workplace.run(['folder', 'confirm', '--reason', 'the provider was asked']);
}

describe.concurrent('an older file that is added after the data folder was put back and confirmed', () => {
  it('is held, since the lost part may have sent it, and goes with a reason', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const file = await writeTransactions(workplace, 2, 'lost.jsonl');
    await withLostSending(place, () => workplace.run(['send', file, '--wait']));

    const sent = await workplace.run(['send', file, '--wait']);
    const listed = await workplace.run(['queue', 'list', '2', '--json']);
    const without = await workplace.run(['queue', 'approve', '2', '--json']);

    expect(sent).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('was put back') });
    expect(listed.submission).toMatchObject({ state: 'held', error: older });
    expect(without).toMatchObject({ exitCode: 2, events: [{ code: 'submission.no-reason' }, {}] });
    expect(tenant.batches()).toHaveLength(2);

    const approved = await workplace.run(['queue', 'approve', '2', '--reason', 'The provider does not have it.']);
    const worked = await workplace.run(['work', '--until-idle']);

    expect([approved.exitCode, worked.exitCode]).toEqual([0, 0]);
    expect(tenant.batches()).toHaveLength(3);
  });

  it('is held as well where it waited here already, and the lost part may have released it', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const inbound = join(workplace.folder, 'in');
    await mkdir(inbound, { mode: 0o700 });
    await rename(await writeTransactions(workplace, 2, 'landed.jsonl'), join(inbound, 'landed.jsonl'));
    await workplace.run(['watch', inbound, '--settle', '0.1', '--once']);
    await withLostSending(place, async () => {
      await workplace.run(['queue', 'approve', '1']);
      await workplace.run(['work', '--until-idle']);
    });

    const without = await workplace.run(['queue', 'approve', '1', '--json']);
    const shown = await workplace.run(['queue', 'list', '--json']);

    expect(without).toMatchObject({ exitCode: 2, events: [{ code: 'submission.no-reason' }, {}] });
    expect(shown.submissions[0]).toMatchObject({ state: 'held', error: older });
    expect(tenant.batches()).toHaveLength(2);
  });

  it('is held as well where it is prepared only now, of an export that is older', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const [template, payments] = ['template.json', 'payments.csv'].map((name) => join(workplace.folder, name));
    await writeFile(template ?? '', JSON.stringify(paymentTemplate));
    await writeFile(payments ?? '', csvOf([paymentRow(1), paymentRow(2)]));
    const prepare = (out: string) =>
      workplace.run(['prepare', payments ?? '', '--template', template ?? '', '--out', join(workplace.folder, out)]);
    await withLostSending(place, async () => {
      await prepare('then');
      await workplace.run(['send', join(workplace.folder, 'then'), '--wait']);
    });

    await prepare('now');
    const sent = await workplace.run(['send', join(workplace.folder, 'now'), '--wait', '--json']);

    expect(sent).toMatchObject({ exitCode: 1, submission: { state: 'held', error: older } });
    expect(tenant.batches()).toHaveLength(2);
  });

  it('is held as well where it is a correction that is made only now, of a file that is older', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const [file, recipe] = ['faulty.jsonl', 'recipe.json'].map((name) => join(workplace.folder, name));
    const lines = [1, 2].map((n) => ({ ...transaction(n), payment_source_country: n === 1 ? 'Sweden' : 'DE' }));
    await writeFile(file ?? '', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const step = { step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' };
    await writeFile(recipe ?? '', JSON.stringify({ version: 1, steps: [step] }));
    const asService = ['--on-invalid', 'service-decides', '--ingest-valid'];
    await workplace.run(['send', file ?? '', ...asService, '--wait']);
    const correct = async (out: string) => {
      await workplace.run(['fix', '1', '--recipe', recipe ?? '', '--out', join(workplace.folder, out), '--add']);
      return await workplace.run(['work', '--until-idle', '--json']);
    };
    await withLostSending(place, () => correct('then.jsonl'));
    expect(tenant.batches()).toHaveLength(3);

    await correct('now.jsonl');
    const { submissions } = await workplace.run(['queue', 'list', '--json']);

    expect(submissions).toContainEqual(expect.objectContaining({ state: 'held', error: older }));
    expect(tenant.batches()).toHaveLength(3);
  });

  it('goes by itself where it was written since', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    await withLostSending(place, async () => {});

    const sent = await workplace.run(['send', await writeTransactions(workplace, 2, 'new.jsonl'), '--wait']);

    expect(sent.exitCode).toBe(0);
    expect(tenant.batches()).toHaveLength(2);
  });
});

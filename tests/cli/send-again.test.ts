/** @file A file is not sent twice by mistake: equal content is held, similar content gets a warning. */

import { randomUUID } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PracticeOptions, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { atNight } from '../harness/night.ts';
import { transactionLine, writeLines, writeTransactions } from './transactions.ts';
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
    expect(stdout).toContain('“tranship queue approve 2 --reason TEXT”');
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
    const { stdout } = await workplace.run(['statement', '--to', '2099-12-31']);
    expect(stdout).toContain('3 lines that had gone before were sent again by a person’s decision, with ');
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

it('A file with the count, sums and days of an earlier one, and other ids, is sent with a warning', async () => {
  await using tenant = await openTenant();
  await using workplace = await openWorkplace(environmentOf(tenant));
  const file = await writeTransactions(workplace, 3);
  await workplace.run(['send', file, '--wait']);
  const alike = await writeTransactions(workplace, 3, 'alike.jsonl');

  const sent = await workplace.run(['send', alike, '--wait', '--json']);

  expect(sent).toMatchObject({ exitCode: 0, submission: { state: 'processed', warning: 'submission.resembles' } });
});

describe.concurrent('a file with transactions that were sent before', () => {
  it('is stopped when its lines stand in another order', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 3);
    await workplace.run(['send', file, '--wait']);
    const reordered = file.replace('.jsonl', '-reordered.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(reordered, `${lines.toReversed().join('\n')}\n`);
    expect(await workplace.run(['send', reordered, '--wait', '--json'])).toMatchObject({
      exitCode: 1,
      submission: { error: 'submission.ids-sent-before' },
    });
  });

  it('is sent without those, or with them for a reason', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const [one, other, third] = [transactionLine(), transactionLine(), transactionLine()];
    await workplace.run(['send', await writeLines(workplace, [one, other], 'a.jsonl'), '--wait']);
    const second = await writeLines(workplace, [third, other], 'b.jsonl');
    const held = await workplace.run(['send', second]);
    expect(held.stdout).toContain('“tranship resend 2” sends only what is new of it.');

    const both = await workplace.run(['resend', '2', '--send-again', '--dry-run', '--json']);
    const tried = await workplace.run(['resend', '2', '--dry-run', '--json']);
    const onlyNew = await workplace.run(['resend', '2', '--json']);

    expect(both.summary).toMatchObject({ kept: 2, sentBefore: 0 });
    expect(tried.summary).toMatchObject({ kept: 1, leftOut: 1, sentBefore: 1 });
    expect(onlyNew.summary).toMatchObject({ kept: 1, leftOut: 1, sentBefore: 1 });
    await workplace.run(['work', '--until-idle']);
    expect(tenant.batches()).toHaveLength(2);
    const { stdout } = await workplace.run(['receipt', '2']);
    expect(stdout).toContain('1 sent before with another submission');
  });

  it('is sent with those that say something else now, and without those that went as they are', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const went = [transactionLine(), transactionLine()];
    await workplace.run(['send', await writeLines(workplace, went, 'a.jsonl'), '--wait']);
    const lines = [went[0] ?? '', transactionLine(), went[1]?.replace('1250', '1300') ?? ''];
    await workplace.run(['send', await writeLines(workplace, lines, 'b.jsonl')]);

    const resent = await workplace.run(['resend', '2', '--send-changed', '--dry-run', '--json']);
    const recipe = join(workplace.folder, 'recipe.json');
    await writeFile(recipe, JSON.stringify({ version: 1, steps: [{ step: 'drop-blank' }] }));
    const fixed = await workplace.run(['fix', '2', '--recipe', recipe, '--send-changed', '--dry-run', '--json']);

    for (const { summary } of [resent, fixed]) expect(summary).toMatchObject({ kept: 2, leftOut: 1, sentBefore: 1 });
  });

  it('is compared with what went last, whatever has written it, and for a reason goes without a stop', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const [first, other] = [transactionLine(), transactionLine()];
    const second = first.replace('1250', '1300');
    await workplace.run(['send', await writeLines(workplace, [other, first], 'a.jsonl'), '--wait']);
    await workplace.run([
      'send',
      await writeLines(workplace, [second], 'b.jsonl'),
      '--wait',
      '--send-again',
      'corrected',
    ]);
    const asElsewhere = `${second}\r\n${first}\r\n${transactionLine()}\r\n`;
    const third = await writeLines(workplace, [], 'c.jsonl');
    await writeFile(third, asElsewhere.replaceAll('":', '" : '));
    await workplace.run(['send', third]);

    const out = third.replace('c.jsonl', 'd.jsonl');
    const why = ['--send-changed', '--reason', 'as it was at first'];
    const resent = await workplace.run(['resend', '3', ...why, '--out', out, '--json']);
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    // The first line says what went last; the second says what went before that.
    expect(resent.summary).toMatchObject({ kept: 2, leftOut: 1, sentBefore: 1 });
    expect(await readFile(out, 'utf8')).not.toContain('1300');
    expect(worked).toMatchObject({ exitCode: 0, submission: { id: 4, state: 'processed' } });
    const { stdout } = await workplace.run(['receipt', '4']);
    expect(stdout).toContain('as it was at first');
  });

  it('may go again where the service has rejected what went last', async () => {
    const known = Object(JSON.parse(transactionLine())).sender.by_external_id;
    await using tenant = await openTenant({ onboarded: new Set([known]) });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const first = transactionLine();
    const second = first.replace('1250', '1300').replace(known, 'customer-1');
    await workplace.run(['send', await writeLines(workplace, [first], 'a.jsonl'), '--wait']);
    await workplace.run([
      'send',
      await writeLines(workplace, [second], 'b.jsonl'),
      '--wait',
      '--send-again',
      'corrected',
    ]);
    await workplace.run(['send', await writeLines(workplace, [second, transactionLine()], 'c.jsonl')]);

    const resent = await workplace.run(['resend', '3', '--send-changed', '--dry-run', '--json']);

    expect(resent.summary).toMatchObject({ kept: 2, sentBefore: 0 });
  });

  it('is stopped before anything of it is sent, although its content is another', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 90);
    await workplace.run(['send', file, '--wait']);
    const cut = file.replace('.jsonl', '-cut.jsonl');
    await writeFile(cut, (await readFile(file, 'utf8')).trimEnd());

    const again = await workplace.run(['send', cut, '--wait', '--json']);

    expect(again).toMatchObject({
      exitCode: 1,
      submission: { state: 'held', error: 'submission.ids-sent-before', batches: [] },
    });
    expect(tenant.batches()).toHaveLength(1);
    const { stdout } = await workplace.run(['send', cut]);
    expect(stdout).toMatch(/90 of 90 transactions were sent over this connection already, with .*export\.jsonl/);
    expect(stdout).toMatch(/submission 1, .*; processed/);
    expect(stdout).toContain('“tranship queue approve 3 --reason TEXT”');
  });

  it('is stopped for a single shared id, in any letter case, and sent with a reason, which the history keeps', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    const lines = [transactionLine(), transactionLine(id.toUpperCase()), transactionLine()];
    const second = await writeLines(workplace, lines, 'b.jsonl');

    const held = await workplace.run(['send', second, '--json']);
    const without = await workplace.run(['queue', 'approve', '2', '--json']);
    const approved = await workplace.run(['queue', 'approve', '2', '--reason', 'corrected by the provider']);
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(held).toMatchObject({ exitCode: 1, submission: { error: 'submission.ids-sent-before' } });
    expect(without).toMatchObject({ exitCode: 2, events: [{ code: 'submission.no-reason' }, {}] });
    expect([approved.exitCode, worked.exitCode]).toEqual([0, 0]);
    const receipt = await workplace.run(['receipt', worked.submission.batches[0]?.batchId ?? '', '--json']);
    expect(receipt.summary).toMatchObject({ reason: 'corrected by the provider' });
    const { stdout } = await workplace.run(['statement', '--to', '2099-12-31']);
    expect(stdout).toContain(
      '1 line that had gone before was sent again by a person’s decision, with b.jsonl (first with submission 1',
    );
    // For the core system, these are three.
    const control = join(workplace.folder, 'core.csv');
    await writeFile(control, 'count\n3\n');
    const compared = await workplace.run(['statement', '--to', '2099-12-31', '--control', control]);
    expect(compared.stdout).toContain('Nothing is missing');
    expect(compared.stdout).toContain('1 transaction went again with a later file, and is counted once');
  });

  atNight(it)('waits where its ids cannot be kept to compare them, until a person says why it is sent', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    await workplace.run(['send', await writeTransactions(workplace, 2, 'first.jsonl'), '--wait']);
    const ids = join(workplace.home, 'ids');
    await rm(ids, { recursive: true });
    await writeFile(ids, 'no folder');
    const next = await writeTransactions(workplace, 2, 'next.jsonl');

    const held = await workplace.run(['send', next, '--wait', '--json']);
    const approved = await workplace.run(['queue', 'approve', '2', '--reason', 'It is of another month.']);
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(held).toMatchObject({ exitCode: 1, submission: { state: 'held', error: 'submission.ids-missing' } });
    expect([approved.exitCode, worked.exitCode]).toEqual([0, 0]);
    expect(tenant.batches()).toHaveLength(2);
  });

  atNight(it)('is sent with a reason that was given beforehand', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    const second = await writeLines(workplace, [transactionLine(id), transactionLine()], 'b.jsonl');
    expect(await workplace.run(['send', second, '--wait', '--send-again', 'reset', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
  });

  it('asks for a reason of its own when it was held for errors, and its transactions went in between', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const id = randomUUID();
    const faulty = transactionLine().replace('"DE"', '"Germany"');
    const first = await writeLines(workplace, [transactionLine(id), faulty], 'a.jsonl');
    const second = await writeLines(workplace, [transactionLine(id), transactionLine()], 'b.jsonl');
    expect(await workplace.run(['send', first, '--json'])).toMatchObject({ submission: { state: 'held', errors: 1 } });
    expect((await workplace.run(['send', second, '--wait'])).exitCode).toBe(0);

    const approve = ['queue', 'approve', '1', '--json'];
    const withoutReason = await workplace.run(approve);
    const forItsErrors = await workplace.run([...approve, '--reason', 'the country is corrected later']);
    const { submissions } = await workplace.run(['queue', 'list', '1', '--json']);
    const forAll = await workplace.run([...approve, '--reason', 'agreed with the provider']);

    expect(withoutReason).toMatchObject({ exitCode: 2, events: [{ code: 'submission.no-reason' }, {}] });
    expect(forItsErrors).toMatchObject({ exitCode: 2, events: [{ code: 'submission.ids-sent-before' }, {}] });
    expect(submissions).toMatchObject([{ state: 'held', error: 'submission.ids-sent-before' }]);
    expect(forAll.exitCode).toBe(0);
  });

  it('is sent where the batch with them was refused as a whole: it is the correction', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const [one, two] = [randomUUID(), randomUUID()];
    const faulty = [transactionLine(one), transactionLine(two).replace('"DE"', '"Germany"')];
    const file = await writeLines(workplace, faulty, 'a.jsonl');
    const refused = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);
    expect(refused.submission.state).toBe('rejected');
    const corrected = await writeLines(workplace, [transactionLine(one), transactionLine(two)], 'b.jsonl');
    expect(await workplace.run(['send', corrected, '--wait'])).toMatchObject({ exitCode: 0 });
  });

  atNight(it)(
    'is stopped although the index of the earlier file was damaged, and warned of where its file is gone too',
    async () => {
      await using tenant = await openTenant();
      await using workplace = await openWorkplace(environmentOf(tenant));
      const id = randomUUID();
      const first = await writeLines(workplace, [transactionLine(id)], 'a.jsonl');
      await workplace.run(['send', first, '--wait']);
      const index = join(workplace.home, 'ids', '1.ids');
      await truncate(index, 100);
      const second = await writeLines(workplace, [transactionLine(id), transactionLine()], 'b.jsonl');
      expect(await workplace.run(['send', second, '--json'])).toMatchObject({
        submission: { error: 'submission.ids-sent-before' },
      });
      await truncate(index, 100);
      await rm(first);
      const third = await writeTransactions(workplace, 2, 'c.jsonl');
      expect(await workplace.run(['send', third, '--wait', '--json'])).toMatchObject({
        exitCode: 0,
        submission: { warning: 'submission.not-compared' },
      });
    },
  );

  atNight(it)('is sent to another tenant', async () => {
    await using tenant = await openTenant();
    await using other = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    const second = await writeLines(workplace, [transactionLine(id), transactionLine()], 'b.jsonl');
    const sent = await workplace.run(['send', second, '--wait'], { environment: environmentOf(other) });
    expect(sent.exitCode).toBe(0);
  });

  atNight(it)('is sent where no ids are kept', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    await workplace.run(['settings', 'set', '--id-index', 'off']);
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    const second = await writeLines(workplace, [transactionLine(id), transactionLine()], 'b.jsonl');
    expect((await workplace.run(['send', second, '--wait'])).exitCode).toBe(0);
  });
});

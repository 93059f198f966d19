/** @file Preparing exports on the command line, with real processes: also killed in the middle. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originsOfPrepared } from '../../src-main/prepare/manifest-files.ts';
import { atNight, fewerByDay } from '../harness/night.ts';
import { csvOf, paymentRow, paymentTemplate, uuid } from '../prepare/exports.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

async function openPreparation(rows = [paymentRow(1), paymentRow(2), paymentRow(3)]) {
  const workplace = await openWorkplace();
  const source = join(workplace.folder, 'november.csv');
  const template = join(workplace.folder, 'template.json');
  await writeFile(source, csvOf(rows));
  await writeFile(template, JSON.stringify(paymentTemplate));
  const out = (name = 'out') => join(workplace.folder, name);
  return { workplace, source, template, out, [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose]() };
}

/** The digests of all files of a folder. */
function digests(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'rows');
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(names.sort().map((name) => [name, digestOf(name)]));
}

it('An export becomes lines that the service takes, with a manifest', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const done = await workplace.run(['prepare', source, '--template', template, '--out', out(), '--json']);
  expect(done).toMatchObject({ exitCode: 0, stderr: '' });
  const path = join(out(), 'november-001.jsonl');
  const text = readFileSync(path, 'utf8');
  const [first] = text.split('\n');
  expect(JSON.parse(first ?? '')).toEqual({
    payment_external_id: uuid(1, 1),
    payment_source_country: 'SE',
    sender: { by_external_id: 'C-1' },
    receiver: { by_external_id: 'C-2' },
    modification: { external_id: uuid(1), amount: 1.5, currency: 'EUR', created_at: '2026-01-02T00:00:00' },
  });
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(done.summary).toMatchObject({
    rows: 3,
    transactions: 3,
    findings: 0,
    manifest: join(out(), 'manifest.json'),
    files: [{ path, bytes: text.length, lines: 3, sha256 }],
  });
  expect((await workplace.run(['check', path])).exitCode).toBe(0);
});

it('Sender and receiver follow the column that says whether money came in, and without it that is told', async () => {
  await using place = await openPreparation();
  const { workplace, template, out } = place;
  const source = join(workplace.folder, 'core.csv');
  const rows = [
    'Booking ID;Customer No;D/C;Counterparty;Risk;Amount;Currency;Booked at;Country from;Country to',
    'BK-1;customer-0091905;D;Łódzkie Zakłady;low;32.255,38;EUR;01.10.2026 08:00;NL;IT',
    'BK-2;customer-0341516;C;customer-0091905;medium;4.272,45;EUR;02.10.2026 09:01;DE;FR',
    'BK-3;customer-0341516;?;ACME;high;4.272,45;EUR;13.10.2026 09:01;DE;FR',
  ];
  await writeFile(source, rows.slice(0, 3).join('\n'));
  const proposed = await workplace.run(['prepare', source, '--propose', template, '--force']);
  expect(proposed.stdout).toContain('1 row · column “Counterparty”: “customer-0091905” in “Counterparty”');
  await writeFile(source, rows.join('\n'));
  const done = await workplace.run(['prepare', source, '--template', template, '--out', out()]);
  expect(done.stdout).toContain('column “D/C” · core.csv, row 4: “?” in “D/C” is not among the values');
  const lines = readFileSync(join(out(), 'core-001.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      payment_source_country: 'NL',
      sender: { by_external_id: 'customer-0091905' },
      receiver: { unknown: { full_name: 'Łódzkie Zakłady', risk_assessment: 'LOW' } },
    },
    {
      payment_source_country: 'DE',
      sender: { unknown: { full_name: 'customer-0091905', risk_assessment: 'MEDIUM' } },
      receiver: { by_external_id: 'customer-0341516' },
    },
  ]);
  const { direction: _, ...before } = JSON.parse(readFileSync(template, 'utf8'));
  await writeFile(template, JSON.stringify(before));
  await writeFile(source, rows.slice(0, 3).join('\n'));
  const plan = await workplace.run(['prepare', source, '--template', template, '--plan']);
  expect(plan.stdout).toContain('“D/C” seems to say');
});

it('Sender and receiver follow the sign of the amount, and without it that is told', async () => {
  await using place = await openPreparation();
  const { workplace, template, out } = place;
  const source = join(workplace.folder, 'core.csv');
  const rows = [
    'Booking ID;Customer No;Counterparty;Risk;Amount;Currency;Booked at;Counterparty country',
    'BK-1;customer-0091905;Łódzkie Zakłady;low;-32.255,38;EUR;01.10.2026 08:00;PL',
    'BK-2;customer-0341516;Bank AG;medium;4.272,45;EUR;02.10.2026 09:01;DE',
    'BK-3;customer-0341516;ACME;high;0,00;EUR;13.10.2026 09:01;FR',
  ];
  await writeFile(source, rows.join('\n'));
  const proposed = await workplace.run(['prepare', source, '--propose', template, '--force']);
  expect(proposed.stdout).toContain('The sign of “Amount” says whether money came in or went out');
  const balance = ['--expect', 'EUR=-27982.93:2'];
  const done = await workplace.run(['prepare', source, '--template', template, '--out', out(), ...balance]);
  expect(done.exitCode).toBe(1);
  expect(done.stdout).toContain('EUR: the sum of the source system is equal to the balance, money in less money out.');
  expect(done.stdout).not.toContain('Control figures differ');
  expect(done.stdout).toContain('column “Amount” · core.csv, row 4: “0,00” in “Amount” says neither');
  // What a balance of the core system is compared with: the amounts are sent without their signs.
  expect(done.stdout).toContain(
    'Money out: 1 transaction, 32,255.38 EUR. Money in: 1 transaction, 4,272.45 EUR. In less out: -27,982.93 EUR.',
  );
  // With the file, for its page.
  const prepared = await originsOfPrepared(out(), 'core-001.jsonl');
  expect(prepared?.facts.flow).toEqual({
    all: [{ currency: 'EUR', count: 2, sum: '36527.83' }],
    incoming: [{ currency: 'EUR', count: 1, sum: '4272.45' }],
  });
  const lines = readFileSync(join(out(), 'core-001.jsonl'), 'utf8').trim().split('\n');
  const [outgoing, incoming, ...more] = lines.map((line) => JSON.parse(line));
  expect(more).toEqual([]);
  expect(outgoing).toMatchObject({
    payment_target_country: 'PL',
    sender: { by_external_id: 'customer-0091905' },
    receiver: { unknown: { full_name: 'Łódzkie Zakłady' } },
    modification: { amount: 32_255.38 },
  });
  expect(outgoing).not.toHaveProperty('payment_source_country');
  expect(incoming).toMatchObject({
    payment_source_country: 'DE',
    sender: { unknown: { full_name: 'Bank AG' } },
    receiver: { by_external_id: 'customer-0341516' },
    modification: { amount: 4272.45 },
  });
  expect(incoming).not.toHaveProperty('payment_target_country');
  const { direction: _, ...before } = JSON.parse(readFileSync(template, 'utf8'));
  await writeFile(template, JSON.stringify(before));
  const plan = await workplace.run(['prepare', source, '--template', template, '--plan']);
  expect(plan.stdout).toContain('“Amount” has negative and positive amounts');
});

it('Standard input, a folder and a file give the same lines', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const call = ['--template', template, '--name', 'same', '--out'];
  const fromInput = workplace.start(['prepare', '-', ...call, out('input')], { hasInput: true });
  fromInput.write(readFileSync(source, 'utf8'));
  fromInput.endInput();
  expect((await fromInput.ended).stderr).toBe('');
  await workplace.run(['prepare', source, ...call, out('file')]);
  const name = 'same-001.jsonl';
  expect(digests(out('input'))[name]).toBe(digests(out('file'))[name]);
});

it('A refused row ends with exit code 1, and its finding names row, column and cell', async () => {
  await using place = await openPreparation([paymentRow(1), paymentRow(2, { amount: 'much' })]);
  const { workplace, source, template, out } = place;
  const done = await workplace.run(['prepare', source, '--template', template, '--out', out()]);
  expect(done.exitCode).toBe(1);
  expect(done.stdout).toContain('2 rows: 1 transaction, 0 left out, 1 refused');
  const [finding] = readFileSync(join(out(), 'findings.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(finding ?? '')).toMatchObject({ source: 'november.csv', row: 3, column: 'amount', cell: 'much' });
});

it('A plan writes nothing', async () => {
  await using place = await openPreparation();
  const { workplace, source, template } = place;
  const before = readdirSync(workplace.folder);
  const done = await workplace.run(['prepare', source, '--template', template, '--plan', '--json']);
  expect(done.exitCode).toBe(0);
  expect(done.summary).toMatchObject({ transactions: 3, files: [{ path: 'november-001.jsonl', lines: 3 }] });
  expect(readdirSync(workplace.folder).filter((name) => name !== 'home')).toEqual(before);
});

it('Control figures that differ end with exit code 1', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const call = ['prepare', source, '--template', template];
  expect((await workplace.run([...call, '--out', out('a'), '--expect', 'EUR=7.50:3'])).exitCode).toBe(0);
  const differing = await workplace.run([...call, '--out', out('b'), '--expect', 'EUR=7.51:3']);
  expect(differing.exitCode).toBe(1);
  expect(differing.stdout).toContain('EUR: 3 transactions with 7.51 expected, 3 with 7.50 prepared: 0.01 missing.');
});

describe('Ended in the middle', () => {
  const rows = Array.from({ length: 120_000 }, (_, at) => paymentRow(at));

  /** Kills one after the other as soon as it has finished this many files, then lets one end. */
  async function disturbed(workplace: Workplace, call: readonly string[], out: string, kills: readonly number[]) {
    for (const files of kills) {
      const running = workplace.startProcess(call);
      await expect.poll(() => existsSync(join(out, `november-${String(files).padStart(3, '0')}.jsonl`))).toBe(true);
      await running.kill('SIGKILL');
      expect(existsSync(join(out, 'manifest.json'))).toBe(false);
    }
    return await workplace.run([...call, '--json']);
  }

  const splitting = (source: string, template: string) =>
    ['prepare', source, '--template', template, '--split', 'count:5000'] as const;

  it('The same call continues, and the result is that of an undisturbed run', async () => {
    await using place = await openPreparation(rows);
    const { workplace, source, template, out } = place;
    const call = (folder: string) => [...splitting(source, template), '--out', folder];
    await workplace.run(call(out('whole')));
    const last = await disturbed(workplace, call(out()), out(), fewerByDay([1, 4, 9], 2));
    expect(last).toMatchObject({ exitCode: 0, stderr: '' });
    expect(Number(last.summary.keptFiles)).toBeGreaterThanOrEqual(9);
    expect(digests(out())).toEqual(digests(out('whole')));
  });

  atNight(it)('A finished file that was changed meanwhile is made again', async () => {
    await using place = await openPreparation(rows);
    const { workplace, source, template, out } = place;
    const call = (folder: string) => [...splitting(source, template), '--out', folder];
    await workplace.run(call(out('whole')));
    const running = workplace.startProcess(call(out()));
    await expect.poll(() => existsSync(join(out(), 'november-003.jsonl'))).toBe(true);
    await running.kill('SIGKILL');
    await writeFile(join(out(), 'november-001.jsonl'), 'changed');
    expect((await workplace.run(call(out()))).exitCode).toBe(0);
    expect(digests(out())).toEqual(digests(out('whole')));
  });

  it('Another call is refused, and nothing of the first one is lost', async () => {
    await using place = await openPreparation(rows);
    const { workplace, source, template, out } = place;
    const call = ['prepare', source, '--template', template, '--out', out(), '--split'];
    const running = workplace.start([...call, 'count:5000']);
    await expect.poll(() => existsSync(join(out(), 'november-001.jsonl'))).toBe(true);
    await running.kill('SIGINT');
    const before = digests(out());
    const other = await workplace.run([...call, 'count:4000']);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('unfinished preparation');
    expect(digests(out())).toEqual(before);
  });
});

it('A template is proposed, corrected, stored, recognised, and taken by its name', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const proposal = join(workplace.folder, 'proposal.json');
  const proposed = await workplace.run(['prepare', source, '--propose', proposal, '--json']);
  expect(proposed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(readFileSync(proposal, 'utf8')).columns).toEqual(paymentTemplate.columns);
  await workplace.run(['template', 'import', template]);
  const again = await workplace.run(['prepare', source, '--json']);
  expect(again.summary).toMatchObject({ recognised: 'Payments of the old system' });
  const done = await workplace.run(['prepare', source, '--template', 'Payments of the old system', '--out', out()]);
  expect(done.exitCode).toBe(0);
  const listed = await workplace.run(['template', 'list', '--json']);
  expect(listed.events[0]).toMatchObject({ name: 'Payments of the old system', usedAt: expect.any(Number) });
  expect((await workplace.run(['template', 'remove', 'Payments of the old system'])).exitCode).toBe(0);
  expect((await workplace.run(['template', 'list'])).stdout).toContain('No template is stored.');
});

it('A template is copied and renamed, and leaves the data folder as it came', async () => {
  await using place = await openPreparation();
  const { workplace, template } = place;
  const change = async (...call: string[]) => (await workplace.run(['template', ...call, '--json'])).summary;
  const name = 'Payments of the old system';
  expect(await change('import', template)).toMatchObject({ name });
  expect(await change('copy', name)).toMatchObject({ name: `${name} 2` });
  expect(await change('rename', `${name} 2`, 'December')).toMatchObject({ name: 'December' });
  expect(await change('rename', 'December', name)).toMatchObject({ name: `${name} 2` });
  const out = place.out('exported.json');
  expect(await change('export', name, '--out', out)).toMatchObject({ name, out });
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(paymentTemplate);
  expect(await change('show', name)).toMatchObject({ template: paymentTemplate });
});

it('What a template was is listed with what has changed, shown, and restored', async () => {
  await using place = await openPreparation();
  const { workplace, template } = place;
  const call = async (...args: string[]) => await workplace.run(['template', ...args, '--json']);
  await call('import', template);
  await call('rename', paymentTemplate.name, 'December');
  const listed = await call('versions', 'December');
  expect(listed.events.slice(0, 2)).toMatchObject([
    { number: 2, name: 'December', isPresent: true, changes: [{ of: 'setting', setting: 'name' }] },
    { number: 1, name: paymentTemplate.name, isPresent: false, changes: [] },
  ]);
  expect((await call('show', 'December', '--former', '1')).summary).toMatchObject({ template: paymentTemplate });
  expect((await call('restore', 'December', '1')).summary).toMatchObject({ name: paymentTemplate.name, version: 3 });
  expect((await workplace.run(['template', 'versions', paymentTemplate.name])).stdout).toContain('changed: its name');
});

it('A file that is not UTF-8 is no template, rather than one with other names of columns', async () => {
  await using place = await openPreparation();
  const { workplace, template } = place;
  await writeFile(template, Buffer.from(JSON.stringify({ ...paymentTemplate, name: 'Zahlungen für Köln' }), 'latin1'));
  const done = await workplace.run(['template', 'import', template]);
  expect(done.exitCode).toBe(2);
  expect(done.stderr).toContain('Save it as UTF-8.');
});

it('Without a data folder that can be used, exports are prepared, and it is told that this is recorded nowhere', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const environment = { TRANSHIP_HOME: join(source, 'home') };
  const done = await workplace.run(['prepare', source, '--template', template, '--out', out()], { environment });
  expect(done.exitCode).toBe(0);
  expect(done.stderr).toContain('The data folder cannot be used.');
  expect(readdirSync(out())).toContain('manifest.json');
});

it('What is written is recorded as exported, and a plan is not', async () => {
  await using place = await openPreparation();
  const { workplace, source, template, out } = place;
  const recorded = () => {
    const logs = join(workplace.home, 'logs');
    const names = existsSync(logs) ? readdirSync(logs).filter((name) => name.startsWith('security-')) : [];
    return names
      .flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'))
      .map((line) => JSON.parse(line));
  };
  await workplace.run(['prepare', source, '--template', template, '--plan']);
  expect(existsSync(workplace.home)).toBe(false);
  await workplace.run(['prepare', source, '--template', template, '--out', out()]);
  expect(recorded()).toMatchObject([{ event: 'exported', what: 'prepared', path: out() }]);
});

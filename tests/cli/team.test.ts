/** @file The team ledger on the command line: real processes of several persons, and a real PostgreSQL server. */

import { existsSync } from 'node:fs';
import { appendFile, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeFaultySample, writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { openWorkplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const connection = {
  TRANSHIP_BASE_URL: 'https://tm.example',
  TRANSHIP_TOKEN_URL: 'https://tm.example/token',
  TRANSHIP_CLIENT_ID: 'client',
  TRANSHIP_SCOPE: 'tenant/one',
  TRANSHIP_CLIENT_SECRET: 'canary of the service',
};

/** Calls of persons at one computer, with this database as their ledger. */
async function desk(database: string) {
  const workplace = await openWorkplace({
    ...connection,
    TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const variables = (person: string) => ({
    TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
  });
  const callsWith =
    (more: Record<string, string>) =>
    (person: string, ...args: string[]) =>
      workplace.run(['team', ...args, '--json'], { environment: { ...variables(person), ...more } });
  return { workplace, as: Object.assign(callsWith({}), { with: callsWith, variables }) };
}

/** A desk with a ledger in which everybody has their role, and a file. */
async function deskWithFile() {
  const { workplace, as } = await desk(await team.ledger());
  const file = join(workplace.folder, 'november.jsonl');
  await writeSampleExport(file, 20_000, 3);
  return { workplace, as, file };
}

describe('tranship team', () => {
  it('sets up a ledger, gives roles, and tells each person theirs', async () => {
    const { as } = await desk(await team.database());
    expect(await as('ada', 'status')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('team.not-set-up'),
    });
    expect(await as('keeper', 'init', '--administrator', 'ada')).toMatchObject({
      exitCode: 0,
      summary: { from: 0, administrator: 'ada' },
    });
    expect(await as('ada', 'roles', '--give', 'maker', '--to', 'mara')).toMatchObject({
      exitCode: 0,
      summary: { appointments: [{ person: 'ada' }, { person: 'mara', role: 'maker', givenBy: 'ada' }] },
    });
    expect(await as('mara', 'status')).toMatchObject({ exitCode: 0, summary: { person: 'mara', roles: ['maker'] } });
    expect(await as('keeper', 'migrate')).toMatchObject({ exitCode: 0 });
    expect(await as('mara', 'roles', '--give', 'checker', '--to', 'milo')).toMatchObject({ exitCode: 1 });
    expect(await as('ada', 'roles', '--withdraw', 'maker', '--from', 'mara')).toMatchObject({
      summary: { appointments: [{ person: 'ada' }] },
    });
  });

  it('requires a release until two administrators end that, and tells each person', async () => {
    const database = await team.ledger();
    const { as } = await desk(database);
    await as('ada', 'roles', '--give', 'administrator', '--to', 'ben');
    const require = (person: string, ...more: string[]) =>
      as(person, 'require-release', '--reason', 'From December on.', ...more);
    expect((await as('sol', 'status')).summary).not.toHaveProperty('release');
    expect(await require('sol')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('administrator') });
    expect(await require('ada')).toMatchObject({ exitCode: 0, summary: { release: 'required' } });
    expect(await as('sol', 'status')).toMatchObject({
      summary: { release: { by: 'ada', reason: 'From December on.' } },
    });
    expect(await require('ada', '--no-longer')).toMatchObject({ exitCode: 0, summary: { release: 'ending' } });
    expect(await require('ben', '--no-longer')).toMatchObject({ exitCode: 0, summary: { release: 'ended' } });
    expect((await as('sol', 'status')).summary).not.toHaveProperty('release');
    expect((await as('sol', 'history')).stdout).toContain('release-ended');
  });

  it('hands a file from the maker over the checker to the sender, and the secret of the service to no one', async () => {
    const { workplace, as, file } = await deskWithFile();
    const made = await as('mara', 'offer', file, '--reason', 'The export of November.');
    expect(made).toMatchObject({ exitCode: 0, summary: { offers: [{ id: 1, fileName: 'november.jsonl' }] } });
    expect(await as('sol', 'verify', file)).toMatchObject({ exitCode: 1, summary: { released: false } });
    expect(await as('cem', 'offers', '1')).toMatchObject({
      exitCode: 0,
      summary: { offer: { state: 'open', offeredBy: 'mara', reason: 'The export of November.' } },
    });
    // The checker has the bytes from elsewhere.
    const copy = join(workplace.folder, 'from-the-share.jsonl');
    await copyFile(file, copy);
    const release = await as('cem', 'release', '1', '--file', copy, '--reason', 'The sums agree.');
    expect(release).toMatchObject({ exitCode: 0, summary: { state: 'released' } });
    expect(await as('sol', 'verify', file)).toMatchObject({
      exitCode: 0,
      summary: { released: true, offer: { id: 1, decision: { by: 'cem', reason: 'The sums agree.' } } },
    });
    expect(workplace.said()).not.toContain('canary');
    expect(workplace.said()).not.toContain(PASSWORD);
  });

  it('refuses with a reason, which the maker reads', async () => {
    const { workplace, as, file } = await deskWithFile();
    const inGerman = async (person: string, ...call: string[]) =>
      (await workplace.run(['team', ...call], { environment: { ...as.variables(person), TRANSHIP_LANGUAGE: 'de' } }))
        .stdout;
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    expect(await inGerman('mara', 'offers')).toMatch(/ offen /);
    expect(await as('cem', 'refuse', '1', '--reason', 'A day is missing.')).toMatchObject({ exitCode: 0 });
    expect(await inGerman('mara', 'offers', '1')).toMatch(/november\.jsonl, abgelehnt\n.*abgelehnt von cem am/s);
    expect(await inGerman('ada', 'roles')).toMatch(/ mara +│ Antrag \(maker\) /);
    expect(await inGerman('mara', 'status')).toContain('Sie sind mara: Antrag.');
    expect(await as('mara', 'offers')).toMatchObject({
      summary: { offers: [{ state: 'refused', decision: { by: 'cem', reason: 'A day is missing.' } }] },
    });
    expect(await as('sol', 'verify', file)).toMatchObject({ exitCode: 1 });
  });

  it('releases no other bytes than were offered, and no file after a byte of it has changed', async () => {
    const { as, file } = await deskWithFile();
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    const original = await readFile(file);
    await appendFile(file, original.subarray(0, original.indexOf(10) + 1));
    expect(await as('cem', 'release', '1', '--file', file, '--reason', 'The sums agree.')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('has other bytes than offer 1'),
    });
    expect((await as('cem', 'offers')).summary).toMatchObject({ offers: [{ state: 'open' }] });
  });

  it('does not release figures that the file does not have, though its bytes are those that were offered', async () => {
    const database = await team.ledger();
    const { workplace, as } = await desk(database);
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFaultySample(file, 1);
    const checked = await workplace.run(['check', file, '--json']);
    const figures = { ...checked.summary, errors: 0, byRule: {} };
    await team.plainSql(
      'mara',
      database,
      `SELECT tranship.offer(decode('${checked.summary['sha256']}', 'hex'), 'https://tm.example', 'faulty.jsonl',
         '${JSON.stringify(figures)}', 'All is well.', 'desk', false)`,
    );
    expect(await as('cem', 'release', '1', '--file', file, '--reason', 'No errors.')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/other figures than offer 1 says: errors, findings by rule/),
    });
  });

  it('offers the files of a manifest, with what the preparation says of them', async () => {
    const { workplace, as } = await desk(await team.ledger());
    const [source, template] = [join(workplace.folder, 'november.csv'), join(workplace.folder, 'template.json')];
    await writeFile(source, csvOf([1, 2].map((number) => paymentRow(number))));
    await writeFile(template, JSON.stringify(paymentTemplate));
    const prepared = join(workplace.folder, 'prepared');
    await workplace.run(['prepare', source, '--template', template, '--out', prepared, '--expect', 'EUR=9:4']);
    expect(await as('mara', 'offer', prepared, '--reason', 'The payments of November.')).toMatchObject({
      exitCode: 0,
      summary: {
        offers: [{ figures: { manifest: { template: expect.stringContaining('Payments'), differences: 1 } } }],
      },
    });
    // The manifest goes with a file that is handed over.
    const withPassphrase = as.with({ TRANSHIP_PACKAGE_PASSPHRASE: 'four words without sense' });
    const sealed = join(workplace.folder, 'payments.tranship');
    const [name = ''] = (await readdir(prepared)).filter((file) => file.endsWith('.jsonl') && file.includes('001'));
    await withPassphrase('mara', 'pack', '1', '--file', join(prepared, name), '--to', sealed);
    const folder = join(workplace.folder, 'unpacked');
    await withPassphrase('cem', 'unpack', sealed, '--to', folder);
    expect(await readFile(join(folder, `${name}.manifest.json`))).toEqual(
      await readFile(join(prepared, 'manifest.json')),
    );
  });

  it('hands a file over in a sealed package, which is released and sent without the original', async () => {
    const { workplace, as, file } = await deskWithFile();
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    const sealed = join(workplace.folder, 'november.tranship');
    const passphrase = { TRANSHIP_PACKAGE_PASSPHRASE: 'four words without sense' };
    expect(await as('mara', 'pack', '1', '--file', file, '--to', sealed)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('TRANSHIP_PACKAGE_PASSPHRASE'),
    });
    const weak = { TRANSHIP_PACKAGE_PASSPHRASE: 'november' };
    expect(await as.with(weak)('mara', 'pack', '1', '--file', file, '--to', sealed)).toMatchObject({
      stdout: expect.stringContaining('secret.weak-passphrase'),
    });
    const withPassphrase = as.with(passphrase);
    expect(await withPassphrase('mara', 'pack', '1', '--file', file, '--to', sealed)).toMatchObject({
      exitCode: 0,
      summary: { offer: 1, package: sealed },
    });
    const original = await readFile(file);
    await rm(file);
    const wrong = { TRANSHIP_PACKAGE_PASSPHRASE: 'four words with sense' };
    const release = ['release', '1', '--package', sealed, '--reason', 'The sums agree.'];
    expect(await as.with(wrong)('cem', ...release)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('team.package-passphrase'),
    });
    expect(await withPassphrase('cem', ...release)).toMatchObject({ exitCode: 0, summary: { state: 'released' } });
    const folder = join(workplace.folder, 'unpacked');
    const unpacked = await withPassphrase('sol', 'unpack', sealed, '--to', folder);
    expect(unpacked).toMatchObject({ exitCode: 0, summary: { offer: 1, file: join(folder, 'november.jsonl') } });
    expect((await readFile(join(folder, 'november.jsonl'))).equals(original)).toBe(true);
    expect(await as('sol', 'verify', join(folder, 'november.jsonl'))).toMatchObject({ exitCode: 0 });
    expect(await withPassphrase('sol', 'unpack', sealed, '--to', folder)).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('there is a file of this name already'),
    });
    expect(workplace.said()).not.toContain(passphrase.TRANSHIP_PACKAGE_PASSPHRASE);
  });

  it('seals no other file than was offered, and releases no package of another offer', async () => {
    const { workplace, as, file } = await deskWithFile();
    const withPassphrase = as.with({ TRANSHIP_PACKAGE_PASSPHRASE: 'four words without sense' });
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    const other = join(workplace.folder, 'december.jsonl');
    await writeSampleExport(other, 20_000, 4);
    await as('mara', 'offer', other, '--reason', 'The export of December.');
    const sealed = join(workplace.folder, 'november.tranship');
    expect(await withPassphrase('mara', 'pack', '1', '--file', other, '--to', sealed)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('has other bytes than offer 1'),
    });
    expect(existsSync(sealed)).toBe(false);
    await withPassphrase('mara', 'pack', '1', '--file', file, '--to', sealed);
    expect(
      await withPassphrase('cem', 'release', '2', '--package', sealed, '--reason', 'The sums agree.'),
    ).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('was sealed for offer 1, and not for offer 2') });
    const both = ['--package', sealed, '--file', file, '--reason', 'The sums agree.'];
    expect(await withPassphrase('cem', 'release', '1', ...both)).toMatchObject({ exitCode: 2 });
    expect((await as('cem', 'offers')).summary).toMatchObject({ offers: [{ state: 'open' }, { state: 'open' }] });
  });

  it('says that a colleague offered the same, and with --again offers it twice', async () => {
    const { as, file } = await deskWithFile();
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    const again = (...more: string[]) => as('milo', 'offer', file, '--reason', 'It was lost.', ...more);
    expect(await again()).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('by mara on') });
    expect(await again('--again')).toMatchObject({ exitCode: 0, summary: { offers: [{ id: 2 }] } });
  });

  it('asks the app that is running, where it names no ledger: what that app has proved, it may release', async () => {
    const { workplace, as, file } = await deskWithFile();
    await as('mara', 'offer', file, '--reason', 'The export of November.');
    const app = workplace.startProcess(['serve', '--json'], { environment: as.variables('cem') });
    await app.event(({ event }) => event === 'serving');
    const beside = (...args: string[]) => workplace.run(['team', ...args, '--json']);
    expect(await beside('status')).toMatchObject({ exitCode: 0, summary: { person: 'cem', roles: ['checker'] } });
    const release = await beside('release', '1', '--file', file, '--reason', 'The sums agree.');
    expect(release).toMatchObject({ exitCode: 0, summary: { state: 'released' } });
    expect((await beside('offers')).summary).toMatchObject({ offers: [{ decision: { by: 'cem' } }] });
    expect((await beside('history')).stdout).toContain('released');
    expect((await beside('verify', file)).summary).toMatchObject({ released: true });
    expect((await app.kill('SIGINT')).exitCode).toBe(0);
  });

  it('without an address, or with half a call, says what is missing', async () => {
    const { workplace } = await desk('unused');
    const call = (...args: string[]) => workplace.run(['team', ...args, '--json']);
    expect(await call('status')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('TRANSHIP_LEDGER is not'),
    });
    expect(await call('roles', '--give', 'maker')).toMatchObject({ exitCode: 2 });
    expect(await call('roles', '--give', 'king', '--to', 'mara')).toMatchObject({ exitCode: 2 });
    expect(await call('release', 'one', '--file', 'a', '--reason', 'b')).toMatchObject({ exitCode: 2 });
  });
});

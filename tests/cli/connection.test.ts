/**
 * @file Stored connections: added, listed, diagnosed, used and removed, with the right passphrase and with a wrong one.
 */

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Access, startOpponent } from '../harness/opponent/carried.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

const passphrase = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };

function addArguments({ baseUrl, tokenUrl, clientId, scope }: Access, name = 'bank'): string[] {
  return [
    ...['connection', 'add', name, '--base-url', baseUrl, '--token-url', tokenUrl],
    ...['--client-id', clientId, '--scope', scope],
  ];
}

/** Stores the connection `bank` with its secret. */
async function addBank(workplace: Workplace, service: Access): Promise<void> {
  const environment = { ...passphrase, TRANSHIP_CLIENT_SECRET: service.clientSecret };
  const { exitCode, summary } = await workplace.run([...addArguments(service), '--json'], { environment });
  expect({ exitCode, summary }).toMatchObject({ exitCode: 0, summary: { connection: 'bank', secretStored: true } });
}

describe.concurrent('a stored connection', () => {
  it('is listed without its secret, tried, used to send, and removed', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addBank(workplace, service);

    const listed = await workplace.run(['connection', 'list', '--json']);
    const { baseUrl, tokenUrl, clientId, scope } = service;
    expect(listed.summary['connections']).toEqual([
      {
        name: 'bank',
        kind: 'production',
        setByOrganisation: false,
        baseUrl,
        tokenUrl,
        clientId,
        scope,
        secretStored: true,
      },
    ]);

    const tested = await workplace.run(['connection', 'test', 'bank']);
    expect(tested).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('The connection “bank” works') });

    const file = await writeTransactions(workplace, 1);
    const sent = await workplace.run(['send', file, '--connection', 'bank', '--wait', '--json']);
    expect(sent).toMatchObject({ exitCode: 0, submission: { connection: 'bank', state: 'processed' } });

    expect(await workplace.run(['connection', 'remove', 'bank'])).toMatchObject({ exitCode: 0 });
    expect((await workplace.run(['connection', 'list', '--json'])).summary['connections']).toEqual([]);
  });

  it('§5.2 a connection refuses a scope that is not one word', async () => {
    await using workplace = await openWorkplace(passphrase);
    await using service = await startOpponent();
    const ended = await workplace.run(addArguments({ ...service, scope: 'tenant one' }));
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toContain('usually it is tenant/<tenant-id>');
  });

  it('A diagnosis without an answer leaves the next try to the person, because the command has ended', async () => {
    await using workplace = await openWorkplace(passphrase);
    await using service = await startOpponent();
    const nobody = { ...service, tokenUrl: 'http://127.0.0.1:9/token' };
    const environment = { TRANSHIP_CLIENT_SECRET: service.clientSecret };
    await workplace.run(addArguments(nobody), { environment });

    const ended = await workplace.run(['connection', 'test', 'bank']);

    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toContain('Check the network, the VPN and the address, then try again.');
    expect(ended.stderr).not.toContain('by itself');
  });

  it('A stored connection with a wrong base path fails in the words of the diagnosis', async () => {
    await using place = await openPracticePlace();
    const environment = { TRANSHIP_BASE_URL: `${place.tenant.baseUrl}/elsewhere` };
    const words = 'answered 404 (Not Found), which may mean that the base address is wrong.';

    const tested = await place.workplace.run(['connection', 'test'], { environment });
    expect(tested).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringContaining(words) });

    const diagnosed = await place.workplace.run(['diagnose'], { environment });
    expect(diagnosed.stdout).toContain(words);
  });

  it('A stored connection cannot be used with a wrong passphrase, but again with the right one', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addBank(workplace, service);

    const wrong = { environment: { TRANSHIP_PASSPHRASE: 'incorrect horse' } };
    const refused = await workplace.run(['connection', 'test', 'bank'], wrong);

    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });
    expect(refused.stderr).toMatch(/^The key of the data folder cannot be opened\./);
    expect(refused.stderr).toContain('TRANSHIP_PASSPHRASE');
    expect(service.journal).toEqual([]);
    expect(await workplace.run(['connection', 'test', 'bank'])).toMatchObject({ exitCode: 0 });
  });

  it('Nothing is added or sent with a wrong passphrase, and everything continues with a changed one', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addBank(workplace, service);
    const file = await writeTransactions(workplace, 1);

    const wrong = { environment: { TRANSHIP_PASSPHRASE: 'incorrect horse' } };
    await workplace.run(['send', file, '--connection', 'bank']);
    const refused = await workplace.run(['work', '--until-idle'], wrong);
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' });

    const changed = { TRANSHIP_NEW_PASSPHRASE: 'four words without any sense' };
    expect(await workplace.run(['passphrase'], { environment: changed })).toMatchObject({ exitCode: 0 });
    const environment = { TRANSHIP_PASSPHRASE: changed.TRANSHIP_NEW_PASSPHRASE };
    expect(await workplace.run(['work', '--until-idle', '--json'], { environment })).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
    expect(await workplace.run(['work', '--until-idle'])).toMatchObject({ exitCode: 3 });
  });

  it('Several processes that meet a new folder at once agree on one key', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    const environment = { TRANSHIP_CLIENT_SECRET: service.clientSecret };
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const added = await Promise.all(
      names.map(async (name) => ({ name, ended: await workplace.run(addArguments(service, name), { environment }) })),
    );
    const stored = added.filter(({ ended }) => ended.exitCode === 0).map(({ name }) => name);
    expect(stored).not.toEqual([]);
    for (const name of stored) expect((await workplace.run(['connection', 'test', name])).stderr).toBe('');
    expect((await workplace.run(['audit', 'verify'])).exitCode).toBe(0);
  });

  it('A passphrase that is easy to guess protects nothing, and is refused', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: 'sesame' });
    const refused = await workplace.run(addArguments(service), {
      environment: { TRANSHIP_CLIENT_SECRET: service.clientSecret },
    });
    expect(refused).toMatchObject({ exitCode: 3 });
    expect(refused.stderr).toContain('The passphrase is too easy to guess');
    expect((await workplace.run(['connection', 'list'])).stdout).toContain('There is no connection yet');
  });

  it('A connection that was changed in the settings file is used only after a person has confirmed it', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addBank(workplace, service);
    const path = join(workplace.home, 'settings.json');
    const settings = await readFile(path, 'utf8');
    // A secret in the environment is bound to no place, so only the signature keeps it from the other client.
    await writeFile(
      path,
      settings.replaceAll('"clientId": "', '"clientId": "other-').replace(/"sealedSecret":.*\n/, ''),
    );
    const environment = { TRANSHIP_CLIENT_SECRET: service.clientSecret };

    const refused = await workplace.run(['connection', 'test', 'bank'], { environment });
    expect(refused).toMatchObject({ exitCode: 3 });
    expect(refused.stderr).toContain('tranship connection confirm bank');
    expect(service.journal).toEqual([]);
    // Who renews the secret, or corrects one address, does not see that another one was changed.
    for (const args of [
      ['secret', 'bank'],
      ['change', 'bank', '--base-url', 'https://right.example'],
    ]) {
      const trusting = await workplace.run(['connection', ...args], { environment });
      expect(trusting, args.join(' ')).toMatchObject({ exitCode: 3, stderr: refused.stderr });
    }
    expect(await workplace.run(['connection', 'confirm', 'bank'])).toMatchObject({ exitCode: 0 });
    await workplace.run(['connection', 'test', 'bank'], { environment });
    expect(service.journal).not.toEqual([]);
  });

  it('A connection without a passphrase is stored without its secret, and takes it from the environment at each call', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace();
    const environment = { TRANSHIP_CLIENT_SECRET: service.clientSecret };

    const added = await workplace.run(addArguments(service), { environment });

    expect(added.exitCode).toBe(0);
    expect(added.stdout).toContain('Its secret is not stored');
    const without = await workplace.run(['connection', 'test', 'bank']);
    expect(without.exitCode).toBe(3);
    expect(without.stderr).toContain('There is no secret for the connection “bank”.');
    expect(await workplace.run(['connection', 'test', 'bank'], { environment })).toMatchObject({ exitCode: 0 });
  });

  it('A stored connection is not replaced by another one of the same name', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addBank(workplace, service);

    const ended = await workplace.run(addArguments(service));

    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toMatch(/^This name is already used\./);
  });

  it('A changed connection does not send a submission to another destination than approved', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ ...passphrase, TRANSHIP_CLIENT_SECRET: service.clientSecret });
    await addBank(workplace, service);
    const held = service.moments.holdNext('reservation');
    const sending = workplace.startProcess([
      'send',
      await writeTransactions(workplace, 1),
      '--connection',
      'bank',
      '--json',
    ]);
    await held;
    await sending.kill('SIGKILL');
    const refused = await workplace.run(['connection', 'remove', 'bank']);
    expect(refused).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('1 submission in the queue still uses “bank”'),
    });
    // Somebody takes it out of the file, and adds another one of its name.
    const path = join(workplace.home, 'settings.json');
    const settings: object = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...settings, connections: [] }));
    const elsewhere = { ...service, scope: `tenant/${randomUUID()}` };
    expect(await workplace.run(addArguments(elsewhere))).toMatchObject({ exitCode: 0 });

    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(worked).toMatchObject({ exitCode: 3, submission: { batches: [{ error: 'connection.moved' }] } });
    expect(service.batches().map(({ stored }) => stored)).toEqual([undefined]);
  });
});

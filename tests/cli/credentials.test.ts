/** @file The credentials of a connection: stored, shown, changed and removed, without an effect on the queue. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { type KeyPair, lockKey, makeKeyPair, toPfx } from '../wire/credentials/certificates.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

const passphrase = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
const bank = [
  ...['connection', 'add', 'bank', '--base-url', 'https://bank.example/', '--token-url', 'https://bank.example/token'],
  ...['--client-id', 'client', '--scope', 'tenant/1'],
];

async function addOver({ baseUrl, tokenUrl, clientId, scope, clientSecret }: Reachable, workplace: Workplace) {
  const places = ['--base-url', baseUrl, '--token-url', tokenUrl, '--client-id', clientId, '--scope', scope];
  const environment = { TRANSHIP_CLIENT_SECRET: clientSecret };
  expect(await workplace.run(['connection', 'add', 'bank', ...places], { environment })).toMatchObject({ exitCode: 0 });
}

async function put(workplace: Workplace, name: string, content: string | Buffer): Promise<string> {
  const path = join(workplace.folder, name);
  await writeFile(path, content);
  return path;
}

const putBoth = (workplace: Workplace, { certificate, key }: KeyPair, name = 'both.pem') =>
  put(workplace, name, certificate + key);

describe.concurrent('§5.7 a client certificate', () => {
  const pair = makeKeyPair({ subject: '/CN=Nordbank' });

  it('A client certificate is stored in place of a secret, and listed with its expiry', async () => {
    await using workplace = await openWorkplace(passphrase);

    const added = await workplace.run([...bank, '--certificate', await putBoth(workplace, pair), '--json']);

    expect(added.summary).toMatchObject({ connection: 'bank', secretStored: false, certificateStored: true });
    const listed = await workplace.run(['connection', 'list', '--json']);
    expect(listed.summary['connections']).toMatchObject([
      { name: 'bank', secretStored: false, certificate: { subject: 'Nordbank', issuer: 'Nordbank' } },
    ]);
    expect(listed.events.map(({ event }) => event)).toEqual(['summary']);
    expect((await workplace.run(['connection', 'list'])).stdout).toMatch(/certificate until \d+ \w+ \d{4}/);
  });

  it('A client certificate is stored next to the secret of the environment, from PFX or from two files', async () => {
    await using workplace = await openWorkplace(passphrase);
    const pfx = await put(workplace, 'bank.pfx', toPfx(pair, 'sesame'));
    const certificate = await put(workplace, 'bank.crt', pair.certificate);
    const key = await put(workplace, 'bank.key', lockKey(pair.key, 'sesame'));
    const environment = { TRANSHIP_CLIENT_SECRET: 'canary', TRANSHIP_CERTIFICATE_PASSPHRASE: 'sesame' };

    const added = await workplace.run([...bank, '--certificate', pfx, '--json'], { environment });
    const renewed = await workplace.run(
      ['connection', 'certificate', 'bank', '--certificate', certificate, '--key', key, '--json'],
      { environment },
    );

    expect(added.summary).toMatchObject({ secretStored: true, certificateStored: true });
    expect(renewed).toMatchObject({ exitCode: 0, summary: { connection: 'bank', certificateStored: true } });
    expect((await workplace.run(['connection', 'list'])).stdout).toContain('secret and certificate until');
  });

  it('A client certificate can be removed again', async () => {
    await using workplace = await openWorkplace(passphrase);
    await workplace.run([...bank, '--certificate', await putBoth(workplace, pair)]);

    const removed = await workplace.run(['connection', 'certificate', 'bank', '--remove']);

    expect(removed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(removed.stdout).toContain('No secret is stored either.');
    expect((await workplace.run(['connection', 'list'])).stdout).toContain('nothing stored');
  });

  it.each(
    fewerByDay(
      [
        ['that ends within 30 days', 20, /^The client certificate expires soon\./],
        ['that has ended', -1, /^The client certificate has expired\./],
      ],
      1,
    ),
  )('A client certificate that %s is stored with a warning, and listed with one', async (_, days, words) => {
    await using workplace = await openWorkplace(passphrase);
    const file = await putBoth(workplace, makeKeyPair({ days }));

    const added = await workplace.run([...bank, '--certificate', file]);
    const listed = await workplace.run(['connection', 'list']);

    expect([added.exitCode, listed.exitCode]).toEqual([0, 0]);
    expect(added.stderr).toMatch(words);
    expect(listed.stderr).toMatch(words);
  });

  it('A client certificate is not stored where it cannot be encrypted, nor is its connection', async () => {
    await using workplace = await openWorkplace();
    const ended = await workplace.run([...bank, '--certificate', await putBoth(workplace, pair)]);
    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toContain('TRANSHIP_PASSPHRASE');
    expect((await workplace.run(['connection', 'list', '--json'])).summary['connections']).toEqual([]);
  });

  it.each(
    fewerByDay(
      [
        ['a locked one without its passphrase', 'bank.pfx', {}, 3, /none was given.*TRANSHIP_CERTIFICATE_PASSPHRASE/s],
        ['a wrong passphrase', 'bank.pfx', { TRANSHIP_CERTIFICATE_PASSPHRASE: 'x' }, 3, /passphrase does not open it/],
        ['a file that is not there', 'none.pem', {}, 2, /^The file was not found\./],
        ['a file that is none', 'queue.txt', {}, 3, /neither PEM nor PFX/],
      ],
      1,
    ),
  )('A client certificate is refused with a reason: %s', async (_, name, environment, exitCode, words) => {
    await using workplace = await openWorkplace(passphrase);
    await put(workplace, 'bank.pfx', toPfx(pair, 'sesame'));
    await put(workplace, 'queue.txt', 'Hello');

    const ended = await workplace.run([...bank, '--certificate', join(workplace.folder, name)], { environment });

    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stderr).toMatch(words);
    expect((await workplace.run(['connection', 'list', '--json'])).summary['connections']).toEqual([]);
  });

  it.each(
    fewerByDay(
      [
        ['a key without a certificate', [...bank, '--key', 'bank.key']],
        ['no certificate at all', ['connection', 'certificate', 'bank']],
        ['one to store and to remove', ['connection', 'certificate', 'bank', '--certificate', 'a', '--remove']],
        ['no secret where no one can be asked', ['connection', 'secret', 'bank']],
      ],
      1,
    ),
  )('A wrong call about a client certificate is explained: %s', async (_, args) => {
    await using workplace = await openWorkplace(passphrase);
    await workplace.run([...bank, '--certificate', await putBoth(workplace, pair)]);
    expect((await workplace.run(args)).exitCode).toBe(2);
  });
});

const withoutError = <One extends object>(one: One) => ({ ...one, error: undefined });

describe.concurrent('a secret that is rotated', () => {
  it('§5.6 lets what waits continue with the new one: nothing is lost, nothing doubled', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await addOver(service, workplace);
    const file = await writeTransactions(workplace, 6);
    const held = service.moments.holdNext('put-body');
    const args = ['send', file, '--connection', 'bank', '--max-batch', '1400', '--uploads', '1', '--wait', '--json'];
    const sending = workplace.start(args);
    // One batch is under way and the others wait when the service stops accepting the old secret and its tokens.
    const upload = await held;
    const secret = service.rotateSecret();
    upload.release();

    const refused = await sending.ended;
    const stillWaiting = refused.submission.batches.filter(({ state }) => state !== 'processed');
    const changed = await workplace.run(['connection', 'secret', 'bank'], {
      environment: { TRANSHIP_CLIENT_SECRET: secret },
    });
    const untouched = (await workplace.run(['queue', 'list', '--json'])).submission.batches;
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(refused.exitCode).toBe(3);
    expect(stillWaiting.length).toBeGreaterThan(1);
    expect(stillWaiting.some(({ error }) => error === 'auth.refused')).toBe(true);
    expect(changed).toMatchObject({ exitCode: 0, stderr: '' });
    // While the run lasted, all of them waited for the secret; afterwards only what each has met itself is known.
    expect(untouched.map(withoutError)).toEqual(refused.submission.batches.map(withoutError));
    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    const planned = worked.submission.batches;
    const stored = service.batches().filter((batch) => batch.stored !== undefined);
    expect(stored.map((batch) => batch.stored?.length).sort()).toEqual(planned.map(({ bytes }) => bytes).sort());
    expect(stored.map(({ batchId }) => batchId).sort()).toEqual(planned.map(({ batchId }) => batchId).sort());
  });
});

describe.concurrent('the way out of the network', () => {
  it('is that of the system until it is set', async () => {
    await using workplace = await openWorkplace();
    const shown = await workplace.run(['network', 'show']);
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('HTTPS_PROXY');
  });

  it('The proxy can be set by hand with a name and a password, and removed again', async () => {
    await using workplace = await openWorkplace(passphrase);
    const address = 'http://proxy.bank.example:3128';
    const environment = { TRANSHIP_PROXY_PASSWORD: 'canary' };
    const options = ['--address', address, '--user', 'mara', '--bypass', 'bank.example, 10.0.0.0/8'];

    const set = await workplace.run(['network', 'proxy', ...options, '--json'], { environment });
    const shown = await workplace.run(['network', 'show', '--json']);
    const none = await workplace.run(['network', 'proxy', '--none', '--json']);

    const proxy = { mode: 'manual', address, username: 'mara', bypass: ['bank.example', '10.0.0.0/8'] };
    expect(set.summary).toMatchObject({ proxy, hasProxyPassword: true });
    expect(shown.summary).toEqual(set.summary);
    expect(none.summary).toMatchObject({ proxy: { mode: 'none' }, hasProxyPassword: false });
  });

  it('The proxy accepts a user name where its password cannot be encrypted, and names the way to provide it', async () => {
    await using workplace = await openWorkplace({ TRANSHIP_PROXY_PASSWORD: 'canary' });
    const set = await workplace.run(['network', 'proxy', '--address', 'http://proxy:3128', '--user', 'mara']);
    expect(set).toMatchObject({ exitCode: 0, stderr: '' });
    expect(set.stdout).toContain('Set TRANSHIP_PROXY_PASSWORD for each command.');
  });

  it("The authorities of a file are trusted in addition to the system's, until they are removed", async () => {
    await using workplace = await openWorkplace();
    const file = await put(workplace, 'ca.pem', makeKeyPair({ subject: '/CN=Bank CA' }).certificate);

    const set = await workplace.run(['network', 'authorities', file, '--json']);
    const removed = await workplace.run(['network', 'authorities', '--remove', '--json']);

    expect(set.summary['authorities']).toMatchObject([{ subject: 'CN=Bank CA' }]);
    expect(removed.summary['authorities']).toEqual([]);
  });

  it('The authorities of a file can be limited to hosts, and added to those that are there', async () => {
    await using workplace = await openWorkplace();
    const first = await put(workplace, 'ca.pem', makeKeyPair({ subject: '/CN=Bank CA' }).certificate);
    const second = await put(workplace, 'proxy.pem', makeKeyPair({ subject: '/CN=Proxy CA' }).certificate);

    await workplace.run(['network', 'authorities', first, '--hosts', 'a.example,*.b.example']);
    const both = await workplace.run(['network', 'authorities', second, '--add', '--json']);
    const shown = await workplace.runProcess(['network', 'show'], { environment: { NODE_EXTRA_CA_CERTS: first } });

    expect(both.summary['authorities']).toMatchObject([
      { subject: 'CN=Bank CA', hosts: ['a.example', '*.b.example'] },
      { subject: 'CN=Proxy CA' },
    ]);
    expect(shown.stdout).toMatch(/CN=Bank CA, valid until .*, only for a\.example, \*\.b\.example\n/);
    expect(shown.stdout).toContain(`NODE_EXTRA_CA_CERTS adds the authorities in ${first}, for all hosts.`);
  });

  it.each([
    ['no choice', ['proxy'], 2],
    ['two choices', ['proxy', '--system', '--none'], 2],
    ['a name without a proxy', ['proxy', '--none', '--user', 'mara'], 2],
    ['an address without a port', ['proxy', '--address', 'http://proxy'], 3],
    ['authorities that are none', ['authorities', '/etc/hostname'], 3],
    ['hosts without authorities', ['authorities', '--hosts', 'a.example'], 2],
  ])('A wrong call does not change the proxy: %s', async (_, args, exitCode) => {
    await using workplace = await openWorkplace();
    const before = await workplace.run(['network', 'show', '--json']);
    const ended = await workplace.run(['network', ...args]);
    expect(ended.exitCode).toBe(exitCode);
    expect((await workplace.run(['network', 'show', '--json'])).summary).toEqual(before.summary);
  });
});

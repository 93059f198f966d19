/** @file Neither the disk nor the output contains a secret, a token or a signed query. */

import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { lockKey, makeKeyPair, toPfx } from '../wire/credentials/certificates.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { environmentOf, type Finished, openWorkplace, type Workplace } from './tranship.ts';

/** The spellings of a secret: plain, in a form or in JSON, or as base64 at any offset of a longer text. */
function spellingsOf(secret: string): Buffer[] {
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
    // The characters at both ends also depend on the neighbouring bytes.
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  const spellings = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...encoded,
    ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    Buffer.from(secret).toString('hex'),
  ];
  return [...new Set(spellings)].map((spelling) => Buffer.from(spelling));
}

/** The places that contain any of the secrets: files in the data folder, or outputs. */
async function placesWithSecrets(
  workplace: Workplace,
  printed: readonly Pick<Finished, 'stdout' | 'stderr'>[],
  secrets: readonly string[],
): Promise<string[]> {
  const entries = await readdir(workplace.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = [
    ...(await Promise.all(files.map(async (path) => ({ place: path, bytes: await readFile(path) })))),
    ...printed.flatMap(({ stdout, stderr }) => [
      { place: 'stdout', bytes: Buffer.from(stdout) },
      { place: 'stderr', bytes: Buffer.from(stderr) },
    ]),
  ];
  const spellings = secrets.flatMap(spellingsOf);
  return texts.filter(({ bytes }) => spellings.some((spelling) => bytes.includes(spelling))).map(({ place }) => place);
}

/** Everything that was issued, at least one of each kind, so that the search is meaningful. */
function secretsOf(service: Reachable): string[] {
  const secrets = service.secrets();
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  return secrets;
}

describe.concurrent('secrets', () => {
  it.each(fewerByDay([['--json'], []], 1))(
    'stay unwritten and unsaid in a run without trouble (%s)',
    async (...json) => {
      await using service = await startOpponent();
      await using workplace = await openWorkplace(environmentOf(service));
      const file = await writeTransactions(workplace, 4);

      const ended = await workplace.run(['send', file, '--max-batch', '1400', '--wait', ...json]);

      expect(ended.exitCode).toBe(0);
      expect(await placesWithSecrets(workplace, [ended], secretsOf(service))).toEqual([]);
    },
  );

  it('No secret is written or printed when a batch is refused and its report is fetched', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeDuplicates(workplace);

    const ended = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);
    const batchId = ended.submission.batches[0]?.batchId ?? '';
    const report = await workplace.run(['report', batchId]);
    const receipt = await workplace.run(['receipt', batchId, '--json']);

    expect(await placesWithSecrets(workplace, [ended, report, receipt], secretsOf(service))).toEqual([]);
  });

  it('No secret is written when the process is killed in the middle of an upload', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const held = service.moments.holdNext('put-body');
    const sending = workplace.startProcess(['send', await writeTransactions(workplace, 4), '--wait', '--json']);
    await held;

    const killed = await sending.kill('SIGKILL');

    const names = await readdir(workplace.home);
    expect(names).toContain('queue.db-wal');
    expect(await placesWithSecrets(workplace, [killed], secretsOf(service))).toEqual([]);
  });

  it('No secret is written or printed when the storage refuses the address and the connection breaks', async () => {
    await using service = await startOpponent();
    service.misbehave({ endpoint: 'reservation', happens: 'expired-address' });
    await using workplace = await openWorkplace(environmentOf(service));
    const held = service.moments.holdNext('put-stored');
    const sending = workplace.start(['send', await writeTransactions(workplace, 4), '--wait']);

    (await held).hangUp();
    const ended = await sending.ended;

    expect(ended.exitCode).toBe(0);
    expect(await placesWithSecrets(workplace, [ended], secretsOf(service))).toEqual([]);
  });

  it('No secret is written or printed when it is wrong', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const wrong = 'not+the/right=secret';
    const environment = { TRANSHIP_CLIENT_SECRET: wrong };

    const ended = await workplace.run(['send', await writeTransactions(workplace, 1), '--json'], { environment });

    expect(ended.exitCode).toBe(3);
    expect(await placesWithSecrets(workplace, [ended], [wrong])).toEqual([]);
  });

  it('Secrets stored with a connection are only on the disk as ciphertext', async () => {
    await using service = await startOpponent();
    const passphrase = 'a passphrase of some length';
    await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE: passphrase });
    const { baseUrl, tokenUrl, clientId, scope } = service;

    const added = await workplace.run([
      ...['connection', 'add', 'bank', '--base-url', baseUrl, '--token-url', tokenUrl],
      ...['--client-id', clientId, '--scope', scope],
    ]);
    const sent = await workplace.run(['send', await writeTransactions(workplace, 1), '--connection', 'bank', '--wait']);

    expect([added.exitCode, sent.exitCode]).toEqual([0, 0]);
    expect(await placesWithSecrets(workplace, [added, sent], [passphrase, ...secretsOf(service)])).toEqual([]);
  });
});

describe.concurrent('a client certificate, its passphrase and the password of a proxy', () => {
  const passphrase = 'opens+the/certificate=and&no more';
  const wrong = 'opens+not/the=certificate';
  const stored = { TRANSHIP_PASSPHRASE: 'a passphrase of some length' };
  const pair = makeKeyPair();
  const lockedKey = lockKey(pair.key, passphrase);
  const pfx = toPfx(pair, passphrase);
  const base64Of = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');
  const secrets = [
    ...[passphrase, wrong, stored.TRANSHIP_PASSPHRASE],
    ...[pair.key, lockedKey].flatMap((key) => [...key.split('\n').slice(1, 3), base64Of(key)]),
    pfx.toString('base64'),
  ];

  it('No key or password is written or printed when it is stored, shown, used, renewed and refused', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ ...environmentOf(service), ...stored });
    const { baseUrl, tokenUrl, clientId, scope } = service;
    const file = async (name: string, content: string | Buffer) => {
      const path = join(workplace.folder, name);
      await writeFile(path, content);
      return path;
    };
    const certificate = await file('bank.crt', pair.certificate);
    const key = await file('bank.key', lockedKey);
    const environment = { TRANSHIP_CERTIFICATE_PASSPHRASE: passphrase };
    const places = ['--base-url', baseUrl, '--token-url', tokenUrl, '--client-id', clientId, '--scope', scope];
    const add = ['connection', 'add', 'bank', ...places, '--certificate'];
    const renew = ['connection', 'certificate', 'bank', '--certificate', await file('bank.pfx', pfx)];

    const added = await workplace.run([...add, certificate, '--key', key], { environment });
    const sent = await workplace.run(['send', await writeTransactions(workplace, 1), '--connection', 'bank', '--wait']);
    const renewed = await workplace.run([...renew, '--json'], { environment });
    const listed = await workplace.run(['connection', 'list']);
    const refused = await workplace.run(renew, { environment: { TRANSHIP_CERTIFICATE_PASSPHRASE: wrong } });
    const swapped = await workplace.run([...renew.slice(0, -1), key, '--key', certificate], { environment });

    const runs = [added, sent, renewed, listed, refused, swapped];
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 3, 3]);
    expect(await placesWithSecrets(workplace, runs, [...secrets, ...secretsOf(service)])).toEqual([]);
  });

  it('No key or password is written or printed when it comes from the environment', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const path = join(workplace.folder, 'bank.pfx');
    await writeFile(path, pfx);
    const environment = { TRANSHIP_CLIENT_CERTIFICATE: path, TRANSHIP_CERTIFICATE_PASSPHRASE: passphrase };

    const sent = await workplace.run(['send', await writeTransactions(workplace, 1), '--wait'], { environment });

    expect(sent.exitCode).toBe(0);
    expect(await placesWithSecrets(workplace, [sent], [...secrets, ...secretsOf(service)])).toEqual([]);
  });

  it('No proxy password is written or printed when the proxy is set, shown and refused', async () => {
    await using workplace = await openWorkplace(stored);
    const password = 'of+the/proxy=and&no more';
    const environment = { TRANSHIP_PROXY_PASSWORD: password };
    const proxy = ['network', 'proxy', '--user', 'mara', '--address'];

    const set = await workplace.run([...proxy, 'http://proxy:3128'], { environment });
    const shown = await workplace.run(['network', 'show', '--json']);
    const refused = await workplace.run([...proxy, `http://mara:${encodeURIComponent(password)}@proxy:3128`]);

    const runs = [set, shown, refused];
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 3]);
    expect(shown.summary['hasProxyPassword']).toBe(true);
    expect(await placesWithSecrets(workplace, runs, [password, stored.TRANSHIP_PASSPHRASE])).toEqual([]);
  });
});

describe('The search for secrets', () => {
  const canary = 'canary+of/exactly=this?shape&more';
  const row = (home: string, text: string) => {
    const database = new DatabaseSync(join(home, 'queue.db'));
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE planted (text TEXT)');
    database.prepare('INSERT INTO planted VALUES (?)').run(text);
    return database;
  };

  it.each([
    { how: 'as it is', text: canary },
    { how: 'within a form', text: `client_secret=${encodeURIComponent(canary)}` },
    { how: 'as base64', text: Buffer.from(canary).toString('base64') },
    { how: 'as base64 of a longer text', text: Buffer.from(`Basic of client:${canary}, and more`).toString('base64') },
    { how: 'as base64url of a longer text', text: Buffer.from(`{"a":"${canary}"}`).toString('base64url') },
    { how: 'as hexadecimal digits', text: Buffer.from(canary).toString('hex') },
  ])('The search finds a secret written $how: in a file, in the database’s log, or in the output', async ({ text }) => {
    await using workplace = await openWorkplace();
    await mkdir(join(workplace.home, 'reports'), { recursive: true });
    await writeFile(join(workplace.home, 'innocent.json'), '{}');
    const file = join(workplace.home, 'reports', 'x.bin');
    await writeFile(file, Buffer.from([0xff, 0x00, 0xfe]));
    await appendFile(file, text);
    using _database = row(workplace.home, text);

    const found = await placesWithSecrets(workplace, [{ stdout: `a ${text} b`, stderr: '' }], [canary]);

    expect(found.sort()).toEqual([join(workplace.home, 'queue.db-wal'), file, 'stdout'].sort());
  });
});

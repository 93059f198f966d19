/** @file A file sent through a third-party OAuth server and S3 store. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { putRange } from '../../src-main/wire/transfer/put.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from '../cli/tranship.ts';
import { atNight, fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import type { Opponent } from '../harness/opponent/opponent.ts';
import type { Spoilt } from '../harness/opponent/storage.ts';
import { type AuthorizationServer, OTHER_SCOPE, startAuthorizationServer } from './authorization-server.ts';
import { ADDRESS_LIFETIME_SECONDS, forge, type ObjectStore, startObjectStore, storageIn } from './object-store.ts';

let authorization: AuthorizationServer;
let store: ObjectStore;
const started = new AsyncDisposableStack();

beforeAllWith(['Ceph with its S3 gateway'], async () => {
  authorization = started.use(await startAuthorizationServer());
  store = started.use(await startObjectStore());
});

afterAll(() => started.disposeAsync());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * A workplace connected to the opponent between the two: it offers what no third party does, checks every token with the
 * one, and says of a batch what the other really holds.
 * @param spoilt what is wrong with the first addresses
 */
async function connect({ spoilt = [], report }: { spoilt?: readonly Spoilt[]; report?: string } = {}) {
  const ends = new AsyncDisposableStack();
  const tokens = { numberOf: async (token?: string) => ((await authorization.accepts(token)) ? 1 : undefined) };
  const service = ends.use(await startOpponent({ tokens, storage: storageIn(store), report }));
  service.misbehave(...spoilt.map((happens) => ({ endpoint: 'reservation' as const, happens })));
  const workplace = ends.use(await openWorkplace(environmentOf({ ...authorization, baseUrl: service.baseUrl })));
  return { service, workplace, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

describe('a file sent through an OAuth server and an S3 store of others', () => {
  it('§4 arrives in batches whose bytes are those of the file, with one token for all of them', async () => {
    await using connection = await connect();
    const { workplace, service } = connection;
    const file = await writeTransactions(workplace, 5000);
    const sent = await readFile(file);
    const before = authorization.tokens.length;

    const ended = await workplace.run(['send', file, '--max-batch', '1000000', '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '', submission: { state: 'processed' } });
    const { batches } = ended.submission;
    expect(batches.map(({ batchId }) => batchId).sort()).toEqual([...idsAt(service)].sort());
    expect(batches.length).toBeGreaterThan(2);
    for (const { batchId = '', start, end, sha256: told } of batches) {
      const stored = await store.read(batchId);
      expect(stored && sha256(stored)).toBe(sha256(sent.subarray(start, end)));
      expect(told).toBe(sha256(sent.subarray(start, end)));
    }
    expect(batches.at(-1)?.end).toBe(sent.length);
    expect(authorization.tokens.length - before).toBe(1);
  });

  it('The file arrives once and completely, although its upload was killed in the middle', async () => {
    await using connection = await connect();
    const { workplace, service } = connection;
    const file = await writeTransactions(workplace, 10_000);
    const sending = workplace.startProcess(['send', file, '--limit-rate', '1000000', '--json']);
    await sending.event(({ event, sent }) => event === 'progress' && Number(sent) > 0);
    await sending.kill('SIGKILL');

    const ended = await workplace.run(['work', '--until-idle', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    const [batchId = '', ...others] = idsAt(service);
    expect(others).toEqual([]);
    expect(await store.read(batchId)).toEqual(await readFile(file));
  });

  it('The file gets a new address when the first one has expired', async () => {
    await using connection = await connect({ spoilt: ['expired-address'] });
    const { workplace, service } = connection;
    const file = await writeTransactions(workplace, 10);

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    expect(ended.exitCode).toBe(0);
    const [expired, used = ''] = idsAt(service);
    expect(ended.submission.batches).toMatchObject([{ batchId: used, abandoned: [expired], state: 'processed' }]);
    expect(troublesOf(ended.events)).toEqual(['upload.address-expired']);
    expect(await store.read(used)).toEqual(await readFile(file));
  });

  atNight(it)('goes to another address when the signature of the first one stays wrong', async () => {
    await using connection = await connect({ spoilt: ['forged-address'] });
    const { workplace } = connection;
    const file = await writeTransactions(workplace, 10);

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    const abandoned = [expect.any(String)];
    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ abandoned }] } });
    expect(new Set(troublesOf(ended.events))).toEqual(new Set(['upload.declined']));
    expectNoSecretsIn(workplace);
  });

  it('is told to be refused, with the reason of the store, when the signatures of three addresses are wrong', async () => {
    await using connection = await connect({ spoilt: ['forged-address', 'forged-address', 'forged-address'] });
    const { workplace } = connection;
    const file = await writeTransactions(workplace, 10);

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 1, submission: { state: 'failed' } });
    expect(troublesOf(ended.events).at(-1)).toBe('upload.refused');
    expect(JSON.stringify(ended.events)).toContain('The storage answered 403: SignatureDoesNotMatch');
    expectNoSecretsIn(workplace);
  });

  it('§2.6.4 the report on an invalid file is fetched from the store', async () => {
    const report = 'line,problem\n1,Ünvalid\n';
    await using connection = await connect({ report });
    const { workplace } = connection;
    const file = await writeTransactions(workplace, 3);

    const ended = await workplace.run(['send', file, '--wait', '--json']);
    const [batch] = ended.submission.batches;
    const saved = await workplace.run(['report', batch?.batchId ?? '', '--out', workplace.folder, '--json']);

    expect([ended.exitCode, batch?.report, saved.exitCode]).toEqual([1, 'kept', 0]);
    const path = saved.summary['file'];
    expect(await readFile(String(path), 'utf8')).toBe(report);
    expectNoSecretsIn(workplace);
  });
});

describe('the words of the OAuth server', () => {
  it.each<[string, Record<string, string>, string]>(
    fewerByDay(
      [
        ['a wrong secret', { TRANSHIP_CLIENT_SECRET: 'guess' }, 'client authentication failed'],
        ['a client it does not know', { TRANSHIP_CLIENT_ID: 'nobody' }, 'client authentication failed'],
        ['the scope of another tenant', { TRANSHIP_SCOPE: OTHER_SCOPE }, 'requested scope is not allowed'],
      ],
      1,
    ),
  )(
    '§7 the words of the OAuth server are shown for %s, and the command ends with 3',
    async (_, environment, reason) => {
      await using connection = await connect();
      const { workplace, service } = connection;
      const file = await writeTransactions(workplace, 1);

      const ended = await workplace.run(['send', file, '--wait', '--json'], { environment });

      expect(ended.exitCode).toBe(3);
      expect(`${ended.stdout}${ended.stderr}`).toContain(reason);
      expect(idsAt(service)).toEqual([]);
    },
  );

  it('§5.3 the OAuth server has no words for a missing scope, and the person is told to check the scope', async () => {
    await using connection = await connect();
    const { workplace } = connection;

    const environment = { TRANSHIP_SCOPE: 'tenant/nobodys' };
    const ended = await workplace.run(['connection', 'test', '--json'], { environment });

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toMatch(/auth\.token-rejected.*the scope/);
  });
});

describe('a PUT to the S3 store', () => {
  const thisMachine = { privateNetworks: false, thisMachine: true };
  /** What became of a PUT of this file to an address. */
  const put = async (workplace: Workplace, address: string) => {
    const path = join(workplace.folder, 'export.jsonl');
    const bytes = await readFile(path);
    const range = { path, fileBytes: bytes.length, start: 0, end: bytes.length, sha256: sha256(bytes) };
    return await putRange({ address, reach: thisMachine, range, signal: new AbortController().signal });
  };

  it('§4 row 3 a PUT is accepted once, and the second one learns that the object exists', async () => {
    await using workplace = await openWorkplace();
    await writeTransactions(workplace, 2000);
    const address = await store.sign('PUT', 'twice');
    expect(await put(workplace, address)).toEqual({ kind: 'accepted' });
    // This store reads the body before it checks, which the contract leaves open.
    expect(await put(workplace, address)).toMatchObject({ kind: 'exists' });
    expect(await store.read('twice')).toEqual(await readFile(join(workplace.folder, 'export.jsonl')));
  });

  it('A PUT is refused before a byte is sent when the address has expired', async () => {
    await using workplace = await openWorkplace();
    await writeTransactions(workplace, 2000);
    const address = await store.sign('PUT', 'late', Date.now() - (ADDRESS_LIFETIME_SECONDS + 60) * 1000);
    expect(await put(workplace, address)).toMatchObject({
      kind: 'refused',
      bodyComplete: false,
      addressOver: true,
      error: { code: 'upload.address-expired' },
    });
  });

  it('A PUT is refused before a byte is sent when the signature is wrong', async () => {
    await using workplace = await openWorkplace();
    await writeTransactions(workplace, 2000);
    const address = forge(await store.sign('PUT', 'forged'));
    expect(await put(workplace, address)).toMatchObject({
      kind: 'refused',
      bodyComplete: false,
      addressOver: false,
      error: { code: 'upload.refused', params: { status: 403, reason: 'SignatureDoesNotMatch' } },
    });
    expect(await store.read('forged')).toBeUndefined();
  });
});

const idsAt = (service: Opponent) => service.batches().map(({ batchId }) => batchId);

function troublesOf(events: readonly { event: string; code?: unknown }[]): unknown[] {
  return events.filter(({ event }) => event === 'trouble').map(({ code }) => code);
}

function expectNoSecretsIn(workplace: Workplace): void {
  const said = workplace.said();
  for (const secret of [...authorization.tokens, authorization.clientSecret, store.secretKey, 'X-Amz-Signature']) {
    expect(said).not.toContain(secret);
  }
}

/**
 * @file The server of a team ledger may be false, with a certificate that the desk trusts: it gets no password in any form that
 * it could use, takes no more than a bounded amount of memory, and the person reads what is wrong with it.
 */

import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerConnection, type LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { LedgerPool } from '../../src-main/team/connection/ledger-pool.ts';
import { AppError } from '../../src-shared/errors.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { Authority, type Issued } from '../wire/network/authority.ts';
import {
  described,
  type Falsehood,
  FalseServer,
  failure,
  int16,
  int32,
  message,
  ready,
  request,
  row,
  type Talk,
} from './false-server.ts';
import { PASSWORD } from './postgres-server.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;
/** What a false server may cost, with what this test itself needs to say so much. */
const MOST_MEMORY = 400 * MB;

let issued: Issued;
const authorityFile = join(tmpdir(), `tranship-false-server-${process.pid}.pem`);
beforeAllWith(['openssl'], async () => {
  const authority = new Authority();
  issued = authority.host();
  writeFileSync(authorityFile, authority.cert);
});
afterAll(() => rmSync(authorityFile, { force: true }));

let server: FalseServer;
beforeEach(async () => {
  server = await FalseServer.start(issued);
});
afterEach(() => server[Symbol.asyncDispose]());

const ports = (): LedgerPorts => ({
  address: {
    name: 'the ledger',
    host: '127.0.0.1',
    port: server.port,
    database: 'tranship',
    person: 'ada',
    password: PASSWORD,
    authorityFile,
    isSocket: false,
    isBehindPooler: false,
  },
  askPassword: () => Promise.reject(new Error('No password is to be asked for.')),
});

/** What a person reads who signs in. */
async function told(
  falsehood: Falsehood,
  work?: (connection: LedgerConnection) => Promise<unknown>,
): Promise<AppError> {
  server.falsehood = falsehood;
  try {
    const connection = await LedgerConnection.open(ports());
    await work?.(connection).finally(() => connection.close());
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('It was believed.');
}

const signingIn = (then: (talk: Talk) => Promise<unknown>): Falsehood => ({
  talk: async (talk) => {
    await talk.begun();
    await then(talk);
  },
});
const saying = (...bytes: readonly Buffer[]) => signingIn((talk) => talk.say(...bytes));

/** Over TLS a desk has said who it is, and nothing that depends on the password. */
function expectNothingOfPassword(): void {
  expect(server.heard).not.toContain(PASSWORD);
  expect(server.heard).not.toMatch(/^p|md5|,p=/);
  for (const { heard } of server.talks) expect(heard.length).toBe(heard.readInt32BE());
}

describe('before TLS', () => {
  it.each([
    ['refuses TLS', 'N', 'it offers no TLS'],
    [
      'says that something failed',
      failure('Sign in without TLS.').toString('latin1'),
      'it does not answer the request for TLS',
    ],
    [
      'glues what it wants to have been said over TLS to its yes',
      `S${ready.toString('latin1')}`,
      'it does not answer the request for TLS',
    ],
    ['glues it to its no', `N${request.clearText.toString('latin1')}`, 'it does not answer the request for TLS'],
  ])('a server that %s hears nothing more', async (_, toTls, reason) => {
    expect(await told({ toTls })).toMatchObject({ code: 'team.not-trusted', detail: expect.stringContaining(reason) });
    expect(Buffer.concat(server.openly).toString('hex')).toBe('0000000804d2162f');
  });
});

describe('before sign-in', () => {
  it.each([
    ['clear text', request.clearText],
    ['MD5', request.md5],
    ['GSSAPI', request.gss],
  ])('a server that asks for the password by %s gets nothing', async (form, asked) => {
    const error = await told(saying(asked));
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining(`(${form})`) });
    expectNothingOfPassword();
  });

  it.each([
    ['without binding it to its certificate', ['SCRAM-SHA-256'], 'SCRAM-SHA-256-PLUS'],
    ['by SHA-1', ['SCRAM-SHA-1', 'PLAIN'], 'SCRAM-SHA-256-PLUS'],
    ['by nothing', [], 'SCRAM-SHA-256-PLUS'],
  ])('a server that asks for a proof %s gets none', async (_, mechanisms, reason) => {
    const error = await told(saying(request.sasl(...mechanisms)));
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining(reason) });
    expectNothingOfPassword();
  });

  it.each([1, 4095, 1_000_001, 4_000_000_000, '9'.repeat(1000)])(
    'a server that wants %s iterations gets no proof',
    async (iterations) => {
      const error = await told(signingIn((talk) => talk.signIn({ iterations })));
      expect(error).toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining('iterations') });
      expect(server.heard).not.toContain(',p=');
    },
  );

  it.each([
    ['has none', () => ''],
    ['adds nothing to that of the desk', (ofDesk: string) => ofDesk],
    ['makes up that of the desk, too', () => 'another'],
  ])('a server whose nonce %s gets no proof', async (_, nonce) => {
    const error = await told(signingIn((talk) => talk.signIn({ nonce })));
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in' });
    expect(server.heard).not.toContain(',p=');
  });

  it.each([
    ['is wrong', () => Buffer.alloc(32).toString('base64')],
    ['is empty', () => ''],
  ])('a server whose own proof %s is not believed', async (_, proof) => {
    const error = await told(signingIn((talk) => talk.signIn({ proof })));
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining('does not prove') });
  });

  it.each<[string, (talk: Talk) => Promise<void>]>([
    ['at once', (talk) => talk.say(request.ok, ready)],
    [
      'after it has heard the proof of the desk',
      async (talk) => {
        await talk.say(request.sasl('SCRAM-SHA-256-PLUS'));
        const nonce = /r=(.*)$/.exec((await talk.message()).body.toString('latin1'))?.[1];
        await talk.say(request.challenge(`r=${nonce}more,s=c2FsdA==,i=4096`));
        await talk.message();
        await talk.say(request.ok, ready);
      },
    ],
  ])('a server that lets in %s, without a proof of its own, is not believed', async (_, lettingIn) => {
    const error = await told(signingIn(lettingIn));
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in', detail: expect.stringContaining('without a proof') });
    expect(server.heard).not.toContain('BEGIN');
  });

  it('a pool ends a connection to a server whose proof is wrong, too', async () => {
    const over = Promise.withResolvers<void>();
    server.falsehood = {
      talk: async (talk) => {
        await talk.begun();
        await talk.signIn({ proof: () => Buffer.alloc(32).toString('base64') });
        await talk.question().finally(over.resolve);
      },
    };
    const pool = await LedgerPool.create(ports());
    const use = pool.use(
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
    await expect(use).rejects.toMatchObject({ code: 'team.unsafe-sign-in' });
    await over.promise;
    expect(server.heard).not.toContain('BEGIN');
    await pool.close();
  });

  it.each<[string, Buffer]>([
    ['a request of 2 GB', message('R', '', 2 ** 31 - 1)],
    ['an error of 2 GB', message('E', '', 2 ** 31 - 1)],
    ['a message of less than nothing', message('R', '', 0xffffffff)],
    ['a message without a length', message('R', '', 0)],
    ['a request that ends before its number', message('R', '\0')],
    ['a list of mechanisms that does not end', message('R', Buffer.concat([int32(10), Buffer.from('SCRAM')]))],
    ['a request that is not known', message('R', int32(99))],
    ['rows', Buffer.concat([described('a'), row('b')])],
    ['that it is ready', ready],
    ['an error that does not end', message('E', 'SFATAL')],
  ])('a server that says %s is not waited for', async (_, said) => {
    const { memory, error } = await measured(() =>
      told({
        talk: async (talk) => {
          await talk.begun();
          await talk.say(said);
          await talk.sayFor(Buffer.alloc(MB), 2 * GB);
        },
      }),
    );
    expect(error).toMatchObject({ code: 'team.unsafe-sign-in' });
    expect(memory).toBeLessThan(MOST_MEMORY);
    expectNothingOfPassword();
  });

  it.each([
    ['errors', failure('x'.repeat(100), '08P01')],
    ['settings', message('S', 'a\0b\0')],
    ['notices', message('N', 'SNOTICE\0Mx\0\0')],
  ])('a server that never ends to send %s is left', async (_, said) => {
    const many = Buffer.concat(Array.from({ length: 1000 }, () => said));
    let sent = 0;
    server.falsehood = {
      talk: async (talk) => {
        await talk.begun();
        sent = await talk.sayFor(many, GB);
      },
    };
    await expect(LedgerConnection.open(ports())).rejects.toBeInstanceOf(AppError);
    expect(sent).toBeLessThan(64 * MB);
    expectNothingOfPassword();
  });
});

describe('after sign-in', () => {
  const asked = (said: (talk: Talk) => Promise<unknown>): Promise<AppError> =>
    told(
      {
        talk: async (talk) => {
          await talk.letIn();
          await talk.question();
          await said(talk);
        },
      },
      (connection) => connection.rows('SELECT 1'),
    );

  it('a server that knows the password is believed', async () => {
    server.falsehood = {
      talk: async (talk) => {
        await talk.letIn();
        await talk.answer(described('a'), row('b'), message('C', 'SELECT 1\0'));
      },
    };
    const connection = await LedgerConnection.open(ports());
    expect(await connection.rows('SELECT a')).toEqual([{ a: 'b' }]);
    await connection.close();
  });

  it.each<[string, Buffer]>([
    ['a row of 1 GB', message('D', Buffer.concat([int16(1), int32(GB)]), GB)],
    ['an error of 2 GB', message('E', '', 2 ** 31 - 1)],
    ['a message of less than nothing', message('C', '', 0x80000000)],
  ])('%s is not waited for', async (_, said) => {
    const { memory, error } = await measured(() =>
      asked(async (talk) => {
        await talk.say(described('a'), said);
        await talk.sayFor(Buffer.alloc(MB), 2 * GB);
      }),
    );
    expect(error).toMatchObject({ code: 'team.unreachable', detail: expect.stringContaining('let IT look') });
    expect(memory).toBeLessThan(MOST_MEMORY);
  });

  const manyColumns = Array.from({ length: 3000 }, (_, at) => `c${at}`);
  it.each<[string, Buffer, Buffer]>([
    ['rows', described('a'), row('x'.repeat(1000))],
    ['rows without a column', described(), row()],
    ['rows of many columns', described(...manyColumns), row(...manyColumns.map(() => ''))],
    ['results', Buffer.alloc(0), message('C', 'SELECT 1\0')],
    ['descriptions', Buffer.alloc(0), described('a', 'b', 'c')],
    ['notices', Buffer.alloc(0), message('N', 'SNOTICE\0Mx\0\0')],
    ['settings', Buffer.alloc(0), message('S', 'a\0b\0')],
  ])('an answer of endless %s ends', async (_, first, said) => {
    const many = Buffer.concat(Array.from({ length: Math.ceil(MB / said.length) }, () => said));
    const { memory, error } = await measured(() =>
      asked(async (talk) => {
        await talk.say(first);
        await talk.sayFor(many, 2 * GB);
      }),
    );
    expect(error).toMatchObject({ code: 'team.unreachable', detail: expect.stringContaining('let IT look') });
    expect(memory).toBeLessThan(MOST_MEMORY);
  });

  it.each<[string, Buffer]>([
    ['copies', message('G', Buffer.concat([Buffer.of(0), int16(0)]))],
    ['asks for the password once more', request.clearText],
    ['sends a kind of message that is not known', message('?')],
    ['sends a row before it has described it', row('a')],
    ['sends a row of more columns than it has described', Buffer.concat([described('a'), row('a', 'b')])],
    ['sends a row of less than no columns', Buffer.concat([described('a'), message('D', int16(0xffff))])],
    [
      'sends a value that reaches beyond its row',
      Buffer.concat([described('a'), message('D', Buffer.concat([int16(1), int32(99)]))]),
    ],
    [
      'sends a value of less than nothing',
      Buffer.concat([described('a'), message('D', Buffer.concat([int16(1), int32(-2)]))]),
    ],
    ['sends an error that does not end', message('E', 'SERROR\0Mx')],
  ])('a server that %s is left', async (_, said) => {
    const error = await asked((talk) => talk.say(said));
    expect(error).toMatchObject({ code: 'team.unreachable', detail: expect.stringContaining('let IT look') });
    expect(server.heard).not.toContain(PASSWORD);
  });

  it('a time that takes hours to read is not read as one', async () => {
    const described = message(
      'T',
      Buffer.concat([
        int16(1),
        Buffer.from('at\0'),
        Buffer.from('0000000000000000 04a0 ffff ffffffff 0000'.replaceAll(' ', ''), 'hex'),
      ]),
    );
    server.falsehood = {
      talk: async (talk) => {
        await talk.letIn();
        await talk.answer(described, row('9'.repeat(8 * MB)), message('C', 'SELECT 1\0'));
      },
    };
    const connection = await LedgerConnection.open(ports());
    const before = performance.now();
    await connection.rows('SELECT at');
    expect(performance.now() - before).toBeLessThan(5000);
    await connection.close();
  });

  it('an error of a thousand pages is told in a few lines', async () => {
    const error = await told(saying(failure('no '.repeat(10_000), '28P01')));
    expect(error.code).toBe('team.sign-in');
    expect(error.detail.length).toBeLessThan(1500);
  });
});

/** @returns by how much the memory of this process grew at most while it ran */
async function measured(work: () => Promise<AppError>): Promise<{ memory: number; error: AppError }> {
  global.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const error = await work().finally(() => clearInterval(look));
  return { memory: Math.max(most, process.memoryUsage.rss()) - before, error };
}

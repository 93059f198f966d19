/** @file §5.7: signing in with a client certificate (RFC 8705) at a third-party OAuth server. */

import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import type { ClientIdentity } from '../../src-main/wire/credentials/client-identity.ts';
import { RateLimits } from '../../src-main/wire/service/rate-limits.ts';
import { TokenSource } from '../../src-main/wire/service/token.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { MemoryLedger } from '../memory-stores.ts';
import { Authority, type Issued } from '../wire/network/authority.ts';
import { networkWith } from '../wire/network/hosts.ts';
import { failureOf, MemoryTokenStore } from '../wire/service/fixtures.ts';
import { type AuthorizationServer, certificateClients, startAuthorizationServer } from './authorization-server.ts';

const { named, registered, both } = certificateClients;

let authority: Authority;
let stranger: Authority;
let server: AuthorizationServer;
/** A certificate of the authority, and one that the OAuth server does not trust. */
let ours: Issued;
let theirs: Issued;
const started = new AsyncDisposableStack();

beforeAllWith(['openssl'], async () => {
  authority = new Authority();
  stranger = new Authority('A stranger');
  ours = authority.client(named.commonName);
  theirs = stranger.client(named.commonName);
  const mutualTls = { host: authority.host(), authority: authority.cert, registered: theirs.cert };
  server = started.use(await startAuthorizationServer(mutualTls));
});
afterAll(() => started.disposeAsync());

const pem = ({ cert, key }: Issued): ClientIdentity => ({ kind: 'pem', certificate: cert, key });

interface SignIn {
  clientId: string;
  clientSecret?: string;
  identity?: ClientIdentity;
}

/** A token, over the app's own network. */
function signIn({ clientId, clientSecret, identity }: SignIn): Promise<string> {
  const { tokenUrl, scope } = server;
  const connection = { name: 'bank', baseUrl: new URL('/', tokenUrl).href, tokenUrl, clientId, scope };
  const clock = systemClock;
  const tokens = new TokenSource({
    connection,
    clock,
    timeout: 30_000,
    store: new MemoryTokenStore(),
    secret: async () => clientSecret,
    limits: new RateLimits({ connection, clock, ledger: new MemoryLedger() }),
    fetch: networkWith({ authorities: authority.cert }).fetch(async () => identity),
  });
  return tokens.current();
}

/** The reason that the OAuth server gives; it does not tell a stranger more. */
const refusal = { code: 'auth.refused', params: { reason: expect.stringContaining('client authentication failed') } };

describe('tls_client_auth', () => {
  it('§5.7 a certificate of a trusted authority gets a token', async () => {
    const token = await signIn({ clientId: named.clientId, identity: pem(ours) });
    expect(token).toBe(server.tokens.at(-1));
  });

  it('§5.7 the same certificate as a PFX file with a passphrase gets a token', async () => {
    const identity = authority.pfx(ours, 'passphrase of the file');
    expect(await signIn({ clientId: named.clientId, identity })).toBe(server.tokens.at(-1));
  });

  it('A certificate of the same name by another issuer is refused', async () => {
    expect(await failureOf(signIn({ clientId: named.clientId, identity: pem(theirs) }))).toMatchObject(refusal);
  });

  it('A certificate of another name is refused', async () => {
    const identity = pem(authority.client('somebody.bank.example'));
    expect(await failureOf(signIn({ clientId: named.clientId, identity }))).toMatchObject(refusal);
  });

  it('A sign-in without a certificate is refused', async () => {
    expect(await failureOf(signIn({ clientId: named.clientId }))).toMatchObject(refusal);
  });
});

describe('self_signed_tls_client_auth', () => {
  it('§5.7 the registered certificate gets a token', async () => {
    const token = await signIn({ clientId: registered.clientId, identity: pem(theirs) });
    expect(token).toBe(server.tokens.at(-1));
  });

  it('Any certificate but the registered one is refused', async () => {
    expect(await failureOf(signIn({ clientId: registered.clientId, identity: pem(ours) }))).toMatchObject(refusal);
  });
});

describe('a secret beside a certificate', () => {
  it('§5.7 a secret with its certificate gets a token', async () => {
    expect(await signIn({ ...both, identity: pem(ours) })).toBe(server.tokens.at(-1));
  });

  it('A secret without its certificate gets no token', async () => {
    expect(await failureOf(signIn(both))).toMatchObject({
      code: 'auth.refused',
      params: { reason: expect.stringContaining('grant request is invalid') },
    });
  });

  it('A wrong secret with the certificate gets no token', async () => {
    const identity = pem(ours);
    expect(await failureOf(signIn({ ...both, clientSecret: 'guess', identity }))).toMatchObject(refusal);
  });
});

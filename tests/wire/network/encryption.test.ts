import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { ClientIdentity } from '../../../src-main/wire/credentials/client-identity.ts';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { FakeClock } from '../../fake-clock.ts';
import { Authority } from './authority.ts';
import { networkWith, serve, serveSecurely, trustedForAll } from './hosts.ts';

let authority: Authority;
beforeAllWith(['openssl'], () => {
  authority = new Authority();
});

/** The result of a GET: the status, or the error as the service client reports it. */
async function outcomeOf(
  address: string,
  { trusted = authority.cert, identity }: { trusted?: string; identity?: ClientIdentity } = {},
) {
  const fetch = networkWith({ authorities: trusted }).fetch(async () => identity);
  try {
    return { status: (await fetch(address)).status };
  } catch (thrown) {
    const { code, params } = toNetworkError(new URL(address).host, thrown);
    return { code, ...params };
  }
}

describe('a host', () => {
  it('a host is trusted with an authority of the settings', async () => {
    const port = await serveSecurely(authority.host());
    expect(await outcomeOf(`https://localhost:${port}`)).toEqual({ status: 200 });
  });

  it('a host is not trusted with any other authority', async () => {
    const port = await serveSecurely(authority.host());
    expect(await outcomeOf(`https://localhost:${port}`, { trusted: '' })).toMatchObject({
      code: 'network.untrusted',
      reason: 'its issuer is not known to this machine',
    });
  });

  it('a host whose certificate has expired is not trusted', async () => {
    const port = await serveSecurely(authority.host({ days: -1 }));
    expect(await outcomeOf(`https://localhost:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: 'it has expired; is the clock of this machine right?',
    });
  });

  it('a host whose certificate begins tomorrow is not trusted, and the clock of this computer is doubted', async () => {
    const port = await serveSecurely(authority.host({ beginsIn: 1 }));
    expect(await outcomeOf(`https://localhost:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: 'it is not valid yet; is the clock of this machine right?',
    });
  });

  it('a host of another name is not trusted', async () => {
    const port = await serveSecurely(authority.host(), undefined, '127.0.0.2');
    expect(await outcomeOf(`https://127.0.0.2:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: 'it belongs to another host',
    });
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('a host that supports only %s is not used', async (version) => {
    const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
    const port = await serveSecurely({ ...authority.host(), ...old });
    expect(await outcomeOf(`https://localhost:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: expect.stringContaining('before TLS 1.2'),
    });
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('a host that supports %s is used', async (version) => {
    const port = await serveSecurely({ ...authority.host(), minVersion: version, maxVersion: version });
    expect(await outcomeOf(`https://localhost:${port}`)).toEqual({ status: 200 });
  });

  it('a host that does not encrypt on this port is reported as such', async () => {
    const port = await serve();
    expect(await outcomeOf(`https://localhost:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: expect.stringContaining('is the port right'),
    });
  });

  it('a host that has no cipher in common does not count as one that wants a certificate', async () => {
    const ciphers = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA256:@SECLEVEL=0' } as const;
    const port = await serveSecurely({ ...authority.host(), ...ciphers });
    expect(await outcomeOf(`https://localhost:${port}`)).toMatchObject({
      code: 'network.untrusted',
      reason: expect.stringContaining('no kind of encryption in common'),
    });
  });

  it.each(['http', 'https'])('a host is reached over IPv6 by %s', async (scheme) => {
    const port =
      scheme === 'http' ? await serve(undefined, '::1') : await serveSecurely(authority.host(), undefined, '::1');
    expect(await outcomeOf(`${scheme}://[::1]:${port}`)).toEqual({ status: 200 });
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a host that demands a client certificate in %s', (version) => {
  const demanding = () =>
    serveSecurely(
      { ...authority.host(), ca: authority.cert, requestCert: true, rejectUnauthorized: true, maxVersion: version },
      (request, response) => {
        const { socket } = request;
        const subject = socket instanceof tls.TLSSocket ? socket.getPeerCertificate().subject.CN : undefined;
        response.end(subject);
      },
    );

  it.each([
    ['PEM', () => pem('clerk')],
    ['a PFX with a passphrase', () => authority.pfx(authority.client('clerk'), 'pässword')],
  ])('a host that demands a certificate gets that of the connection, from %s', async (_, identity) => {
    const shown = identity();
    const fetch = networkWith({ authorities: authority.cert }).fetch(async () => shown);
    const response = await fetch(`https://localhost:${await demanding()}`, { method: 'POST', body: 'x' });
    expect(await response.text()).toBe('clerk');
  });

  it('a host that demands a certificate is recognised when there is none', async () => {
    const port = await demanding();
    expect(await outcomeOf(`https://localhost:${port}`)).toEqual({
      code: 'network.identity-wanted',
      host: `localhost:${port}`,
    });
  });

  it('a host gets no certificate of another connection over a connection that is kept', async () => {
    const network = networkWith({ authorities: authority.cert });
    const address = `https://localhost:${await demanding()}`;
    const [first, second] = [pem('first'), pem('second')];
    const names = [];
    for (const identity of [async () => first, async () => second])
      names.push(await (await network.fetch(identity)(address)).text());
    expect(names).toEqual(['first', 'second']);
  });
});

describe('a client certificate that is renewed', () => {
  const demanding = () =>
    serveSecurely({ ...authority.host(), ca: authority.cert, requestCert: true }, ({ socket }, response) => {
      response.end(socket instanceof tls.TLSSocket ? socket.getPeerCertificate().subject.CN : undefined);
    });

  it('a renewed client certificate is shown within half a minute, even on a busy connection', async () => {
    const clock = new FakeClock();
    let identity = pem('old');
    const fetch = networkWith({ authorities: authority.cert }, {}, clock).fetch(async () => identity);
    const address = `https://localhost:${await demanding()}`;
    const ask = async () => (await fetch(address)).text();
    expect(await ask()).toBe('old');
    identity = pem('new');
    const names = [];
    for (let second = 0; second < 32; second += 1) {
      await clock.advance(1000);
      names.push(await ask());
    }
    expect([names[0], names.at(-1)]).toEqual(['old', 'new']);
  });

  it('a renewed client certificate ends no request under way over the old connection', async () => {
    const clock = new FakeClock();
    const asked = Promise.withResolvers<() => void>();
    const port = await serveSecurely(authority.host(), (_, response) => asked.resolve(() => response.end('whole')));
    const response = networkWith({ authorities: authority.cert }, {}, clock).fetch()(`https://localhost:${port}`);
    const answer = await asked.promise;
    await clock.advance(60_000);
    answer();
    expect(await (await response).text()).toBe('whole');
  });
});

function pem(name: string): ClientIdentity {
  const { cert, key } = authority.client(name);
  return { kind: 'pem', certificate: cert, key };
}

it('an agent without an identity shows none', async () => {
  const port = await serveSecurely({
    ...authority.host(),
    ca: authority.cert,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const network = networkWith({ authorities: authority.cert });
  network.fetch(async () => pem('clerk'));
  const thrown = await network
    .fetch()(`https://localhost:${port}`)
    .catch((error: unknown) => error);
  expect(toNetworkError('host', thrown)).toMatchObject({ code: 'network.identity-wanted' });
});

describe('the context of encrypted connections', () => {
  it('the TLS context is made once, until the identity or the settings change', async () => {
    let authorities = '';
    const network = networkWith(
      {},
      { settings: async () => ({ proxy: { mode: 'none' }, authorities: trustedForAll(authorities) }) },
    );
    let identity = pem('old');
    const source = async () => identity;
    const first = await network.secureContext('bank.example', source);
    expect(await network.secureContext('bank.example', source)).toBe(first);
    identity = pem('new');
    const second = await network.secureContext('bank.example', source);
    expect(second).not.toBe(first);
    authorities = authority.cert;
    expect(await network.secureContext('bank.example', source)).not.toBe(second);
  });

  it('each identity has another TLS context', async () => {
    const network = networkWith();
    expect(await network.secureContext('bank.example', async () => pem('a'))).not.toBe(
      await network.secureContext('bank.example'),
    );
  });

  it('a key that does not fit makes no TLS context, and the error does not hold the key', async () => {
    const { cert } = authority.client('a');
    const { key } = authority.client('b');
    const identity: ClientIdentity = { kind: 'pem', certificate: cert, key };
    await expect(networkWith().secureContext('bank.example', async () => identity)).rejects.toMatchObject({
      code: 'certificate.unusable',
    });
  });
});

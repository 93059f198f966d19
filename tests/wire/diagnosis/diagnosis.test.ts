import { beforeAll, describe, expect, it } from 'vitest';
import { diagnosisAsText } from '../../../src-main/wire/diagnosis/as-text.ts';
import { Authority, type Issued } from '../network/authority.ts';
import { closedPort } from '../network/hosts.ts';
import { startProxy } from './proxies.ts';
import { connectionOf, diagnosed, type Setup, secret, startService } from './world.ts';

/** Trusted by all set-ups, as the provider's authority would be. */
let authority: Authority;
/** For 127.0.0.1, and for service.test, which only proxies know. */
let own: Issued;

beforeAll(() => {
  authority = new Authority('Provider Root');
  own = authority.host({ days: 90 });
});

async function sound(): Promise<Setup & { asked: string[] }> {
  const { port, asked } = await startService({ own });
  return { origin: `https://127.0.0.1:${port}`, authorities: authority.cert, asked };
}

async function behindProxy(username?: string): Promise<Setup & { authorizations: (string | undefined)[] }> {
  const { port: upstream } = await startService({ own });
  const authorizations: (string | undefined)[] = [];
  const { port } = await startProxy((_, authorization) => {
    authorizations.push(authorization);
    return { port: upstream };
  });
  const address = `http://127.0.0.1:${port}`;
  const proxy = { mode: 'manual', address, bypass: [], ...(username !== undefined && { username }) } as const;
  return { origin: 'https://service.test', proxy, authorities: authority.cert, authorizations };
}

const sentenceOf = async (setup: Setup, step: string) =>
  (await diagnosed(setup)).find((one) => one.step === step)?.sentence;

describe('the diagnosis', () => {
  it('a diagnosis has its steps in one order, each with a sentence and the time it took', async () => {
    const steps = await diagnosed(await sound());
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      ...['name good', 'proxy good', 'encryption good', 'token good', 'service good'],
      ...['storage skipped', 'clock good', 'limits good'],
    ]);
    for (const { sentence, milliseconds } of steps) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(Number.isInteger(milliseconds) && milliseconds >= 0).toBe(true);
    }
  });

  it('a diagnosis gives advice exactly where something is not good', async () => {
    const wrong = { ...(await sound()), path: '/wrong' };
    for (const { outcome, remedy } of await diagnosed(wrong)) {
      expect(remedy !== undefined).toBe(outcome === 'bad' || outcome === 'doubtful');
    }
  });

  it('a diagnosis sends only a token request and a question about a batch to the service', async () => {
    const { asked, ...setup } = await sound();
    await diagnosed(setup);
    expect(asked.map((one) => one.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
      'GET /',
      'POST /token',
      'GET /tm/api/transactions/batch/status/ID',
    ]);
  });

  it('a diagnosis asks for no upload address unless told to', async () => {
    const { asked, ...setup } = await sound();
    const [storage] = (await diagnosed(setup)).filter(({ step }) => step === 'storage');
    expect(storage?.sentence).toMatch(/known only after the first upload/);
    expect(asked.join()).not.toContain('generate-upload-url');
  });

  it('a storage that sends any reply is good', async () => {
    const setup = await sound();
    const [storage] = (await diagnosed({ ...setup, storageAddress: setup.origin })).filter(
      ({ step }) => step === 'storage',
    );
    expect(storage).toMatchObject({ outcome: 'good', sentence: expect.stringMatching(/^The storage answers\./) });
  });

  it('steps that cannot work any more are skipped, with the reason', async () => {
    const origin = `https://127.0.0.1:${await closedPort()}`;
    const steps = await diagnosed({ origin });
    expect(steps.slice(2).map(({ outcome }) => outcome)).toEqual(Array(6).fill('skipped'));
    expect(steps.slice(2).every(({ sentence }) => sentence.length > 10)).toBe(true);
  });

  it('two hosts are examined apart: a working sign-in is reported, though the service cannot be reached', async () => {
    const { origin: tokenOrigin, ...setup } = await sound();
    const steps = await diagnosed({ ...setup, tokenOrigin, origin: `https://127.0.0.1:${await closedPort()}` });
    const outcomes = Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
    expect(outcomes).toMatchObject({ proxy: 'bad', encryption: 'good', token: 'good', service: 'skipped' });
  });

  it('a diagnosis names an issuer that is trusted, but not one of the public authorities', async () => {
    expect(await sentenceOf(await sound(), 'encryption')).toMatch(
      /encrypted \(TLS 1\.3\).*issued by “Provider Root”\. This is not a public authority: a proxy may inspect/,
    );
  });

  it('a diagnosis warns of a certificate that expires in days', async () => {
    const { port } = await startService({ own: authority.host({ days: 4 }) });
    const steps = await diagnosed({ origin: `https://127.0.0.1:${port}`, authorities: authority.cert });
    expect(steps.find(({ step }) => step === 'encryption')).toMatchObject({
      outcome: 'doubtful',
      sentence: expect.stringContaining('valid for 3 more days'),
      remedy: expect.stringContaining('expires in 3 days'),
    });
  });

  it('a name that resolves only at the proxy is normal', async () => {
    const steps = await diagnosed({ ...(await behindProxy()), resolve: unresolved });
    expect(steps[0]).toMatchObject({ outcome: 'good', sentence: expect.stringContaining('usual where the proxy') });
    expect(steps.find(({ step }) => step === 'token')?.outcome).toBe('good');
  });

  it('a diagnosis says which proxy is used and why, without its password', async () => {
    const setup = await behindProxy('clerk');
    const steps = await diagnosed({ ...setup, proxyPassword: 'canary-proxy' });
    expect(steps[1]?.sentence).toMatch(
      /^The host service\.test can be reached through the proxy 127\.0\.0\.1:\d+, which is set by hand\.$/,
    );
    const basic = Buffer.from('clerk:canary-proxy').toString('base64');
    expect(new Set(setup.authorizations)).toEqual(new Set([`Basic ${basic}`]));
    expect(JSON.stringify(steps)).not.toMatch(new RegExp(`canary|clerk|${basic}`));
  });

  it('a diagnosis gives advice for the window or for the terminal', async () => {
    const { port } = await startProxy(() => ({ status: 407 }));
    const proxy = { mode: 'manual', address: `http://127.0.0.1:${port}`, bypass: [] } as const;
    const remedies = [];
    for (const audience of ['window', 'terminal'] as const) {
      const steps = await diagnosed({ origin: 'https://service.test', proxy, audience });
      remedies.push(steps.find(({ outcome }) => outcome === 'bad')?.remedy);
    }
    expect(remedies).toEqual([expect.stringContaining('Settings → Network'), expect.stringContaining('HTTPS_PROXY')]);
  });

  it('a diagnosis ends when time is up, and says so', async () => {
    const timeout = new AbortController();
    const resolve = async () => {
      timeout.abort(new DOMException('late', 'TimeoutError'));
      return await new Promise<never>(() => undefined);
    };
    const steps = await diagnosed({ origin: 'https://service.test', resolve }, timeout.signal);
    expect(steps.map(({ outcome }) => outcome)).toEqual(['bad', ...Array(7).fill('skipped')]);
    expect(steps[0]?.sentence).toBe('This took too long and was stopped.');
  });

  it('a diagnosis rejects with the reason of its signal when it is aborted', async () => {
    const reason = new Error('the window was closed');
    await expect(diagnosed(await sound(), AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('the diagnosis as a text', () => {
  it('a diagnosis as text has every step and the full hosts, without secrets', async () => {
    const setup = { ...(await sound()), path: '/tm?key=canary' };
    const steps = await diagnosed(setup);
    const text = diagnosisAsText(connectionOf(setup), steps, { version: '1.2.3', at: Date.UTC(2026, 0, 5, 9) });
    for (const { sentence } of steps) expect(text).toContain(sentence);
    expect(text).toContain(`${setup.origin}/token`);
    expect(text).toMatch(/^Diagnosis of the connection “Nordbank”, 2026-01-05T09:00:00\.000Z\nTranship 1\.2\.3, /);
    expect(text).toContain('Client   clie…-7');
    expect(text).not.toMatch(/canary/);
    expect(text).not.toContain(secret);
  });
});

async function unresolved(): Promise<never> {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refuseWeakened } from '../../../src-main/ground/weakened.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { openWorkplace } from '../../cli/tranship.ts';
import { Authority } from './authority.ts';
import { serveSecurely } from './hosts.ts';

let stranger: Authority;
beforeAllWith(['openssl'], () => {
  stranger = new Authority('Nobody trusts it');
});

/** A host whose authority no one trusts, and the requests that it was sent. */
async function untrustedHost(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const port = await serveSecurely({ ...stranger.host(), ALPNProtocols: ['http/1.1'] }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  return { port, asked };
}

describe('a setting of the runtime that weakens encryption', () => {
  it.each([
    ['NODE_TLS_REJECT_UNAUTHORIZED=0', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['NODE_DEBUG', { NODE_DEBUG: 'http' }],
    ['NODE_DEBUG_NATIVE', { NODE_DEBUG_NATIVE: 'tls' }],
    ['--tls-keylog', { NODE_OPTIONS: '--max-old-space-size=900 --tls-keylog=/tmp/keys' }],
    ['--tls-keylog', { NODE_OPTIONS: '--tls_keylog /tmp/keys' }],
    ['--insecure-http-parser', { NODE_OPTIONS: '"--insecure-http-parser"' }],
  ])('%s is refused, and named', (setting, env) => {
    expect(() => refuseWeakened({ env, execArgv: [] })).toThrow(
      expect.objectContaining({ code: 'network.weakened', detail: expect.stringContaining(setting) }),
    );
  });

  it('an option in the call of Node is refused as well as one in the environment', () => {
    expect(() => refuseWeakened({ env: {}, execArgv: ['--trace-tls'] })).toThrow(/--trace-tls/);
  });

  it.each([
    [{}],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '1', NODE_DEBUG: '' }],
    [{ NODE_OPTIONS: '--use-system-ca --max-old-space-size=900', NODE_EXTRA_CA_CERTS: '/etc/bank.pem' }],
  ])('what weakens nothing is left alone: %j', (env) => {
    expect(() => refuseWeakened({ env, execArgv: [] })).not.toThrow();
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it.each(['diagnose', 'send export.jsonl', 'work --until-idle', 'serve', 'queue list', 'network show'])(
    'ends “tranship %s” with a sentence and exit code 3, before any request',
    async (call) => {
      const { port, asked } = await untrustedHost();
      const address = `https://localhost:${port}`;
      await using workplace = await openWorkplace({
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        TRANSHIP_BASE_URL: address,
        TRANSHIP_TOKEN_URL: `${address}/token`,
        TRANSHIP_CLIENT_ID: 'bank',
        TRANSHIP_CLIENT_SECRET: 'canary',
      });
      const ended = await workplace.runProcess(call.split(' '));
      expect(ended.exitCode).toBe(3);
      expect(ended.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 is set');
      expect(asked).toEqual([]);
    },
  );

  const request = `
    const { Network } = await import(process.env.NETWORK);
    const words = async () => process.env.WORDS;
    const network = new Network({
      settings: () => ({ proxy: { mode: 'system' }, authorities: [] }),
      proxyPassword: async () => undefined,
      systemProxy: words,
    });
    await network.fetch()(process.env.ADDRESS).then(
      ({ status }) => console.log('answered', status),
      (error) => console.log('refused', error.code, error.message),
    );`;
  /** Asks in a process of its own, where the variable is set, and returns what it says. */
  async function ask(code: string, environment: Record<string, string>): Promise<string> {
    const NETWORK = new URL('../../../src-main/wire/network/network.ts', import.meta.url).href;
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NETWORK, WORDS: 'DIRECT', ...environment };
    const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
    const child = spawn(node, ['--input-type=module', '--tls-min-v1.0', '-e', code], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return said;
  }
  const inThread = `
    const { Worker } = await import('node:worker_threads');
    new Worker(${JSON.stringify(`(async () => {${request}})()`)}, { eval: true });`;
  /** Shows that the variable is obeyed by code that takes no precautions, so that these tests can fail. */
  const careless = `
    const https = await import('node:https');
    https.get(process.env.ADDRESS, (answer) => console.log('answered', answer.statusCode)).on('error', console.log);`;

  it('makes a program without precautions trust anybody', async () => {
    const { port, asked } = await untrustedHost();
    expect(await ask(careless, { ADDRESS: `https://localhost:${port}/careless` })).toBe('answered 200\n');
    expect(asked).toEqual(['GET /careless']);
  });

  it.each([
    ['the process', request],
    ['a thread of it', inThread],
  ])('makes no host trusted to the network of %s', async (_, code) => {
    const { port, asked } = await untrustedHost();
    const said = await ask(code, { ADDRESS: `https://localhost:${port}/secret` });
    expect(said).toMatch(/^refused (UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/);
    expect(asked).toEqual([]);
  });

  it('makes no encrypted proxy trusted', async () => {
    const { port, asked } = await untrustedHost();
    const said = await ask(request, { ADDRESS: 'https://service.test/', WORDS: `HTTPS localhost:${port}` });
    expect(said).toMatch(/^refused network.untrusted/);
    expect(asked).toEqual([]);
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)(
    'and --tls-min-v1.0 makes no host usable that speaks only %s',
    async (version) => {
      const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
      const port = await serveSecurely({ ...stranger.host(), ...old });
      expect(await ask(request, { ADDRESS: `https://localhost:${port}/` })).toMatch(/^refused .*PROTOCOL/);
    },
  );
});

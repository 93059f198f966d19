/** @file What curl may do instead of showing a ticket: programs of the test take its place. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { curlOfSystem, isKerberos, reasonIn, ticketsFrom } from '../../../src-main/wire/network/kerberos-ticket.ts';
import type { ProxyRoute } from '../../../src-main/wire/network/proxy.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const proxy: ProxyRoute = { kind: 'proxy', protocol: 'http', host: 'proxy.bank.example', port: 3128 };
const never = new AbortController().signal;

/** The beginning of a token of Windows, with a ticket in it, and one of Linux. */
const tickets = [
  'YIIGhgYGKwYBBQUCoIIGejCCBnagMDAuBgkqhkiC9xIBAgIGCSqGSIb3EgECAgYKKwYBBAGCNwICHgYKKwYBBAGCNwICCqKCBkAEggY8YIIGOAYJKoZIhvcSAQICAQBuggYn',
  'YIIC3AYGKwYBBQUCoIIC0DCCAsygDTALBgkqhkiG9xIBAgKiggK5BIICtWCCArEGCSqGSIb3EgECAgEAboICoDCC',
] as const;
const ntlm = Buffer.from('NTLMSSP\0\u0001\0\0\0\u0097\u0082\u0008\u00e2', 'latin1').toString('base64');
/** SPNEGO that offers Kerberos and NTLM, with the first message of NTLM. */
const ntlmInside = Buffer.concat([
  Buffer.from('604806062b0601050502a03e303ca00e300c060a2b06010401823702020aa22a0428', 'hex'),
  Buffer.from('06092a864886f712010202', 'hex'),
  Buffer.from(ntlm, 'base64'),
]).toString('base64');

/** Begins the program of a test: `told` is what it was told, and `say` connects to where it was told to. */
const preamble = `
  const net = require('node:net');
  const config = require('node:fs').readFileSync(0, 'utf8');
  const told = (name) => new RegExp('^' + name + ' = "(.*)"$', 'm').exec(config)[1];
  const port = Number(new URL(told('proxy')).port);
  const nonce = told('proxy-header');
  const head = (...lines) => ['CONNECT x:443 HTTP/1.1', ...lines, '', ''].join('\\r\\n');
  const say = (text) => net.connect(port, '127.0.0.1').on('error', () => {}).end(text);
`;

/** A program that runs this code in place of curl. */
function program(code: string): { path: string; folder: string } {
  const folder = temporaryFolder();
  const [path, script] = [join(folder, 'curl'), join(folder, 'script.cjs')];
  writeFileSync(script, `${preamble}\n${code}`);
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 });
  return { path, folder };
}

function ask(code: string, signal = never): Promise<string> {
  return ticketsFrom({ program: program(code).path, environment: {} })(proxy, signal);
}

const saying = (token: string) =>
  `say(head(nonce, 'Proxy-Authorization: Negotiate ${token}')); setInterval(() => {}, 1e6);`;

it.each(tickets)('a token with a ticket is passed on, and curl is ended (%#)', async (token) => {
  expect(await ask(saying(token))).toBe(token);
});

it('a token that comes only when it is asked for is passed on', async () => {
  const code = `
    const socket = net.connect(port, '127.0.0.1');
    socket.write(head(nonce));
    socket.once('data', (bytes) => {
      if (/^HTTP\\/1.1 407.*\\r\\nProxy-Authenticate: Negotiate\\r\\n/s.test(bytes))
        socket.write(head(nonce, 'Proxy-Authorization: Negotiate ${tickets[0]}'));
    });
  `;
  expect(await ask(code)).toBe(tickets[0]);
});

it.each([
  ['NTLM', ntlm],
  ['NTLM within SPNEGO', ntlmInside],
])('%s never leaves this computer', async (_, token) => {
  await expect(ask(saying(token))).rejects.toMatchObject({
    code: 'network.proxy-ticket',
    params: { reason: 'this computer has only NTLM for it, which Tranship does not speak' },
  });
});

it('what another process of this computer says to the listener is not taken for curl’s word', async () => {
  const code = `
    const foreign = net.connect(port, '127.0.0.1');
    foreign.write(head('Nonce: 0', 'Proxy-Authorization: Negotiate ${tickets[1]}'));
    foreign.once('close', () => say(head(nonce, 'Proxy-Authorization: Negotiate ${tickets[0]}')));
  `;
  expect(await ask(code)).toBe(tickets[0]);
});

it('a head that does not end is cut off, and the reason is that curl ended without a ticket', async () => {
  const code = `
    const socket = net.connect(port, '127.0.0.1').on('error', () => {});
    socket.once('close', () => process.exit(56));
    const more = (error) => error || socket.write('x'.repeat(65536), more);
    more();
  `;
  await expect(ask(code)).rejects.toMatchObject({
    code: 'network.proxy-ticket',
    params: { reason: 'the system gives none, and does not say why' },
  });
});

it('curl that is silent is ended with the request', async () => {
  const controller = new AbortController();
  const asked = ask(`say(head(nonce)); setInterval(() => {}, 1e6);`, controller.signal);
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

it('a Kerberos server that does not answer in time is the reason, and not the proxy', async () => {
  const { path } = program('setInterval(() => {}, 1e6);');
  await expect(ticketsFrom({ program: path, environment: {} }, 1)(proxy, never)).rejects.toMatchObject({
    code: 'network.proxy-ticket',
    params: { reason: 'the Kerberos server does not answer' },
  });
});

it('a curl that cannot speak Kerberos is named', async () => {
  const code = `console.error("curl: option --proxy-negotiate: the installed libcurl version doesn't support this"); process.exitCode = 2;`;
  await expect(ask(code)).rejects.toMatchObject({
    code: 'network.proxy-login',
    params: { problem: expect.stringMatching(/curl of this computer cannot speak it$/) },
  });
});

it.each([
  ['is missing', undefined],
  ['cannot be started (EACCES)', ''],
])('a curl that %s is named', async (fault, content) => {
  const path = join(temporaryFolder(), 'curl');
  if (content !== undefined) writeFileSync(path, content, { mode: 0o644 });
  await expect(ticketsFrom({ program: path, environment: {} })(proxy, never)).rejects.toMatchObject({
    code: 'network.proxy-login',
    params: { problem: `it asks for Kerberos, and ${path}, which gets the tickets, ${fault}` },
  });
});

it.each(['a"b', 'a\nurl', 'a b', '-x', '::1', '10.1.2.3'])(
  'no curl is started for a proxy called “%s”',
  async (host) => {
    const { path, folder } = program(`require('node:fs').writeFileSync(__dirname + '/started', '');`);
    const asked = ticketsFrom({ program: path, environment: {} })({ ...proxy, host }, never);
    await expect(asked).rejects.toMatchObject({ code: 'network.proxy-login' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  },
);

it('curl gets the places of the tickets, and neither secrets nor proxies', async () => {
  const environment = {
    KRB5CCNAME: 'FILE:/tickets',
    KRB5_CONFIG: '/krb5.conf',
    HOME: '/home/clerk',
    TRANSHIP_CLIENT_SECRET: 'canary',
    TRANSHIP_PASSPHRASE: 'canary',
    HTTPS_PROXY: 'http://clerk:canary@proxy:1',
    no_proxy: '*',
    CURL_HOME: '/canary',
    SSLKEYLOGFILE: '/canary',
  };
  const { path, folder } = program(`
    require('node:fs').writeFileSync(__dirname + '/seen', JSON.stringify([process.env, process.argv.slice(2)]));
    ${saying(tickets[0])}
  `);
  await ticketsFrom({ ...curlOfSystem('linux', environment), program: path })(proxy, never);
  const seen = readFileSync(join(folder, 'seen'), 'utf8');
  expect(seen).toContain('FILE:/tickets');
  expect(seen).toContain('/krb5.conf');
  expect(seen).not.toContain('canary');
  expect(seen).not.toMatch(/no_proxy|proxy\.bank\.example|Nonce/);
});

it('the settings of curl that the user keeps are not read', async () => {
  const folder = temporaryFolder();
  const mark = join(folder, 'mark');
  writeFileSync(join(folder, '.curlrc'), `stderr = "${mark}"\n`);
  const curl = curlOfSystem('linux', { HOME: folder, KRB5CCNAME: `FILE:${folder}/none` });
  await expect(ticketsFrom(curl)(proxy, never)).rejects.toMatchObject({ code: 'network.proxy-ticket' });
  expect(existsSync(mark)).toBe(false);
  execFileSync(curl.program, ['--version'], { env: { ...curl.environment } });
  expect(existsSync(mark)).toBe(true);
});

it('on Windows it is the curl of Windows, and elsewhere that of the system', () => {
  expect(curlOfSystem('win32', { SystemRoot: 'D:\\Windows' }).program).toBe('D:\\Windows\\System32\\curl.exe');
  expect(curlOfSystem('darwin', { PATH: '/home/clerk/bin' }).program).toBe('/usr/bin/curl');
});

it.each([
  ['* gss_init_sec_context() failed: Ticket expired. ', 'the sign-in of this user has expired'],
  [
    '* gss_init_sec_context() failed: No credentials were supplied, or the credentials were unavailable or inaccessible. SPNEGO cannot find mechanisms to negotiate. ',
    'this user is not signed in to Kerberos',
  ],
  [
    '* gss_init_sec_context() failed:  Miscellaneous failure (see text). No Kerberos credentials available (default cache: API:1)',
    'this user is not signed in to Kerberos',
  ],
  [
    "* gss_init_sec_context() failed: Cannot contact any KDC for realm 'BANK.TEST'. ",
    'the Kerberos server cannot be reached; is this computer in the bank’s network?',
  ],
  [
    '* gss_init_sec_context() failed: Server krbtgt/BANK.EXAMPLE@BANK.TEST not found in Kerberos database. ',
    'Kerberos does not know it by the name proxy.bank.example',
  ],
  [
    '* InitializeSecurityContext failed: SEC_E_TARGET_UNKNOWN (0x80090303) - Das angegebene Ziel ist unbekannt.',
    'Kerberos does not know it by the name proxy.bank.example',
  ],
  [
    '* InitializeSecurityContext failed: SEC_E_TIME_SKEW (0x80090324) - The clocks are skewed.',
    'the clock of this computer differs from that of the Kerberos server',
  ],
  [
    '* gss_init_sec_context() failed: Unspecified GSS failure. Message stream modified',
    'the system says “Unspecified GSS failure. Message stream modified”',
  ],
  ['* Connected to proxy.bank.example (127.0.0.1)', 'the system gives none, and does not say why'],
])('explains “%s”', (line, reason) => {
  const log = `*   Trying 127.0.0.1:4100...\r\n${line}\r\n> CONNECT x:443 HTTP/1.1\r\n> Nonce: 1\r\n`;
  expect(reasonIn(log, proxy)).toEqual(reason);
});

it('no token that curl has shown gets into a reason', () => {
  const shown = `> Proxy-Authorization: Negotiate ${tickets[0]}\n* gss_init_sec_context() failed: Negotiate ${tickets[1]}`;
  expect(inEnglish(reasonIn(shown, proxy))).not.toMatch(/YII/);
});

it('only what contains a ticket is taken for Kerberos', () => {
  expect([...tickets, ntlm, ntlmInside, ''].map(isKerberos)).toEqual([true, true, false, false, false]);
});

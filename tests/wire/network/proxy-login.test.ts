import { expect, it } from 'vitest';
import type { ProxyRoute } from '../../../src-main/wire/network/proxy.ts';
import { loginFor, schemesIn } from '../../../src-main/wire/network/proxy-login.ts';

const proxy: ProxyRoute = { kind: 'proxy', protocol: 'http', host: 'proxy.bank.example', port: 3128 };
const withPassword: ProxyRoute = { ...proxy, credentials: { username: 'clerk', password: 'canary' } };
const { signal } = new AbortController();

it.each([
  ['none', [], []],
  ['an empty one', [''], []],
  ['a bare scheme', ['Negotiate'], ['negotiate']],
  ['several headers', ['Negotiate', 'NTLM', 'Basic realm="x"'], ['negotiate', 'ntlm', 'basic']],
  ['several in one header', ['NEGOTIATE,ntlm , Basic realm="x"'], ['negotiate', 'ntlm', 'basic']],
  ['parameters with commas', ['Digest realm="a, Negotiate", qop="auth", nonce=1, Basic realm=x'], ['digest', 'basic']],
  ['an escaped quote', ['Basic realm="a \\", Negotiate, \\"", NTLM'], ['basic', 'ntlm']],
  ['spaces around the equals sign', ['Basic realm = "x", charset = "UTF-8"'], ['basic']],
  ['a token', ['Negotiate oRQwEqADCgEBoQsGCSqGSIb3EgECAg=='], ['negotiate']],
  ['a tab after the scheme', ['Negotiate\tabc'], ['negotiate']],
  ['empty elements', [', ,Negotiate,,'], ['negotiate']],
  ['a quote that does not end', ['Basic realm="a, Negotiate'], ['basic']],
  ['what is no scheme', ['<b>Negotiate</b>, "Negotiate"'], []],
  ['the same twice', ['Negotiate, Negotiate a'], ['negotiate']],
])('reads the schemes of %s', (_, offered, schemes) => {
  expect(schemesIn(offered)).toEqual(schemes);
});

it('reads a header that is made to take long in time', () => {
  const [quotes, parameters, spaces] = ['"\\', 'a=', ' '].map((text) => text.repeat(50_000));
  expect(schemesIn([`${quotes}`, `${parameters}`, `a${spaces}x${spaces}`])).toEqual(['a']);
});

const ticket = 'a ticket';
it.each([
  ['Negotiate alone', proxy, ['Negotiate'], `Negotiate ${ticket}`],
  ['Negotiate after NTLM', proxy, ['NTLM', 'Negotiate'], `Negotiate ${ticket}`],
  ['Negotiate and Basic, without a password', proxy, ['Basic realm=x', 'Negotiate'], `Negotiate ${ticket}`],
  ['Negotiate and Basic, after a password', withPassword, ['Negotiate', 'Basic realm=x'], 'network.proxy-credentials'],
  ['Negotiate, after a password', withPassword, ['Negotiate'], `Negotiate ${ticket}`],
  ['Basic', proxy, ['Basic realm=x'], 'network.proxy-credentials'],
  ['NTLM and Basic', proxy, ['NTLM', 'Basic realm=x'], 'network.proxy-credentials'],
  ['nothing', proxy, [], 'network.proxy-credentials'],
  ['NTLM', proxy, ['NTLM'], 'network.proxy-login'],
  ['NTLM, after a password', withPassword, ['NTLM'], 'network.proxy-login'],
  ['Digest', proxy, ['Digest realm=x, nonce=y'], 'network.proxy-login'],
])('answers a proxy that offers %s', async (_, route, offered, answer) => {
  const given = await loginFor(route, offered, async () => ticket, signal).catch(({ code }: { code: string }) => code);
  expect(given).toBe(answer);
});

it('says only as much of unknown schemes as fits into a sentence', async () => {
  const offered = Array.from({ length: 100 }, (_, index) => `Scheme${index}`);
  await expect(loginFor(proxy, offered, async () => ticket, signal)).rejects.toMatchObject({
    params: { problem: expect.stringMatching(/^it accepts only .{60}, which/) },
  });
});

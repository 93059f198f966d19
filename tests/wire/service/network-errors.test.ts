import { expect, it } from 'vitest';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { everythingIn } from './fixtures.ts';

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause });

it.each([
  ['ENOTFOUND', 'the name could not be resolved'],
  ['EAI_AGAIN', 'the name could not be resolved at the moment'],
  ['ECONNREFUSED', 'nothing answers on this port'],
  ['EHOSTUNREACH', 'there is no route to this host'],
  ['ENETUNREACH', 'there is no network'],
  ['ETIMEDOUT', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
])('%s is network.unreachable: %s', (code, reason) => {
  const error = toNetworkError('host:1', fetchFailed(withCode(code)));
  expect(error).toMatchObject({ code: 'network.unreachable', params: { host: 'host:1', reason } });
});

it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'ERR_STREAM_PREMATURE_CLOSE'])(
  '%s is network.cut',
  (code) => {
    expect(toNetworkError('host', fetchFailed(withCode(code)))).toMatchObject({ code: 'network.cut' });
  },
);

it.each(['socket hang up', 'terminated', 'other side closed'])('“%s” is network.cut', (message) => {
  expect(toNetworkError('host', new TypeError(message))).toMatchObject({ code: 'network.cut' });
});

it.each([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_CHAIN_TOO_LONG',
])('%s is network.untrusted', (code) => {
  expect(toNetworkError('host', fetchFailed(withCode(code)))).toMatchObject({ code: 'network.untrusted' });
});

/** The wording of OpenSSL and BoringSSL, which have different codes for it. */
const alert = (number: number, code = 'EPROTO') => withCode(code, `SSL routines:tls alert:SSL alert number ${number}`);

it.each([42, 43, 44, 45, 46, 48, 49, 116])('TLS alert %d is network.identity-wanted', (number) => {
  for (const thrown of [alert(number), alert(number, 'ERR_SSL_TLSV1_ALERT_WHATEVER')])
    expect(toNetworkError('host', thrown)).toMatchObject({ code: 'network.identity-wanted', params: { host: 'host' } });
});

it.each([40, 51, 70, 80])('TLS alert %d is network.untrusted', (number) => {
  expect(toNetworkError('host', alert(number))).toMatchObject({ code: 'network.untrusted' });
});

it('the reason is found among the addresses that were tried', () => {
  const tried = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]);
  expect(toNetworkError('host', fetchFailed(tried))).toMatchObject({
    params: { reason: 'nothing answers on this port' },
  });
});

it('an unknown failure is network.cut with its own words: the request may have left', () => {
  const error = toNetworkError('host', fetchFailed(new Error('strange weather')));
  expect(error).toMatchObject({ code: 'network.cut', params: { reason: 'strange weather' } });
});

it.each(['read', 'write'])('a %s that times out on an open connection is network.cut', (syscall) => {
  const error = toNetworkError('host', fetchFailed(Object.assign(withCode('ETIMEDOUT'), { syscall })));
  expect(error).toMatchObject({ code: 'network.cut', params: { reason: 'no answer in time' } });
});

it('a reply that is no HTTP is network.cut', () => {
  const error = toNetworkError('host', fetchFailed(withCode('HPE_INVALID_CONSTANT')));
  expect(error).toMatchObject({ code: 'network.cut', params: { reason: 'the answer cannot be read' } });
});

it('an AppError stays as it is', () => {
  const error = new AppError('upload.interrupted', {});
  expect(toNetworkError('host', error)).toBe(error);
});

it('an error holds no query and no password of an address', () => {
  const thrown = fetchFailed(new Error('cannot use https://me:canary@host/x?X-Amz-Signature=canary'));
  expect(everythingIn(toNetworkError('host', thrown))).not.toMatch(/canary/);
});

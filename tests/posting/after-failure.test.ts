import { expect, it } from 'vitest';
import { judgeFailure } from '../../src-main/posting/after-failure.ts';
import { AppError } from '../../src-shared/errors.ts';

const endpoint = 'POST /event/transaction/v3';
const host = 'api.bank.example';
const answered = (status: number) => new AppError('service.unavailable', { endpoint, status, reason: 'unwell' });

const limited = new AppError('service.rate-limited', { endpoint, seconds: 1 });
const notFound = new AppError('service.not-found', { endpoint, reason: 'Not Found', form: 'json' });
const strange = new AppError('service.bad-reply', { endpoint, excerpt: '<html>' });
const forbidden = new AppError('auth.forbidden', { endpoint });
const rejected = new AppError('auth.token-rejected', { endpoint });
const away = new AppError('network.unreachable', { host, reason: 'there is no network' });
const cut = new AppError('network.cut', { host, reason: 'the other side closed it' });
const silent = new AppError('network.no-answer', { host, seconds: 60 });
const untrusted = new AppError('network.untrusted', {
  host,
  reason: 'it has expired; is the clock of this machine right?',
});
const full = new AppError('disk.full', { folder: '/data' });
const mistake = new AppError('internal.unexpected', { problem: 'x is not a function' });

it.each([
  ['429', limited, 'again', 'goes-on'],
  ['503', answered(503), 'again', 'pauses'],
  ['no connection', away, 'again', 'pauses'],
  ['404', notFound, 'again', 'ends'],
  ['403', forbidden, 'again', 'ends'],
  ['401 twice', rejected, 'again', 'ends'],
  ['a certificate without trust', untrusted, 'again', 'ends'],
  ['500', answered(500), 'unknown', 'goes-on'],
  ['502', answered(502), 'unknown', 'goes-on'],
  ['504', answered(504), 'unknown', 'goes-on'],
  ['408', answered(408), 'unknown', 'goes-on'],
  ['a connection that was cut', cut, 'unknown', 'goes-on'],
  ['no answer', silent, 'unknown', 'goes-on'],
  ['a reply that leads elsewhere', strange, 'unknown', 'goes-on'],
  ['a mistake of ours', mistake, 'unknown', 'ends'],
  ['a full disk', full, 'unknown', 'ends'],
] as const)('§7 %s, when the transaction may have left: it is %s, the run %s', (_, error, transaction, run) => {
  expect(judgeFailure(error, true)).toEqual({ transaction, run });
});

it.each([
  ['a token endpoint that breaks', answered(500), 'pauses'],
  ['a token endpoint that hangs up', cut, 'pauses'],
  ['a token endpoint that sends away', limited, 'goes-on'],
  ['a full disk', full, 'ends'],
  ['wrong credentials', new AppError('auth.refused', { reason: 'invalid_client' }), 'ends'],
] as const)('%s, before the transaction has left, does not make it unknown', (_, error, run) => {
  expect(judgeFailure(error, false)).toEqual({ transaction: 'again', run });
});

/** @file The small pure decisions: remote states, pauses, protected addresses. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay } from '../../../src-main/wire/service/backoff.ts';
import { requireProtected } from '../../../src-main/wire/service/protected-address.ts';
import { remoteStateOf } from '../../../src-main/wire/service/remote-state.ts';
import { pauseAfterRefusal, readRetryAfter } from '../../../src-main/wire/service/retry-after.ts';

describe('remoteStateOf', () => {
  it.each([
    ['VALIDATION_STARTED', 'processing'],
    ['PENDING_INGESTION', 'processing'],
    ['INITIALIZED', 'processing'],
    ['IN_PROGRESS', 'processing'],
    ['PROCESSED', 'processed'],
    ['VALIDATION_FAILED', 'rejected'],
    ['ERROR', 'failed'],
  ] as const)('§3 the remote state %s means %s', (status, kind) => {
    expect(remoteStateOf(status)).toEqual({ kind, known: true });
  });

  it.each(['QUARANTINED', 'constructor', ''])('§3 the unknown state “%s” counts as processing', (status) => {
    expect(remoteStateOf(status)).toEqual({ kind: 'processing', known: false });
  });

  it('§3 the letter case of a remote state does not matter', () => {
    expect(remoteStateOf('Processed')).toEqual({ kind: 'processed', known: true });
  });
});

describe('backoffDelay', () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [6, 32_000],
    [7, 60_000],
    [5000, 60_000],
  ])('the pause after failure number %i is at most %i ms', (attempt, longest) => {
    expect(backoffDelay({ attempt, random: () => 1 })).toBe(longest);
  });

  it('the random part of the pause uses its full width', () => {
    expect(backoffDelay({ attempt: 4, random: () => 0.25 })).toBe(2000);
  });

  it('§7 the pause is never shorter than Retry-After', () => {
    fc.assert(
      fc.property(
        fc.nat(100),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(4_000_000),
        (attempt, share, retryAfterMs) => backoffDelay({ attempt, random: () => share, retryAfterMs }) >= retryAfterMs,
      ),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 5, 9);
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);

  it.each([
    ['7', 7000],
    ['1.5', 1500],
    ['0', 1000],
    ['999999', 3_600_000],
    ['Mon, 05 Jan 2026 09:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2026 08:00:00 GMT', 1000],
    ['soon', 5000],
  ])('§7 Retry-After reads %s', (value, milliseconds) => {
    expect(read({ 'retry-after': value })).toBe(milliseconds);
  });

  it('§7 a date in Retry-After counts from the date of the reply, not from our own clock', () => {
    const headers = { 'retry-after': 'Mon, 05 Jan 2026 10:00:20 GMT', date: 'Mon, 05 Jan 2026 10:00:00 GMT' };
    expect(read(headers)).toBe(20_000);
  });

  it('§7 a 429 without Retry-After means 5 s', () => {
    expect(pauseAfterRefusal(new Headers(), now)).toBe(5000);
  });
});

describe('requireProtected', () => {
  it.each(['https://host/x', 'http://127.0.0.1:8080/x', 'http://localhost/x', 'http://[::1]:1/x'])(
    'may send to %s',
    (address) => {
      expect(() => requireProtected('tokenUrl', address)).not.toThrow();
    },
  );

  it.each([
    'http://host/x',
    'http://127.0.0.1.example.com/x',
    'http://localhost.example.com/',
    'https://me:word@host/x',
  ])('a secret may not go to %s: connection.invalid', (address) => {
    expect(() => requireProtected('tokenUrl', address)).toThrow(
      expect.objectContaining({ code: 'connection.invalid' }),
    );
  });
});

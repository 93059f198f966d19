/** @file The small pure decisions: remote states, pauses, protected addresses. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay } from '../../src-main/service/backoff.ts';
import { requireProtected } from '../../src-main/service/protected-address.ts';
import { remoteStateOf } from '../../src-main/service/remote-state.ts';
import { pauseAfterRefusal, readRetryAfter } from '../../src-main/service/retry-after.ts';

describe('remoteStateOf', () => {
  it.each([
    ['VALIDATION_STARTED', 'processing'],
    ['PENDING_INGESTION', 'processing'],
    ['INITIALIZED', 'processing'],
    ['IN_PROGRESS', 'processing'],
    ['PROCESSED', 'processed'],
    ['VALIDATION_FAILED', 'rejected'],
    ['ERROR', 'failed'],
  ] as const)('§3 knows %s as %s', (status, kind) => {
    expect(remoteStateOf(status)).toEqual({ kind, known: true });
  });

  it.each(['QUARANTINED', 'constructor', ''])('§3 takes the unknown state “%s” for processing', (status) => {
    expect(remoteStateOf(status)).toEqual({ kind: 'processing', known: false });
  });

  it('§3 does not mind the letter case', () => {
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
  ])('after failure number %i waits at most %i ms', (attempt, longest) => {
    expect(backoffDelay({ attempt, random: () => 1 })).toBe(longest);
  });

  it('uses the full width of the jitter', () => {
    expect(backoffDelay({ attempt: 4, random: () => 0.25 })).toBe(2000);
  });

  it('§7 is never shorter than Retry-After', () => {
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
  ])('§7 reads %s', (value, milliseconds) => {
    expect(read({ 'retry-after': value })).toBe(milliseconds);
  });

  it('§7 counts a date from the date of the reply, not from our own clock', () => {
    const headers = { 'retry-after': 'Mon, 05 Jan 2026 10:00:20 GMT', date: 'Mon, 05 Jan 2026 10:00:00 GMT' };
    expect(read(headers)).toBe(20_000);
  });

  it('§7 is 5 s for a 429 that does not say', () => {
    expect(pauseAfterRefusal(new Headers(), now)).toBe(5000);
  });
});

describe('requireProtected', () => {
  it.each(['https://host/x', 'http://127.0.0.1:8080/x', 'http://localhost/x', 'http://[::1]:1/x'])(
    'allows %s',
    (address) => {
      expect(() => requireProtected('tokenUrl', address)).not.toThrow();
    },
  );

  it.each([
    'http://host/x',
    'http://127.0.0.1.example.com/x',
    'http://localhost.example.com/',
    'https://me:word@host/x',
  ])('refuses %s as connection.invalid', (address) => {
    expect(() => requireProtected('tokenUrl', address)).toThrow(
      expect.objectContaining({ code: 'connection.invalid' }),
    );
  });
});

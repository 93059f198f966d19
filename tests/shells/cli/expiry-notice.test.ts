import { describe, expect, it } from 'vitest';
import { expiryNotice } from '../../../src-main/shells/cli/expiry-notice.ts';

describe('the notice of the end of a client certificate', () => {
  const now = Date.UTC(2026, 10, 21);
  const day = 24 * 3_600_000;
  it.each([
    ['31 days before', 31 * day, undefined],
    ['30 days before', 30 * day, 'certificate.expires-soon'],
    ['a moment before', 1, 'certificate.expires-soon'],
    ['at its end', 0, 'certificate.expired'],
    ['long after', -365 * day, 'certificate.expired'],
  ])('the notice of expiry is right %s', (_, left, code) => {
    expect(expiryNotice('Nordbank', { validUntil: now + left }, now)?.code).toBe(code);
  });
});

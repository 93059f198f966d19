import { describe, expect, it } from 'vitest';
import { addressLifetime, hasEnded, placeOf } from '../../../src-main/wire/transfer/address.ts';

it('the lifetime of an address is read, independent of the storage’s clock', () => {
  const address = 'https://storage.test/k?X-Amz-Date=19990101T000000Z&X-Amz-Expires=900&X-Amz-Signature=x';
  expect(addressLifetime(address)).toBe(900_000);
});

it('the lifetime of an address without its parameters is unknown', () => {
  expect(addressLifetime('https://storage.test/k')).toBeUndefined();
});

describe('an address has ended', () => {
  const address = 'https://storage.test/k?X-Amz-Date=20260105T090000Z&X-Amz-Expires=900&X-Amz-Signature=x';
  it.each([
    ['before its end', address, 'Mon, 05 Jan 2026 09:14:59 GMT', false],
    ['at its end', address, 'Mon, 05 Jan 2026 09:15:00 GMT', true],
    ['of Google', address.replaceAll('X-Amz', 'X-Goog'), 'Mon, 05 Jan 2026 09:15:00 GMT', true],
    ['when the storage does not tell the time', address, undefined, false],
    ['when the storage tells no time', address, 'yesterday', false],
    ['without a lifetime', address.replace('X-Amz-Expires', 'x'), 'Tue, 06 Jan 2026 09:15:00 GMT', false],
    ['without a date', address.replace('X-Amz-Date', 'x'), 'Tue, 06 Jan 2026 09:15:00 GMT', false],
    ['with a date that is none', address.replace('20260105', 'today'), 'Tue, 06 Jan 2026 09:15:00 GMT', false],
  ])('%s', (_, url, date, expected) => {
    expect(hasEnded(url, date)).toBe(expected);
  });
});

describe('the place of an address', () => {
  const place = 'https://uploads.s3.eu-west-1.amazonaws.com/tenant/one-key';

  it.each([
    ['signed again', `${place}?X-Amz-Signature=of-another-day`],
    ['with escapes', 'https://uploads.s3.eu-west-1.amazonaws.com/tenant/%6fne%2Dkey'],
    ['with the bucket in its path', 'https://s3.eu-west-1.amazonaws.com/uploads/tenant/one-key'],
    ['without the region', 'https://uploads.s3.amazonaws.com/tenant/one-key'],
    ['with the usual port', 'https://uploads.s3.eu-west-1.amazonaws.com:443/tenant/one-key'],
  ])('is the same %s', (_, other) => {
    expect(placeOf(other)).toBe(placeOf(`${place}?X-Amz-Signature=1`));
  });

  it.each([
    ['of another key', 'https://uploads.s3.eu-west-1.amazonaws.com/tenant/other-key'],
    ['of another bucket', 'https://others.s3.eu-west-1.amazonaws.com/tenant/one-key'],
    ['of another storage', 'https://uploads.example.com/tenant/one-key'],
    ['with a broken escape', 'https://uploads.s3.eu-west-1.amazonaws.com/tenant/one-key%'],
  ])('is another one %s', (_, other) => {
    expect(placeOf(other)).not.toBe(placeOf(place));
  });
});

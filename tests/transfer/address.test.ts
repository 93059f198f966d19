import { expect, it } from 'vitest';
import { addressLifetime } from '../../src-main/transfer/address.ts';

it('reads the lifetime, whatever the storage’s clock says', () => {
  const address = 'https://storage.test/k?X-Amz-Date=19990101T000000Z&X-Amz-Expires=900&X-Amz-Signature=x';
  expect(addressLifetime(address)).toBe(900_000);
});

it('does not know the lifetime of an address that does not tell', () => {
  expect(addressLifetime('https://storage.test/k')).toBeUndefined();
});

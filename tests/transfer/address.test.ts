import { expect, it } from 'vitest';
import { addressEnd } from '../../src-main/transfer/address.ts';

it('counts the lifetime from when we got the address, whatever the storage’s clock says', () => {
  const address = 'https://storage.test/k?X-Amz-Date=19990101T000000Z&X-Amz-Expires=900&X-Amz-Signature=x';
  expect(addressEnd(address, 1_000_000)).toBe(1_900_000);
});

it('does not know the end of an address that does not tell', () => {
  expect(addressEnd('https://storage.test/k', 1_000_000)).toBeUndefined();
});

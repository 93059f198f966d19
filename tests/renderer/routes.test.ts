import { expect, it } from 'vitest';
import { addressOf, routeOf } from '../../src-renderer/routes.ts';

it.each(['#/queue', '#/submission/12', '#/connections', '#/connections/new', '#/settings'])(
  'leads from the address %s to a page and back',
  (address) => {
    expect(addressOf(routeOf(address))).toBe(address);
  },
);

it.each(['', '#', '#/', '#/nonsense', '#/submission/abc', '#/submission'])('takes %j for the queue', (address) => {
  expect(routeOf(address)).toEqual({ page: 'queue' });
});

import { describe, expect, it } from 'vitest';
import { proxyOf, valuesOf } from '../../src-renderer/settings/proxy-values.ts';

const typed = (address: string) => proxyOf({ address, username: '', bypass: '' });

describe('A manual proxy', () => {
  it.each([
    ['http://proxy.bank.example:8080', 'http://proxy.bank.example:8080'],
    [' https://proxy.bank.example:3129/ ', 'https://proxy.bank.example:3129'],
    ['proxy:80', 'http://proxy:80'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128'],
    ['http://[::1]:3128', 'http://[::1]:3128'],
  ])('The input %j describes a proxy', (address, meant) => {
    expect(typed(address)?.address).toBe(meant);
  });

  it.each([
    '',
    'http://',
    'proxy.bank.example',
    'http://proxy.bank.example',
    'http://me:secret@proxy.bank.example:80',
    'socks5://proxy:1080',
    'http://proxy:99999',
    'http://proxy:80/path',
  ])('The input %j does not describe a proxy', (address) => {
    expect(typed(address)).toBeUndefined();
  });

  it('A manual proxy lists the hosts that are reached without it, one a line', () => {
    expect(
      proxyOf({ address: 'p:80', username: '', bypass: 'localhost\n .bank.example \n\n10.0.0.1' })?.bypass,
    ).toEqual(['localhost', '.bank.example', '10.0.0.1']);
  });

  it('A manual proxy has no user name when none is given', () => {
    expect(proxyOf({ address: 'p:80', username: ' ', bypass: '' })).not.toHaveProperty('username');
  });

  it('A manual proxy stays the same after being shown and stored again', () => {
    const proxy = { mode: 'manual', address: 'http://p:80', username: 'mara', bypass: ['a', 'b'] } as const;
    expect(proxyOf(valuesOf({ ...proxy, bypass: [...proxy.bypass] }))).toEqual(proxy);
  });
});

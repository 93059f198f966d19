import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBypassed, isThisMachine, readBypass } from '../../../src-main/wire/network/bypass.ts';

describe('a bypass entry', () => {
  it.each([
    ['*', 'https://any.example', true],
    ['bank.example', 'https://bank.example', true],
    ['bank.example', 'https://api.bank.example', true],
    ['bank.example', 'https://notbank.example', false],
    ['bank.example', 'https://bank.example.evil.test', false],
    ['.bank.example', 'https://api.bank.example', true],
    ['.bank.example', 'https://bank.example', true],
    ['.bank.example', 'https://notbank.example', false],
    ['*.bank.example', 'https://a.b.bank.example', true],
    ['BANK.Example', 'https://api.bank.EXAMPLE', true],
    ['bank.example.', 'https://bank.example', true],
    ['bank.example', 'https://bank.example./', true],
    ['bücher.example', 'https://xn--bcher-kva.example', true],
    ['bank.example:8443', 'https://bank.example:8443', true],
    ['bank.example:8443', 'https://bank.example', false],
    ['bank.example:443', 'https://bank.example', true],
    ['bank.example:80', 'http://bank.example', true],
    ['10.1.2.3', 'http://10.1.2.3:99', true],
    ['10.1.2.3:99', 'http://10.1.2.3:98', false],
    ['2.3', 'http://10.1.2.3', false],
    ['10.0.0.0/8', 'https://10.200.1.1', true],
    ['10.0.0.0/8', 'https://11.0.0.1', false],
    ['10.0.0.0/8', 'https://10.bank.example', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd00::/8', 'https://10.0.0.1', false],
    ['10.0.0.0/99', 'https://10.0.0.1', false],
    ['FD12:0::1', 'https://[fd12::1]', true],
    ['[fd12::1]', 'https://[fd12::1]:8443', true],
    ['[fd12::1]:8443', 'https://[fd12::1]:8443', true],
    ['[fd12::1]:8443', 'https://[fd12::1]', false],
    ['', 'https://bank.example', false],
    ['.', 'https://bank.example', false],
  ])('“%s” and %s: %s', (entry, address, expected) => {
    expect(isBypassed(address, [entry])).toBe(expected);
  });

  const host = fc.domain();
  const entry = fc.oneof(
    fc.constant('*'),
    host,
    host.map((name) => `.${name}`),
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
  );

  it('a bypass entry counts in any letter case, and with space around it', () => {
    fc.assert(
      fc.property(host, entry, (name, given) => {
        const address = `https://${name}/`;
        expect(isBypassed(address, [` ${given.toUpperCase()} `])).toBe(isBypassed(address, [given.toLowerCase()]));
      }),
    );
  });

  it('a bypass entry counts beside any other entry', () => {
    fc.assert(
      fc.property(host, fc.array(entry), fc.array(entry), (name, before, after) => {
        expect(isBypassed(`https://api.${name}/`, [...before, name, ...after])).toBe(true);
      }),
    );
  });

  it('a bypass entry for a host covers the hosts below it, and no others', () => {
    fc.assert(
      fc.property(host, (name) => {
        expect(isBypassed(`https://x.${name}/`, [name])).toBe(true);
        expect(isBypassed(`https://x${name}/`, [name])).toBe(false);
      }),
    );
  });
});

it('bypass entries may be separated by commas, semicolons and space', () => {
  expect(readBypass(' a.example,b.example;; c.example\td.example ')).toEqual([
    'a.example',
    'b.example',
    'c.example',
    'd.example',
  ]);
});

describe('this machine', () => {
  it.each([
    'http://127.0.0.1:1',
    'https://127.9.9.9',
    'https://localhost',
    'https://LOCALHOST.:9',
    'http://a.localhost',
    'http://[::1]:1',
    'http://2130706433',
  ])('this machine is %s', (address) => {
    expect(isThisMachine(address)).toBe(true);
  });

  it.each([
    'https://127.0.0.1.example',
    'https://localhost.example',
    'https://mylocalhost',
    'https://[::2]',
    'https://12.7.0.1',
  ])('this machine is not %s', (address) => {
    expect(isThisMachine(address)).toBe(false);
  });
});

/** @file Every spelling of an address that a reply may name: only public hosts over https may be used. */

import type dns from 'node:dns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfAddress } from '../../../src-main/wire/service/address-kind.ts';
import { dangerOf, guardedLookup, type Reach, reachOf } from '../../../src-main/wire/service/named-address.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';

const strict: Reach = { privateNetworks: false, thisMachine: false };
const privately: Reach = { privateNetworks: true, thisMachine: false };
const practising: Reach = { privateNetworks: false, thisMachine: true };

const octet = fc.nat({ max: 255 });
const ipv4 = (first: number, second: fc.Arbitrary<number> = octet) =>
  fc.tuple(fc.constant(first), second, octet, octet);
type Quad = [number, number, number, number];

/** Ranges as the standards name them, not as the code does. */
const privateQuads: fc.Arbitrary<Quad> = fc.oneof(
  ipv4(10),
  ipv4(172, fc.integer({ min: 16, max: 31 })),
  ipv4(192, fc.constant(168)),
  ipv4(100, fc.integer({ min: 64, max: 127 })).filter((quad) => quad.join('.') !== '100.100.100.200'),
);
const neverQuads: fc.Arbitrary<Quad> = fc.oneof(
  ipv4(127),
  ipv4(0),
  ipv4(169, fc.constant(254)),
  ipv4(224),
  ipv4(239),
  ipv4(255),
  fc.constant<Quad>([100, 100, 100, 200]),
);
const publicQuads: fc.Arbitrary<Quad> = fc.oneof(
  ipv4(8),
  ipv4(52),
  ipv4(172, fc.constant(32)),
  ipv4(100, fc.constant(63)),
);

const hex = (number: number) => number.toString(16);
const pair = (high: number, low: number) => hex(high * 256 + low);

/** How an IPv4 address can be written as the host of an address. */
const spellings: readonly ((quad: Quad) => string)[] = [
  (quad) => quad.join('.'),
  (quad) => String(quad.reduce((number, part) => number * 256 + part, 0)),
  (quad) => `0x${quad.map((part) => hex(part).padStart(2, '0')).join('')}`,
  (quad) => quad.map((part) => `0${part.toString(8)}`).join('.'),
  (quad) => quad.map((part) => `0x${hex(part)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  (quad) => quad.join('.').replace(/[0-9]/g, (digit) => `%3${digit}`),
  (quad) => `[::ffff:${quad.join('.')}]`,
  ([a, b, c, d]) => `[0:0:0:0:0:FFFF:${pair(a, b)}:${pair(c, d)}]`,
  ([a, b, c, d]) => `[::ffff:0:${pair(a, b)}:${pair(c, d)}]`,
  ([a, b, c, d]) => `[::${pair(a, b)}:${pair(c, d)}]`,
  (quad) => `[64:ff9b::${quad.join('.')}]`,
  ([a, b, c, d]) => `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
  ([a, b, c, d]) => `[2001:db8:1:2:0:5efe:${pair(a, b)}:${pair(c, d)}]`,
];
const spelled = fc.constantFrom(...spellings);
const at = (host: string) => `https://${host}/bucket/key?X-Amz-Signature=canary`;

describe('an address that a reply names', () => {
  it('is never in a private network, however it is written', () => {
    fc.assert(
      fc.property(privateQuads, spelled, (quad, spell) => {
        expect(dangerOf(at(spell(quad)), strict)).toBeDefined();
        expect(dangerOf(at(spell(quad)), practising)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('may be in a private network once a person has allowed that', () => {
    const plain = spellings.slice(0, 1);
    fc.assert(
      fc.property(privateQuads, fc.constantFrom(...plain), (quad, spell) => {
        expect(dangerOf(at(spell(quad)), privately)).toBeUndefined();
      }),
    );
  });

  it('is never this machine, link-local, unspecified, multicast or the metadata of a cloud, even if private ones are allowed', () => {
    fc.assert(
      fc.property(neverQuads, spelled, (quad, spell) => {
        expect(dangerOf(at(spell(quad)), strict)).toBeDefined();
        expect(dangerOf(at(spell(quad)), privately)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('may be public, by number or by name', () => {
    fc.assert(
      fc.property(publicQuads, (quad) => {
        expect(dangerOf(at(quad.join('.')), strict)).toBeUndefined();
      }),
    );
    for (const host of ['bucket.s3.eu-central-1.amazonaws.com', 'storage.example:8443', '[2a00:1450:4001::5]'])
      expect(dangerOf(at(host), strict)).toBeUndefined();
  });

  it.each([
    'http://storage.example/key',
    'http://127.0.0.1/key',
    'ftp://storage.example/key',
    'file:///etc/passwd',
    'https://user:pw@storage.example/key',
    'https://user@storage.example/key',
    'https://@storage.example/key',
    'https://storage.example@10.0.0.5/key',
    'https://storage.example/key#?X-Amz-Signature=x',
    'https://storage.example#@10.0.0.5/key',
    'https://storage.example\\@10.0.0.5/key',
    'https://10.0.0.5\\storage.example/key',
    'https:\\\\10.0.0.5/key',
    'https://storage.example/a key',
    'https://storage.example/\tkey',
    'https://ｓtorage.example/key',
    'https://１２７.0.0.1/key',
    'https://storage.example./key',
    'https://localhost/key',
    'https://LOCALHOST/key',
    'https://localhost./key',
    'https://bucket.localhost/key',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://metadata/computeMetadata/v1/',
    'https://intranet/key',
    'https://storage.bank.internal/key',
    'https://printer.local/key',
    'https://[::1]/key',
    'https://[::]/key',
    'https://[fe80::1]/key',
    'https://[febf::1]/key',
    'https://[fc00::1]/key',
    'https://[fd12:3456::1]/key',
    'https://[fd00:ec2::254]/latest/meta-data/',
    'https://[fec0::1]/key',
    'https://[ff02::1]/key',
    'https://[2001::1]/key',
    'https://[64:ff9b:1::1]/key',
    'https://[100::1]/key',
    'https://168.63.129.16/key',
    'https://192.0.0.192/key',
    'https://255.255.255.255/key',
    'https:///key',
    '',
    '//storage.example/key',
  ])('is refused: %s', (address) => {
    expect(inEnglish(dangerOf(address, strict) ?? '')).toMatch(/^\S.*\S$/);
  });

  it('may be on this machine, also over http, only where the service itself is', () => {
    for (const host of ['127.0.0.1:9000', 'localhost:9000', '[::1]:9000']) {
      expect(dangerOf(`http://${host}/key`, practising)).toBeUndefined();
      expect(dangerOf(`https://${host}/key`, practising)).toBeUndefined();
    }
    expect(dangerOf('http://storage.example/key', practising)).toBeDefined();
    expect(dangerOf('http://10.0.0.5/key', { privateNetworks: true, thisMachine: true })).toBeDefined();
    expect(dangerOf('http://user:pw@127.0.0.1/key', practising)).toBeDefined();
  });

  it.each(['http://127.0.0.1:8080/tm', 'https://localhost/tm', 'http://[::1]:8080', 'https://0.0.0.0:8443/tm'])(
    'may be on this machine where the service is at %s',
    (base) => {
      expect(reachOf(base, at('127.0.0.1'), false).thisMachine).toBe(true);
      expect(reachOf(base, at('127.0.0.1'), false).privateNetworks).toBe(false);
    },
  );

  it.each(['https://api.bank.example/tm', 'https://10.1.2.3/tm', 'https://localhost.bank.example'])(
    'is not on this machine where the service is at %s',
    (base) => {
      expect(reachOf(base, at('127.0.0.1'), false).thisMachine).toBe(false);
    },
  );

  it('may be private where it is the host of the service, which a person entered', () => {
    const base = 'https://10.1.2.3:8443/tm';
    const own = at('10.1.2.3:8443');
    expect(dangerOf(own, reachOf(base, own, false))).toBeUndefined();
    for (const other of [at('10.1.2.3'), at('10.1.2.4:8443'), at('127.0.0.1:8443')])
      expect(dangerOf(other, reachOf(base, other, false))).toBeDefined();
  });
});

describe('a name that is resolved', () => {
  const resolving = (...found: string[]) => {
    const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    return (
      _: string,
      __: dns.LookupAllOptions,
      done: (error: NodeJS.ErrnoException | null, found: dns.LookupAddress[]) => void,
    ) => done(null, all);
  };
  const looked = (found: string[], reach: Reach = strict, all = true) =>
    new Promise((resolve) => {
      const lookup = guardedLookup(reach, resolving(...found));
      lookup('storage.example', { all }, (error, address) => resolve(error ?? address));
    });

  it('is used where it is public', async () => {
    expect(await looked(['52.1.2.3', '2a00::1'])).toMatchObject([{ address: '52.1.2.3' }, { address: '2a00::1' }]);
    expect(await looked(['52.1.2.3'], strict, false)).toBe('52.1.2.3');
  });

  it.each(['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fe80::1%eth0', '::ffff:10.0.0.5', '64:ff9b::7f00:1'])(
    'is not used at %s',
    async (address) => {
      const refusal = { code: 'network.private-address' };
      expect(await looked([address])).toMatchObject(refusal);
      expect(await looked([address], strict, false)).toMatchObject(refusal);
      expect(await looked([address, '52.1.2.3'])).toEqual([{ address: '52.1.2.3', family: 4 }]);
    },
  );

  it('is used in a private network once that is allowed, never at this machine', async () => {
    expect(await looked(['10.0.0.5'], privately, false)).toBe('10.0.0.5');
    expect(await looked(['127.0.0.1'], privately)).toMatchObject({ code: 'network.private-address' });
  });
});

it('anything but an address has no kind that may be used', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(kindOfAddress(`x${text}`)).toBe('special');
    }),
  );
  for (const text of ['', ':', ':::', '1::2::3', '1:2:3:4:5:6:7', '1.2.3', '1.2.3.256', '::1.2.3.400', '::12345'])
    expect(kindOfAddress(text)).toBe('special');
});

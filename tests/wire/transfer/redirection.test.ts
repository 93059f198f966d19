/** @file The addresses to which a storage may redirect an upload. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redirectionOf } from '../../../src-main/wire/transfer/redirection.ts';

const query = '?X-Amz-Date=20260105T090000Z&X-Amz-Signature=canary';
const virtual = `https://bucket.s3.amazonaws.com/2026/key.jsonl${query}`;
const pathStyle = `https://s3.amazonaws.com/bucket/2026/key.jsonl${query}`;

describe('an upload is sent on', () => {
  it.each([
    [virtual, `https://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    [virtual, `https://bucket.s3-eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    [virtual, `https://bucket.s3.dualstack.us-gov-west-1.amazonaws.com/2026/key.jsonl${query}`],
    [virtual, `https://BUCKET.S3.EU-West-1.AmazonAWS.com/2026/key.jsonl${query}`],
    [virtual, `https://bucket.s3.eu-west-1.amazonaws.com:443/2026/key.jsonl${query}`],
    [virtual, `https://s3.eu-west-1.amazonaws.com/bucket/2026/key.jsonl${query}`],
    [pathStyle, `https://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    [virtual, `/eu-west-1/2026/key.jsonl${query}`],
    [virtual, `//bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    [`https://b.s3.bank.co.uk/key${query}`, `https://b.s3.eu-west-1.bank.co.uk/key${query}`],
    [`https://b.s3.amazonaws.com.cn/key${query}`, `https://b.s3.cn-north-1.amazonaws.com.cn/key${query}`],
    [`http://127.0.0.1:9000/bucket/key${query}`, `http://127.0.0.1:9000/regional/bucket/key${query}`],
    [`http://storage/bucket/key${query}`, `http://storage/bucket/key${query}`],
  ])('an upload is redirected from %s to %s', (address, location) => {
    const { href, host } = new URL(location, address);
    expect(redirectionOf(address, location)).toEqual({ kind: 'trusted', address: href, host });
  });
});

describe('an upload is not sent on to', () => {
  it.each([
    ['another host', virtual, `https://evil.example/2026/key.jsonl${query}`],
    ['another host without a scheme', virtual, `//evil.example/2026/key.jsonl${query}`],
    ['another host behind backslashes', virtual, `\\\\evil.example/2026/key.jsonl${query}`],
    ['a host that begins like ours', virtual, `https://bucket.s3.amazonaws.com.evil.example/2026/key.jsonl${query}`],
    ['a host that ends like ours', virtual, `https://evils3.amazonaws.com/2026/key.jsonl${query}`],
    ['another service of the same provider', virtual, `https://x.execute-api.amazonaws.com/2026/key.jsonl${query}`],
    ['a machine of the same provider', virtual, `https://ec2-1-2-3-4.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    ['another bucket', virtual, `https://evil.s3.amazonaws.com/2026/key.jsonl${query}`],
    ['another bucket in the path', virtual, `https://s3.eu-west-1.amazonaws.com/evil/2026/key.jsonl${query}`],
    ['another key', virtual, `https://bucket.s3.eu-west-1.amazonaws.com/2026/other.jsonl${query}`],
    ['another key at the same host', virtual, `/2026/other.jsonl${query}`],
    ['a longer key', virtual, `https://bucket.s3.eu-west-1.amazonaws.com/x/2026/key.jsonl${query}`],
    ['an address without the signature', virtual, 'https://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl'],
    ['another query', virtual, `https://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}&x=1`],
    ['an address without encryption', virtual, `http://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    ['another port', virtual, `https://bucket.s3.amazonaws.com:8443/2026/key.jsonl${query}`],
    ['an address with a user', virtual, `https://me@bucket.s3.amazonaws.com/2026/key.jsonl${query}`],
    ['an address with a password', virtual, `https://:word@bucket.s3.amazonaws.com/2026/key.jsonl${query}`],
    [
      'what only looks like ours before an @',
      virtual,
      `https://bucket.s3.amazonaws.com@evil.example/2026/key.jsonl${query}`,
    ],
    ['an address with a fragment', virtual, `${virtual}#evil`],
    ['a host with a dot at its end', virtual, `https://bucket.s3.amazonaws.com./2026/key.jsonl${query}`],
    [
      'a host in other letters that read the same',
      virtual,
      `https://bucket.s3.\u0430mazonaws.com/2026/key.jsonl${query}`,
    ],
    ['letters that become ours', virtual, `https://bucket.s3.amazonaws\uff0ecom/2026/key.jsonl${query}`],
    ['an address with a space', virtual, ` https://bucket.s3.eu-west-1.amazonaws.com/2026/key.jsonl${query}`],
    ['a name the public may register', `https://s3.co.uk/b/key${query}`, `https://s3.eu-west-1.co.uk/b/key${query}`],
    ['another number', `http://127.0.0.1/b/key${query}`, `http://127.0.0.2/b/key${query}`],
    ['another name of the same machine', `http://127.0.0.1/b/key${query}`, `http://localhost/b/key${query}`],
    ['a longer name', `http://storage/b/key${query}`, `http://b.storage/b/key${query}`],
    ['a part of it', `https://a.storage.example/b/key${query}`, `https://b.storage.example/b/key${query}`],
  ])('%s', (_, address, location) => {
    expect(redirectionOf(address, location)).toEqual({ kind: 'untrusted', host: new URL(location, address).host });
  });

  it.each([undefined, 'https://', 'https://[', 'data:text/plain,x', 'javascript:alert(1)'])(
    'no host at all: %s',
    (location) => {
      expect(redirectionOf(virtual, location)).toBeUndefined();
    },
  );
});

/** Pieces of attackers' addresses, and pieces of the right one. */
const pieces = [
  ...['https:', 'http:', '//', '/', '\\', '@', ':', '443', '8443', '.', '..', '?', '#', '%2e', '%2F', '%00', '\t', ' '],
  ...[
    'bucket',
    's3',
    'dualstack',
    'eu-west-1',
    's3-eu-west-1',
    'amazonaws',
    'com',
    'amazonaws.com',
    '2026',
    'key.jsonl',
  ],
  ...['evil', 'evil.example', 'xn--80ak6aa92e', '\u0430', '\uff0f', '\uff20', '\u3002', '127.0.0.1', '[::1]', 'co.uk'],
  ...[
    query,
    virtual,
    '/2026/key.jsonl',
    'https://bucket.s3.eu-west-1.amazonaws.com',
    'https://bucket.s3.amazonaws.com',
  ],
];
const location = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string()), {
  maxLength: 9,
});

describe('for any text that a storage sends', () => {
  /** All spellings of this object's address. */
  const ours = [
    's3',
    's3.eu-west-1',
    's3-eu-west-1',
    's3.dualstack',
    's3.dualstack.eu-west-1',
    's3.dualstack-eu-west-1',
  ];
  const hosts = new Set(ours.flatMap((name) => [`${name}.amazonaws.com`, `bucket.${name}.amazonaws.com`]));

  it('no text of a storage leads an upload to another storage, object, signature or encryption', () => {
    fc.assert(
      fc.property(location, (parts) => {
        const redirection = redirectionOf(virtual, parts.join(''));
        if (redirection?.kind !== 'trusted') return;
        const { protocol, hostname, port, username, password, search, hash, pathname } = new URL(redirection.address);
        expect([protocol, port, username, password, search, hash]).toEqual(['https:', '', '', '', query, '']);
        expect(hosts).toContain(hostname);
        expect(pathname).toMatch(/\/2026\/key\.jsonl$/);
      }),
      { numRuns: 3000 },
    );
  });

  it('the reported host is a host for any text of a storage, without the rest of the address', () => {
    fc.assert(
      fc.property(location, (parts) => {
        const redirection = redirectionOf(virtual, parts.join(''));
        expect(redirection?.host ?? 'none').toMatch(/^[^/?#@\s]+$/);
        expect(redirection?.host ?? 'none').not.toContain('canary');
      }),
      { numRuns: 1000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactAll, redactedCause } from '../../src-main/ground/redaction.ts';
import { anyText } from '../any-text.ts';
import { BATCH } from '../wire/service/fixtures.ts';

describe('redactAll', () => {
  it.each([
    ['the query of a signed address', 'PUT https://b.example.com/k?X-Amz-Signature=canary&a=canary failed'],
    ['the query of an address with escaped slashes', '"https:\\/\\/b.example.com\\/k?sig=canary"'],
    ['an address inside another one', 'next=https%3A%2F%2Fb%2Fk%3FX-Amz-Signature%3Dcanary'],
    ['name and password of an address', 'https://user:canary@host/x'],
    ['a Bearer header', 'authorization: Bearer canary.canary-canary'],
    ['a Negotiate header', 'Proxy-Authorization: Negotiate YIICcanary+/=='],
    ['a Basic header', 'Authorization: Basic Y2FuYXJ5canary=='],
    ['a JSON field', '{"access_token":"canary","x":1}'],
    ['a JSON field inside a JSON text', '{"body":"{\\"client_secret\\":\\"canary\\"}"}'],
    ['a field that is called just so', '{"secret":"canary"}'],
    ['a form field', 'grant_type=x&client_secret=canary%20more&scope=y'],
    ['a signature alone', 'X-Amz-Signature=canary'],
    ['a JSON Web Token', 'token eyJhbGciOi.eyJzdWIicanary.canary_-9 refused'],
    ['a long run without a gap', `key ${'canary0123'.repeat(6)} refused`],
  ])('removes %s', (_, text) => {
    expect(redactAll(text)).not.toMatch(/canary/);
  });

  it.each([
    `Batch ${BATCH} is unknown to tenant/t-1`,
    'https://api.example.com/tm/realtime/api/transactions/batch/generate-upload-url answered 404',
    'body.reject_on_invalid: value could not be parsed to a boolean',
    'The bearer of bad news; a token is required, a signature too.',
  ])('leaves alone: %s', (text) => {
    expect(redactAll(text)).toBe(text);
  });

  it('removes the very secrets in use, however they are written', () => {
    const secret = anyText({ minLength: 4, maxLength: 30 }).filter((text) => text.isWellFormed());
    const around = fc.constantFrom('', 'refused: ', '"', '=');
    fc.assert(
      fc.property(secret, around, (value, before) => {
        const spellings = [value, encodeURIComponent(value), new URLSearchParams({ v: value }).toString().slice(2)];
        for (const spelling of spellings) {
          fc.pre(!`${before}[redacted] end`.includes(spelling));
          expect(redactAll(`${before}${spelling} end`, [value])).not.toContain(spelling);
        }
      }),
      { examples: [["a b!c'd~e", '']] },
    );
  });
});

describe('redactedCause', () => {
  it('keeps the words of the whole chain', () => {
    const error = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    expect(redactedCause(error).message).toBe('TypeError: fetch failed < Error: connect ECONNREFUSED');
  });

  it('drops properties, where a whole request may hang', () => {
    const error = Object.assign(new Error('failed'), { request: { secret: 'canary' } });
    expect(redactedCause(error)).not.toHaveProperty('request');
  });
});

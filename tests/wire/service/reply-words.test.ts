/** @file Replies as texts: what is JSON, what is a page, and that no text takes long to judge. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, isPage, parseJson, usefulSentence } from '../../../src-main/wire/service/reply-words.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { fastest } from '../../fastest.ts';

const MIB = 1024 * 1024;

describe('a reply in JSON', () => {
  it('a reply in JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['200 levels deep', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['full of brackets within texts', JSON.stringify({ text: '[{'.repeat(500), more: `\\"${'['.repeat(500)}` })],
  ])('a reply is read when it is %s', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('a reply that is nested more deeply is not read, so that no recursion overflows the stack', () => {
    expect(parseJson(`${'['.repeat(201)}${']'.repeat(201)}`)).toBeUndefined();
  });

  it.each([
    ['brackets without end', '['.repeat(MIB)],
    ['objects without end', '{"a":'.repeat(MIB / 5)],
    ['one long text', `"${'x'.repeat(MIB)}`],
    ['escaped quotes', '"\\"'.repeat(MIB / 3)],
    ['backslashes', `"${'\\'.repeat(MIB)}`],
  ])('a broken reply throws nothing: %s', (_, text) => {
    expect(parseJson(text)).toBeUndefined();
    expect(inEnglish(usefulSentence(text)).length).toBeLessThanOrEqual(300);
    expect(inEnglish(excerptOf(text)).length).toBeLessThanOrEqual(160);
  });
});

it('the faults of a reply are the parts of one sentence', () => {
  const detail = [
    { loc: ['body', 'reject_on_invalid'], msg: 'Field required.' },
    { loc: [], msg: 'Value error, too long.' },
  ];
  expect(usefulSentence(JSON.stringify({ detail }))).toBe(
    'body.reject_on_invalid: Field required; Value error, too long',
  );
});

it.each([
  ['<!DOCTYPE html><html></html>', true],
  ['\n <?xml version="1.0"?>', true],
  ['{"html":"<p>"}', false],
  ['', false],
])('the reply %j is a page: %s', (text, page) => {
  expect(isPage(text)).toBe(page);
});

describe('the useful sentence of a refusal', () => {
  it.each<[string, unknown, string]>([
    ['a title and a message', { error: 'Not Found', message: 'no such batch' }, 'no such batch'],
    ['a message that is the HTTP phrase', { message: 'Bad Request', detail: 'no sender' }, 'no sender'],
    ['a phrase with its number', { message: '404 Not Found', reason: 'no such batch' }, 'no such batch'],
    ['a bare code', { code: 'E1042', error: 'NOT_FOUND', message: 'no such batch' }, 'no such batch'],
    ['only a title', { error: 'Not Found' }, 'Not Found'],
    ['only a code', { error: 'invalid_client' }, 'invalid_client'],
    ['OAuth', { error: 'invalid_scope', error_description: 'unknown tenant' }, 'invalid_scope: unknown tenant'],
    ['problem+json', { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'ask for it' }, 'ask for it'],
    ['problem+json without a detail', { type: 'about:blank', title: 'Out of credit', status: 403 }, 'Out of credit'],
    ['FastAPI’s words', { detail: 'There is no such batch.' }, 'There is no such batch.'],
    ['a list of errors', { message: 'Bad Request', errors: [{ message: 'no a' }, { message: 'no b' }] }, 'no a; no b'],
    ['a list of texts', { errors: ['no a.', 'no b.'] }, 'no a; no b'],
    ['JSON:API', { errors: [{ status: '404', title: 'Not Found', detail: 'no such batch' }] }, 'no such batch'],
    ['an error in an error', { error: { code: 404, message: 'no such batch', status: 'NOT_FOUND' } }, 'no such batch'],
    ['a gateway’s fault', { fault: { faultstring: 'no such proxy', detail: { errorcode: 'a.b' } } }, 'no such proxy'],
    ['names in another spelling', { Error: 'Not Found', ErrorMessage: 'no such batch' }, 'no such batch'],
    ['an empty message', { message: ' ', error: 'Not Found', detail: 'no such batch' }, 'no such batch'],
    ['a text', 'no such batch', 'no such batch'],
    ['nothing known', { what: 1 }, '{"what":1}'],
  ])('the useful sentence is found in %s', (_, reply, sentence) => {
    expect(usefulSentence(JSON.stringify(reply))).toEqual(sentence);
  });

  it.each([
    ['beginnings of scripts', '<script>'.repeat(MIB / 8)],
    ['beginnings of titles', '<title'.repeat(MIB / 6)],
    ['beginnings of tags', '<'.repeat(MIB)],
    ['addresses without an end', `{"message":"${'http://'.repeat(MIB / 7)}"}`],
    ['errors', JSON.stringify({ errors: Array.from({ length: 30_000 }, () => ({ message: 'no such batch' })) })],
    ['messages in messages', `${'{"message":['.repeat(90)}"${'a b '.repeat(MIB / 5)}"${']}'.repeat(90)}`],
    ['names of fields that hold secrets', `{"message":"${'secret'.repeat(MIB / 6)}"}`],
  ])('the useful sentence is found quickly in a MiB of %s', (_, body) => {
    const search = () => [usefulSentence(body), excerptOf(body)];
    expect(fastest(search, 2000)).toBeLessThan(2000);
  });

  it('the cut of a long reply shows no half of a secret', () => {
    const token = `eyJ${'a1b2'.repeat(30)}`;
    for (let length = 16_200; length < 16_400; length += 7) {
      const body = JSON.stringify({ message: `${'x'.repeat(length)} ${token} ${'y'.repeat(9000)}` });
      expect(inEnglish(usefulSentence(body))).not.toMatch(/a1b2/);
    }
  });
});

/** @file Replies as texts: what is JSON, what is a page, and that no text takes long to tell. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, isPage, parseJson, usefulSentence } from '../../src-main/service/reply-words.ts';

const MIB = 1024 * 1024;

describe('a reply in JSON', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['200 levels deep', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['full of brackets within texts', JSON.stringify({ text: '[{'.repeat(500), more: `\\"${'['.repeat(500)}` })],
  ])('is read when it is %s', (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('that is nested more deeply is not read: whoever walks through it would fall', () => {
    expect(parseJson(`${'['.repeat(201)}${']'.repeat(201)}`)).toBeUndefined();
  });

  it.each([
    ['brackets without end', '['.repeat(MIB)],
    ['objects without end', '{"a":'.repeat(MIB / 5)],
    ['one long text', `"${'x'.repeat(MIB)}`],
    ['escaped quotes', '"\\"'.repeat(MIB / 3)],
    ['backslashes', `"${'\\'.repeat(MIB)}`],
  ])('that is broken makes nothing throw: %s', (_, text) => {
    expect(parseJson(text)).toBeUndefined();
    expect(usefulSentence(text).length).toBeLessThanOrEqual(300);
    expect(excerptOf(text).length).toBeLessThanOrEqual(160);
  });
});

it('the faults of a reply stand side by side as parts of one sentence', () => {
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
])('%j is a page: %s', (text, page) => {
  expect(isPage(text)).toBe(page);
});

/** @file Findings, which are kept in English, as a person reads them who works in another language. */

import { expect, it } from 'vitest';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';

const german = languageFor('de', []);
const catalogue = {
  '{path} must be a text, but is {value}.': '{path} muss ein Text sein, ist aber {value}.',
  '{path} must be one of {values}, but is {value}.': '{path} muss einer dieser Werte sein: {values}; ist aber {value}.',
  '{path} is required, but it is missing.': 'Es fehlt {path}.',
  'This file seems to be {name}, not JSON Lines. {remedy}': 'Diese Datei ist wohl {name}. {remedy}',
  'a PDF document': 'ein PDF-Dokument',
  'a list': 'eine Liste',
  'Export the transactions as JSON Lines: one transaction as a JSON object on each line.': 'Als JSON Lines ausleiten.',
};
const inGerman = (text: string): string => speaking(german, catalogue, () => findingInWords(text));

it.each([
  ['payment_method must be a text, but is 12.', 'payment_method muss ein Text sein, ist aber 12.'],
  ['payment_method must be a text, but is a list.', 'payment_method muss ein Text sein, ist aber eine Liste.'],
  // What a text says is a value, whatever it looks like.
  [
    'a must be a text, but is “b must be a text, but is c.”.',
    'a muss ein Text sein, ist aber “b must be a text, but is c.”.',
  ],
  ['a must be a text, but is “{value} $1 $& \\”.', 'a muss ein Text sein, ist aber “{value} $1 $& \\”.'],
  ['a.b must be one of “x”, “y”, but is “z”.', 'a.b muss einer dieser Werte sein: “x”, “y”; ist aber “z”.'],
  ['line\nbreak is required, but it is missing.', 'Es fehlt line\nbreak.'],
  [
    'This file seems to be a PDF document, not JSON Lines. Export the transactions as JSON Lines: one transaction as a JSON object on each line.',
    'Diese Datei ist wohl ein PDF-Dokument. Als JSON Lines ausleiten.',
  ],
  // Not translated yet: in English, as a whole.
  ['a must be a UUID, but is “z”.', 'a must be a UUID, but is “z”.'],
  // Of a later version, or damaged.
  ['Something else is wrong.', 'Something else is wrong.'],
  ['', ''],
])('%j is read as %j', (text, words) => {
  expect(inGerman(text)).toBe(words);
});

it('is as it was in English', () => {
  const text = 'payment_method must be a text, but is a list.';
  expect(speaking(languageFor('en', []), catalogue, () => findingInWords(text))).toBe(text);
});

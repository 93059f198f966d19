/** @file What V8 says about a text that is not JSON, as a person reads it who works in another language. */

import { expect, it } from 'vitest';
import { jsonFault } from '../../src-main/ground/json/json-fault.ts';
import german from '../../src-shared/languages/de.json' with { type: 'json' };
import { languageFor } from '../../src-shared/languages/languages.ts';
import { inWords, speaking } from '../../src-shared/languages/message.ts';

const inGerman = (fault: unknown): string => speaking(languageFor('de', []), german, () => inWords(jsonFault(fault)));

/** What the engine of this very Node says, so that another wording of a later one is noticed. */
function faultOf(text: string): unknown {
  try {
    JSON.parse(text);
  } catch (thrown) {
    return thrown;
  }
  throw new Error(`${text} is valid JSON.`);
}

it.each([
  ['{"a":1 "b":2}', 'ein Komma oder eine schließende geschweifte Klammer fehlt, Zeile 1, Zeichen 8'],
  ['[1\n2]', 'ein Komma oder eine schließende eckige Klammer fehlt, Zeile 2, Zeichen 1'],
  ['{a:1}', 'der Name eines Feldes in doppelten Anführungszeichen fehlt, Zeile 1, Zeichen 2'],
  ['{"a":1,}', 'der Name eines Feldes in doppelten Anführungszeichen fehlt, Zeile 1, Zeichen 8'],
  ['{"a" 1}', 'nach dem Namen eines Feldes fehlt ein Doppelpunkt, Zeile 1, Zeichen 6'],
  ['{"a":"\u0001"}', 'ein Text enthält ein Steuerzeichen, Zeile 1, Zeichen 7'],
  ['{"a":"x', 'am Ende eines Textes fehlt das Anführungszeichen, Zeile 1, Zeichen 8'],
  ['"\\x"', 'auf einen umgekehrten Schrägstrich folgt etwas, das nicht nach ihm stehen darf, Zeile 1, Zeichen 3'],
  ['"\\u12"', 'auf einen umgekehrten Schrägstrich folgt etwas, das nicht nach ihm stehen darf, Zeile 1, Zeichen 6'],
  ['01', 'eine Zahl ist nicht so geschrieben, wie JSON es erlaubt, Zeile 1, Zeichen 2'],
  ['1.', 'eine Zahl ist nicht so geschrieben, wie JSON es erlaubt, Zeile 1, Zeichen 3'],
  ['-', 'eine Zahl ist nicht so geschrieben, wie JSON es erlaubt, Zeile 1, Zeichen 2'],
  ['1e', 'eine Zahl ist nicht so geschrieben, wie JSON es erlaubt, Zeile 1, Zeichen 3'],
  ['{} {}', 'nach dem Ende folgt noch etwas, Zeile 1, Zeichen 4'],
  ['{"a":', 'das Ende fehlt'],
  ['{"a":NaN}', '„N“ gehört nicht dorthin, wo es in "{"a":NaN}" steht'],
])('%j is wrong in German words: %s', (text, words) => {
  expect(inGerman(faultOf(text))).toBe(words);
});

it.each(['', 'Something that a later V8 says in JSON at position 7', 'Unexpected token'])(
  'what is not known stays as it came: %j',
  (reason) => {
    expect(inGerman(reason)).toBe(reason);
  },
);

/** @file What V8 says about a text that is not JSON, as a person reads it who works in another language. */

import { expect, it } from 'vitest';
import german from '../../src-shared/languages/de.json' with { type: 'json' };
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { jsonFaultInWords } from '../../src-shared/retold/json-faults.ts';
import { retoldReason } from '../../src-shared/retold/reasons.ts';

const inGerman = (telling: () => string): string => speaking(languageFor('de', []), german, telling);

/** What the engine of this very Node says, so that another wording of a later one is noticed. */
function faultOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : '';
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
  expect(inGerman(() => jsonFaultInWords(faultOf(text)))).toBe(words);
});

it('a finding about a line names the character only', () => {
  const finding = "The line is not valid JSON: Expected ',' or '}' after property value in JSON at position 7.";
  expect(inGerman(() => findingInWords(finding))).toBe(
    'Die Zeile ist kein gültiges JSON: ein Komma oder eine schließende geschweifte Klammer fehlt (Zeichen 8).',
  );
});

it('an error about a file that a person has written names the line', () => {
  const problem = `this is not valid JSON (${faultOf('{\n"a" 1}')}).`;
  expect(inGerman(() => retoldReason(problem))).toBe(
    'das ist kein gültiges JSON (nach dem Namen eines Feldes fehlt ein Doppelpunkt, Zeile 2, Zeichen 5).',
  );
});

it.each(['', 'Something that a later V8 says in JSON at position 7', 'Unexpected token'])(
  'what is not known stays as it came: %j',
  (reason) => {
    expect(inGerman(() => jsonFaultInWords(reason))).toBe(reason);
  },
);

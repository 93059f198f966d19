/** @file Sentences that came in English are said in the language that is spoken, whatever a file puts into them. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speak } from '../../src-shared/languages/message.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';

beforeAll(async () => {
  const german = languageFor('de', []);
  speak(german, await german.load());
});
afterAll(() => speak(languageFor('en', []), {}));

it('A value that reads like a part of the sentence stays a value', () => {
  const text = 'modification.type must be one of create, update, but is "x, but is y".';
  expect(findingInWords(text)).toBe(
    'modification.type muss einer der Werte create, update sein, ist aber "x, but is y".',
  );
});

it('A sentence is recognised behind thousands that are not, before a person would notice', () => {
  const unknown = 'A. '.repeat(5000);
  expect(findingInWords(`${unknown}The line is blank. Each line must hold one transaction.`)).toBe(
    `${unknown}Die Zeile ist leer. Jede Zeile muss eine Transaktion enthalten.`,
  );
});

import { expect, it } from 'vitest';
import { faultsOfTranslation } from '../../build/languages/catalogues.ts';
import { allMessages } from '../../build/languages/messages.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { message, speak } from '../../src-shared/languages/message.ts';
import { outsideOfBrackets, pseudo } from './pseudo.ts';

it('a text in the pseudo-language is longer, in brackets, and keeps what varies', () => {
  const files = '{count, plural, one {# file} other {# files}} of {name}';
  speak(languageFor('de', []), { [files]: pseudo(files) });
  expect(message(files, { count: 1234, name: 'a.csv' })).toBe('⟦1.234 fîîlêêš ôôf a.csv⟧');
  speak(languageFor('en', []), {});
});

it('every text fits its pseudo-translation', () => {
  const odd = allMessages().uses.flatMap(({ text }) => faultsOfTranslation(text, pseudo(text), 'en'));
  expect(odd).toEqual([]);
});

it.each([
  ['⟦Queue⟧', ''],
  ['⟦Stopped: ⟦disk⟧ full⟧', ''],
  ['⟦12⟧ files', ' files'],
  ['Queue', 'Queue'],
])('outside of the brackets of %s stands “%s”', (text, outside) => {
  expect(outsideOfBrackets(text)).toBe(outside);
});

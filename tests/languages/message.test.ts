import { afterEach, describe, expect, it } from 'vitest';
import { fact } from '../../src-shared/languages/fact.ts';
import { type Language, languageFor } from '../../src-shared/languages/languages.ts';
import { inWords, message, perLanguage, speak, speaking, spokenLanguage } from '../../src-shared/languages/message.ts';
import {
  about,
  counted,
  dateOf,
  duration,
  durationInWords,
  momentOf,
  number,
  size,
  speed,
} from '../../src-shared/quantities.ts';
import { hourOf } from '../../src-shared/sending-hours.ts';

const english = languageFor('en', []);
const german = languageFor('de', []);
const french = languageFor('fr', []);

/** Polish has three plurals, which English does not know. */
const polish: Language = { code: 'pl', name: 'Polski', direction: 'ltr', dates: 'pl', load: async () => ({}) };

afterEach(() => speak(english, {}));

describe('A text', () => {
  it('is the English one until a language is spoken', () => {
    expect(message('Queue')).toBe('Queue');
    expect(message('Select {fileName}', { fileName: 'a {b} c.jsonl' })).toBe('Select a {b} c.jsonl');
  });

  it('is counted as the language counts', () => {
    const text = '{count, plural, one {# file} other {# files}} of {name}';
    const files = (count: number) => message(text, { count, name: 'x' });
    expect([0, 1, 2, 2_300_000].map(files)).toEqual([
      '0 files of x',
      '1 file of x',
      '2 files of x',
      '2,300,000 files of x',
    ]);
    speak(polish, { [text]: '{name}: {count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}' });
    expect([1, 2, 5, 22].map(files)).toEqual(['x: 1 plik', 'x: 2 pliki', 'x: 5 plików', 'x: 22 pliki']);
  });

  it('that is not translated is in English, its numbers too', () => {
    speak(german, {});
    expect(message('{count, number} selected', { count: 1234 })).toBe('1,234 selected');
  });

  it('whose translation has a fault is in English', () => {
    speak(german, { 'Select {fileName}': '{fileName', 'Remove {fileName}': '{dateiName} entfernen' });
    expect(message('Select {fileName}', { fileName: 'a' })).toBe('Select a');
    expect(message('Remove {fileName}', { fileName: 'a' })).toBe('Remove a');
  });

  it('with a context is another one than without', () => {
    speak(german, { Open: 'Öffnen', 'state ⟩ Open': 'Offen' });
    expect([message('Open'), message('Open', {}, { context: 'state' })]).toEqual(['Öffnen', 'Offen']);
    speak(german, { Open: 'Öffnen' });
    expect(message('Open', {}, { context: 'state' })).toBe('Open');
  });

  it('keeps signs that look like markup', () => {
    expect(message('Type <b> & {name}', { name: '<i>' })).toBe('Type <b> & <i>');
    expect(message("Type '{'a'}' in {count, number} files", { count: 2 })).toBe('Type {a} in 2 files');
  });

  it('is spoken in another language only for as long as asked', () => {
    const make = () => [message('Queue'), number(1234.5), spokenLanguage().code];
    expect(speaking(german, { Queue: 'Warteschlange' }, make)).toEqual(['Warteschlange', '1.234,5', 'de']);
    expect(make()).toEqual(['Queue', '1,234.5', 'en']);
    expect(() =>
      speaking(german, {}, () => {
        throw new Error('Broken off.');
      }),
    ).toThrow('Broken off.');
    expect(make()).toEqual(['Queue', '1,234.5', 'en']);
  });
});

describe('What depends on the language', () => {
  it('is made once for each', () => {
    let times = 0;
    const code = perLanguage((language) => {
      times++;
      return language.code;
    });
    expect([code(), code()]).toEqual(['en', 'en']);
    speak(german, {});
    expect([code(), code(), times]).toEqual(['de', 'de', 2]);
  });

  it('is written in German as Germans write it', () => {
    speak(german, {});
    expect(number(2_300_000)).toBe('2.300.000');
    expect([size(812), size(1_500_000), speed(1_500_000)]).toEqual(['812 Byte', '1,5 MB', '1,5 MB/s']);
    expect([duration(7_500_000), duration(4500)]).toEqual(['2 Std. 5 Min.', '4,5 Sek.']);
    expect([durationInWords(7_200_000), durationInWords(7_500_000, 2), durationInWords(90_000)]).toEqual([
      '2 Stunden',
      '2 Stunden 5 Minuten',
      '1 Minute',
    ]);
    expect(dateOf(new Date(2026, 10, 21, 12).getTime())).toBe('21.11.2026');
    expect(momentOf(new Date(2026, 10, 21, 6, 30).getTime())).toBe('21.11.2026, 06:30');
  });

  it.each([
    [english, '1.5 MB, 2 hours 5 minutes, 21 Nov 2026'],
    [german, '1,5 MB, 2 Stunden 5 Minuten, 21.11.2026'],
    [french, '1,5 Mo, 2 heures 5 minutes, 21 nov. 2026'],
  ])('is measured in a text', (language, words) => {
    const text = '{size, number, bytes}, {time, number, duration}, {at, number, day}';
    const plural = `{count, plural, one {${text}} other {#}}`;
    const values = { size: 1_500_000, time: 7_500_000, at: Date.UTC(2026, 10, 21, 23, 59), count: 1 };
    speak(language, { [text]: text, [plural]: plural });
    const said = [fact(text, values), fact(plural, values)].map((one) => inWords(one).replaceAll(/\s/g, ' '));
    expect(said).toEqual([words, words]);
  });

  it('is a time of the clock on the wall, where a text says so', () => {
    const at = new Date(2026, 10, 30, 20, 5).getTime();
    const text = '{at, number, clock} · {day, number, weekday}';
    const saidIn = (language: typeof english) => {
      speak(language, { [text]: text });
      return inWords(fact(text, { at, day: at })).replaceAll(/\s/g, ' ');
    };
    expect([english, german, french].map(saidIn)).toEqual([
      '20:05 · Mon 30 Nov',
      '20:05 Uhr · Mo., 30. Nov.',
      '20:05 · lun. 30 nov.',
    ]);
  });

  it('is a moment of the sending hours with the prepositions of the language, today and on another day', async () => {
    const now = new Date(2026, 11, 1, 7).getTime();
    const saidIn = async (language: Language) => {
      speak(language, await language.load());
      return [12, 25 + 7].map((hours) =>
        message('Sending hours begin {at}', { at: hourOf(now + hours * 3_600_000, now) }).replaceAll(/\s/g, ' '),
      );
    };
    expect([await saidIn(english), await saidIn(german), await saidIn(french)]).toEqual([
      ['Sending hours begin at 19:00', 'Sending hours begin on Wed 2 Dec at 15:00'],
      ['Die Sendezeit beginnt um 19:00 Uhr', 'Die Sendezeit beginnt am Mi., 2. Dez., um 15:00 Uhr'],
      ['Les heures d’envoi commencent à 19:00', 'Les heures d’envoi commencent le mer. 2 déc. à 15:00'],
    ]);
  });

  it('is written in French as the French write it', () => {
    speak(french, { 'about {duration}': 'environ {duration}' });
    // Between groups of digits stands a narrow space that does not break, before a unit a space that does not break.
    expect(number(2_300_000)).toBe('2\u202f300\u202f000');
    expect(size(1_500_000).replaceAll(/\s/g, ' ')).toBe('1,5 Mo');
    expect(about(125_000).replaceAll(/\s/g, ' ')).toBe('environ 2 min 5 s');
    expect(dateOf(new Date(2026, 10, 21, 12).getTime())).toBe('21 nov. 2026');
  });

  it('counts nouns by the texts of the catalogue', () => {
    speak(german, {
      '{count, plural, one {# batch} other {# batches}}': '{count, plural, one {# Stapel} other {# Stapel}}',
    });
    expect([counted(1, 'batch'), counted(1200, 'batch')]).toEqual(['1 Stapel', '1.200 Stapel']);
  });
});

describe('The language', () => {
  it.each([
    ['de', ['fr-FR', 'en'], 'de'],
    ['system', ['fr-CA', 'de'], 'fr'],
    ['system', ['pl-PL', 'de-CH', 'en'], 'de'],
    ['system', ['PL', 'EN-gb'], 'en'],
    ['system', [], 'en'],
    ['klingon', ['de'], 'de'],
    ['__LANGUAGE__', ['fr'], 'fr'],
    ['', ['zh-Hant-TW'], 'en'],
  ])('set to %s, on a system that prefers %j, is %s', (setting, preferred, code) => {
    expect(languageFor(setting, preferred).code).toBe(code);
  });
});

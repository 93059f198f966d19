import { describe, expect, it, vi } from 'vitest';
import { NativeLanguage } from '../../../src-main/shells/electron/native-language.ts';
import { type Catalogue, english, type KnownLanguage, languageFor } from '../../../src-shared/languages/languages.ts';
import { message, spokenLanguage } from '../../../src-shared/languages/message.ts';

/** German and French, whose texts arrive when the test says so. */
function slowLanguages() {
  const texts = { de: Promise.withResolvers<Catalogue>(), fr: Promise.withResolvers<Catalogue>() };
  const de: KnownLanguage = { ...languageFor('de', []), load: () => texts.de.promise };
  const fr: KnownLanguage = { ...languageFor('fr', []), load: () => texts.fr.promise };
  const find = (setting: string) => (setting === 'de' ? de : setting === 'fr' ? fr : english);
  const language = new NativeLanguage({ preferred: () => [], find });
  return {
    language,
    german: () => texts.de.resolve({ Quit: 'Beenden' }),
    french: () => texts.fr.resolve({ Quit: 'Quitter' }),
    fail: () => texts.de.reject(new Error('The file is gone.')),
    quit: () => language.say(() => message('Quit')),
  };
}

const ofSystem = (...preferred: string[]) => new NativeLanguage({ preferred: () => preferred });
const quitOf = async (language: NativeLanguage, setting: string) => {
  await language.follow(setting);
  return language.say(() => message('Quit'));
};

describe('What the app shows outside its page', () => {
  it('is in English until a setting is followed', () => {
    expect(ofSystem('de-DE').say(() => message('Quit'))).toBe('Quit');
  });

  it.each([
    ['de', ['fr-FR'], 'Beenden'],
    ['fr', ['de-DE'], 'Quitter'],
    ['en', ['de-DE'], 'Quit'],
    ['system', ['de-CH', 'en'], 'Beenden'],
    ['system', ['pl-PL', 'fr-CA'], 'Quitter'],
    ['system', ['pl-PL'], 'Quit'],
    ['system', [], 'Quit'],
    ['tlh', ['de-DE'], 'Beenden'],
  ])('is, where “%s” is set and the system has %j, “%s”', async (setting, preferred, quit) => {
    expect(await quitOf(ofSystem(...preferred), setting)).toBe(quit);
  });

  it('is in English where the texts of its language cannot be loaded', async () => {
    const { language, fail, quit } = slowLanguages();
    const followed = language.follow('de');
    fail();
    await followed;
    expect([quit(), language.say(() => spokenLanguage().code)]).toEqual(['Quit', 'en']);
  });

  it('is no longer in the language before, where the texts of the next one cannot be loaded', async () => {
    const { language, french, fail, quit } = slowLanguages();
    french();
    await language.follow('fr');
    const followed = language.follow('de');
    fail();
    await followed;
    expect(quit()).toBe('Quit');
  });

  it('stays in its language until the texts of the next one are there', async () => {
    const { language, french, german, quit } = slowLanguages();
    german();
    await language.follow('de');
    const followed = language.follow('fr');
    expect(quit()).toBe('Beenden');
    french();
    await followed;
    expect(quit()).toBe('Quitter');
  });

  it('is in the language that was set last, in whatever order their texts arrive', async () => {
    const { language, german, french, quit } = slowLanguages();
    const both = [language.follow('de'), language.follow('fr')];
    french();
    await both[1];
    german();
    await both[0];
    expect(quit()).toBe('Quitter');
  });

  it('is in English at once when that is set while another language is loaded', async () => {
    const { language, german, quit } = slowLanguages();
    const first = language.follow('de');
    await language.follow('en');
    german();
    await first;
    expect(quit()).toBe('Quit');
  });
});

describe('Who made something of the texts', () => {
  it('makes it again in another language, whose texts are there by then', async () => {
    const { language, german, quit } = slowLanguages();
    const seen: string[] = [];
    language.onChange(() => seen.push(quit()));
    const followed = language.follow('de');
    expect(seen).toEqual([]);
    german();
    await followed;
    await language.follow('en');
    expect(seen).toEqual(['Beenden', 'Quit']);
  });

  it('is left in peace while the language stays', async () => {
    const language = ofSystem('de-DE');
    await language.follow('de');
    const listener = vi.fn();
    language.onChange(listener);
    await language.follow('system');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('The process itself', () => {
  it('speaks English before and after a text is made, even one that fails', async () => {
    const language = ofSystem('de');
    await language.follow('de');
    expect(() =>
      language.say(() => {
        throw new Error('A text without its value.');
      }),
    ).toThrow();
    expect([language.say(() => message('Quit')), message('Quit')]).toEqual(['Beenden', 'Quit']);
  });

  it('speaks English while a dialog waits for its answer', async () => {
    const language = ofSystem('de');
    await language.follow('de');
    const answer = Promise.withResolvers<void>();
    const asked = language.say(async () => {
      await answer.promise;
      return message('Quit');
    });
    expect(message('Quit')).toBe('Quit');
    answer.resolve();
    expect(await asked).toBe('Quit');
  });
});

/**
 * @file The languages of the window. A further one is an entry here and a file beside this one: see CONTRIBUTING.md,
 * “A new language”.
 */

/** The texts of a language by their key, which is the English text, for a text with a context `context ⟩ text`. */
export type Catalogue = Readonly<Record<string, string>>;

export interface Language {
  /** As in `<html lang>`; numbers, plurals and sorting follow it. */
  code: string;
  /** In the language itself, so that people find it whatever is set. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Whose dates and times are used. */
  dates: string;
  /** English has no file: it is what the sources say. */
  load: () => Promise<Catalogue>;
}

const listed = [
  { code: 'en', name: 'English', direction: 'ltr', dates: 'en-GB', load: async () => ({}) },
  {
    code: 'de',
    name: 'Deutsch',
    direction: 'ltr',
    dates: 'de',
    load: async () => (await import('./de.json', { with: { type: 'json' } })).default,
  },
  {
    code: 'fr',
    name: 'Français',
    direction: 'ltr',
    dates: 'fr',
    load: async () => (await import('./fr.json', { with: { type: 'json' } })).default,
  },
] as const satisfies readonly Language[];

export type LanguageCode = (typeof listed)[number]['code'];
/** What a person can set: a language, or that of the system. */
export type LanguageSetting = 'system' | LanguageCode;

/** A language that can be set. */
export type KnownLanguage = Language & { code: LanguageCode };

export const languages: readonly KnownLanguage[] = listed;
export const english: KnownLanguage = listed[0];

const codes = listed.map(({ code }) => code);
/** All settings, as zod wants them. */
export const languageSettings = ['system', ...codes] as const;

/**
 * The language to speak.
 * @param setting `system`, or a code; what is neither counts as `system`
 * @param preferred the languages of the system or browser, the best first: `de-CH`, `en`
 */
export function languageFor(setting: string, preferred: readonly string[]): KnownLanguage {
  for (const wanted of [setting, ...preferred]) {
    const code = wanted.split('-', 1)[0]?.toLowerCase();
    const found = languages.find((language) => language.code === code);
    if (found !== undefined) return found;
  }
  return english;
}

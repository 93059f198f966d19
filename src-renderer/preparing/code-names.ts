/** @file The codes that people write as names: of countries and currencies, in the languages of the exports. Pure. */

/** Of the banks whose exports are prepared. */
const languages = ['en', 'de', 'fr', 'nl', 'sv', 'da', 'nb', 'fi', 'es', 'it', 'pl', 'pt'];
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', zł: 'PLN', 'sfr.': 'CHF', 'fr.': 'CHF' };
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const plain = (name: string): string => name.trim().toLowerCase();

type Named = 'country' | 'currency';

const codes: Readonly<Record<Named, () => readonly string[]>> = {
  // A code that has been replaced has the name of the country that it belongs to now.
  country: () =>
    letters
      .flatMap((first) => letters.map((second) => `${first}${second}`))
      .filter((code) => new Intl.Locale(`und-${code}`).region === code),
  currency: () => Intl.supportedValuesOf('currency'),
};

const known = new Map<Named, ReadonlyMap<string, string>>();

/** By name, made when it is first asked for. */
function codesByName(of: Named): ReadonlyMap<string, string> {
  const before = known.get(of);
  if (before !== undefined) return before;
  const names = new Map<string, string>(of === 'currency' ? Object.entries(signs) : []);
  for (const language of languages) {
    const named = new Intl.DisplayNames(language, { type: of === 'country' ? 'region' : of, fallback: 'none' });
    for (const code of codes[of]()) {
      const name = named.of(code);
      if (name !== undefined && !names.has(plain(name))) names.set(plain(name), code);
    }
  }
  known.set(of, names);
  return names;
}

/** The code that a cell means; undefined where it is no name that is known. */
export const codeOfName = (cell: string, of: Named): string | undefined => codesByName(of).get(plain(cell));

/** @file The words of which the name of a column consists, whatever its spelling. Pure. */

/** Letters that have no accent to take off. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'a', œ: 'o' };
const FILLERS: ReadonlySet<string> = new Set([
  ...['of', 'the', 'de', 'del', 'della', 'dello', 'des', 'der', 'die', 'das', 'du', 'la', 'le', 'les'],
  ...['el', 'van', 'von', 'vom', 'do', 'da', 'dos', 'di', 'za', 'och', 'en', 'et', 'al'],
]);

/** The words of a name: without accents, capitals, marks and words that only join. */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßłøđæœ]/g, (letter) => PLAIN[letter] ?? letter)
    .split(/[^\p{L}\d]+/u)
    // Umlauts are also written with an e: Währung, Waehrung, Wahrung.
    .map((word) => word.replace(/([aou])e/g, '$1'))
    .filter((word) => word !== '');
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
}

/** The one opposite to the customer, who pays in one row and is paid in another. */
export const counterpartyNames: readonly string[] = [
  ...['counterparty', 'other party', 'opposite party', 'gegenpartei', 'andere partei', 'gegenseite', 'zahlungspartner'],
  ...['contrepartie', 'autre partie', 'contraparte', 'controparte', 'tegenpartij', 'kontrahent'],
];

/** Its country, where the heading does not say of whom. A “partner” may be that of the sender as well. */
export const counterpartyCountryNames: readonly string[] = [
  'other country',
  'anderes land',
  'partnerland',
  'autre pays',
];

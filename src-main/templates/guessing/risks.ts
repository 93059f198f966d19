/** @file The usual risks (docs/service-interface.md §2.2) by the words that exports have for them. Pure. */

const risks: ReadonlyMap<string, string> = new Map([
  ...['low', 'niedrig', 'gering', 'faible', 'bajo', 'basso', 'laag', 'niskie', 'baixo'].map(
    (word) => [word, 'LOW'] as const,
  ),
  ...['medium', 'mittel', 'moyen', 'medio', 'middel', 'gemiddeld', 'średnie', 'médio'].map(
    (word) => [word, 'MEDIUM'] as const,
  ),
  ...['high', 'hoch', 'élevé', 'eleve', 'fort', 'alto', 'hoog', 'wysokie'].map((word) => [word, 'HIGH'] as const),
]);

/** Undefined for a word that is none of them. */
export const riskByName = (word: string): string | undefined => risks.get(word.trim().toLowerCase());

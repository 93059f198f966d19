import { expect, it } from 'vitest';
import { codesFound } from '../../src-renderer/codes-found.ts';
import { countriesFound, countryChoices } from '../../src-renderer/texts/code-meanings.ts';

const found = (all: Record<string, string>, typed: string) =>
  codesFound(
    Object.entries(all).map(([code, name]) => ({ code, name })),
    typed,
  ).map(({ code }) => code);

it('A code that is typed comes before all names that have its letters, since Enter takes the first', () => {
  const countries = { BD: 'Bangladesch', CV: 'Cabo Verde', DE: 'Deutschland', DM: 'Dominica', SE: 'Schweden' };
  expect(found(countries, 'DE')).toEqual(['DE', 'BD', 'CV', 'SE']);
  expect(found(countries, 'de')[0]).toBe('DE');
  expect(countriesFound(countryChoices(), 'DE')[0]?.value).toBe('DE');
});

it('Names that begin as was typed come before those of which a later word does, and accents count for nothing', () => {
  const countries = { VA: 'Vatikan, Osterkirche', OM: 'Oman', AT: 'Österreich', DO: 'Posteria' };
  expect(found(countries, 'oster')).toEqual(['AT', 'VA', 'DO']);
});

it('A code whose beginning is typed comes before names', () => {
  expect(found({ CLP: 'Chilean Peso', CNY: 'Chinese Yuan', CHF: 'Swiss Franc' }, 'ch')).toEqual(['CHF', 'CLP', 'CNY']);
  expect(found({ EUR: 'Euro' }, 'x')).toEqual([]);
});

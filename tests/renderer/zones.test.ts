/** @file Zones are called and found by what the cities are called in the language, and by the names that zones have. */

import { expect, it } from 'vitest';
import { cityOf, isZoneOf } from '../../src-renderer/texts/zones.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';

const zones = ['UTC', 'Africa/Abidjan', 'Europe/Vienna', 'Europe/Zurich', 'Europe/Rome', 'America/Argentina/Salta'];

it.each([
  [
    'en',
    ['UTC', 'Abidjan (Africa)', 'Vienna (Europe)', 'Zurich (Europe)', 'Rome (Europe)', 'Salta, Argentina (America)'],
  ],
  ['de', ['UTC', 'Abidjan (Afrika)', 'Wien (Europa)', 'Zürich (Europa)', 'Rom (Europa)', 'Salta, Argentina (Amerika)']],
  [
    'fr',
    ['UTC', 'Abidjan (Afrique)', 'Vienne (Europe)', 'Zurich (Europe)', 'Rome (Europe)', 'Salta, Argentina (Amérique)'],
  ],
])('In %s, a zone is called by its city and its part of the world', async (code, called) => {
  const language = languageFor(code, []);
  expect(speaking(language, await language.load(), () => zones.map(cityOf))).toEqual(called);
});

it('A zone is found by either name of its city, whatever the letters and accents', () => {
  const vienna = { value: 'Europe/Vienna', label: 'Wien (Europa)' };
  const zurich = { value: 'Europe/Zurich', label: 'Zürich (Europa)' };
  expect(['wien', 'Vienn', 'Europe', 'berlin'].map((typed) => isZoneOf(vienna, typed))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(['zürich', 'Zurich', 'ZÜR '].map((typed) => isZoneOf(zurich, typed))).toEqual([true, true, true]);
});

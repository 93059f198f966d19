/** @file A country that no column has, and with which the IBANs of a side begin: proposed, and chosen by a person. */

import { expect, it } from 'vitest';
import { ownCountryKinds } from '../../src-main/prepare/question-kinds.ts';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { withColumnAs, withMovedField } from '../../src-renderer/preparing/mapping-choices.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { lineOf } from './templates.ts';

const reading = { format: 'delimited', delimiter: ';' } as const;
const columns =
  'Umsatznummer;Buchungstag;Kontoinhaber;IBAN Kontoinhaber;Gegenpartei;IBAN Gegenpartei;Betrag;Währung'.split(';');
const cells = [
  'U-1;01.10.2026;Petra Jansen;DE43563211705453636082;ACME B.V.;NL14RABO8113746581;-4.529,47;EUR'.split(';'),
  'U-2;02.10.2026;Petra Jansen;DE43563211705453636082;Peña;NO9386011117947;1.478,34;EUR'.split(';'),
];
const guessed = (names = columns) =>
  guessTemplate({ columns: names, reading, rows: cells.map((of, at) => ({ number: at + 2, cells: of })) }, 'Accounts');
const countriesOf = (template: Template) =>
  cells.map((of) => {
    const { columns: _, ...rest } = template;
    const line = lineOf(rest, Object.fromEntries(template.columns.map((name, at) => [name, of[at] ?? ''])));
    const { payment_source_country: source, payment_target_country: target } = JSON.parse(line);
    return [source, target];
  });
const country = (column: string) => ({ source: { from: 'column', column, part: 'country-of-iban' } });
const followed = [
  ['DE', 'NL'],
  ['NO', 'DE'],
];

it('It is proposed for both sides, and changes places with them where money came in', () => {
  const { template, fields } = guessed();
  expect(template.fields).toMatchObject({
    payment_source_country: country('IBAN Kontoinhaber'),
    payment_target_country: country('IBAN Gegenpartei'),
  });
  expect(fields.find(({ field }) => field === 'payment_target_country')).toMatchObject({
    columns: ['IBAN Gegenpartei'],
    isAssigned: true,
  });
  expect(countriesOf(template)).toEqual(followed);
  expect(ownCountryKinds(template, reading, 2)).toEqual([]);
});

it('A column with the country is taken rather', () => {
  const { template } = guessTemplate(
    {
      columns: [...columns, 'Land Gegenpartei'],
      reading,
      rows: cells.map((of, at) => ({ number: at + 2, cells: [...of, 'SE'] })),
    },
    'Accounts',
  );
  expect(template.fields['payment_target_country']).toEqual({ source: { from: 'column', column: 'Land Gegenpartei' } });
});

it('Of a column that a person chooses for a country, it is taken where its cells are IBANs', () => {
  const { template } = guessed();
  const { payment_target_country: _, payment_source_country: __, ...fields } = template.fields;
  const { direction } = template;
  if (direction?.by !== 'conditions') throw new Error('The amount says the direction.');
  const { countries: ___, ...told } = direction;
  const bare: Template = { ...template, fields, direction: told };
  const own = withColumnAs(bare, 'IBAN Kontoinhaber', 'field:payment_source_country', ['DE43563211705453636082']);
  const both = withColumnAs(own, 'IBAN Gegenpartei', 'field:payment_target_country', ['NL14RABO8113746581']);
  expect(countriesOf(both)).toEqual(followed);
  const named = withColumnAs(bare, 'Land', 'field:payment_target_country', ['Schweden']);
  expect(named.fields['payment_target_country']).toEqual({ source: { from: 'column', column: 'Land' } });
  const moved = withMovedField(both, 'payment_target_country', 'receiver.by_external_id', ['NL14RABO8113746581']);
  expect(moved.fields['receiver.by_external_id']).toEqual({ source: { from: 'column', column: 'IBAN Gegenpartei' } });
});

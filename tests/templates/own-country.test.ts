/** @file The country of the bank's own customer: asked for where only that of the counterparty has a column, and put on its side in each row. */

import { expect, it } from 'vitest';
import { ownCountryKinds } from '../../src-main/prepare/question-kinds.ts';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { lacksOwnCountry, withDirection, withOwnCountry } from '../../src-shared/template-direction.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { column, constant, lineOf } from './templates.ts';

const reading = { format: 'delimited', delimiter: ';' } as const;
const names = ['Booking id', 'Booked at', 'D/C', 'Amount', 'Currency', 'Our customer', 'Counterparty'];
const cells = (id: string, side: string, country: string) =>
  `${id};26.10.2026 07:41:10;${side};2.204,93;EUR;C-10138;ACME;${country}`.split(';');
const rows = [cells('B1', 'D', 'SE'), cells('B2', 'C', 'FR')].map((of, at) => ({ number: at + 2, cells: of }));
const guessed = (country = 'Counterparty country') => {
  const columns = [...names, country];
  return guessTemplate({ columns, reading, rows }, 'Core').template;
};
const row = (side: string) => ({
  ...{ 'Booking id': 'B1', 'Booked at': '26.10.2026 07:41:10', 'D/C': side, Amount: '2,50', Currency: 'EUR' },
  ...{ 'Our customer': 'C-10138', Counterparty: 'ACME', 'Counterparty country': 'SE' },
});
const countriesOf = (template: Template, side: string) => {
  const { columns: _, ...rest } = template;
  const { payment_source_country: source, payment_target_country: target } = JSON.parse(lineOf(rest, row(side)));
  return [source, target];
};
const asked = (template: Template) => ownCountryKinds(template, reading, 2).map(({ rule }) => rule);

it.each(['Our customer', 'Account holder', 'Kontoinhaber', 'Titulaire du compte'])(
  '%s is the sender by the heading, where the cells are ids',
  (heading) => {
    const columns = [...names, 'Counterparty country'].map((name) => (name === 'Our customer' ? heading : name));
    const { fields, direction } = guessTemplate({ columns, reading, rows }, 'Core').template;
    expect(fields['sender.by_external_id']).toEqual(column(heading));
    expect(direction).toMatchObject({ by: 'column', column: 'D/C', incoming: ['C'], countries: 'change-places' });
    const named = rows.map(({ number, cells: of }) => ({
      number,
      cells: of.map((cell) => (cell === 'C-10138' ? 'Anna Keller' : cell)),
    }));
    const { template } = guessTemplate({ columns, reading, rows: named }, 'Core');
    expect(template.fields['sender.by_external_id']).toBeUndefined();
    expect(template.fields['sender.unknown.full_name']).toEqual(column(heading));
  },
);

it('It is asked for in all rows where only the counterparty has a country, or neither has one', () => {
  const [kind, ...more] = ownCountryKinds(guessed(), reading, 310);
  expect(more).toEqual([]);
  expect(kind).toMatchObject({ rule: 'ask.country', field: 'payment_source_country', rows: 310, severity: 'warning' });
  expect(inEnglish(kind?.message ?? '')).toBe(
    'The country of your own customer is not given. Choose it: it becomes the source country, and where money came in the target country.',
  );
  expect(asked(guessed('Purpose'))).toEqual(['ask.country']);
});

it('It is asked for where the customer is always the sender, too', () => {
  const { direction: _, ...undirected } = guessed();
  const [kind] = ownCountryKinds(undirected, reading, 2);
  expect(inEnglish(kind?.message ?? '')).toBe(
    'The country of your own customer is not given. Choose it: it becomes the source country.',
  );
  expect(asked({ ...undirected, direction: { by: 'fields' } })).toEqual(['ask.country']);
});

it.each([
  'Buchungsnr;Kundennr;Empfaenger;Empfaengerland;Betrag;Waehrung;Buchungszeit;Zahlungsart;Risiko',
  'Buchungsnr;Kundennummer;Empfaenger;Betrag;Waehrung;Buchungszeit;Zahlungsart;Risiko',
])('It is asked for where the customer pays a receiver in each row: %s', (heading) => {
  const cellOf: Record<string, string> = {
    Empfaenger: 'ACME',
    Empfaengerland: 'SE',
    Betrag: '2.204,93',
    Waehrung: 'EUR',
  };
  const others: Record<string, string> = { Buchungszeit: '26.10.2026 07:41:10', Zahlungsart: 'SEPA', Risiko: 'LOW' };
  const columns = heading.split(';');
  const paid = ['1', '2'].map((id, at) => ({
    number: at + 2,
    cells: columns.map((name) => cellOf[name] ?? others[name] ?? (name === 'Buchungsnr' ? `B${id}` : `K-1013${id}`)),
  }));
  const { template } = guessTemplate({ columns, reading, rows: paid }, 'Core');
  expect(asked(template)).toEqual(['ask.country']);
  expect(asked(withOwnCountry(template, 'DE'))).toEqual([]);
});

it('It is not asked for where it is given, where a country may be that of either side, or where each row says who pays', () => {
  const template = guessed();
  expect(asked(withOwnCountry(template, 'DE'))).toEqual([]);
  const fields = { ...template.fields, payment_target_country: column('Country to') };
  expect(lacksOwnCountry({ fields, direction: { by: 'fields' } })).toBe(false);
  const { direction: _, ...undirected } = template;
  const parties = { ...undirected, fields: { 'sender.unknown.full_name': column('Debtor') } };
  expect(asked(parties)).toEqual([]);
  expect(ownCountryKinds(template, { format: 'iso20022' }, 2)).toEqual([]);
  expect(ownCountryKinds(template, reading, 0)).toEqual([]);
});

it('It is on the side of our customer in each row', () => {
  const template = withOwnCountry(guessed(), 'DE');
  expect(template.fields['payment_source_country']).toEqual(constant('DE'));
  expect(countriesOf(template, 'D')).toEqual(['DE', 'SE']);
  expect(countriesOf(template, 'C')).toEqual(['SE', 'DE']);
});

it('It changes places, too, where it is given before a person says who is the sender, and no other country is there', () => {
  const { direction, ...undirected } = guessed('Purpose');
  const template = withDirection(withOwnCountry(undirected, 'DE'), direction ?? { by: 'fields' });
  expect(countriesOf(template, 'D')).toEqual(['DE', undefined]);
  expect(countriesOf(template, 'C')).toEqual([undefined, 'DE']);
});

it.each([
  ...[
    ['Other party', 'Other country'],
    ['Other party', 'Other party country'],
    ['Gegenpartei', 'Partnerland'],
  ],
  ...[
    ['Gegenpartei', 'Land der Gegenpartei'],
    ['Gegenpartei', 'Anderes Land'],
    ['Zahlungspartner', 'Land Zahlungspartner'],
  ],
  ...[
    ['Contrepartie', 'Pays de la contrepartie'],
    ['Autre partie', 'Autre pays'],
  ],
])('The country of the counterparty is told by its heading: %s, %s', (party, country) => {
  const columns = ['Booking reference', 'Value date', 'Customer no', 'Paid out', 'Paid in', 'Currency', party, country];
  const current = ['100.00;', ';25.50', '7.10;'].map((amounts, at) => ({
    number: at + 2,
    cells: `B${at};2026-11-0${at + 1};C-1013${at};${amounts};EUR;ACME ${at};SE`.split(';'),
  }));
  const { template } = guessTemplate({ columns, reading, rows: current }, 'Core');
  expect(template.fields['payment_target_country']).toEqual(column(country));
  expect(template.fields['receiver.unknown.full_name']).toEqual(column(party));
  expect(template.direction).toMatchObject({ by: 'conditions', countries: 'change-places' });
  expect(asked(template)).toEqual(['ask.country']);
});

/** @file The currency of all rows, as the name of the amount says it. */

import { describe, expect, it } from 'vitest';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { currencyInName } from '../../src-main/templates/guessing/special-columns.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { column, constant } from './templates.ts';

it.each([
  ['Betrag EUR', 'EUR'],
  ['Amount (EUR)', 'EUR'],
  ['Betrag in EUR', 'EUR'],
  ['AMOUNT_USD', 'USD'],
  ['Amount [CHF] gross', 'CHF'],
  ['Betrag', undefined],
  ['Amount ABC', undefined],
  ['AMOUNTEUR', undefined],
  ['Total amount', undefined],
])('%s says %s', (name, code) => {
  expect(currencyInName(name)).toBe(code);
});

describe('What is proposed', () => {
  const reading = { format: 'delimited', delimiter: ';' } as const;
  const guessed = (heading: string, cells: string) => {
    const columns = heading.split(';');
    const rows = [1, 2].map((at) => ({ number: at + 1, cells: cells.replaceAll('#', `${at}`).split(';') }));
    return guessTemplate({ columns, reading, rows }, 'Core');
  };

  it.each(['Betrag EUR', 'Amount (EUR)', 'Betrag in EUR'])('is the currency of %s for all rows', (name) => {
    const { template, fields } = guessed(`Booking id;Booked at;${name}`, 'B#;2026-11-0#;10#,50');
    expect(template.fields['modification.amount']).toEqual(column(name));
    expect(template.fields['modification.currency']).toEqual(constant('EUR'));
    const reason = fields.find(({ field }) => field === 'modification.currency')?.reason ?? '';
    expect(inEnglish(reason)).toContain('No column has it');
  });

  it('is the column that has it', () => {
    const { template } = guessed('Booking id;Booked at;Betrag EUR;Currency', 'B#;2026-11-0#;10#,50;USD');
    expect(template.fields['modification.currency']).toEqual(column('Currency'));
  });
});

import { expect, it } from 'vitest';
import { recognise } from '../../src-main/templates/recognise.ts';
import { column, templateOf } from './templates.ts';

const cards = templateOf({
  name: 'Cards',
  columns: ['Id', 'Date', 'Amount', 'Note'],
  fields: { payment_type: column('Note') },
});
const wires = templateOf({ name: 'Wires', columns: ['Id', 'Date', 'Amount', 'Country', 'Bank'] });

it('The template with exactly these columns is found among others', () => {
  expect(recognise(['Id', 'Date', 'Amount', 'Note'], [wires, cards])).toEqual({
    template: cards,
    fit: { fit: 'exact' },
  });
});

it('Columns in another order are the same export', () => {
  expect(recognise(['Note', 'Amount', 'Date', 'Id'], [wires, cards])).toEqual({
    ...{ template: cards, fit: { fit: 'other-order' } },
  });
});

it('What is missing and what is new is named, and what the fields need', () => {
  expect(recognise(['Id', 'Date', 'Amount', 'Branch'], [cards])).toEqual({
    ...{ template: cards, fit: { fit: 'partial', missing: ['Note'], needed: ['Note'], added: ['Branch'] } },
  });
});

it('An export with few columns in common is not recognised', () => {
  expect(recognise(['Id', 'Name', 'Street', 'Town'], [cards, wires])).toBeUndefined();
});

it('Without columns, or without templates, nothing is recognised', () => {
  expect(recognise([], [templateOf({})])).toBeUndefined();
  expect(recognise(['Id'], [])).toBeUndefined();
});

import { expect, it } from 'vitest';
import { isUnusual, offeredInWords, usualValues, valuesLike } from '../../src-renderer/preparing/usual-values.ts';

const risk = 'receiver.unknown.risk_assessment';

it('A risk is offered in the letters in which it is sent', () => {
  expect([...usualValues(risk).keys()]).toEqual(['LOW', 'MEDIUM', 'HIGH']);
});

it('A field whose values are not known offers none, and no text is unusual for it', () => {
  expect([...usualValues('payment_method')]).toEqual([]);
  expect(isUnusual('payment_method', 'anything')).toBe(false);
});

it.each([
  ['', ['LOW', 'MEDIUM', 'HIGH']],
  ['l', ['LOW']],
  ['Low', ['LOW']],
  // Enter takes the first: it is what was typed.
  ['MEDIUM', ['MEDIUM', 'LOW', 'HIGH']],
  ['other', []],
])('What begins as was typed is offered: %j', (typed, expected) => {
  expect(valuesLike(risk, typed)).toEqual(expected);
});

it.each([
  ['LOW', false],
  ['', false],
  ['low', true],
  ['Stufe 2', true],
])('A person sees where a text is not one of the usual values: %j', (text, isMarked) => {
  expect(isUnusual(risk, text)).toBe(isMarked);
});

it('Of a country all codes are offered, by code and by name, and the check says which are wrong', () => {
  expect(usualValues('payment_source_country').size).toBe(0);
  expect(valuesLike('payment_source_country', 'Germ')).toEqual(['DE']);
  expect(valuesLike('payment_source_country', 'se')[0]).toBe('SE');
  expect(valuesLike('payment_source_country', 'SE')[0]).toBe('SE');
  expect(offeredInWords('payment_source_country', 'DE')).toBe('DE · Germany');
  expect(isUnusual('payment_source_country', 'Germany')).toBe(false);
});

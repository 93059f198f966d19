import { expect, it } from 'vitest';
import { isUnusual, usualValues, usualValuesLike } from '../../src-renderer/preparing/usual-values.ts';

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
  expect(usualValuesLike(risk, typed)).toEqual(expected);
});

it.each([
  ['LOW', false],
  ['', false],
  ['low', true],
  ['Stufe 2', true],
])('A person sees where a text is not one of the usual values: %j', (text, isMarked) => {
  expect(isUnusual(risk, text)).toBe(isMarked);
});

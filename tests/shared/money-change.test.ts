import { expect, it } from 'vitest';
import { amountsThatDiffer, changesMoney, needsReason } from '../../src-shared/money-change.ts';
import type { RecipeStep } from '../../src-shared/recipe-shapes.ts';

const line = (modification: string) => `{"payment_external_id":"1","modification":{${modification}}}`;
const changes = (before: string, after: string) => changesMoney(line(before), line(after));

it('Another form of the same amount is no other money', () => {
  const forms = [
    ['"12,50"', '12.5'],
    ['"12.50 "', '12.5'],
    ['12.50', '12.5'],
    ['"1.234,50"', '1234.5'],
    ['"1,234.50"', '1234.50'],
    ['"1 234"', '1234'],
    ['"1\'234\'567.80"', '1234567.8'],
    ['1.5e3', '1500'],
    ['"0,00"', '0'],
    // Whoever wrote it: a thousand, or one.
    ['"1.234"', '1234'],
    ['"1.234"', '1.234'],
    ['12345678901234567890.12', '"12345678901234567890.12"'],
  ];
  for (const [before, after] of forms)
    expect([before, changes(`"amount":${before}`, `"amount":${after}`)]).toEqual([before, false]);
});

it('Another amount is other money, to the last digit and also where it only lost its sign', () => {
  const others = [
    ['12.5', '125'],
    ['"12,50"', '1250'],
    ['-5', '5'],
    ['12345678901234567890.12', '12345678901234567890.13'],
    ['"n/a"', '5'],
    ['null', '5'],
    ['1.234', '1234'],
  ];
  for (const [before, after] of others)
    expect([before, changes(`"amount":${before}`, `"amount":${after}`)]).toEqual([before, true]);
});

it('An amount that is added or removed is other money, whichever of the three it is', () => {
  for (const field of ['amount', 'monitoring_amount', 'original_amount']) {
    expect([field, changes('', `"${field}":5`), changes(`"${field}":5`, '')]).toEqual([field, true, true]);
  }
});

it('A currency is the same in small letters and by its name, and other money with other letters', () => {
  expect(changes('"currency":"eur "', '"currency":"EUR"')).toBe(false);
  expect(changes('"currency":"Euro"', '"currency":"EUR"')).toBe(false);
  expect(changes('"currency":"EUR"', '"currency":"USD"')).toBe(true);
  expect(changes('"currency":""', '"currency":"EUR"')).toBe(true);
});

it('Of a line that is no JSON, the amount counts that stands in it', () => {
  const broken = '{"modification":{"amount":12.50,"currency":"EUR",}';
  expect(changesMoney(broken, line('"amount":12.5,"currency":"EUR"'))).toBe(false);
  expect(changesMoney(broken, line('"amount":13,"currency":"EUR"'))).toBe(true);
  expect(changesMoney('{"modification":', line('"amount":13'))).toBe(true);
});

it('What is no money may change as it likes', () => {
  expect(changesMoney('{"receiver":{"full_name":"A"}}', '{"receiver":{"full_name":"B"}}')).toBe(false);
});

it.each<[string, RecipeStep, boolean]>([
  ['another amount', { step: 'replace', field: 'modification.amount', from: 'n/a', to: 5 }, true],
  ['another form of it', { step: 'replace', field: 'modification.amount', from: '12,50', to: 12.5 }, false],
  ['another currency', { step: 'replace', field: 'modification.currency', from: 'DEM', to: 'EUR' }, true],
  ['the code of its name', { step: 'replace', field: 'modification.currency', from: 'Euro', to: 'EUR' }, false],
  ['money that was missing', { step: 'set-missing', field: 'modification.currency', value: 'EUR' }, true],
  ['what is no money', { step: 'replace', field: 'payment_method', from: 'a', to: 'b' }, false],
  [
    'another amount with a reason',
    { step: 'replace', field: 'modification.amount', from: 1, to: 2, reason: 'x' },
    false,
  ],
])('A step that says %s in many lines needs a reason, or none', (_, step, expected) => {
  expect(needsReason(step)).toBe(expected);
});

it('Of an amount that was changed, the other amounts in the same currency that say something else are named', () => {
  const money = (amount: string, currency = '"EUR"') =>
    line(`"amount":${amount},"monitoring_amount":10,"original_amount":11,"currency":${currency},
      "monitoring_currency":"EUR","original_currency":"USD"`);
  const differing = (before: string, after: string) => [...amountsThatDiffer('modification.amount', before, after)];
  expect(differing(money('"n/a"'), money('12'))).toEqual([['modification.monitoring_amount', '10']]);
  expect(differing(money('"n/a"'), money('10.0')), 'the same number').toEqual([]);
  expect(differing(money('"12,0"'), money('12')), 'it says what it said before').toEqual([]);
  expect(differing(money('"n/a"'), money('12', '"GBP"')), 'in another currency').toEqual([]);
});

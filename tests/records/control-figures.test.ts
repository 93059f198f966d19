import { describe, expect, it } from 'vitest';
import { Sums } from '../../src-main/prepare/sums.ts';
import { compareWithControl, withBalances } from '../../src-main/records/control/control-figures.ts';
import { parseControl, parseExpected } from '../../src-main/records/control/control-file.ts';
import { controlRows } from '../../src-main/records/control/control-table.ts';
import { exactAmount } from '../../src-shared/exact-amount.ts';

const parts = [
  { currency: 'EUR', day: '2026-01-01', count: 2, amount: exactAmount('0.3') ?? 0n },
  { currency: 'EUR', day: '2026-01-02', count: 1, amount: exactAmount('-0.1') ?? 0n },
  { currency: 'USD', day: '2026-01-01', count: 4, amount: exactAmount('10') ?? 0n },
];

describe('Comparing', () => {
  it.each([
    [
      { currency: 'EUR', count: 3, sum: '0.20' },
      { currency: 'USD', count: 4 },
    ],
    [
      { currency: 'EUR', sum: '2e-1' },
      { currency: 'USD', sum: '10.00' },
    ],
    [{ count: 7 }],
    [
      { currency: 'EUR', day: '2026-01-01', sum: '0.3' },
      { currency: 'EUR', count: 3 },
      { currency: 'USD', count: 4 },
    ],
  ])('Equal figures: %j %j', (...figures) => {
    expect(compareWithControl(figures, parts).differences).toEqual([]);
  });

  it('The balance of what comes in and goes out is told as one, and not compared with amounts that have no signs', () => {
    const incoming = [{ currency: 'USD', day: '', count: 1, amount: exactAmount('8') ?? 0n }];
    const figures = [
      { currency: 'USD', count: 4, sum: '6.00' },
      { currency: 'EUR', count: 3, sum: '0.20' },
    ];
    const stated = withBalances(figures, parts, incoming);
    expect(stated).toEqual([{ currency: 'USD', count: 4, balance: '6.00' }, figures[1]]);
    expect(compareWithControl(stated, parts).differences).toEqual([]);
    const wrong = withBalances([{ currency: 'USD', sum: '7' }], parts, incoming);
    expect(compareWithControl(wrong, parts).differences).not.toEqual([]);
  });

  it('A day that is not listed is told once, however many files have transactions of it', () => {
    const other = { currency: 'EUR', day: '2026-01-03', count: 2, amount: exactAmount('1.5') ?? 0n };
    const figures = [
      { currency: 'EUR', day: '2026-01-01', count: 2 },
      { currency: 'EUR', day: '2026-01-02', count: 1 },
      { currency: 'USD', count: 4 },
    ];
    expect(compareWithControl(figures, [...parts, other, other, other]).differences).toEqual([
      { currency: 'EUR', day: '2026-01-03', expected: { count: 0 }, actual: { count: 6, sum: '4.5' } },
    ]);
  });

  it('A sum that differs by the last digit is a difference, with both sides', () => {
    expect(
      compareWithControl(
        [
          { currency: 'EUR', sum: '0.21' },
          { currency: 'USD', count: 4 },
        ],
        parts,
      ).differences,
    ).toEqual([{ currency: 'EUR', expected: { sum: '0.21' }, actual: { count: 3, sum: '0.2' } }]);
  });

  it('Of partial figures, what has none is no difference', () => {
    const figures = [{ currency: 'EUR', day: '2026-01-01', count: 7 }];
    const compared = compareWithControl(figures, parts, true);
    expect(compared).toMatchObject({ isPartial: true, differences: [{ day: '2026-01-01', expected: { count: 7 } }] });
    expect(compared.differences).toHaveLength(1);
    expect(controlRows(figures, { files: parts, accepted: [], leftOut: [] }, { isPartial: true })).toHaveLength(1);
  });

  it('A currency that the source system does not list is a difference', () => {
    expect(compareWithControl([{ currency: 'EUR', count: 3 }], parts).differences).toEqual([
      { currency: 'USD', expected: { count: 0 }, actual: { count: 4, sum: '10' } },
    ]);
  });

  it('A currency that was not prepared is a difference', () => {
    const figures = [
      { currency: 'EUR', count: 3 },
      { currency: 'USD', count: 4 },
      { currency: 'SEK', count: 1, sum: '5' },
    ];
    expect(compareWithControl(figures, parts).differences).toEqual([
      { currency: 'SEK', expected: { count: 1, sum: '5' }, actual: { count: 0, sum: '0' } },
    ]);
  });

  it('A day that the source system does not list is a difference, where it lists the days of that currency', () => {
    const figures = [
      { currency: 'EUR', day: '2026-01-01', count: 2 },
      { currency: 'USD', count: 4 },
    ];
    expect(compareWithControl(figures, parts).differences).toEqual([
      { currency: 'EUR', day: '2026-01-02', expected: { count: 0 }, actual: { count: 1, sum: '-0.1' } },
    ]);
  });
});

describe('A control file', () => {
  const expected = [{ currency: 'EUR', day: '2026-01-31', count: 2, sum: '12345678901234567.89' }, { count: 7 }];

  it.each([
    ['CSV', 'currency,day,count,sum\nEUR,2026-01-31,2,12345678901234567.89\n,,7,\n'],
    ['CSV of a spreadsheet', '\uFEFFCurrency;Day;Count;Sum\r\n"EUR";2026-01-31;2;12345678901234567.89\r\n;;7;\r\n'],
    ['JSON', '[{"currency":"EUR","day":"2026-01-31","count":2,"sum":"12345678901234567.89"},{"count":7}]'],
    ['other names and marks', 'Datum;Währung;Anzahl;Betrag\n2026-01-31;EUR;2;12.345.678.901.234.567,89\n;;7;\n'],
    ['CSV with commas within quotes', 'currency,day,count,sum\nEUR,2026-01-31,2,"12,345,678,901,234,567.89"\n,,7,\n'],
    ['JSON with numbers', '[{"currency":"EUR","day":"2026-01-31","count":2,"sum":12345678901234567.89},{"count":7}]'],
  ])('%s', (_, text) => {
    expect(parseControl(text.replace(/^\uFEFF/, ''), 'control')).toEqual(expected);
  });

  it.each(['31.01.2026', '31 Jan 2026', '31. Januar 2026', '31 janv. 2026'])('A day as people write it: %s', (day) => {
    expect(parseControl(`day;count\n${day};2\n`, 'control')).toEqual([{ day: '2026-01-31', count: 2 }]);
  });

  it.each(['1.2.2026', '01.02.2026', '1er févr. 2026', '1 Feb 2026'])('A day of one digit: %s', (day) => {
    expect(parseControl(`day;count\n${day};2\n`, 'control')).toEqual([{ day: '2026-02-01', count: 2 }]);
  });

  it('Names its columns in one order', () => {
    expect(() => parseControl('currency,rate\nEUR,5\n', 'control')).toThrow(
      expect.objectContaining({
        params: {
          path: 'control',
          problem:
            'the first line must name the columns day, currency, count and sum, and file where they are of one file, but has “rate”.',
        },
      }),
    );
  });

  it('The manifest of a preparation says what its files come to', () => {
    const byDay = [
      { currency: 'EUR', day: '2026-01-31', count: 2, sum: '5' },
      { currency: '', day: '2026-01-31', count: 1, sum: '0' },
    ];
    expect(parseControl(JSON.stringify({ version: 1, byDay }), 'manifest.json')).toEqual(byDay.slice(0, 1));
  });

  it.each([
    ['an unknown column', 'currency,rate\nEUR,5\n'],
    ['a sum that can be read in two ways', 'currency;sum\nEUR;1.234\nSEK;2,500\n'],
    ['a sum of which nobody can tell whether it has decimals', 'currency;sum\nEUR;1.234\n'],
    ['a decimal comma between commas', 'currency,count,sum\nEUR,2,1,50\n'],
    ['a count with a mark', 'currency;count\nEUR;1.000\n'],
    ['nothing', ''],
    ['a count with decimals', 'currency,count\nEUR,1.5\n'],
    ['neither count nor sum', 'currency,count\nEUR,\n'],
    ['a sum without a currency', 'count,sum\n3,5\n'],
    ['a column twice', 'currency,sum,amount\nEUR,5.00,6.00\n'],
    ['a day and currency twice', 'day,currency,sum\n2026-01-31,EUR,5.00\n2026-01-31,EUR,6.00\n'],
    ['a sum that a spreadsheet has rounded', 'currency,sum\nEUR,1.23457E+11\n'],
    ['a day that can be read in two ways', 'day,count\n01/02/2026,5\n'],
    ['a day that there is not', 'day,count\n31.02.2026,5\n'],
    ['a quote that is not closed', 'currency,sum\n"EUR,5.00\n'],
    ['an object', '{"figures":[]}'],
    ['broken JSON', '[{'],
  ])('Is refused in plain words: %s', (_, text) => {
    const plain = expect.not.stringMatching(/Invalid|expected|Too small|undefined/);
    expect(() => parseControl(text, 'control')).toThrow(
      expect.objectContaining({ code: 'control.unreadable', params: { path: 'control', problem: plain } }),
    );
  });
});

it.each([
  ['EUR=123.45:200', { currency: 'EUR', sum: '123.45', count: 200 }],
  ['EUR=-1', { currency: 'EUR', sum: '-1' }],
  ['EUR=:200', { currency: 'EUR', count: 200 }],
  ['=:200', { count: 200 }],
  ['EUR/2026-01-31=5:1', { currency: 'EUR', day: '2026-01-31', sum: '5', count: 1 }],
])('A typed figure: %s', (text, figure) => {
  expect(parseExpected(text)).toEqual(figure);
});

it.each(['', 'EUR', 'EUR=', '=5', 'eur=5', 'EUR=1,5', 'EUR/2026-02-30=5'])('No typed figure: “%s”', (text) => {
  expect(() => parseExpected(text)).toThrow(expect.objectContaining({ code: 'usage.invalid' }));
});

it('Sums are exact, and the same in any order', () => {
  const [forth, back] = [new Sums(), new Sums()];
  const amounts = ['0.1', '0.2', '99999999999999999999.01', '-99999999999999999999'];
  for (const text of amounts) forth.addLine({ currency: 'EUR', day: '', amount: text });
  for (const text of amounts.toReversed()) back.addLine({ currency: 'EUR', day: '', amount: text });
  expect(forth.byCurrency()).toEqual([{ currency: 'EUR', count: 4, sum: '0.31' }]);
  expect(back.byDay()).toEqual([{ currency: 'EUR', day: '', count: 4, sum: '0.31' }]);
});

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../src-main/check/check.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { FileTotals } from '../../src-main/check/totals/file-totals.ts';
import { LineTotals } from '../../src-main/check/totals/line-totals.ts';
import type { Totals } from '../../src-main/check/totals/totals.ts';
import { totalsSchema } from '../../src-main/check/totals/totals-schema.ts';
import { amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import { runs } from '../harness/night.ts';
import { linesOf, totalsOf } from './reference.ts';
import { check, NOW, sourceFile, transaction, uuid } from './sources.ts';

/** The euro total of a file of otherwise faultless lines with these amounts; undefined when none counts. */
async function sumOf(...amounts: string[]): Promise<string | undefined> {
  return (await totals(amounts.map((amount) => modified({ amount })))).sums[0]?.amount;
}

const totals = async (lines: readonly string[]): Promise<Totals> => (await check(lines.join('\n'))).summary.totals;

/** A transaction whose amount, currency or date is spelled differently; each as JSON. */
function modified({ amount = '1', currency = '"EUR"', createdAt = '"2024-02-29T12:00:00"' }, n = 1): string {
  return JSON.stringify(transaction(n))
    .replace('"amount":1200', `"amount":${amount}`)
    .replace('"currency":"EUR"', `"currency":${currency}`)
    .replace(/"created_at":"[^"]*"/, `"created_at":${createdAt}`);
}

describe('Sums are exact', () => {
  it.each([
    ['tenths', ['0.1', '0.2'], '0.3'],
    ['an integer beyond 2^53', ['9007199254740993'], '9007199254740993'],
    ['integers whose sum is beyond 2^53', Array(20).fill('900719925474.0993'), '18014398509481.986'],
    [
      'ten-thousandths whose sum is beyond 2^53',
      ['0', '900719925473', '900719925473', '0.0001', '0'],
      '1801439850946.0001',
    ],
    ['exponents', ['1e3', '2.5E+2', '5e-1'], '1250.5'],
    ['negative amounts', ['-0.05', '0.02', '-10'], '-10.03'],
    ['amounts that cancel each other out', ['-1.10', '1.1'], '0'],
    ['zeros of any kind', ['-0', '0.000', '0e99', '-0.0e-5'], '0'],
    ['five decimals and four', ['0.00001', '0.0001'], '0.00011'],
    ['the largest amount that counts', ['999999999999999999999999999999'], '999999999999999999999999999999'],
    ['the smallest one', ['1e-30'], `0.${'0'.repeat(29)}1`],
    ['zeros at the end of a fraction, which are no decimals', [`1.5${'0'.repeat(150)}`], '1.5'],
  ])('The sum is exact: %s', async (_, amounts, expected) => {
    expect(await sumOf(...amounts)).toBe(expected);
  });

  it.each([
    ['1e400', '1e400'],
    ['10^30', '1e30'],
    ['more than 30 decimals', '1e-31'],
    ['thousands of digits', `1${'0'.repeat(5000)}`],
    ['more than 200 characters', `1.${'0'.repeat(200)}`],
    ['an exponent of thousands of digits', `1e${'9'.repeat(5000)}`],
  ])('Sums leave out %s', async (_, amount) => {
    expect([await sumOf(amount), await sumOf(amount, '2', amount)]).toEqual([undefined, '2']);
  });

  it('Of several modifications, the last is summed, however their keys are spelled', async () => {
    const fields = (amount: string, currency: string, day: string) =>
      JSON.stringify({ ...transaction().modification, currency, created_at: `${day}T12:00:00` }).replace(
        '1200',
        amount,
      );
    const escaped = fields('7', 'USD', '2020-01-01').replace('"currency"', '"\\u0063urrency"');
    const other = `"\\u006dodification":${escaped}`;
    const [first, last] = [fields('1', 'CHF', '2019-01-01'), fields('1200', 'EUR', '2024-02-29')];
    for (const before of [other, `"modification":${escaped}`, `"modification":${first},${other}`]) {
      const line = JSON.stringify(transaction()).replace(/"modification":.*/, `${before},"modification":${last}}`);
      const expected = { sums: [{ currency: 'EUR', amount: '1200' }], firstDay: '2024-02-29', lastDay: '2024-02-29' };
      expect(await totals([line])).toMatchObject(expected);
    }
  });

  it('Sums survive the conversion to text and back', () => {
    const units = fc.bigInt({ min: -(10n ** 60n) + 1n, max: 10n ** 60n - 1n });
    fc.assert(
      fc.property(units, (amount) => {
        expect(exactAmount(amountText(amount))).toBe(amount);
      }),
    );
  });
});

describe('What counts', () => {
  const base = { firstDay: '2024-02-29', lastDay: '2024-02-29', days: 1 };

  it.each([
    ['an unassigned currency', { currency: '"QQQ"' }, { ...base, sums: [{ currency: 'QQQ', amount: '1' }] }],
    ['no currency in lower case', { currency: '"eur"' }, { ...base, sums: [] }],
    ['no currency that is a number', { currency: '978' }, { ...base, sums: [] }],
    ['no amount that is a text', { amount: '"1"' }, { ...base, sums: [] }],
    [
      'a day in the future',
      { createdAt: '"2999-12-31T00:00:00"' },
      {
        sums: [{ currency: 'EUR', amount: '1' }],
        firstDay: '2999-12-31',
        lastDay: '2999-12-31',
        days: 1,
      },
    ],
    [
      'no day that does not exist',
      { createdAt: '"2025-02-29T00:00:00"' },
      { sums: [{ currency: 'EUR', amount: '1' }], firstDay: undefined, lastDay: undefined, days: 0 },
    ],
  ])('The totals count as follows: %s', async (_, change, expected) => {
    expect(await totals([modified(change)])).toEqual(expected);
  });

  it('Of several amounts of one line the last one counts, with any spelling of its key and other keys of the same name', async () => {
    const lines = [
      '{"modification":{"amount":1,"am\\u006funt":9007199254740993,"currency":"EUR"},"amount":5}',
      '{"modification":{"amount":7,"currency":"EUR"},"modification":{"x":{"amount":8},"amount" : 2 ,"currency":"EUR"}}',
      '{"a":{"modification":{"amount":9}},"modification":{"currency":"EUR","amount":1,"x":["amount",{"amount":4}],"y":"\\"amount\\":6"}}',
    ];
    expect((await totals(lines)).sums).toEqual([{ currency: 'EUR', amount: '9007199254740996' }]);
  });

  it('A line that is not a JSON object does not count in the totals', async () => {
    const line = modified({});
    expect(await totals([`[${line}]`, line.slice(0, -1), '', '1', 'null'])).toEqual({
      sums: [],
      firstDay: undefined,
      lastDay: undefined,
      days: 0,
    });
  });

  it('Totals list the sums by currency, the first and the last day, and the number of days', async () => {
    const days = ['2024-03-01', '2023-12-31', '2024-03-01', '0000-01-01'];
    const lines = days.map((day, n) =>
      modified({ currency: n % 2 === 0 ? '"USD"' : '"CHF"', createdAt: `"${day}T00:00:00.5"` }, n),
    );
    expect(await totals(lines)).toEqual({
      sums: [
        { currency: 'CHF', amount: '2' },
        { currency: 'USD', amount: '2' },
      ],
      firstDay: '0000-01-01',
      lastDay: '2024-03-01',
      days: 3,
    });
  });
});

const amount = fc.oneof(
  fc.nat().map(String),
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat(9)).map(([whole, decimals]) => {
    return `${whole}.${'123456789'.slice(0, decimals + 1)}`;
  }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '0',
    '-0',
    '-12.5',
    '1e3',
    '2E-7',
    '1e400',
    '9007199254740993',
    '900719925474.0991',
    '1E0000000000002',
  ),
  fc.constantFrom('null', '"1"', '{}', '1e31', '1e-31', `3.${'0'.repeat(210)}`, `${'9'.repeat(31)}`),
);
const currency = fc.constantFrom('"EUR"', '"EUR"', '"USD"', '"JPY"', '"QQQ"', '"eur"', '"EURO"', '5', '"\\u0045UR"');
const createdAt = fc.oneof(
  fc
    .date({ min: new Date('2024-01-01'), max: new Date('2024-02-29'), noInvalidDate: true })
    .map((date) => `"${date.toISOString().slice(0, 19)}"`),
  fc.constantFrom(
    '"2024-02-30T00:00:00"',
    '"2024-02-28T24:00:00"',
    '"2999-01-01T00:00:00"',
    '"0000-02-29T00:00:00"',
    '1',
  ),
);

/** A line with keys in any order; some lines are faulty, most are accepted by the kernel. */
const line = fc
  .tuple(amount, currency, createdAt, fc.nat(1_000_000), fc.nat(5), fc.constantFrom('', '', '', ',"more":1'))
  .map(([amount, currency, createdAt, n, turn, more]) => {
    const members = [
      `"external_id":"${uuid(n)}"`,
      `"amount":${amount}`,
      `"currency":${currency}`,
      `"created_at":${createdAt}`,
      `"monitoring_amount":4`,
      `"original_currency":"CHF"`,
    ];
    const turned = turn < 3 ? members : [...members.slice(turn), ...members.slice(0, turn)];
    return `{"sender":{"by_external_id":"a"},"receiver":{"by_external_id":"b"},"modification":{${turned}}${more}}\n`;
  });
const lines = fc.array(line, { minLength: 1, maxLength: 60 });

const expectedOf = (written: readonly string[]) => totalsOf(linesOf(Buffer.from(written.join(''))));

describe('Totals', () => {
  it('Totals agree with the reference for any lines in any order and any size of chunk, and survive being stored', async () => {
    const orders = lines.chain((written) =>
      fc.tuple(fc.constant(written), fc.shuffledSubarray(written, { minLength: written.length })),
    );
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 5000 }), async ([written, shuffled], chunkBytes) => {
        const expected = expectedOf(written);
        expect((await check(written.join(''), { chunkBytes })).summary.totals).toEqual(expected);
        expect((await check(shuffled.join(''))).summary.totals).toEqual(expected);
        expect(totalsSchema.parse(JSON.parse(JSON.stringify(expected)))).toEqual(expected);
      }),
      { numRuns: runs(60, 15_000) },
    );
  });

  it('Totals are the same for any number of workers', async () => {
    const clock = {
      now: () => NOW,
      steady: () => NOW,
      sleep: () => Promise.reject(new Error('The check never sleeps.')),
    };
    const workers = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(lines, workers, fc.integer({ min: 1, max: 3000 }), async (written, workers, chunkBytes) => {
        const path = sourceFile(written.join(''));
        const request = { path, ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000, workers };
        const summary = await checkFile(request, { clock, chunkBytes, smallBytes: 0 });
        expect(summary.totals).toEqual(expectedOf(written));
      }),
      { numRuns: runs(3, 1250) },
    );
  });

  it('Totals hold no more entries than there are codes and dates, for any number of texts that claim to be one', () => {
    const file = new FileTotals();
    const part = new LineTotals();
    for (let n = 0; n < 100_000; n++) {
      part.add({ amount: '1', currency: `X${n}`, createdAt: `${n}-01-01T00:00:00` });
    }
    file.add(part.take());
    expect(file.finish()).toMatchObject({ sums: [], days: 9000, firstDay: '1000-01-01', lastDay: '9999-01-01' });
  });
});

/** @file Templates of all sorts, and exports with cells that are nearly what they should be: for the walk beside the mapper. */

import fc from 'fast-check';
import type { Condition, Direction, PlainValue, Template, Value } from '../../src-shared/template-shapes.ts';
import { templateOf } from './templates.ts';

const spaces = fc.constantFrom('', '', '', '', ' ', '  ', '\t', '\u00a0', '\u3000', '\ufeff', '\u2009');
const uuid = fc
  .uuid()
  .chain((text) =>
    fc.constantFrom(text, text, text, text.toUpperCase(), text.replaceAll('-', ''), `{${text}}`, text.slice(1)),
  );
const digits = (most: number) => fc.integer({ min: 0, max: most }).map(String);
const number = fc
  .record({
    sign: fc.constantFrom('', '', '', '-', '+', '−'),
    whole: fc.oneof(digits(9), digits(999), digits(99_999), fc.constantFrom('0', '00', '007', '1234567890123456789')),
    mark: fc.constantFrom('', '', '.', ',', ' ', "'", '’', '\u00a0'),
    group: fc.constantFrom('000', '500', '123', '12', '1234', '678.901', '678,901'),
    decimals: fc.constantFrom('', '', '.5', ',50', '.00', ',00', '.', ',', '.123456789', 'E+15', 'e3', '.5E10'),
    behind: fc.constantFrom('', '', '', '-', ' EUR', '€', ' %'),
  })
  .map(
    ({ sign, whole, mark, group, decimals, behind }) => `${sign}${whole}${mark}${mark && group}${decimals}${behind}`,
  );
const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
const date = fc
  .record({
    year: fc.constantFrom('2024', '2023', '1900', '2000', '24', '70', '0000'),
    month: two(13),
    day: two(32),
    marks: fc.constantFrom('-', '.', '/', '', ' ', '-'),
    time: fc.constantFrom('', '', '', 'T', ' ', '  ', 't'),
    hour: two(25),
    minute: two(61),
    second: fc.constantFrom('', ':00', ':59', ':60', '59', ':07.5', ':00Z', ':00+02:00'),
    order: fc.constantFrom('ymd', 'ymd', 'dmy', 'mdy'),
  })
  .map(({ year, month, day, marks, time, hour, minute, second, order }) => {
    const parts: Record<string, string> = { y: year, m: month, d: day };
    const written = [...order].map((part) => parts[part]).join(marks);
    return time === '' ? written : `${written}${time}${hour}:${minute}${second}`;
  });
const words = fc.constantFrom(
  ...['Ja', 'no', 'TRUE', '1', '0'],
  ...['', '', 'D', 'C', 'S', 'EUR', 'usd', 'DE', 'fr', 'CR', 'DR', 'wire', 'high', 'Total', 'Summe EUR', 'Anzahl 12'],
  ...[
    '#N/A',
    '#1',
    '###',
    '="0012"',
    '=1',
    '1.23457E+15',
    '1E+15',
    '-1,5E10',
    '1e15',
    '12E+1',
    'a|b|c',
    'a-b',
    '-',
    '|',
  ],
  ...[
    'Müller & Söhne',
    'Å\u0000b',
    'tab\there',
    'C:\\temp',
    'line\u2028',
    '日本語',
    '😀',
    'É',
    'ß',
    '\u001a',
    '\u007f',
    '\u0001\u001f\b\f',
  ],
);
const text = fc.oneof(
  words,
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('say "hi"', '"', '""', 'a;b', 'two\nlines', 'x\r\ny', 'x'.repeat(300)),
);
/** The delimiter is a semicolon. */
function quoted(content: string, isQuoted: boolean): string {
  return isQuoted || /["\r\n;]/.test(content) ? `"${content.replaceAll('"', '""')}"` : content;
}

/** IBANs, alone and in groups, and what only looks like one. */
export const nearlyIbans = [
  ...['DE79857952481039437787', ' NL14 RABO 8113 7465 81 ', 'NO9386011117947', 'XX00 AAAA 0000 0000'],
  ...[
    'de79857952481039437787',
    'DE7985795248\u00a01039',
    'DE798579524810',
    'D179857952481039437787',
    'DE-79857952481039',
  ],
  ...[`MT84MALT011000012345MTLCAST001S${' '.repeat(12)}`, 'DE7ü857952481039437787', `DE79${'8'.repeat(39)}`, ''],
];

const byColumn: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Id: fc.oneof({ weight: 8, arbitrary: fc.uuid() }, uuid),
  Ref: fc.oneof(fc.constantFrom('R-1', '4711', 'Ä "x"', 'x; y', 'a-b|c', '#1', '1E+15', '1.5e7'), digits(9_999_999)),
  Day: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('2024-02-29', '2024-01-31', '2024-01-31 12:30:07', '2024-01-31T12:30:07') },
    { weight: 2, arbitrary: fc.constantFrom('31.01.2024', '1.2.2024 07:05', '01/02/24', '20240131', '2023-02-29') },
    date,
  ),
  Time: fc.constantFrom('12:30:00', '12:30:00', '24:00:00', '7:5', ''),
  Amount: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(digits(99_999), two(99)).map(([whole, decimals]) => `${whole}.${decimals}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('0', '0.00', '-0.00', '-12.5', '1,234.50', '1.234,50', '12,5', '1 234,50', '7'),
    },
    number,
  ),
  Mark: fc.constantFrom('D', 'C', 'S', 'H', '', ' D '),
  Code: fc.oneof(fc.constantFrom('EUR', 'USD', 'DE', 'fr', 'CR', ''), words),
  Name: fc.oneof(text, words, fc.constantFrom('Müller & Söhne', 'O’Neill plc', 'ACME', ...nearlyIbans)),
};
const columns = Object.keys(byColumn);

const padded = (inner: fc.Arbitrary<string>) =>
  fc.tuple(spaces, inner, spaces).map(([before, content, behind]) => before + content + behind);
const cell = fc.oneof(uuid, number, date, words, text);
const rowOf = (cells: readonly fc.Arbitrary<string>[]) =>
  fc
    .tuple(...cells.map((one) => fc.tuple(padded(one), fc.boolean())))
    .map((written) => written.map(([content, isQuoted]) => quoted(content, isQuoted)).join(';'));
const goodRow = rowOf(Object.values(byColumn));
const anyRow = rowOf(columns.map((name) => fc.oneof({ weight: 6, arbitrary: byColumn[name] ?? cell }, cell)));
const oddRow = fc.constantFrom(
  ...[
    '',
    ';;;;;;;',
    ' ; ;;;;;;',
    '\u001a;;;;;;;',
    'a;b',
    'Total;;;;12;;;',
    ';;Summe EUR;;;;;',
    'a"b;c;"d"e;f;g;h;i;j',
    '"never closed;1;2',
  ],
);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r\n', '\r');

/** The rows below the names of the columns. */
export const exportText = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 12, arbitrary: goodRow }, { weight: 4, arbitrary: anyRow }, { weight: 1, arbitrary: oddRow }),
      lineEnd,
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((rows) => rows.map(([content, end]) => content + end).join(''));

const columnName = fc.constantFrom(...columns, ...columns, 'Absent');
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ column: columnName, test: fc.constantFrom(...(['filled', 'empty', 'negative', 'positive'] as const)) }),
  fc.record({
    column: columnName,
    test: fc.constantFrom('one-of' as const, 'none-of' as const),
    values: fc.array(fc.constantFrom('D', 'C', 'EUR', 'é', ' x ', ''), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    column: columnName,
    test: fc.constant('of-form' as const),
    forms: fc.array(fc.constantFrom('R-#', ' R-# ', '####', '4711', '##.##', 'Ä "x"', '##-##-##'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);
/** Mostly from a column that fits. */
const sourceOf = (fitting: string): fc.Arbitrary<PlainValue['source']> =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant<PlainValue['source']>({ from: 'column', column: fitting }) },
    { weight: 1, arbitrary: fc.record({ from: fc.constant('column' as const), column: columnName }) },
    {
      weight: 1,
      arbitrary: fc.record({
        from: fc.constant('column' as const),
        column: fc.constantFrom(fitting, 'Ref', 'Name'),
        part: fc.oneof(
          fc.record({ separator: fc.constantFrom('|', '-', ' ', '::'), number: fc.integer({ min: -3, max: 3 }) }),
          fc.constant('country-of-iban' as const),
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        from: fc.constant('columns' as const),
        columns: fc.array(columnName, { minLength: 1, maxLength: 3 }),
        separator: fc.constantFrom(' ', '', 'T', ' / '),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<PlainValue['source']>({ from: 'columns', columns: ['Day', 'Time'], separator: ' ' }),
    },
  );
const madeUuid: fc.Arbitrary<PlainValue['source']> = fc.record({
  from: fc.constant('uuid' as const),
  columns: fc.array(columnName, { minLength: 1, maxLength: 3 }),
});
const numbers = fc.record({
  decimal: fc.constantFrom('.' as const, ',' as const),
  thousands: fc.constantFrom('none' as const, '.' as const, ',' as const, ' ' as const, "'" as const),
});
const dates = fc.record({
  formats: fc.array(
    fc.constantFrom(
      ...['iso', 'YYYY-MM-DD', 'DD.MM.YYYY', 'D.M.YYYY HH:mm', 'MM/DD/YY', 'YYYYMMDD', 'YYYY-MM-DD HH:mm:ss'],
      ...['DD.MM.YYYY HH:mm:ss', 'YYYY-MM-DDTHH:mm:ss', 'D-MMM-YYYY', 'unix-seconds', 'YYYY-MM-DD HH:mm:ss.S'],
    ),
    { minLength: 1, maxLength: 3 },
  ),
  zone: fc.constant('as-written'),
});
const whenEmpty = fc.constantFrom(undefined, undefined, undefined, 'leave-out' as const, 'refuse' as const);
const sign = fc.oneof(
  fc.constantFrom({ sign: 'absolute' as const }, { sign: 'reversed' as const }, { sign: 'as-written' as const }),
  fc.record({
    sign: fc.constant('by-column' as const),
    column: columnName,
    negative: fc.array(fc.constantFrom('D', 'S'), { minLength: 1 }),
  }),
);
const otherValues = fc.constantFrom(undefined, undefined, 'keep' as const, 'leave-out' as const, 'refuse' as const);
const letters = fc.option(fc.constantFrom('upper' as const, 'lower' as const), { nil: undefined });

/** Without what is undefined, as JSON has it. */
const clean = (value: unknown) => JSON.parse(JSON.stringify(value));

const plainOf = (
  own: fc.Arbitrary<Partial<PlainValue>>,
  sources: fc.Arbitrary<PlainValue['source']>,
): fc.Arbitrary<PlainValue> =>
  fc
    .record({ source: sources, own, whenEmpty })
    .map(({ source: from, own: more, whenEmpty: empty }) => clean({ source: from, ...more, whenEmpty: empty }));
const anyValue = (plain: fc.Arbitrary<PlainValue>): fc.Arbitrary<Value> =>
  fc.oneof(
    { weight: 4, arbitrary: plain },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.record({ when: fc.option(condition, { nil: undefined }), value: plain }), {
          minLength: 1,
          maxLength: 3,
        })
        .map((alternatives): Value => clean({ alternatives })),
    },
  );
const constantOf = (content: string) => fc.constant<PlainValue['source']>({ from: 'constant', text: content });

const textValue = anyValue(plainOf(fc.record({ letters }), sourceOf('Name')));
const codeValue = anyValue(
  plainOf(
    fc.record({
      letters,
      otherValues,
      values: fc.option(fc.constant({ D: 'payin', ' C ': 'payout', EUR: '', '': 'none' }), { nil: undefined }),
    }),
    fc.oneof({ weight: 6, arbitrary: sourceOf('Code') }, constantOf('wire'), constantOf('')),
  ),
);
const uuidValue = anyValue(
  plainOf(
    fc.constant({}),
    fc.oneof(
      { weight: 3, arbitrary: sourceOf('Id') },
      { weight: 3, arbitrary: madeUuid },
      constantOf('11111111-2222-4333-8444-555555555555'),
    ),
  ),
);
const numberValue = anyValue(
  plainOf(
    fc.record({ sign: fc.option(sign, { nil: undefined }), numbers: fc.option(numbers, { nil: undefined }) }),
    sourceOf('Amount'),
  ),
);
const dateValue = anyValue(plainOf(fc.record({ dates: fc.option(dates, { nil: undefined }) }), sourceOf('Day')));

const entityFields = (role: string) => ({
  [`${role}.by_external_id`]: textValue,
  [`${role}.external_entity_type`]: codeValue,
  [`${role}.unknown.external_id`]: uuidValue,
  [`${role}.unknown.full_name`]: textValue,
  [`${role}.unknown.risk_assessment`]: codeValue,
});

const fieldValues: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  payment_external_id: uuidValue,
  transaction_external_id: uuidValue,
  payment_source_country: codeValue,
  payment_target_country: codeValue,
  payment_type: codeValue,
  'modification.external_id': uuidValue,
  'modification.amount': numberValue,
  'modification.currency': codeValue,
  'modification.created_at': dateValue,
  ...entityFields('sender'),
  ...entityFields('receiver'),
};

const bySign = fc.constantFrom<Direction>({
  by: 'conditions',
  outgoing: { column: 'Amount', test: 'negative' },
  incoming: { column: 'Amount', test: 'positive' },
});

/** Some fields, each made in some way. */
export const anyTemplate: fc.Arbitrary<Template> = fc
  .record({
    numbers,
    dates,
    fields: fc
      .uniqueArray(fc.constantFrom(...Object.keys(fieldValues)), { minLength: 1, maxLength: 5 })
      .chain((paths) => fc.record(Object.fromEntries(paths.map((path) => [path, fieldValues[path] ?? textValue])))),
    entities: fc.record({ sender: fc.record({ knownWhen: condition }) }, { requiredKeys: [] }),
    direction: fc.option(
      fc.oneof(
        fc.constant({ by: 'fields' as const }),
        fc.record(
          {
            by: fc.constant('column' as const),
            column: fc.constantFrom('Mark', 'Mark', 'Mark', 'Code', 'Absent'),
            incoming: fc.constant(['C', ' H', 'CR']),
            outgoing: fc.constantFrom(['D', 'S', ''], ['D']),
            countries: fc.constant('change-places' as const),
          },
          { requiredKeys: ['by', 'column', 'incoming', 'outgoing'] },
        ),
        bySign,
        fc.record({ by: fc.constant('conditions' as const), outgoing: condition, incoming: condition }),
      ),
      { nil: undefined },
    ),
    additionalFields: fc.dictionary(
      fc.constantFrom('a', 'b "c"', 'Name', 'é'),
      fc.oneof(
        textValue,
        anyValue(
          plainOf(fc.record({ type: fc.constantFrom('number' as const, 'boolean' as const) }), sourceOf('Amount')),
        ),
      ),
      { maxKeys: 3 },
    ),
    otherColumns: fc.constantFrom('leave-out' as const, 'additional-fields' as const),
    leaveOutRows: fc.array(condition, { maxLength: 1 }),
  })
  .map((parts) => templateOf(clean({ ...parts, columns })));

/** Cells that are numbers, or nearly: with signs, brackets and currencies where they may stand, and where they may not. */
export const signedCell = fc.oneof(
  number,
  words,
  fc
    .tuple(
      ...Array.from({ length: 5 }, () =>
        fc.constantFrom(
          ...['', '', '-', '\u2212', '\u2013', '\u2012', '\u2014', '\u2011', '+', '(', ')', ' ', '\u00a0', '\u2009'],
          ...[
            '0',
            '0,00',
            '5',
            '1.234,50',
            '9E-3',
            '\u0665',
            '\uff15',
            '\u00b2',
            'EUR',
            '€',
            '$',
            'e',
            '/',
            ':',
            '\u20ac-',
          ],
        ),
      ),
    )
    .map((parts) => parts.join('')),
);

export { columns as walkedColumns };

/** @file Amounts as banks write them: every digit stays, and what is not certainly a number is refused. */

import type { Numbers, PlainValue, Template } from '../../../src-shared/template-shapes.ts';
import { type AwkwardExport, payments } from './awkward-export.ts';

const amounts = (numbers: Numbers): Template => ({
  ...payments,
  columns: ['Amount'],
  reading: { format: 'delimited', delimiter: '\t' },
  numbers,
  fields: { 'modification.amount': { source: { from: 'column', column: 'Amount' } } },
  additionalFields: {},
});

/** Cells with the number that must be written, or undefined where the row must be refused. */
const amountCase = (
  name: string,
  numbers: Numbers,
  cells: readonly (readonly [string, string | undefined])[],
): AwkwardExport => ({
  name,
  files: { 'amounts.tsv': `Amount\tOther\n${cells.map(([cell]) => `${cell}\tx\n`).join('')}` },
  template: amounts(numbers),
  outcome: {
    lines: cells.flatMap(([, number]) => (number === undefined ? [] : [`{"modification":{"amount":${number}}}`])),
    refused: cells.flatMap(([, number], at) => (number === undefined ? [{ row: at + 2, column: 'Amount' }] : [])),
  },
});

const digits38 = '12345678901234567890123456789012345678';
const from = (column: string): PlainValue['source'] => ({ from: 'column', column });

export const amountExports: readonly AwkwardExport[] = [
  amountCase('a decimal point and no thousands mark', { decimal: '.', thousands: 'none' }, [
    ['0.10000000000000001', '0.10000000000000001'],
    [digits38, digits38],
    [`-${digits38.slice(0, 36)}.${digits38.slice(36)}`, `-${digits38.slice(0, 36)}.${digits38.slice(36)}`],
    ['1.50', '1.50'],
    ['0', '0'],
    ['0.00', '0.00'],
    ['9007199254740993', '9007199254740993'],
    ['+5', '5'],
    ['00012.50', '12.50'],
    ['-007', '-7'],
    ['.5', '0.5'],
    ['-.25', '-0.25'],
    ['5.', '5'],
    ['1E+15', undefined],
    ['1.234567890123E12', '1.234567890123E12'],
    ['1.5e-7', '1.5e-7'],
    ['  7 ', '7'],
    ['(123.45)', '-123.45'],
    ['123.45-', '-123.45'],
    ['\u22125.00', '-5.00'],
    ['1,234', undefined],
    ['1,5', undefined],
    ['1.2.3', undefined],
    ['1 234', undefined],
    ["1'234", undefined],
    ['--5', undefined],
    ['-5-', undefined],
    ['(-5)', undefined],
    ['(5', undefined],
    ['-', undefined],
    ['.', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['0x10', undefined],
    ['1_000', undefined],
    ['NULL', undefined],
    ['#N/A', undefined],
    ['##########', undefined],
    ['1e', undefined],
    ['\u0661\u0662', undefined],
    ['twelve', undefined],
  ]),
  amountCase('a decimal comma and dots between thousands', { decimal: ',', thousands: '.' }, [
    ['1.234,50', '1234.50'],
    ['1234,50', '1234.50'],
    ['-1.234.567,8', '-1234567.8'],
    ['1.234', '1234'],
    ['0,10000000000000001', '0.10000000000000001'],
    ['12.345.678.901.234.567.890.123.456.789.012.345.678', digits38],
    ['1.234,50-', '-1234.50'],
    ['(1.234,50)', '-1234.50'],
    [',5', '0.5'],
    ['1.5', undefined],
    ['12.34,50', undefined],
    ['1234.567,00', undefined],
    ['1,234.50', undefined],
    ['1,234,567', undefined],
    ['1..234,00', undefined],
    ['.123,00', undefined],
  ]),
  amountCase('a decimal point and commas between thousands', { decimal: '.', thousands: ',' }, [
    ['1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1234567.00', '1234567.00'],
    ['1,23', undefined],
    ['1.234,50', undefined],
    ['12,34,567.00', undefined],
  ]),
  amountCase('a decimal comma and spaces of any width between thousands', { decimal: ',', thousands: ' ' }, [
    ['1 234,50', '1234.50'],
    ['1\u00a0234\u00a0567,50', '1234567.50'],
    ['1\u202f234,50', '1234.50'],
    ['-1 234,50', '-1234.50'],
    ['- 1 234,50', '-1234.50'],
    ['1 23,50', undefined],
    ['1.234,50', undefined],
  ]),
  amountCase('a decimal point and Swiss apostrophes, straight or curly', { decimal: '.', thousands: "'" }, [
    ["1'234.50", '1234.50'],
    ['1\u2019234\u2019567.05', '1234567.05'],
    ["-1'234.50", '-1234.50'],
    ["1'23.50", undefined],
    ['1,234.50', undefined],
  ]),
  {
    name: 'debits are negative by a column of their own, whose letters may have spaces around them',
    files: { 'export.csv': 'Amount;DC\n10.00;D\n10.00;C\n5.5; D \n-3;D\n' },
    template: {
      ...amounts({ decimal: '.', thousands: 'none' }),
      reading: { format: 'delimited' },
      columns: ['Amount', 'DC'],
      fields: {
        'modification.amount': { source: from('Amount'), sign: { sign: 'by-column', column: 'DC', negative: ['D'] } },
      },
    },
    outcome: { lines: ['-10.00', '10.00', '-5.5', '-3'].map((number) => `{"modification":{"amount":${number}}}`) },
  },
  {
    name: 'debit and credit in two columns make one amount with a sign',
    files: { 'export.csv': 'Debit;Credit\n10,00;\n;1.234,50\n0,05;\n' },
    template: {
      ...amounts({ decimal: ',', thousands: '.' }),
      reading: { format: 'delimited' },
      columns: ['Debit', 'Credit'],
      fields: {
        'modification.amount': {
          alternatives: [
            { when: { column: 'Debit', test: 'filled' }, value: { source: from('Debit'), sign: { sign: 'reversed' } } },
            { value: { source: from('Credit') } },
          ],
        },
      },
    },
    outcome: { lines: ['-10.00', '1234.50', '-0.05'].map((number) => `{"modification":{"amount":${number}}}`) },
  },
  {
    name: 'signs are dropped, turned, or kept, and zero has none of its own',
    files: { 'export.csv': 'a;b;c\n-5.00;-5.00;-5.00\n5;5;5\n(7);(7);(7)\n0;0.00;-0\n' },
    template: {
      ...amounts({ decimal: '.', thousands: 'none' }),
      reading: { format: 'delimited' },
      columns: ['a', 'b', 'c'],
      fields: {
        'modification.amount': { source: from('a'), sign: { sign: 'absolute' } },
        'modification.monitoring_amount': { source: from('b'), sign: { sign: 'reversed' } },
        'modification.original_amount': { source: from('c'), sign: { sign: 'as-written' } },
      },
    },
    outcome: {
      lines: [
        ['5.00', '5.00', '-5.00'],
        ['5', '-5', '5'],
        ['7', '7', '-7'],
        ['0', '0.00', '-0'],
      ].map(([a, b, c]) => `{"modification":{"amount":${a},"monitoring_amount":${b},"original_amount":${c}}}`),
    },
  },
  {
    name: 'ids that a spreadsheet turned into scientific notation stay as they are written, and are not made up',
    files: { 'export.csv': 'Account;Card\n1.23457E+15;4.00E+15\n00123;+49 170\n' },
    template: {
      ...payments,
      columns: ['Account', 'Card'],
      fields: {},
      additionalFields: { account: { source: from('Account') }, card: { source: from('Card') } },
    },
    outcome: {
      lines: [
        '{"additional_fields":{"account":"1.23457E+15","card":"4.00E+15"}}',
        '{"additional_fields":{"account":"00123","card":"+49 170"}}',
      ],
    },
  },
  {
    name: 'an additional field can be a number, true or false, or JSON, and keeps its digits',
    files: {
      'export.csv': 'n;b;j\n0.10000000000000001;true;"{""a"":[1.00,""x""]}"\nx;false;1\n1;maybe;1\n1;true;{\n',
    },
    template: {
      ...payments,
      columns: ['n', 'b', 'j'],
      fields: {},
      additionalFields: {
        n: { source: from('n'), type: 'number' },
        b: { source: from('b'), type: 'boolean' },
        j: { source: from('j'), type: 'json' },
      },
    },
    outcome: {
      lines: ['{"additional_fields":{"n":0.10000000000000001,"b":true,"j":{"a":[1.00,"x"]}}}'],
      refused: [
        { row: 3, column: 'n' },
        { row: 4, column: 'b' },
        { row: 5, column: 'j' },
      ],
    },
  },
];

/** @file What a template does with cells that are fine by themselves: values, parts, alternatives, entities. */

import type { PlainValue, Template, Value } from '../../../src-shared/template-shapes.ts';
import { type AwkwardExport, payments } from './awkward-export.ts';

const from = (column: string): PlainValue['source'] => ({ from: 'column', column });

const withFields = (
  columns: readonly string[],
  fields: Record<string, Value>,
  changes: Partial<Template> = {},
): Template => ({
  ...payments,
  columns: [...columns],
  fields,
  additionalFields: {},
  ...changes,
});

export const mappings: readonly AwkwardExport[] = [
  {
    name: 'their values become ours, compared without spaces around; others are kept, left out or refused as told',
    files: { 'export.csv': 'k;l;r\nCR;CR;CR\n CR ;XX;CR\nXX;CR;CR\nCR;CR;cr\n' },
    template: withFields(['k', 'l', 'r'], {
      payment_type: { source: from('k'), values: { CR: 'payout' } },
      payment_method: { source: from('l'), values: { CR: 'wire' }, otherValues: 'leave-out' },
      'modification.type': { source: from('r'), values: { CR: 'create' }, otherValues: 'refuse' },
    }),
    outcome: {
      lines: [
        '{"payment_type":"payout","payment_method":"wire","modification":{"type":"create"}}',
        '{"payment_type":"payout","modification":{"type":"create"}}',
        '{"payment_type":"XX","payment_method":"wire","modification":{"type":"create"}}',
      ],
      refused: [{ row: 5, column: 'r' }],
    },
  },
  {
    name: 'values named like what every object has are not found by chance',
    files: { 'export.csv': 'k;x\nconstructor;1\n__proto__;1\ntoString;1\n' },
    template: withFields(['k', 'x'], { payment_type: { source: from('k'), values: { CR: 'payout' } } }),
    outcome: { lines: ['constructor', '__proto__', 'toString'].map((text) => `{"payment_type":"${text}"}`) },
  },
  {
    name: 'constants, joined cells and parts of cells; empty ones are left out of what is joined',
    files: { 'export.csv': 'first;last;path\nAda;Lovelace;a/b/c\n;Turing;d\n;;\nx;;/\n' },
    template: withFields(['first', 'last', 'path'], {
      payment_type: { source: { from: 'constant', text: 'payout' } },
      'receiver.unknown.full_name': { source: { from: 'columns', columns: ['first', 'last'], separator: ' ' } },
      payment_method: { source: { from: 'column', column: 'path', part: { separator: '/', number: -1 } } },
      'modification.type': { source: { from: 'column', column: 'path', part: { separator: '/', number: 2 } } },
    }),
    outcome: {
      lines: [
        '{"payment_type":"payout","payment_method":"c","receiver":{"external_entity_type":"unknown","unknown":{"full_name":"Ada Lovelace"}},"modification":{"type":"b"}}',
        '{"payment_type":"payout","payment_method":"d","receiver":{"external_entity_type":"unknown","unknown":{"full_name":"Turing"}}}',
        '{"payment_type":"payout","receiver":{"external_entity_type":"unknown","unknown":{"full_name":"x"}}}',
      ],
    },
  },
  {
    name: 'letters become large or small without the rules of any country',
    files: { 'export.csv': 'c;d\neur;ISTANBUL\ntrı;STRASSE\n' },
    template: withFields(['c', 'd'], {
      'modification.currency': { source: from('c'), letters: 'upper' },
      payment_type: { source: from('d'), letters: 'lower' },
    }),
    outcome: {
      lines: [
        '{"modification":{"currency":"EUR"},"payment_type":"istanbul"}',
        '{"modification":{"currency":"TRI"},"payment_type":"strasse"}',
      ],
    },
  },
  {
    name: 'an empty cell leaves its field out, or refuses the row where that is wanted; spaces alone are empty',
    files: { 'export.csv': 'a;b\n;1\n   ;1\nx;1\nx;\nx;  \n' },
    template: withFields(['a', 'b'], {
      payment_type: { source: from('a') },
      payment_method: { source: from('b'), whenEmpty: 'refuse' },
    }),
    outcome: {
      lines: ['{"payment_method":"1"}', '{"payment_method":"1"}', '{"payment_type":"x","payment_method":"1"}'],
      refused: [
        { row: 5, column: 'b' },
        { row: 6, column: 'b' },
      ],
    },
  },
  {
    name: 'a customer with a number is known; one without is unknown, with name and risk',
    files: {
      'export.csv': 'customer_id;name;risk\nC-1;Ada;low\n;Alan;high\n  ;Grace;\n',
    },
    template: withFields(
      ['customer_id', 'name', 'risk'],
      {
        'sender.by_external_id': { source: from('customer_id') },
        'sender.unknown.full_name': { source: from('name') },
        'sender.unknown.risk_assessment': { source: from('risk') },
      },
      { entities: { sender: { knownWhen: { column: 'customer_id', test: 'filled' } } } },
    ),
    outcome: {
      lines: [
        '{"sender":{"by_external_id":"C-1"}}',
        '{"sender":{"external_entity_type":"unknown","unknown":{"full_name":"Alan","risk_assessment":"high"}}}',
        '{"sender":{"external_entity_type":"unknown","unknown":{"full_name":"Grace"}}}',
      ],
    },
  },
  {
    name: 'an entity without any value is left out',
    files: { 'export.csv': 'id;name;t\n;;x\n' },
    template: withFields(['id', 'name', 't'], {
      payment_type: { source: from('t') },
      'sending_partner.by_external_id': { source: from('id') },
      'sending_partner.unknown.full_name': { source: from('name') },
    }),
    outcome: { lines: ['{"payment_type":"x"}'] },
  },
  {
    name: 'alternatives are tried in their order, and without one that applies the field is empty',
    files: { 'export.csv': 'a;b\nX;1\nY;2\nZ;3\n;4\n' },
    template: withFields(['a', 'b'], {
      payment_method: { source: from('b') },
      payment_type: {
        alternatives: [
          {
            when: { column: 'a', test: 'one-of', values: ['X'] },
            value: { source: { from: 'constant', text: 'first' } },
          },
          { when: { column: 'a', test: 'none-of', values: ['Z', ''] }, value: { source: from('a') } },
        ],
      },
    }),
    outcome: {
      lines: [
        '{"payment_method":"1","payment_type":"first"}',
        '{"payment_method":"2","payment_type":"Y"}',
        '{"payment_method":"3"}',
        '{"payment_method":"4"}',
      ],
    },
  },
  {
    name: 'a field has its own number and date formats in place of those of the template',
    files: { 'export.csv': 'a;m;d\n"1,50";1.50;02.01.2024\n' },
    template: withFields(['a', 'm', 'd'], {
      'modification.amount': { source: from('a'), numbers: { decimal: ',', thousands: '.' } },
      'modification.monitoring_amount': { source: from('m') },
      'modification.created_at': { source: from('d'), dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' } },
    }),
    outcome: {
      lines: ['{"modification":{"amount":1.50,"monitoring_amount":1.50,"created_at":"2024-01-02T00:00:00"}}'],
    },
  },
  {
    name: 'text that looks like JSON or has quotes and lines in it is escaped',
    files: { 'export.csv': 'a;b\n"{""x"":""\\""}";"tab\there\u0007 \u007f"\n' },
    template: withFields(['a', 'b'], { payment_type: { source: from('a') }, payment_method: { source: from('b') } }),
    outcome: { lines: [JSON.stringify({ payment_type: '{"x":"\\"}', payment_method: 'tab\there\u0007 \u007f' })] },
  },
];

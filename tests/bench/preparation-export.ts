/** @file An export of any size as core banking systems write it, and the template that makes transactions of it. */

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Template } from '../../src-shared/template-shapes.ts';

const columns = [
  ...['PaymentId', 'TransactionId', 'BookingTime', 'ValueDate', 'Amount', 'Currency', 'DebitCredit', 'Type', 'Method'],
  ...['SourceCountry', 'TargetCountry', 'CustomerId', 'CounterpartyId', 'CounterpartyName', 'CounterpartyRisk'],
  ...['Branch', 'Channel', 'Purpose', 'Reference', 'Remark'],
];
const names = [
  'Müller & Söhne GmbH',
  '"Smith, Jones & Co"',
  'Société Générale d’Achats',
  'O’Neill plc',
  '"The ""Best"" Ltd"',
];
const purpose =
  'Invoice 2024-0815 of 15 January with discount, thank you for your order; delivery note 4711, customer account 0815, cost centre 1234';

const padded = (number: number, length: number) => String(number).padStart(length, '0');
const uuid = (kind: string, number: number) => `${kind}-0000-4000-8000-${padded(number, 12)}`;

/** About 500 bytes; cells with semicolons are in quotes. */
function row(number: number): string {
  const day = padded((number % 28) + 1, 2);
  const month = padded((number % 12) + 1, 2);
  return [
    ...[uuid('aaaaaaaa', number >> 1), uuid('bbbbbbbb', number)],
    ...[`${day}.${month}.2024 ${padded(number % 24, 2)}:${padded(number % 60, 2)}:07`, `${day}.${month}.2024`],
    ...[
      `${(number % 97) + 1}.${padded(number % 1000, 3)},${padded(number % 100, 2)}`,
      number % 5 === 0 ? 'USD' : 'EUR',
    ],
    ...[number % 3 === 0 ? 'D' : 'C', number % 2 === 0 ? 'CR' : 'DR', 'wire', 'DE', 'FR', `C-${number % 1000}`],
    ...[uuid('cccccccc', number % 1000), names[number % names.length] ?? '', number % 7 === 0 ? 'high' : 'low'],
    ...[
      `Branch ${number % 300}`,
      'online',
      `"${purpose}"`,
      `REF-${padded(number, 10)}`,
      `Remark ${number % 9973} ${'x'.repeat(60)}`,
    ],
  ].join(';');
}

/** Writes at least so many bytes, ended by a whole row. @returns rows and bytes */
export function writeExport(path: string, bytes: number): { rows: number; bytes: number } {
  const file = openSync(path, 'w');
  let written = writeSync(file, `${columns.join(';')}\r\n`);
  let rows = 0;
  try {
    while (written < bytes) {
      let block = '';
      for (let count = 0; count < 10_000 && written + block.length < bytes; count++) block += `${row(rows++)}\r\n`;
      written += writeSync(file, block);
    }
  } finally {
    closeSync(file);
  }
  return { rows, bytes: written };
}

const column = (name: string) => ({ source: { from: 'column' as const, column: name } });

export const benchTemplate: Template = {
  version: 1,
  name: 'Bench',
  reading: { format: 'delimited', encoding: 'utf-8', delimiter: ';', headerRow: 1 },
  columns,
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY HH:mm:ss'], zone: 'as-written' },
  fields: {
    payment_external_id: column('PaymentId'),
    transaction_external_id: column('TransactionId'),
    payment_source_country: column('SourceCountry'),
    payment_target_country: column('TargetCountry'),
    payment_type: { ...column('Type'), values: { CR: 'payin', DR: 'payout' } },
    payment_method: column('Method'),
    'sender.by_external_id': column('CustomerId'),
    'receiver.unknown.external_id': column('CounterpartyId'),
    'receiver.unknown.full_name': column('CounterpartyName'),
    'receiver.unknown.risk_assessment': column('CounterpartyRisk'),
    'modification.external_id': column('TransactionId'),
    'modification.amount': { ...column('Amount'), sign: { sign: 'absolute' } },
    'modification.currency': column('Currency'),
    'modification.created_at': column('BookingTime'),
  },
  entities: {},
  additionalFields: {
    branch: column('Branch'),
    channel: column('Channel'),
    purpose: column('Purpose'),
    reference: column('Reference'),
  },
  otherColumns: 'leave-out',
  leaveOutRows: [],
};

/** @file Small exports of payments, and the template that they are prepared with. */

import type { Template } from '../../src-shared/template-shapes.ts';

export interface PaymentRow {
  payment: string;
  id: string;
  amount: string;
  currency: string;
  /** As in the cell: 31.01.2026. */
  date: string;
  country: string;
}

const header = 'payment;id;amount;currency;date;country';

export const uuid = (number: number, kind = 2): string =>
  `${String(kind).repeat(8)}-2222-4222-8222-${String(number).padStart(12, '0')}`;

export function paymentRow(number: number, more: Partial<PaymentRow> = {}): PaymentRow {
  const day = String((number % 3) + 1).padStart(2, '0');
  return {
    payment: uuid(number, 1),
    id: uuid(number),
    amount: `${number},50`,
    currency: 'EUR',
    date: `${day}.01.2026`,
    country: 'SE',
    ...more,
  };
}

export function csvOf(rows: readonly PaymentRow[], lineEnd = '\n'): string {
  const lines = rows.map(({ payment, id, amount, currency, date, country }) =>
    [payment, id, amount, currency, date, country].join(';'),
  );
  return [header, ...lines].map((line) => `${line}${lineEnd}`).join('');
}

const column = (name: string) => ({ source: { from: 'column', column: name } }) as const;
const constant = (text: string) => ({ source: { from: 'constant', text } }) as const;

export const paymentTemplate: Template = {
  version: 1,
  name: 'Payments of the old system',
  reading: { format: 'delimited', encoding: 'utf-8', delimiter: ';', headerRow: 1 },
  columns: header.split(';'),
  numbers: { decimal: ',', thousands: 'none' },
  dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
  fields: {
    payment_external_id: column('payment'),
    payment_source_country: column('country'),
    'sender.by_external_id': constant('C-1'),
    'receiver.by_external_id': constant('C-2'),
    'modification.external_id': column('id'),
    'modification.amount': column('amount'),
    'modification.currency': column('currency'),
    'modification.created_at': column('date'),
  },
  entities: {},
  additionalFields: {},
  otherColumns: 'leave-out',
  leaveOutRows: [],
};

/**
 * @file The template with which a payment message of ISO 20022 or SWIFT is prepared: the standard says what each column
 * means, so nothing is guessed. What it does not know, the risk of a counterparty, is left to a person. Pure.
 */

import type { PaymentReading } from '../../src-shared/formats.ts';
import type { Template, Value } from '../../src-shared/template-shapes.ts';
import { notBooked, type PaymentColumn } from '../exports/payments/payment-columns.ts';

/** Kept with each transaction beside its fields: the ids first, then what people look for. */
const kept: readonly PaymentColumn[] = [
  'End-to-end id',
  'UETR',
  'Servicer reference',
  'Transaction id',
  'Instruction id',
  'Entry reference',
  'Mandate id',
  'Message id',
  'Statement',
  'Reversal',
  'Value date',
  'Transaction code',
  'Purpose',
  'Remittance',
  'Additional information',
  'Ultimate debtor name',
  'Ultimate creditor name',
  'Exchange rate',
  'Charges',
];

const column = (name: PaymentColumn): Value => ({ source: { from: 'column', column: name } });
const uuid = (...columns: readonly PaymentColumn[]): Value => ({ source: { from: 'uuid', columns: [...columns] } });
const filled = (first: PaymentColumn, otherwise: Value): Value => ({
  alternatives: [
    { when: { column: first, test: 'filled' }, value: { source: { from: 'column', column: first } } },
    ...('alternatives' in otherwise ? otherwise.alternatives : [{ value: otherwise }]),
  ],
});

/** @param reading as it was found, with the message */
export function paymentTemplate(name: string, reading: PaymentReading, columns: readonly string[]): Template {
  return {
    version: 1,
    name,
    reading,
    columns: [...columns],
    numbers: { decimal: '.', thousands: 'none' },
    dates: { formats: ['iso'], zone: 'as-written' },
    fields: {
      'modification.external_id': uuid('Key'),
      'modification.amount': column('Amount'),
      'modification.currency': column('Currency'),
      'modification.created_at': column('Date'),
      'modification.original_amount': column('Original amount'),
      'modification.original_currency': column('Original currency'),
      payment_external_id: filled('UETR', uuid('Key', 'Currency')),
      payment_source_country: filled('Debtor country derived', column('Debtor country')),
      payment_target_country: filled('Creditor country derived', column('Creditor country')),
      ...partyFields('sender', 'Debtor'),
      ...partyFields('receiver', 'Creditor'),
    },
    entities: { sender: knownAs('debtor'), receiver: knownAs('creditor') },
    additionalFields: Object.fromEntries(kept.map((one) => [readable(one), column(one)])),
    otherColumns: 'leave-out',
    leaveOutRows: [{ column: 'Status', test: 'one-of', values: [...notBooked] }],
  };
}

function knownAs(side: 'debtor' | 'creditor') {
  return { knownWhen: { column: 'Own side' as const, test: 'one-of' as const, values: [side] } };
}

function partyFields(role: 'sender' | 'receiver', side: 'Debtor' | 'Creditor'): Template['fields'] {
  return {
    [`${role}.by_external_id`]: column(`${side} account`),
    // One without a name and an account is a party of this transaction alone.
    [`${role}.unknown.external_id`]: {
      alternatives: [
        ...([`${side} account`, `${side} name`] as const).map((one) => ({
          when: { column: one, test: 'filled' as const },
          value: { source: { from: 'uuid' as const, columns: [`${side} account`, `${side} name`] } },
        })),
        { value: { source: { from: 'uuid' as const, columns: ['Key' satisfies PaymentColumn] } } },
      ],
    },
    [`${role}.unknown.full_name`]: column(`${side} name`),
  };
}

/** “End-to-end id” as end_to_end_id. */
function readable(name: PaymentColumn): string {
  return name.toLowerCase().replaceAll(/[ -]/g, '_');
}

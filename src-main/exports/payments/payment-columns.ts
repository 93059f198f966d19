/**
 * @file The columns of a payment message: the same for ISO 20022 and SWIFT MT, so that one template reads a statement in
 * either. docs/payment-messages.md says which element each comes from. Pure.
 */

import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { isUuid } from '../../../src-shared/uuid.ts';

export const paymentColumns = [
  'Key',
  'UETR',
  'Date',
  'Value date',
  'Amount',
  'Currency',
  'Direction',
  'Reversal',
  'Status',
  'Own side',
  'Debtor name',
  'Debtor account',
  'Debtor BIC',
  'Debtor country',
  'Debtor country derived',
  'Creditor name',
  'Creditor account',
  'Creditor BIC',
  'Creditor country',
  'Creditor country derived',
  'Ultimate debtor name',
  'Ultimate creditor name',
  'Original amount',
  'Original currency',
  'Exchange rate',
  'Charges',
  'End-to-end id',
  'Transaction id',
  'Instruction id',
  'Servicer reference',
  'Entry reference',
  'Mandate id',
  'Transaction code',
  'Purpose',
  'Remittance',
  'Additional information',
  'Message id',
  'Statement',
  'Own account',
] as const;
export type PaymentColumn = (typeof paymentColumns)[number];

/** A transaction of a payment message; what it does not say is absent. */
export type Payment = { [Column in PaymentColumn]?: string | undefined };

export type OwnSide = 'debtor' | 'creditor';

/** Statuses of what was not booked: the template leaves such transactions out. */
export const notBooked: readonly string[] = ['PDNG', 'INFO', 'FUTR', 'expected'];

/** One side of a transaction, as far as the message describes it. */
export interface Party {
  name?: string | undefined;
  /** IBAN, or another number as it is written. */
  account?: string | undefined;
  bic?: string | undefined;
  /** As the message says it. */
  country?: string | undefined;
}

export function debtorOf({ name, account, bic, country }: Party): Payment {
  return {
    'Debtor name': name,
    'Debtor account': account,
    'Debtor BIC': bic,
    'Debtor country': country,
    'Debtor country derived': derivedCountry(account, bic),
  };
}

export function creditorOf({ name, account, bic, country }: Party): Payment {
  return {
    'Creditor name': name,
    'Creditor account': account,
    'Creditor BIC': bic,
    'Creditor country': country,
    'Creditor country derived': derivedCountry(account, bic),
  };
}

const IBAN = /^([A-Z]{2})\d{2}[A-Z0-9]{10,30}$/;
const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** In which the account is kept, by its IBAN (ISO 13616) or the BIC (ISO 9362); no statement about the person. */
export function derivedCountry(account = '', bic = ''): string | undefined {
  return (IBAN.exec(account) ?? BIC.exec(bic))?.[1];
}

/** What does not tell one transaction from another. */
const NO_REFERENCE = /^(?:NOTPROVIDED|NOTPROVIDE|NONREF|NOREF|N\/A|-)?$/i;

/** A reference by which a transaction can be known again; undefined for what stands for none. */
export function reference(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return NO_REFERENCE.test(trimmed) ? undefined : trimmed;
}

export function uetrOf(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return isUuid(trimmed) ? trimmed : undefined;
}

/** By what a transaction is known again: parts in their places, so that no two lists of parts join to the same. */
export function keyOf(...parts: readonly (string | undefined)[]): string {
  return parts.map((part = '') => (part.includes('|') ? part.replaceAll('|', '||') : part)).join(' | ');
}

/**
 * What of a booked transaction stays the same in whichever message and order it is told: the account, the day, the sides, the
 * amount, the references and the other party. Never its place, nor the name of the message.
 */
export function keyOfBooked(payment: Payment): string {
  const { Date: day, Amount: amount, Currency: currency, Direction: direction, Reversal: reversal } = payment;
  const side = payment['Own side'] === 'debtor' ? 'Creditor' : 'Debtor';
  return keyOf(
    payment['Own account'],
    day?.slice(0, 10),
    direction,
    reversal,
    plainAmount(amount),
    currency,
    payment['Servicer reference'],
    reference(payment['End-to-end id']),
    payment[`${side} account`] ?? payment[`${side} name`],
    ...withoutReference(payment),
  );
}

/** Fees and the like have no reference: what is said about them tells them apart, however it is laid out. */
function withoutReference(payment: Payment): string[] {
  if (payment['Servicer reference'] !== undefined || reference(payment['End-to-end id']) !== undefined) return [];
  const text = payment.Remittance ?? payment['Additional information'] ?? '';
  return [payment['Value date']?.slice(0, 10) ?? '', text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()];
}

/** As nearly all amounts are written: what stands before the zeros at their end. */
const USUAL_AMOUNT = /^(0|[1-9]\d{0,14})(?:(\.\d{0,14}[1-9])0{0,15}|\.0{1,15})?$/;

/** An amount of the standard is a decimal without a sign: which way it went is said beside it. */
const AMOUNT = /^\+?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Why a transaction is refused that has no amount to be sent; a full sentence. @param of as it stands within a sentence */
export function problemOfAmount(of: Fact, { Amount: amount, Currency: currency }: Payment): Fact | undefined {
  if (amount === undefined || amount === '')
    return fact('The amount of {name} is missing. Ask for the file again.', { name: of });
  if (!AMOUNT.test(amount))
    return fact(
      'The amount of {name} is not written as the standard says, without a sign and with a point before the decimals: “{line}”. Ask for the file again.',
      { name: of, line: amount },
    );
  if (currency === undefined || currency === '')
    return fact('The amount of {name} has no currency (Ccy). Ask for the file again.', { name: of });
  return undefined;
}

/** Why a transaction is refused of which no day is known; a full sentence. */
export function problemOfDay(of: Fact, { Date: day }: Payment): Fact | undefined {
  return day === undefined || day === ''
    ? fact('{name} has no date. Ask for the file again.', { name: of })
    : undefined;
}

/** 10.50 and 10.5 are the same amount. */
export function plainAmount(amount: string | undefined): string | undefined {
  if (amount === undefined) return undefined;
  const [, whole, fraction = ''] = USUAL_AMOUNT.exec(amount) ?? [];
  if (whole !== undefined) return whole + fraction;
  const exact = exactAmount(amount);
  return exact === undefined ? amount : amountText(exact);
}

/** An account as it is known elsewhere: without spaces, an IBAN in capitals. */
export function accountAsKnown(text: string | undefined): string | undefined {
  const bare = text?.replace(/\s/g, '').replace(/^\//, '') ?? '';
  if (bare === '') return undefined;
  return isIban(bare.toUpperCase()) ? bare.toUpperCase() : bare;
}

/** With its check digits (ISO 7064, 97-10): the first four characters behind the others, a letter as the number from 10 on. */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt((at + 4) % text.length);
    rest = (code > NINE ? rest * 100 + code - A + 10 : rest * 10 + code - ZERO) % 97;
  }
  return rest === 1;
}
const [ZERO, NINE, A] = [0x30, 0x39, 0x41];

/** On one line, as a name is read. */
export function onOneLine(text: string | undefined): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  return line === '' ? undefined : line;
}

/** 24:00:00 is allowed for the end of a day (xs:dateTime), which is the beginning of the next one. */
const END_OF_DAY = /^(\d{4}-\d{2}-\d{2})T24:00:00(?:\.0+)?(Z|[+-]\d{2}:\d{2})?$/;

/** A day may have the zone of the bank behind it (xs:date), which says nothing about a day. */
export function dayOrTime(text: string | undefined): string | undefined {
  const [, ended, zone = ''] = END_OF_DAY.exec(text ?? '') ?? [];
  if (ended !== undefined && !Number.isNaN(Date.parse(ended))) {
    const next = new Date(Date.parse(ended));
    next.setUTCDate(next.getUTCDate() + 1);
    return `${next.toISOString().slice(0, 10)}T00:00:00${zone}`;
  }
  return text?.replace(/^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/, '$1');
}

/** @file Invented but realistic transactions, the same for the same seed, for training and tests. */

import type { JsonObject } from './transaction-rules.ts';

/** A seeded stream of whole numbers from 0 to 2^32 - 1 (mulberry32). */
export type RandomNumbers = () => number;

export function randomNumbers(seed: number): RandomNumbers {
  // Neighbouring seeds must not lead to neighbouring positions of the same sequence.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const countries = [
  'AT',
  'BE',
  'BR',
  'CH',
  'CN',
  'CZ',
  'DE',
  'ES',
  'FR',
  'GB',
  'GR',
  'IN',
  'IT',
  'JP',
  'PL',
  'TR',
  'US',
];
const homeCountries = ['DE', 'AT', 'LU', 'NL'];
const currencies = ['CHF', 'GBP', 'JPY', 'PLN', 'SEK', 'TRY', 'USD'];
const methods = ['SEPA_CREDIT_TRANSFER', 'SEPA_DIRECT_DEBIT', 'SEPA_INSTANT', 'SWIFT', 'CARD', 'CASH', 'CHEQUE'];
const types = ['TRANSFER', 'PURCHASE', 'SALARY', 'REFUND', 'WITHDRAWAL', 'STANDING_ORDER'];
const categories = ['RETAIL', 'CORPORATE', 'TREASURY', 'TRADE_FINANCE', 'PAYROLL'];
const modificationTypes = ['CREATED', 'AUTHORISED', 'SETTLED', 'REVERSED'];
const risks = ['LOW', 'MEDIUM', 'HIGH'];
const channels = ['ONLINE', 'BRANCH', 'MOBILE', 'HOST_TO_HOST'];
const names = [
  'Müller & Söhne GmbH',
  'Société Générale d’Électricité',
  'Łódzkie Zakłady Przemysłowe S.A.',
  'José Ángel Peña Núñez',
  'Ωμέγα Ναυτιλιακή Α.Ε.',
  'Øystein Ådland',
  '株式会社山田製作所',
  'İstanbul Dış Ticaret A.Ş.',
  'ООО «Северный ветер»',
  'Acme Trading Ltd',
  'Çelik, Gül',
  'O’Brien & Partners',
];

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(word: number): string {
  return `${byteTexts[word >>> 24]}${byteTexts[(word >>> 16) & 255]}${byteTexts[(word >>> 8) & 255]}${byteTexts[word & 255]}`;
}

/** A random UUID of version 4. */
export function sampleUuid(random: RandomNumbers): string {
  const second = hex(((random() & 0xffff0fff) | 0x4000) >>> 0);
  const third = hex(((random() & 0x3fffffff) | 0x80000000) >>> 0);
  return `${hex(random())}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(random())}`;
}

function pick(random: RandomNumbers, values: readonly string[]): string {
  return values[random() % values.length] ?? '';
}

/** True in so many of a hundred cases. */
function chance(random: RandomNumbers, percent: number): boolean {
  return random() % 100 < percent;
}

function knownEntity(random: RandomNumbers): JsonObject {
  return { by_external_id: `customer-${String(random() % 1_000_000).padStart(7, '0')}` };
}

export function unknownEntity(random: RandomNumbers): JsonObject {
  const name = chance(random, 85) ? { full_name: pick(random, names) } : {};
  const unknown = { external_id: sampleUuid(random), ...name, risk_assessment: pick(random, risks) };
  return { external_entity_type: 'unknown', unknown };
}

/** From 2016 to 2024, so that no clock takes it for the future. */
function localTime(random: RandomNumbers): string {
  const from = Date.UTC(2016, 0, 1);
  const seconds = (Date.UTC(2025, 0, 1) - from) / 1000;
  const text = new Date(from + (random() % seconds) * 1000 + (random() % 1000)).toISOString();
  return chance(random, 50) ? text.slice(0, 19) : text.slice(0, 23);
}

/** A valid transaction. Money comes in or goes out: either sender or receiver is always a known entity. */
export function sampleTransaction(random: RandomNumbers): JsonObject {
  const known = knownEntity(random);
  const other = chance(random, 45) ? knownEntity(random) : unknownEntity(random);
  const outgoing = chance(random, 50);
  const cents = chance(random, 90) ? random() % 2_000_000 : random();
  const original = cents / 100;
  const abroad = chance(random, 25);
  const amount = abroad ? Math.round(cents * 0.93) / 100 : original;
  return {
    request_uuid: sampleUuid(random),
    ...(chance(random, 60) ? { payment_external_id: sampleUuid(random) } : {}),
    ...(chance(random, 40) ? { transaction_external_id: sampleUuid(random) } : {}),
    payment_source_country: pick(random, outgoing ? homeCountries : countries),
    payment_target_country: pick(random, outgoing ? countries : homeCountries),
    payment_method: pick(random, methods),
    ...(chance(random, 60) ? { payment_type: pick(random, types) } : {}),
    additional_fields: {
      payment_category: pick(random, categories),
      ...(chance(random, 40) ? { channel: pick(random, channels) } : {}),
      ...(chance(random, 20) ? { booking_run: random() % 10_000, urgent: chance(random, 50) } : {}),
    },
    sender: outgoing ? known : other,
    ...(chance(random, 8) ? { sending_partner: unknownEntity(random) } : {}),
    receiver: outgoing ? other : known,
    ...(chance(random, 10) ? { receiving_partner: knownEntity(random) } : {}),
    modification: {
      external_id: sampleUuid(random),
      type: pick(random, modificationTypes),
      amount,
      currency: 'EUR',
      ...(chance(random, 40) ? { monitoring_amount: amount, monitoring_currency: 'EUR' } : {}),
      ...(abroad ? { original_amount: original, original_currency: pick(random, currencies) } : {}),
      created_at: localTime(random),
    },
  };
}

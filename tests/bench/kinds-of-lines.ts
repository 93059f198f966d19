/** @file Files of one kind of line each, for lines.ts: faultless ones that are written oddly, and ones with one fault. */

/** Makes the nth line from its transaction. */
type Spelling = (transaction: Sample, n: number) => string;
type Sample = ReturnType<typeof sample>;

/** A transaction with the fields that most exports have; `n` makes its values differ. */
function sample(n: number) {
  const id = (kind: number) => `${(n * 7919 + kind).toString(16).padStart(8, '0')}-${kind}a2b-4c3d-8e4f-0123456789ab`;
  return {
    request_uuid: id(1),
    payment_external_id: id(2),
    transaction_external_id: id(3),
    payment_source_country: n % 2 === 0 ? 'DE' : 'FR',
    payment_target_country: 'XK',
    payment_method: 'SEPA',
    payment_type: 'credit',
    additional_fields: { payment_category: 'salary', reference: `invoice ${n}` },
    sender: { by_external_id: `client-${n % 1000}` },
    receiver: {
      external_entity_type: 'unknown',
      unknown: { external_id: id(4), full_name: `Person ${n % 5000}`, risk_assessment: 'low' },
    },
    modification: {
      external_id: id(5),
      type: 'CREATED',
      amount: (n * 37) / 100,
      currency: 'EUR',
      created_at: `2025-0${1 + (n % 6)}-1${n % 9}T12:30:59`,
    },
  };
}

const plain: Spelling = (transaction) => JSON.stringify(transaction);

/** With some members of `modification` set. */
const modified =
  (change: (n: number) => object): Spelling =>
  (transaction, n) =>
    JSON.stringify({ ...transaction, modification: { ...transaction.modification, ...change(n) } });

/** With some members of the transaction set; an undefined one is left out. */
const changed =
  (change: (n: number) => object): Spelling =>
  (transaction, n) =>
    JSON.stringify({ ...transaction, ...change(n) });

const escaped: Spelling = (transaction, n) =>
  JSON.stringify({ ...transaction, additional_fields: { schlüssel: 1, größe: n, straße: 'x' } }).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function shuffled(value: unknown, seed: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const place = (key: string) => Math.imul(seed ^ (key.length * 31 + key.charCodeAt(key.length >> 1)), 0x9e3779b1);
  const members = Object.entries(value).toSorted(([one], [other]) => place(one) - place(other));
  return Object.fromEntries(members.map(([key, inner]) => [key, shuffled(inner, seed)]));
}

const nested = { a: [{ b: [{ c: { d: [1, 2, { e: null }] } }] }, [[], [{}, true]]] };

/** Lines without a finding. */
export const faultless: Readonly<Record<string, Spelling>> = {
  plain,
  'keys in random order': (transaction, n) => JSON.stringify(shuffled(transaction, n)),
  'escaped keys': escaped,
  '300 additional fields': changed((n) => ({
    additional_fields: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field_${at}`, `${n + at}`])),
  })),
  'optional fields, half of them': changed((n) => ({
    ...((n & 1) === 0 ? { request_uuid: undefined } : {}),
    ...((n & 2) === 0 ? { payment_external_id: undefined } : {}),
    ...((n & 4) === 0 ? { payment_method: undefined } : {}),
    ...((n & 8) === 0 ? { additional_fields: undefined } : {}),
  })),
  nested: changed(() => ({ additional_fields: nested })),
  Cyrillic: changed((n) => ({ additional_fields: { назначение: `оплата по счёту ${n}` }, payment_type: 'кредит' })),
  'CJK and emoji': changed((n) => ({ additional_fields: { 摘要: `振込 ${n} 😀` }, payment_type: '信用' })),
  'long numbers': modified((n) => ({ amount: undefined, monitoring_amount: n * 1e18 })),
};

/** Lines with one finding each. */
export const faulty: Readonly<Record<string, Spelling>> = {
  'an undocumented field': changed((n) => ({ booking_text: `text ${n}` })),
  'null in an optional field': changed(() => ({ payment_method: null })),
  'a wrong date': modified((n) => ({ created_at: `2025-02-30T12:30:${10 + (n % 50)}` })),
  'a date in the future': modified(() => ({ created_at: '2999-01-01T00:00:00' })),
  'a wrong country code': changed(() => ({ payment_source_country: 'de' })),
  'an unassigned currency': modified(() => ({ currency: 'QQQ' })),
  'a required field missing': modified(() => ({ external_id: undefined })),
  'a negative amount': modified((n) => ({ amount: -1 - n })),
  'a duplicate key': (transaction) => `${JSON.stringify(transaction).slice(0, -1)},"payment_method":"SEPA"}`,
  'no JSON': (transaction) => JSON.stringify(transaction).slice(0, -1),
};

/** Lines of one kind, about as many bytes as asked for. */
export function linesOfKind(spelling: Spelling, bytes: number): string {
  const lines: string[] = [];
  for (let written = 0, n = 0; written < bytes; n++) {
    const line = `${spelling(sample(n), n)}\n`;
    written += line.length;
    lines.push(line);
  }
  return lines.join('');
}

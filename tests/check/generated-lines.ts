/**
 * @file Generated export lines for property tests: valid ones as a machine writes them, and many kinds of spoilt ones.
 */

import fc from 'fast-check';

/** JSON that keeps the spelling of its values and the order of its keys, including duplicates. */
type Json = string | Json[] | { members: readonly Member[] };
type Member = readonly [key: string, value: Json];

/** How a machine writes JSON. */
interface Style {
  comma: string;
  colon: string;
  padding: string;
  lineEnd: string;
  onlyAscii: boolean;
  /** Every other key begins with an escape, so that a key that comes again is spelled in two ways. */
  escapesKeys: boolean;
  /** Each seed gives a fixed order of keys; 0 is that of the interface. */
  orderSeed: number;
}

const style: fc.Arbitrary<Style> = fc.record({
  comma: fc.constantFrom(',', ', ', ' ,\t'),
  colon: fc.constantFrom(':', ': ', ' :'),
  padding: fc.constantFrom('', '', ' '),
  lineEnd: fc.constantFrom('\n', '\n', '\r\n', ' \n'),
  onlyAscii: fc.boolean(),
  escapesKeys: fc.constantFrom(false, false, false, true),
  orderSeed: fc.constantFrom(0, 0, 1, 2),
});

function print(json: Json, written: Style): string {
  if (typeof json === 'string') return written.onlyAscii ? escaped(json) : json;
  const { comma, colon, padding } = written;
  if (Array.isArray(json)) return `[${padding}${json.map((item) => print(item, written)).join(comma)}${padding}]`;
  const members = written.orderSeed === 0 ? json.members : json.members.toSorted(byHash(written.orderSeed));
  const spelled = (key: string, at: number) =>
    written.escapesKeys && at % 2 === 1 && /^[a-z]/.test(key)
      ? `"${unitEscape(key)}${key.slice(1)}"`
      : JSON.stringify(key);
  const printed = members.map(([key, value], at) => `${spelled(key, at)}${colon}${print(value, written)}`);
  return `{${padding}${printed.join(comma)}${padding}}`;
}

function escaped(text: string): string {
  return text.replace(/[^ -~]/g, unitEscape);
}

/** The first unit of a text as an escape. */
function unitEscape(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function byHash(seed: number): (a: Member, b: Member) => number {
  const hash = (key: string) => [...key].reduce((sum, unit) => Math.imul(sum ^ unit.charCodeAt(0), 0x01000193), seed);
  return ([a], [b]) => hash(a) - hash(b);
}

/** An object with each of these keys most of the time, or half the time if its name ends with a question mark. */
function object(fields: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> {
  const members = Object.entries(fields).map(([name, value]) => {
    const key = name.replace('?', '');
    return fc.option(
      value.map((json): Member => [key, json]),
      { freq: name === key ? 40 : 2, nil: undefined },
    );
  });
  return fc.tuple(...members).map((given) => ({ members: given.filter((member) => member !== undefined) }));
}

const quoted = (value: fc.Arbitrary<string>) => value.map((text): Json => JSON.stringify(text));

const uuid = quoted(fc.tuple(fc.uuid(), fc.boolean()).map(([id, upper]) => (upper ? id.toUpperCase() : id)));
const text = quoted(
  fc.oneof(
    fc.constantFrom('low', 'A', '', 'Müller & Söhne', '山田', '😀', 'a\tb', '"', '\\', '/', '\x7f', '\uFFFD', '߿ࠀ'),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  ),
);
const country = quoted(fc.constantFrom('DE', 'XK', 'US'));
const currency = quoted(fc.constantFrom('EUR', 'XAU', 'ZWL'));
const amount = fc.oneof(
  fc.nat().map(String),
  fc.nat().map((cents) => (cents / 100).toFixed(2)),
  fc.constantFrom('0', '0.0', '1.5E7', '2e-3', '1E+16', '123456789012345678901', '9007199254740993.25'),
);
const scalar = fc.oneof(
  amount,
  fc.constantFrom('true', 'false', 'null', '-1', '-0.5e-7', '1e400', '-0', '1E0000000000001'),
);
const moment = quoted(
  fc.constantFrom('2024-02-29T23:59:59', '2024-12-31T00:00:00.5', '0000-01-01T00:00:00', '2025-07-01T02:00:00'),
);

const { open } = fc.letrec<{ open: Json }>((tie) => ({
  open: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: text },
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('open'), { maxLength: 3 }) },
    {
      weight: 2,
      arbitrary: object({ 'a?': tie('open'), 'b?': tie('open'), 'by_external_id?': text, 'ключ?': tie('open') }),
    },
  ),
}));
const additional = object({ payment_category: text, 'a?': open, 'sender?': open, '__proto__?': open, 'iban?': text });

const known = object({ by_external_id: quoted(fc.constantFrom('client-1', 'Jörg', 'x')) });
const unknown = object({
  external_entity_type: fc.constant('"unknown"'),
  unknown: object({ external_id: uuid, 'full_name?': text, risk_assessment: quoted(fc.constantFrom('low', 'A')) }),
});
const entity = fc.oneof(known, unknown);

const transaction = object({
  'request_uuid?': uuid,
  'payment_external_id?': uuid,
  'transaction_external_id?': uuid,
  'payment_source_country?': country,
  'payment_target_country?': country,
  'payment_method?': text,
  'payment_type?': fc.constantFrom('"A"', '"low"', '"credit"'),
  'additional_fields?': additional,
  sender: fc.oneof({ weight: 5, arbitrary: known }, { weight: 2, arbitrary: unknown }),
  'sending_partner?': entity,
  receiver: entity,
  'receiving_partner?': entity,
  modification: object({
    external_id: uuid,
    'type?': text,
    'amount?': amount,
    'monitoring_amount?': amount,
    'original_amount?': amount,
    'currency?': currency,
    'monitoring_currency?': currency,
    'original_currency?': currency,
    'created_at?': moment,
  }),
});

/** Lines of one machine with their line ends: mostly faultless transactions with keys in one order. */
export const machineLines: fc.Arbitrary<string[]> = fc
  .tuple(style, fc.array(transaction, { minLength: 2, maxLength: 6 }))
  .map(([written, transactions]) => transactions.map((json) => print(json, written) + written.lineEnd));

/** Lines of several machines, in turn. */
const mixedLines: fc.Arbitrary<string[]> = fc
  .array(machineLines, { minLength: 1, maxLength: 3 })
  .map((machines) => (machines[0] ?? []).flatMap((_, index) => machines.flatMap((lines) => lines[index] ?? [])));

const oddTokens = [
  ...['1e400', '-1', '-0', '01', '1.', '.5', '1e', 'tru', 'null', 'true', '7', `1${'0'.repeat(310)}`, '1e308', '9e99'],
  ...[
    '{}',
    '[]',
    '[1]',
    '{"a":1}',
    '{"a":1,"a":2}',
    '{"by_external_id":"x"}',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00x"',
  ],
  ...[
    '"\\ud83d\\ude00"',
    '"\\ud83dx"',
    '"\\x"',
    '"\\u12g4"',
    '"QQ"',
    '"de"',
    '"DEU"',
    '"QQQ"',
    '"EUR "',
    '"unknown"',
    '"person"',
  ],
  ...['"2025-02-29T00:00:00"', '"2024-02-30T00:00:00"', '"2024-04-31T00:00:00"', '"1900-02-29T00:00:00"'],
  ...['"2025-07-01T02:00:01"', '"2999-01-01T00:00:00"', '"2025-06-30T24:00:00"', '"2025-06-30T23:60:00"'],
  ...[
    '"2025-06-30T23:59:60"',
    '"2025-06-30T12:00:00Z"',
    '"2025-06-30T12:00:00."',
    '"2025-06-30 12:00:00"',
    '"2025-00-10T12:00:00"',
  ],
  ...[
    '"__proto__"',
    '"sender"',
    '"receiver"',
    '"by_external_id"',
    '"external_id"',
    '"amount"',
    '"\\u0061"',
    '"a"',
    '"b"',
  ],
  ...[
    '"00000000-0000-4000-8000-00000000000"',
    '"00000000-0000-4000-8000-00000000000g"',
    '"0000000000000-4000-8000-000000000000"',
  ],
];
const oddBytes = [
  ...[0x22, 0x5c, 0x2c, 0x3a, 0x7b, 0x7d, 0x5b, 0x5d, 0x30, 0x39, 0x2d, 0x2e, 0x65, 0x20, 0x0a, 0x0d, 0x09, 0x00, 0x1f],
  ...[0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xa0, 0xef, 0xf0, 0xf4, 0xff, 0x41, 0x61, 0x67],
];

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\dA-Za-z]+/g;
const SEAM = /[,{}[\]]/g;

/** The parameters of a mutation: places as fractions of the line, and another line to take bytes from. */
interface Mutation {
  kind: 'keep' | 'token' | 'copy' | 'splice' | 'insert' | 'replace' | 'delete' | 'swap' | 'truncate' | 'repeat';
  at: number;
  from: number;
  other: number;
  byte: number;
  odd: string;
}

const fraction = fc.nat(9999).map((part) => part / 10_000);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(
    'keep',
    'token',
    'token',
    'copy',
    'splice',
    'splice',
    'insert',
    'replace',
    'delete',
    'swap',
    'truncate',
    'repeat',
  ),
  at: fraction,
  from: fraction,
  other: fc.nat(),
  byte: fc.constantFrom(...oddBytes),
  odd: fc.constantFrom(...oddTokens),
});

/** A spoilt copy of a line; the line end stays. */
function spoil(line: string, other: string, { kind, at, from, byte, odd }: Mutation): Buffer {
  const end = line.length - (line.trimEnd().length === line.length ? 0 : line.length - line.trimEnd().length);
  const body = line.slice(0, end);
  const lineEnd = Buffer.from(line.slice(end));
  const place = <Item>(items: readonly Item[], fraction: number) => items[Math.floor(fraction * items.length)];
  const asText = (text: string) => Buffer.concat([Buffer.from(text), lineEnd]);
  const put = (match: RegExpMatchArray | undefined, text: string) =>
    match === undefined ? body : body.slice(0, match.index) + text + body.slice((match.index ?? 0) + match[0].length);
  const tokens = [...body.matchAll(TOKEN)];
  const bytes = Buffer.from(body);
  const position = Math.floor(at * bytes.length);
  const around = (middle: readonly number[], skipped: number) =>
    Buffer.concat([bytes.subarray(0, position), Buffer.from(middle), bytes.subarray(position + skipped), lineEnd]);
  switch (kind) {
    case 'keep':
      return asText(body);
    case 'token':
      return asText(put(place(tokens, at), odd));
    case 'copy':
      return asText(put(place(tokens, at), place(tokens, from)?.[0] ?? ''));
    case 'splice': {
      const cut = place([...body.matchAll(SEAM)], at)?.index ?? 0;
      const seams = [...other.matchAll(SEAM)];
      // The same place of the other line is the likeliest to fit.
      const near = seams.find(({ index }) => other.slice(index, index + 6) === body.slice(cut, cut + 6) && from < 0.7);
      return Buffer.from(body.slice(0, cut) + other.slice((near ?? place(seams, from))?.index ?? 0));
    }
    case 'insert':
      return around([byte], 0);
    case 'replace':
      return around([byte], 1);
    case 'delete':
      return around([], 1);
    case 'swap':
      return around([bytes[position + 1] ?? 0x20, bytes[position] ?? 0x20], 2);
    case 'truncate':
      return Buffer.concat([bytes.subarray(0, position), lineEnd]);
    case 'repeat': {
      const start = place([...body.matchAll(SEAM)], at)?.index ?? 0;
      const stop = body.indexOf(',', start + 1);
      return asText(stop === -1 ? body : body.slice(0, stop) + body.slice(start));
    }
  }
}

/** Lines of machines, followed by and mixed with spoilt ones. */
export const spoiltLines: fc.Arbitrary<Buffer[]> = fc
  // Without the bias to small and early values, mutations reach every part of a line.
  .noBias(fc.tuple(mixedLines, fc.array(mutation, { minLength: 10, maxLength: 40 })))
  .map(([lines, mutations]) => {
    const good = lines.map((line) => Buffer.from(line));
    const spoilt = mutations.map((each, index) => {
      const line = lines[index % lines.length] ?? '';
      return spoil(line, lines[each.other % lines.length] ?? '', each);
    });
    return [...good, ...spoilt];
  });

/** @file What no server should say: messages of a real conversation, and made-up ones, changed, mixed and cut at any byte. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyText } from '../any-text.ts';
import { column, int16, int32, message, request } from './false-server.ts';

/**
 * All that PostgreSQL 15 said over its socket to a desk, which began, asked for values of all kinds, made a mistake, and changed a
 * setting.
 */
const conversation = Buffer.from(
  readFileSync(new URL('fixtures/conversation.base64', import.meta.url), 'latin1'),
  'base64',
);

export function messagesIn(bytes: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    messages.push(bytes.subarray(at, end));
    at = end;
  }
  return messages;
}
export const recorded: readonly Buffer[] = messagesIn(conversation);

const sign = fc.constantFrom(...'RKSZTDCEN123nIAGHWdcstVvX\0');
const oddLength = fc.constantFrom(0, 3, 4, 5, 70_000, 2 ** 24, 2 ** 30, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1);
const text = anyText({ maxLength: 30 }).map((words) => Buffer.from(words));
const bytes = fc.uint8Array({ maxLength: 60 }).map((values) => Buffer.from(values));
/** Numbers of types that the library reads in its own way: times, intervals, points, arrays, JSON, bytes. */
const type = fc.constantFrom(
  16,
  17,
  20,
  23,
  25,
  114,
  199,
  600,
  718,
  1009,
  1017,
  1082,
  1114,
  1115,
  1184,
  1185,
  1186,
  1187,
  3802,
);
const value = fc.oneof(
  text,
  fc
    .constantFrom(
      '{',
      '{{{{',
      '{a,{b},',
      '"{',
      '2026-01-01 99:99:99+99',
      'infinity',
      '\\x0',
      '(1',
      '<(1,2),3',
      '[',
      '{"a":',
      '-1',
    )
    .map((words) => Buffer.from(words)),
  fc
    .tuple(fc.constantFrom('9', '{', '[', '\\', '1-', '(', '"', ' '), fc.nat({ max: 100_000 }))
    .map(([part, times]) => Buffer.from(part.repeat(times))),
);

const rows = fc.array(fc.tuple(text, type, value), { maxLength: 5 }).map((columns) => {
  const names = columns.flatMap(([name, kind]) => [name.filter((byte) => byte !== 0), Buffer.of(0), column(kind)]);
  const values = columns.flatMap(([, , content]) => [int32(content.length), content]);
  const row = message('D', Buffer.concat([int16(columns.length), ...values]));
  return Buffer.concat([message('T', Buffer.concat([int16(columns.length), ...names])), row, row]);
});
const fields = fc
  .tuple(sign, fc.array(fc.tuple(fc.constantFrom('S', 'C', 'M', 'D', 'W', 'x'), text), { maxLength: 4 }))
  .map(([kind, said]) =>
    message(
      kind,
      Buffer.concat([...said.flatMap(([name, words]) => [Buffer.from(name), words, Buffer.of(0)]), Buffer.of(0)]),
    ),
  );
const asked = fc.oneof(
  fc.constantFrom(request.ok, request.clearText, request.md5, request.gss, request.sasl('SCRAM-SHA-256')),
  text.map((words) => request.challenge(`r=${words},s=${words},i=5000`)),
  text.map((words) => request.proof(`v=${words}`)),
);
const ready = message('Z', 'I');
const done = message('C', 'SELECT 1\0');

export const hostileMessage: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...recorded),
  rows,
  // Often enough that an answer is sometimes whole.
  { weight: 4, arbitrary: rows.map((said) => Buffer.concat([said, done, ready])) },
  fields,
  asked,
  fc.tuple(sign, bytes).map(([kind, body]) => message(kind, body)),
  fc.tuple(sign, bytes, oddLength).map(([kind, body, length]) => message(kind, body, length)),
);

/** One change of what is said, at a place between its beginning (0) and its end (1). */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  how: fc.constantFrom('flip', 'leave out', 'double', 'insert'),
  bytes,
});

function changed(
  said: Buffer,
  { at, how, bytes: other }: typeof change extends fc.Arbitrary<infer One> ? One : never,
): Buffer {
  const from = Math.floor(at * said.length);
  const [before, here, after] = [
    said.subarray(0, from),
    said.subarray(from, from + other.length),
    said.subarray(from + other.length),
  ];
  switch (how) {
    case 'flip':
      return Buffer.concat([before, here.map((byte, index) => byte ^ (other[index] ?? 0)), after]);
    case 'leave out':
      return Buffer.concat([before, after]);
    case 'double':
      return Buffer.concat([before, here, here, after]);
    default:
      return Buffer.concat([before, other, here, after]);
  }
}

/** What a server says at a time, in the pieces in which it arrives. */
export const hostileSpeech: fc.Arbitrary<Buffer[]> = fc
  .tuple(
    fc.array(hostileMessage, { minLength: 1, maxLength: 8 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(change, { maxLength: 3 }) }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  )
  .map(([messages, changes, cuts]) => cut(changes.reduce(changed, Buffer.concat(messages)), cuts));

export function cut(said: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((place) => Math.floor(place * said.length)).sort((a, b) => a - b), said.length];
  return places.slice(1).map((end, index) => said.subarray(places[index], end));
}

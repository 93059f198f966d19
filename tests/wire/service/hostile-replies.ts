/** @file Replies that no one should give: valid ones whose structure, head or way over the wire is changed. */

import fc from 'fast-check';
import { anyText } from '../../any-text.ts';
import { BATCH, SECRET, TOKEN } from './fixtures.ts';

const ESCAPES = '\u001b[2J\u001b]52;c;AAAA\u0007\u202eprocessed\r\n\u009b1A';
const LONG = 'x'.repeat(300_000);

/** Valid replies of all endpoints. */
export const valid: readonly unknown[] = [
  { access_token: 'canary-token-1', expires_in: 3600, token_type: 'Bearer' },
  { batch_id: BATCH, upload_url: 'https://bucket.example.com/key?X-Amz-Signature=abc' },
  { batch_id: BATCH, status: 'IN_PROGRESS', error_message: '' },
  { validation_report: { url: 'https://bucket.example.com/report?X-Amz-Signature=abc' } },
  { execution_id: BATCH, accepted_rules: ['a'], rejected_rules: [{ rule_id: 'b', reason: 'no such rule' }] },
  { execution_id: BATCH, status: 'RUNNING', message: 'so far so good' },
  { rules: [{ id: 'r1', schedule: { at: '06:00' } }] },
  { rows: [{ day: '2026-01-05', count: 3 }] },
  { error: 'invalid_client', error_description: 'unknown tenant' },
  { detail: [{ loc: ['body'], msg: 'Field required' }] },
];

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1e308, '', ' ', 'NaN', '1e999', [], {}, [[]], '\ud800', ESCAPES, LONG),
  fc.constantFrom(
    'http://[',
    `https://${'a'.repeat(70_000)}/`,
    'javascript:alert(1)',
    '00000000-0000-0000-0000-000000000000',
  ),
  anyText({ maxLength: 40 }),
  fc.constantFrom(...valid),
  fc.nat({ max: 300 }).map((depth) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)),
);
const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'status',
  'message',
  'error',
  'url',
  'id',
  ESCAPES,
);

/** A reply with one of its fields replaced, doubled, renamed or missing, at any depth. */
function changed(reply: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(reply);
  const names = [...text.matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
  const odd = oddValue.map((value) => JSON.stringify(value) ?? 'null');
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), odd)
      .map(([name, value]) => text.replace(`"${name}":`, `"${name}":${value},"${name}2":`)),
    fc
      .tuple(fc.constantFrom(...names), oddName)
      .map(([name, other]) => text.replace(`"${name}"`, JSON.stringify(other))),
    fc.tuple(oddName, odd).map(([name, value]) => text.replace('{', `{${JSON.stringify(name)}:${value},`)),
    fc.nat({ max: text.length }).map((length) => text.slice(0, length)),
    fc.constantFrom(
      `\ufeff${text}`,
      `${text}${text}`,
      `[${text}]`,
      ` \n${text}`,
      JSON.stringify(text),
      `<html><title>${text}`,
    ),
    fc.constantFrom(
      `{"expires_in":NaN}`,
      '9'.repeat(200_000),
      `${'['.repeat(200_000)}`,
      '<title'.repeat(50_000),
      '<script>'.repeat(40_000),
    ),
    fc.constantFrom(
      '{"a":'.repeat(50_000),
      `[${'{"a":1},'.repeat(40_000)}1]`,
      `"${'\\u001b[1A'.repeat(30_000)}"`,
      '.'.repeat(300_000),
    ),
    odd,
  );
}

export interface HostileReply {
  status: number;
  body: string;
  head: readonly string[];
  /** How the body goes over the wire. */
  framing: 'length' | 'chunks' | 'small-chunks' | 'too-long' | 'too-short' | 'bad-chunk' | 'until-end' | 'cut';
}

const saidInAll = [ESCAPES, 'x'.repeat(20_000), 'so '.repeat(7000), `Bearer ${TOKEN}`, TOKEN, SECRET, '\ud800'];

/** Every valid reply with all of its texts replaced; each is tried every time. */
export const replacedReplies: readonly HostileReply[] = valid.flatMap((reply) =>
  saidInAll.flatMap((said) =>
    [200, 400].map((status) => {
      const body = JSON.stringify(reply).replace(/:"[^"]*"/g, () => `:${JSON.stringify(said)}`);
      return { status, body, head: [], framing: 'length' };
    }),
  ),
);

export const hostileReplies: fc.Arbitrary<HostileReply> = fc.record({
  status: fc.constantFrom(
    200,
    200,
    200,
    201,
    204,
    206,
    301,
    302,
    304,
    400,
    401,
    403,
    404,
    409,
    422,
    429,
    500,
    503,
    599,
    600,
    999,
  ),
  body: fc.constantFrom(...valid).chain(changed),
  head: fc.subarray([
    'Content-Type: text/html',
    'Content-Type: application/json; charset=utf-16',
    'Retry-After: 99999999999999999999',
    'Retry-After: -1',
    `Retry-After: ${'9'.repeat(4000)}`,
    'Location: http://\u001b[1A/',
    `Location: https://${'a'.repeat(8000)}/?token=canary-token-0`,
    'Date: never',
    'Set-Cookie: \u009b1A=1',
    `X-${'a'.repeat(3000)}: 1`,
  ]),
  framing: fc.constantFrom(
    'length',
    'length',
    'chunks',
    'small-chunks',
    'too-long',
    'too-short',
    'bad-chunk',
    'until-end',
    'cut',
  ),
});

/** The bytes of a reply. */
export function bytesOf({ status, body, head, framing }: HostileReply): Buffer {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} ${body.length % 9 === 0 ? 'Said\u001b[1A' : 'Said'}`, ...head];
  const size =
    framing === 'too-long'
      ? bytes.length + 1000
      : framing === 'too-short'
        ? Math.floor(bytes.length / 2)
        : bytes.length;
  if (framing.includes('chunk')) lines.push('Transfer-Encoding: chunked');
  else if (framing !== 'until-end') lines.push(`Content-Length: ${size}`);
  const before = Buffer.from(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1');
  if (framing === 'cut') return Buffer.concat([before, bytes.subarray(0, bytes.length / 2)]);
  if (!framing.includes('chunk')) return Buffer.concat([before, bytes]);
  if (framing === 'bad-chunk') return Buffer.concat([before, Buffer.from('ZZ\r\n'), bytes]);
  const step = framing === 'small-chunks' ? Math.max(1, Math.ceil(bytes.length / 3000)) : 65_536;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += step) {
    const piece = bytes.subarray(at, at + step);
    pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  return Buffer.concat([before, ...pieces, Buffer.from('0\r\n\r\n')]);
}

import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countryCodes, currencyCodes } from '../../src-main/checking/rules/codes.ts';
import * as numbers from '../../src-main/checking/shapes/number-checks.ts';
import * as texts from '../../src-main/checking/shapes/text-checks.ts';
import { NOW } from './sources.ts';

type Check = (view: DataView, at: number, limit: number) => number;

/** True when the check finds the exact end of the value; a text is given without its quotes. */
function passes(check: Check, value: string | readonly number[], ending = '"'): boolean {
  const bytes = Buffer.concat([Buffer.from('"'), Buffer.from(value as string), Buffer.from(ending)]);
  for (let limit = 1; limit < bytes.length; limit++) {
    // This view ends at the limit: reading on would throw.
    const cut = new DataView(bytes.buffer, bytes.byteOffset, limit);
    if (check(cut, 1, limit) > limit) expect.fail(`went on behind the limit of ${value}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = check(view, 1, bytes.length);
  return end === (ending === '"' ? bytes.length : bytes.length - ending.length);
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

it('The check passes exactly the assigned country codes', () => {
  const pairs = [...letters, 'a', '0', '[', '@'].flatMap((first) =>
    [...letters, 'a', '0', '['].map((second) => first + second),
  );
  expect(new Set(pairs.filter((pair) => passes(texts.endOfCountry, pair)))).toEqual(countryCodes);
  expect(passes(texts.endOfCountry, 'DEU')).toBe(false);
});

it('The check passes exactly the assigned currency codes', () => {
  const alphabet = [...letters, 'a', '[', '@', '0'];
  const codes = alphabet.flatMap((first) =>
    alphabet.flatMap((second) => alphabet.map((third) => first + second + third)),
  );
  expect(new Set(codes.filter((code) => passes(texts.endOfCurrency, code)))).toEqual(currencyCodes);
  expect(passes(texts.endOfCurrency, 'EURO')).toBe(false);
});

it('The check passes a UUID with any byte at any place exactly when it is still a UUID', () => {
  const uuid = Buffer.from('01234567-89ab-CDEF-0123-456789abcdef');
  for (let at = 0; at < 36; at++) {
    for (const byte of bytes) {
      const changed = Buffer.from(uuid);
      changed[at] = byte;
      expect(passes(texts.endOfUuid, [...changed])).toBe(UUID.test(changed.toString('latin1')));
    }
  }
  expect(passes(texts.endOfUuid, `${uuid}0`)).toBe(false);
});

it('The check passes a text of any two bytes exactly when it is plain UTF-8', () => {
  for (const first of bytes) {
    for (const second of bytes) {
      if (first === 0x5c) continue;
      const text = Buffer.from([first, second]);
      expect([first, second, passes(texts.endOfText, [first, second])]).toEqual([first, second, isPlainText(text)]);
    }
  }
});

it('The check passes a text of any three or four significant bytes exactly when it is plain UTF-8', () => {
  const telling = [0x00, 0x1f, 0x20, 0x22, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  const leads = [...telling, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff];
  for (const lead of leads)
    for (const second of telling)
      for (const third of telling)
        for (const tail of [[], ...telling.map((fourth) => [fourth])]) {
          const text = [lead, second, third, ...tail];
          if (passes(texts.endOfText, text) !== isPlainText(Buffer.from(text))) expect.fail(`wrong about ${text}`);
        }
});

function isPlainText(text: Buffer): boolean {
  return isUtf8(text) && text.every((byte) => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c);
}

it('The check passes a text with escapes exactly when it is JSON without NUL and lone surrogates', () => {
  const piece = fc.constantFrom(
    ...[
      '\\',
      '"',
      'u',
      '\\u',
      '\\u00',
      '00e4',
      '\\u00E4',
      '\\u0000',
      '\\ud83d',
      '\\uDE00',
      '\\ude00',
      '\\udbff',
      '\\udc00',
    ],
    ...[
      '\\uD7FF',
      '\\ue000',
      '\\n',
      '\\/',
      '\\"',
      '\\\\',
      '\\x',
      '\\b',
      '\\f',
      '\\r',
      '\\t',
      'a',
      'é',
      '\\u12g4',
      '\\u123',
      '\\u0001',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      let value: string | undefined;
      try {
        value = JSON.parse(`"${text}"`);
      } catch {
        value = undefined;
      }
      const isFine = value?.includes('\0') === false && value.isWellFormed();
      // A quote inside ends the text early, which the check of the following bytes handles.
      if (/^(?:[^"\\]|\\.)*$/.test(text)) expect(passes(texts.endOfText, text)).toBe(isFine);
    }),
    { numRuns: 3000 },
  );
});

it('The check passes an empty text only where it is allowed', () => {
  expect([passes(texts.endOfText, ''), passes(texts.endOfFilledText, '')]).toEqual([true, false]);
  expect([passes(texts.endOfText, 'a'), passes(texts.endOfFilledText, 'a')]).toEqual([true, true]);
});

it('The check passes only the listed texts', () => {
  const listed: Check = (view, at, limit) =>
    texts.endOfListed(view, at, limit, [Buffer.from('low"'), Buffer.from('"')]);
  expect(['low', '', 'lo', 'lowe', 'l', 'Low'].map((text) => passes(listed, text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('The check passes exactly the numbers of JSON, and amounts when they are certainly finite and not negative', () => {
  const piece = fc.constantFrom(
    ...[
      '0',
      '1',
      '9',
      '00',
      '.',
      '-',
      '+',
      'e',
      'E',
      '5',
      '12',
      '99',
      '309',
      'true',
      'false',
      'null',
      'x',
      '0'.repeat(300),
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      const isJson =
        /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?)$/i.test(text) && !/[TFNUL]/.test(text);
      expect(passes(numbers.endOfScalar, text, ',')).toBe(isJson);
      const isAmount = passes(numbers.endOfAmount, text, ',');
      if (isAmount)
        expect([isJson, Number(text) >= 0, Number.isFinite(Number(text)), text[0]]).toEqual([
          true,
          true,
          true,
          expect.not.stringMatching('-'),
        ]);
      else if (isJson && /^\d/.test(text)) expect(text.length > 200 || /e[-+]?\d{3}/i.test(text)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

it('The check passes exactly the days of the calendar', () => {
  const dateTime: Check = (view, at, limit) =>
    numbers.endOfDateTime(view, at, limit, numbers.latestMoment(NOW), { day: 0 });
  for (const year of [0, 4, 100, 1900, 2000, 2023, 2024]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const date = [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
          '-',
        );
        const parsed = new Date(`${date}T00:00:00Z`);
        const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
        expect([date, passes(dateTime, `${date}T12:30:59`)]).toEqual([date, exists]);
      }
    }
  }
});

it.each([
  ['2025-07-01T02:00:00', true],
  ['2025-07-01T02:00:00.999', true],
  ['2025-07-01T02:00:01', false],
  ['2025-07-02T00:00:00', false],
  ['2025-06-30T23:59:59', true],
  ['2025-06-30T24:00:00', false],
  ['2025-06-30T12:60:00', false],
  ['2025-06-30T12:00:60', false],
  ['2025-06-30T12:00:00.', false],
  ['2025-06-30T12:00:00.5x', false],
  ['2025-06-30T12:00:00Z', false],
  ['2025-06-30t12:00:00', false],
  ['2025-06-30 12:00:00', false],
  ['2025/06-30T12:00:00', false],
  ['2025-06/30T12:00:00', false],
  ['2025-06-30T12.00:00', false],
  ['2025-06-30T12:00.00', false],
  ['20x5-06-30T12:00:00', false],
  ['x025-06-30T12:00:00', false],
  ['2025-06-30T1x:00:00', false],
  ['2025-06-30T12:0x:00', false],
  ['2025-06-30T12:00:0x', false],
])('For the date and time %s it is %s that the check passes it at noon of 2025-06-30', (text, isPassed) => {
  const dateTime: Check = (view, at, limit) =>
    numbers.endOfDateTime(view, at, limit, numbers.latestMoment(NOW), { day: 0 });
  expect(passes(dateTime, text)).toBe(isPassed);
});

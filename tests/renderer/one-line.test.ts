import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOneLine, laidOut } from '../../src-renderer/line-editor/one-line.ts';
import { lineEditSchema } from '../../src-shared/edit-shapes.ts';
import { anyText } from '../any-text.ts';

/** JSON as programs write it: numbers in any spelling, escapes, repeated keys, blanks anywhere between tokens. */
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const spelledNumber = fc.constantFrom('0', '-0.0', '1.10', '12345678901234567890.10', '1E+5', '1e-007', '100');
const spelledText = fc.oneof(
  fc.constantFrom(
    '"\\u00e9"',
    '"é"',
    '"a\\"b"',
    '"\\\\"',
    '" { : , } "',
    '"\\n\\t  x"',
    '"😀\\ud83d\\ude00"',
    '"\u2028"',
  ),
  fc.string().map((text) => JSON.stringify(text)),
);
const { spelled } = fc.letrec<{ spelled: string }>((tie) => ({
  spelled: fc.oneof(
    { depthSize: 'small' },
    spelledNumber,
    spelledText,
    fc.constantFrom('true', 'false', 'null', '{}', '[]'),
    fc.array(fc.tuple(blanks, tie('spelled'), blanks)).map((items) => `[${items.map((one) => one.join('')).join()}]`),
    fc
      .array(fc.tuple(blanks, spelledText, blanks, fc.constant(':'), blanks, tie('spelled'), blanks))
      .map((members) => `{${members.map((one) => one.join('')).join()}}`),
  ),
}));

/** Strings, numbers, words and brackets, each as it is spelled. */
const tokensOf = (text: string) => text.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];

describe('A line that was laid out and is saved as one line again', () => {
  it('has the same value', () => {
    fc.assert(
      fc.property(spelled, (line) => {
        expect(JSON.parse(asOneLine(laidOut(line)))).toEqual(JSON.parse(line));
      }),
    );
  });

  it('has each token spelled as it was', () => {
    fc.assert(
      fc.property(spelled, (line) => {
        expect(tokensOf(asOneLine(laidOut(line)))).toEqual(tokensOf(line));
      }),
    );
  });

  it('is the same as without laying it out', () => {
    fc.assert(
      fc.property(spelled, (line) => {
        expect(asOneLine(laidOut(line))).toBe(asOneLine(line));
      }),
    );
  });

  it('is laid out as before', () => {
    fc.assert(
      fc.property(spelled, (line) => {
        expect(laidOut(asOneLine(laidOut(line)))).toBe(laidOut(line));
      }),
    );
  });
});

describe('Whatever a person writes', () => {
  const anything = fc.oneof(spelled, anyText(), fc.stringMatching(/^[{}[\]",:\\ \r\nab1]*$/));

  it('is saved as one line that the app takes, and saving that again changes nothing', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const line = asOneLine(text);
        expect(lineEditSchema.safeParse({ kind: 'replaced', text: line }).success).toBe(true);
        expect(asOneLine(line)).toBe(line);
      }),
    );
  });

  it('is JSON afterwards only if it was before', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(anything, (text) => {
        expect(isJson(asOneLine(text))).toBe(isJson(text));
      }),
      { examples: [['1\n2'], ['{"a":1\n2}'], ['tr\nue'], ['"a\nb"'], ['{}\n{}'], ['{\n"a":\r\n 1,\n}']] },
    );
  });
});

describe('A line that is no JSON', () => {
  it('is edited as it is', () => {
    expect(laidOut('2026-01-01; Sweden;  12,50')).toBe('2026-01-01; Sweden;  12,50');
  });

  it('keeps everything but its line breaks', () => {
    expect(asOneLine('{"a":  1,\r\n  "b" oops\n}')).toBe('{"a":  1,\t"b" oops\t}');
  });
});

it('A line as long as can be edited, and one nested deeper than is laid out, are saved as they are', () => {
  const long = `{"a":"${'x\\"'.repeat(60_000)}","b":[${'1.10,'.repeat(4000)}0]}`;
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  expect(asOneLine(laidOut(long))).toBe(long);
  expect(asOneLine(laidOut(deep))).toBe(deep);
});

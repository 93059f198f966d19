/** @file The kernel beside the judge on lines of every kind of the bench, changed at each of their bytes. */

import { Buffer, isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { judgeLine } from '../../src-main/check/judged-line.ts';
import { Kernel } from '../../src-main/check/kernel/kernel.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { faultless, faulty, linesOfKind } from '../bench/kinds-of-lines.ts';
import { isNight } from '../harness/night.ts';
import { linesOf } from './reference.ts';
import { NOW } from './sources.ts';

const judge = lineJudge(defaultRuleSet, NOW);

/** The kernel on one line after another, each in the same place. */
function walker(): (line: Buffer) => boolean {
  const kernel = new Kernel(defaultRuleSet, NOW);
  const at = kernel.memory.reserve(1 << 16);
  return (line) => {
    kernel.memory.bytes(at, at + line.length).set(line);
    const { stop } = kernel.walk(at, at + line.length, isUtf8(line));
    if (stop === 'done' || stop === 'full') kernel.take();
    return stop === 'done';
  };
}

function isClean(line: Buffer): boolean {
  const { isTransaction, complaints } = judgeLine(judge, line, 0, line.length - 1);
  return isTransaction && complaints.length === 0;
}

/** Pieces of JSON that change the structure where they are put. */
const pieces = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '0',
  '-',
  '.',
  'e1',
  ' ',
  'null',
  '"":1,',
  ',"a":{}',
  '\\u0022',
];
const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\]:,]/y;

/** A line without its end, changed at one of its bytes in every way. */
function* changedAt(line: Buffer, at: number): Generator<Buffer> {
  const [before, byte, after] = [line.subarray(0, at), line.subarray(at, at + 1), line.subarray(at + 1)];
  yield Buffer.concat([before, after]);
  yield Buffer.concat([before, byte, byte, after]);
  yield Buffer.concat([before, after.subarray(0, 1), byte, after.subarray(1)]);
  yield before;
  for (const piece of pieces) {
    yield Buffer.concat([before, Buffer.from(piece), byte, after]);
    yield Buffer.concat([before, Buffer.from(piece), after]);
  }
  // Whole tokens, left out and doubled.
  const text = line.toString('latin1');
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) return;
  const rest = line.subarray(at + token.length);
  yield Buffer.concat([before, rest]);
  yield Buffer.concat([before, Buffer.from(token, 'latin1'), line.subarray(at)]);
}

const kinds = Object.entries({ ...faultless, ...faulty });
/**
 * Of how many bytes of a faulty line one is changed; each kind begins at another one, as the lines of all kinds are much alike.
 * A faultless line is changed at each byte: fewer lines would say nothing about one in a thousand.
 */
const BYTES_PER_CHANGE = isNight ? 1 : 15;

describe.each(kinds.map(([kind, spelling], number) => ({ kind, spelling, number })))(
  'Lines with $kind',
  ({ kind, spelling, number }) => {
    it('Nothing is accepted that the judge refuses, and hardly anything left to it that it accepts', () => {
      const walk = walker();
      const [line = Buffer.alloc(0)] = linesOf(Buffer.from(linesOfKind(spelling, 1)));
      const body = line.subarray(0, -1);
      // A line of 300 fields is as long as all others together, and its fields are alike.
      const step = (body.length > 3000 ? (isNight ? 11 : 44) : 1) * (kind in faulty ? BYTES_PER_CHANGE : 1);
      const end = Buffer.from('\n');
      const wronglyAccepted: string[] = [];
      const count = { clean: 0, accepted: 0 };
      for (let at = number % step; at < body.length; at += step) {
        for (const changed of changedAt(body, at)) {
          const whole = Buffer.concat([changed, end]);
          const accepts = walk(whole);
          const clean = isClean(whole);
          if (accepts && !clean) wronglyAccepted.push(whole.toString());
          if (clean) count.clean++;
          if (clean && accepts) count.accepted++;
        }
      }
      expect(wronglyAccepted).toEqual([]);
      if (kind in faultless) expect(count.accepted / count.clean).toBeGreaterThanOrEqual(0.999);
    });
  },
);

it.each(Object.entries(faultless))('At least 999 of 1000 lines with %s need no judge', (_, spelling) => {
  const walk = walker();
  const lines = linesOf(Buffer.from(linesOfKind(spelling, 1_500_000)));
  expect(lines.every(isClean)).toBe(true);
  expect(lines.filter(walk).length / lines.length).toBeGreaterThanOrEqual(0.999);
});

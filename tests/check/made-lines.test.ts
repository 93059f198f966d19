/** @file Lines that are judged as they are made, beside the judge that explains each of them alone. */

import { Buffer, isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endWithoutNewline, judgeLine } from '../../src-main/check/judged-line.ts';
import { MadeLines } from '../../src-main/check/made-lines.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet, type RuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import { runs } from '../harness/night.ts';
import { spoiltLines } from './generated-lines.ts';
import { ruleSets } from './rule-sets.ts';
import { NOW, transaction } from './sources.ts';

/** Each line by itself. */
function judgedAlone(lines: readonly Buffer[], ruleSet: RuleSet) {
  const judge = lineJudge(ruleSet, NOW);
  return lines.flatMap((line, at) => {
    const { complaints } = judgeLine(judge, line, 0, endWithoutNewline(line, 0, line.length));
    const found = complaints.flatMap((complaint) => {
      const severity = severityOf(complaint.rule, ruleSet);
      return severity === 'off' ? [] : [{ ...complaint, severity }];
    });
    return found.length === 0 ? [] : [[at, found]];
  });
}

function judgedTogether(lines: readonly Buffer[], made: MadeLines) {
  let end = 0;
  const ends = lines.map((line) => {
    end += line.length;
    return end;
  });
  return [...made.complaints(Buffer.concat(lines), ends)];
}

const lineOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

it('Good and spoilt lines get the same complaints together as each alone, in one piece after the other', () => {
  for (const [, ruleSet] of ruleSets) {
    const made = new MadeLines(ruleSet, NOW);
    fc.assert(
      fc.property(spoiltLines, (spoilt) => {
        // What is made is UTF-8.
        const lines = spoilt.flatMap((some) => linesIn(some)).filter((line) => isUtf8(line));
        expect(judgedTogether(lines, made)).toEqual(judgedAlone(lines, ruleSet));
      }),
      { numRuns: runs(15, 2000) },
    );
  }
});

function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const next = newline === -1 ? bytes.length : newline + 1;
    lines.push(
      newline === -1 ? Buffer.concat([bytes.subarray(start), Buffer.from('\n')]) : bytes.subarray(start, next),
    );
    start = next;
  }
  return lines;
}

it('More lines than the kernel has room for ids, and lines larger than its room, are each judged', () => {
  const made = new MadeLines(defaultRuleSet, NOW);
  const wrong = { ...transaction(7), payment_source_country: 'Sweden' };
  const long = (value: object) => lineOf({ ...value, additional_fields: { note: 'x'.repeat(1_200_000) } });
  const lines = [
    ...Array.from({ length: 40_000 }, (_, at) => lineOf(at === 39_000 ? wrong : transaction(at))),
    ...[long(transaction(50_000)), long(wrong), lineOf(wrong)],
  ];
  const found = judgedTogether(lines, made).map(([at]) => at);
  expect(found).toEqual([39_000, 40_001, 40_002]);
});

/** @file The sums of the seven outcomes come to the totals of the check, or there are none. */

import { Buffer, isUtf8 } from 'node:buffer';
import { appendFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { type SumUp, sumOfLines, sumsOfAccounts } from '../../src-main/records/account-sums.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import type { AccountLines } from '../../src-main/send/account.ts';
import { lineOutcomes, perOutcome } from '../../src-shared/account.ts';
import { spoiltLines } from '../check/generated-lines.ts';
import { linesOf, totalsOf } from '../check/reference.ts';
import { check, sourceFile, transaction } from '../check/sources.ts';

const here: SumUp = async (request) => sumLines(request);
const unread: SumUp = async () => expect.unreachable('the file is not to be read');

/** Each line has the outcome with its number in turn. */
function accountBy(fates: readonly number[], lines: number): AccountLines {
  const fateOf = (line: number) => fates[(line - 1) % fates.length];
  const all = Array.from({ length: lines }, (_, at) => at + 1);
  return perOutcome((outcome) => LineSet.of(all.filter((line) => fateOf(line) === lineOutcomes.indexOf(outcome))));
}

async function checked(content: string | Buffer) {
  const { summary, path } = await checkedAt(content);
  return { content: path, check: { ...summary, modifiedAt: 0 } };
}

async function checkedAt(content: string | Buffer) {
  const path = sourceFile(content);
  return { path, summary: (await check(content)).summary };
}

const withDays = { firstDay: undefined, lastDay: undefined };

function isTransaction(line: Buffer = Buffer.of()): boolean {
  try {
    const value: unknown = isUtf8(line) ? JSON.parse(line.toString()) : undefined;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const fates = fc.array(fc.nat(6), { minLength: 1, maxLength: 20 });
const someLines = [1, 2, 3, 4, 5, 6].map((n) => JSON.stringify(transaction(n))).join('\n');

describe('The sums of an account', () => {
  it('come to the totals of the check, and are for each outcome those of its lines alone', async () => {
    await fc.assert(
      fc.asyncProperty(spoiltLines, fates, fates, async (written, ofOne, ofOther) => {
        const content = Buffer.concat(written);
        const submission = await checked(content);
        const accounts = [ofOne, ofOther].map((one) => accountBy(one, submission.check.lines));
        const known = await sumsOfAccounts(
          submission,
          accounts.map((account) => ({ account })),
          here,
        );

        const { days: _, ...totals } = submission.check.totals;
        const lines = linesOf(content);
        for (const [at, { sums, obstacle }] of known.entries()) {
          expect(obstacle).toBeUndefined();
          if (sums === undefined) continue;
          const { transactions, ...whole } = sumOfLines(Object.values(sums));
          expect({ transactions, ...whole }).toEqual({ transactions: submission.check.transactions, ...totals });
          for (const outcome of lineOutcomes) {
            const own = accounts[at]?.[outcome] ?? LineSet.none;
            const transactions = [...own].map((line) => lines[line - 1]).filter(isTransaction);
            const { days: __, ...expected } = totalsOf(transactions);
            expect({ ...withDays, ...sums[outcome] }).toEqual({ transactions: transactions.length, ...expected });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('of a file whose lines all have one outcome are the totals of its check, without reading it', async () => {
    const submission = await checked(someLines);
    const [known] = await sumsOfAccounts(submission, [{ account: accountBy([0], 6) }], unread);
    expect(known?.sums?.accepted).toMatchObject({ transactions: 6, sums: [{ currency: 'EUR', amount: '7200' }] });
    expect(known?.sums?.rejected).toEqual({ transactions: 0, sums: [] });
  });

  it('are read in a thread of their own', async () => {
    const [known] = await sumsOfAccounts(await checked(someLines), [{ account: accountBy([0, 1], 6) }]);
    expect(known?.sums?.rejected).toMatchObject({ transactions: 3, sums: [{ currency: 'EUR', amount: '3600' }] });
  });

  it('are not known, with the reason, where they do not reconcile or cannot be read', async () => {
    const account = accountBy([0, 1], 6);
    const obstacleOf = async (submission: Awaited<ReturnType<typeof checked>>, lines = account) =>
      (await sumsOfAccounts(submission, [{ account: lines }], here))[0]?.obstacle;
    const submission = await checked(someLines);
    const { check: found } = submission;

    const { totals, ...kept } = found;
    const cent = { ...totals, sums: [{ currency: 'EUR', amount: '7200.01' }] };
    expect(await obstacleOf({ ...submission, check: { ...found, totals: cent } })).toBe('differ');
    expect(await obstacleOf(submission, { ...account, accepted: LineSet.none })).toBe('differ');
    const purged = { ...submission, check: { ...kept, totalsSha256: 'a'.repeat(64) } };
    expect((await sumsOfAccounts(purged, [{ account }], unread))[0]?.obstacle).toBe('purged');
    appendFileSync(submission.content, '\n{}');
    expect(await obstacleOf(submission)).toBe('changed');
    rmSync(submission.content);
    expect(await obstacleOf(submission)).toBe('gone');
  });
});

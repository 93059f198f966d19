/** @file The lines that corrections have left out, each with why. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SumUp } from '../../src-main/records/account-sums.ts';
import { fileAccount } from '../../src-main/records/file-account.ts';
import { leftOutCounted, leftOutLines, notSentTold, withFaulty } from '../../src-main/records/left-out.ts';
import { leftOutWithSums } from '../../src-main/records/left-out-sums.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { notSentKinds } from '../../src-main/records/not-sent.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { unsummedInWords } from '../../src-shared/account-words.ts';
import { addedUp } from '../../src-shared/exact-amount.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import {
  decisionsInWords,
  type LeftOut,
  leftOutInWords,
  leftOutLineInWords,
  leftOutOfFilesInWords,
} from '../../src-shared/left-out.ts';
import { runs } from '../harness/night.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

const sumUp: SumUp = async (request) => sumLines(request);

/** Of five lines the service rejected 2, 4 and 5. A correction sent 4 and 5 again, and another one of that only 5. */
async function correctedTwice(inSecond = (content: string) => content, amount = '1,200') {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const settle = (corrected: SubmissionId, by: SubmissionId) => {
    const submission = store.submission(corrected);
    if (submission === undefined) throw new Error('a submission expected');
    const settled = { ...submission, corrected: { by, starts: [] } };
    store.saveSubmission(settled, { at, kind: 'corrected', detail: { by, batches: 0 } });
  };
  // The amount of line 2 is a text.
  const spoilt = (content: string) => content.replace(/(.*\n.*)"amount":1200/, `$1"amount":"${amount}"`);
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4, 5], [2, 4, 5], {}, 1200, spoilt);
  const second = await sent(folder, store, 'second.jsonl', [4, 5], [1, 2], { corrects: first.id }, 1200, inSecond);
  store.lines.saveMap(second.id, '3+2');
  settle(first.id, second.id);
  store.lineEdits.save({ id: second.id, sha256: second.check?.sha256 ?? '' }, 1, {
    kind: 'left-out',
    reason: 'Paid in cash.',
  });
  const third = await sent(folder, store, 'third.jsonl', [5], [], { corrects: second.id });
  store.lines.saveMap(third.id, '1+1');
  settle(second.id, third.id);
  const submissions = [first, second, third].flatMap(({ id }) => store.submission(id) ?? []);
  return { store, submissions };
}

it('Each line that was left out is told with its number in the first file, its correction and its reason', async () => {
  const { store, submissions } = await correctedTwice();
  const [first, second, third] = submissions;
  for (const asked of submissions) {
    const leftOut = leftOutLines(store, asked);
    expect(leftOut && [...notSentTold(store, leftOut)]).toEqual([
      { line: 2, correction: second?.id, why: ['rejected by the service'], given: undefined },
      { line: 4, correction: third?.id, why: ['left out by hand'], given: 'Paid in cash.' },
    ]);
    expect(leftOut && leftOutCounted(store, leftOut)).toEqual({
      submission: first?.id,
      lines: 2,
      reasons: [
        { reason: 'by-hand', lines: 1 },
        { reason: 'service', lines: 1 },
      ],
      corrections: [
        { submission: second?.id, lines: 1, at: new Date(at).toISOString(), user: 'mara' },
        { submission: third?.id, lines: 1, at: new Date(at).toISOString(), user: 'mara' },
      ],
    });
  }
  store.close();
});

it('Duplicates and blank lines are counted each by themselves', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const content = [1, 2, 2, 3, 3, 4];
  const blank = (text: string) => text.replace(/(.*\n){1}$/, '\n');
  const first = await sent(folder, store, 'export.jsonl', content, [], {}, 1200, blank);
  const [batch] = store.batches(first.id);
  if (batch === undefined) throw new Error('a batch expected');
  store.saveBatch({ ...batch, state: 'rejected' }, { at, kind: 'status', detail: { state: 'rejected' } });
  const error = { severity: 'error', path: '', message: fact('wrong') } as const;
  store.findings.add(first.id, [
    // Also faulty, like the line that stays.
    { ...error, line: 3, rule: 'field.format' },
    { ...error, line: 3, rule: 'modification.duplicate', message: fact('It is also on line {line}.', { line: '2' }) },
    { ...error, line: 5, rule: 'modification.duplicate' },
    { ...error, line: 6, rule: 'line.blank' },
  ]);
  const second = await sent(folder, store, 'second.jsonl', [1, 2, 3], [], { corrects: first.id });
  store.lines.saveMap(second.id, '0+2 1+1');
  const submission = store.submission(first.id);
  if (submission === undefined) throw new Error('a submission expected');
  const settled = { ...submission, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(settled, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });

  const leftOut = leftOutLines(store, settled);
  expect(leftOut && leftOutInWords(leftOutCounted(store, leftOut))).toBe(
    '3 lines of this file were left out: 2 duplicates of lines that were kept, 1 blank line.',
  );
  expect(leftOut && [...notSentTold(store, leftOut)].map(({ why }) => why[0])).toEqual([
    'duplicate of a line that was kept',
    'duplicate of a line that was kept',
    'blank line',
  ]);
  store.close();
});

it('Of lines that share an id, those that nobody decided about are faulty: none of them went in the place of another', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 3, 4, 4], []);
  const [batch] = store.batches(first.id);
  if (batch === undefined) throw new Error('a batch expected');
  store.saveBatch({ ...batch, state: 'rejected' }, { at, kind: 'status', detail: { state: 'rejected' } });
  const shared = (line: number, other: number) => ({
    ...({ severity: 'error', path: '', line, rule: 'modification.duplicate' } as const),
    message: fact('It is also on line {line}.', { line: `${other}` }),
  });
  store.findings.add(first.id, [shared(3, 4), shared(4, 3), shared(5, 6), shared(6, 5)]);
  const second = await sent(folder, store, 'second.jsonl', [1, 2, 4], [], { corrects: first.id });
  store.lines.saveMap(second.id, '0+2 2+1');
  const settled = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(settled, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });
  const leftOut = leftOutLines(store, store.submission(first.id) ?? settled);
  expect(leftOut && leftOutInWords(leftOutCounted(store, leftOut))).toBe(
    '3 lines of this file were left out: 2 faulty, 1 duplicate of a line that was kept.',
  );
  store.close();
});

it('Each reason has what its lines pay, where they were left out, and how many amounts cannot be read', async () => {
  const { store, submissions } = await correctedTwice((second) => second.replace('"amount":1200', '"amount":1500'));
  const [first] = submissions;
  const leftOut = first && leftOutLines(store, first);
  const told = leftOut && (await leftOutWithSums({ store, sumUp }, leftOut));
  expect(told?.reasons).toEqual([
    { reason: 'by-hand', lines: 1, sums: [{ currency: 'EUR', amount: '1500' }] },
    { reason: 'service', lines: 1, sums: [], unread: 1 },
  ]);
  expect(first && (await notSentKinds({ store, sumUp }, first))).toEqual([
    { leftOut: 'service', lines: 1, sums: [], unread: 1 },
    { leftOut: 'by-hand', lines: 1, sums: [{ currency: 'EUR', amount: '1500' }] },
  ]);
  expect(told && leftOutInWords(told)).toBe(
    '2 lines of this file were left out: 1 left out by hand (1,500.00 EUR), 1 rejected by the service (1 line without a readable amount).',
  );
  const account = first && (await fileAccount({ store, sumUp }, first));
  expect(account?.corrected).toMatchObject({
    sums: { leftOut: { sums: [{ currency: 'EUR', amount: '1500' }] } },
    unsummed: { ...noLines(), leftOut: 1 },
  });
  expect(account?.corrected && unsummedInWords(account.corrected)).toEqual([
    '1 line without a readable amount is in no sum.',
    'It was left out.',
  ]);
  store.close();
});

it('An amount that is a text counts among what was left out of a correction, where it can be read in one way only', async () => {
  const { store, submissions } = await correctedTwice((content) => content, '1.200,50');
  const [first] = submissions;
  const leftOut = first && leftOutLines(store, first);
  const told = leftOut && (await leftOutWithSums({ store, sumUp }, leftOut));
  expect(told?.reasons.at(-1)).toEqual({
    reason: 'service',
    lines: 1,
    sums: [{ currency: 'EUR', amount: '1200.5' }],
  });
  const { corrected } = (first && (await fileAccount({ store, sumUp }, first))) ?? {};
  expect(corrected?.sums?.leftOut.sums).toEqual([{ currency: 'EUR', amount: '2400.5' }]);
  expect(corrected).not.toHaveProperty('unsummed');
  store.close();
});

it('What they pay is not told any more once customer data was removed, also where the files are still there', async () => {
  const { store, submissions } = await correctedTwice();
  const [first] = submissions;
  for (const one of submissions) {
    if (one.stage !== 'approved') expect.fail('it was sent');
    const { totals: _, ...check } = one.check;
    store.saveSubmission({ ...one, check }, { at, kind: 'checked', detail: {} });
  }
  const leftOut = first && leftOutLines(store, first);
  const told = leftOut && (await leftOutWithSums({ store, sumUp }, leftOut));
  expect(told?.reasons).toEqual([
    { reason: 'by-hand', lines: 1 },
    { reason: 'service', lines: 1 },
  ]);
  store.close();
});

/** A line as it came, and in each file that has it: how its amount is written, and whether the service rejects it, and the next correction has it. */
const fateOfLine = fc.array(
  fc.record({
    amount: fc.constantFrom('1200', '0.01', '-3.5', '99999999999999.99', '"1 200"', '1e400', 'blank'),
    isRejected: fc.constantFrom(true, true, true, false),
    isKept: fc.constantFrom(true, true, false),
  }),
  { minLength: 3, maxLength: 3 },
);

it('What the reasons come to is what was left out comes to, whatever became of the lines on their way', async () => {
  let played = 0;
  const play = fc.asyncProperty(fc.array(fateOfLine, { minLength: 4, maxLength: 8 }), async (fates) => {
    const folder = temporaryFolder();
    const store = new QueueStore(folder, { author });
    let before: Awaited<ReturnType<typeof sent>> | undefined;
    let lines = fates.map((_, at) => at + 1);
    let kept: number[] = [];
    for (const step of [0, 1, 2]) {
      const fateOf = (line: number) => fates[line - 1]?.[step] ?? expect.fail('each line has a fate in each file');
      const spoilt = (content: string) =>
        content.replace(/.*\n/g, (text, at: number) => {
          const { amount } = fateOf(lines[content.slice(0, at).split('\n').length - 1] ?? 0);
          return amount === 'blank' ? '\n' : text.replace('"amount":1200', `"amount":${amount}`);
        });
      const named = lines.flatMap((line, at) => (fateOf(line).isRejected ? [at + 1] : []));
      const by = await sent(
        folder,
        store,
        `${step}.jsonl`,
        lines,
        named,
        before && { corrects: before.id },
        1200,
        spoilt,
      );
      if (before !== undefined) {
        store.lines.saveMap(by.id, mapOf(kept));
        const corrected = store.submission(before.id) ?? expect.fail('it was sent');
        const settled = { ...corrected, corrected: { by: by.id, starts: [] } };
        store.saveSubmission(settled, { at, kind: 'corrected', detail: { by: by.id, batches: 0 } });
      }
      before = by;
      kept = named.filter((at) => fateOf(lines[at - 1] ?? 0).isKept);
      if (kept.length === 0) break;
      lines = kept.flatMap((at) => lines[at - 1] ?? []);
    }
    const first = store.submission(1) ?? expect.fail('it was sent');
    const leftOut = leftOutLines(store, first) ?? expect.fail('its lines are known');
    const { reasons } = await leftOutWithSums({ store, sumUp }, leftOut);
    const told = await fileAccount({ store, sumUp }, first);
    const account = told?.corrected ?? told;
    expect(reasons.reduce((sum, { lines: count }) => sum + count, 0)).toBe(account?.account.leftOut);
    expect(addedUp(reasons.flatMap(({ sums = [] }) => sums))).toEqual(account?.sums?.leftOut.sums);
    played += account?.account.leftOut ?? 0;
    const unread = reasons.reduce((sum, { unread: count = 0 }) => sum + count, 0);
    expect(unread + (account?.blank?.leftOut ?? 0)).toBe(account?.unsummed?.leftOut ?? 0);
    // The table of all that was not sent comes to the same, and names each line once.
    const kinds = await notSentKinds({ store, sumUp }, first);
    const { invalid = 0, leftOut: given = 0 } = account?.account ?? {};
    expect(kinds.reduce((sum, { lines: count }) => sum + count, 0)).toBe(invalid + given);
    const outcomes = account?.sums && addedUp([...account.sums.leftOut.sums, ...account.sums.invalid.sums]);
    expect(addedUp(kinds.flatMap(({ sums = [] }) => sums))).toEqual(outcomes);
    const rows = [...notSentTold(store, withFaulty(store, leftOut))].map(({ line }) => line);
    expect(rows).toHaveLength(invalid + given);
    expect(new Set(rows).size).toBe(rows.length);
    store.close();
  });
  await fc.assert(play, { numRuns: runs(20, 300) });
  expect(played).toBeGreaterThan(0);
});

/** As a correction keeps which lines it has: how many are skipped before each run, and how many the run has. */
const mapOf = (kept: readonly number[]): string =>
  kept.map((line, at) => `${line - (kept[at - 1] ?? 0) - 1}+1`).join(' ');

const told: Pick<LeftOut, 'submission' | 'lines' | 'reasons' | 'corrections'> = {
  submission: 2,
  lines: 36,
  reasons: [
    { reason: 'check', lines: 34 },
    { reason: 'by-hand', lines: 2 },
  ],
  corrections: [{ submission: 3, lines: 36 }],
};

it('Of several files, each reason is told once, and how many lines have none that is known', () => {
  const other: typeof told.reasons = [
    { reason: 'by-hand', lines: 1 },
    { reason: 'sent-before', lines: 4 },
  ];
  expect(leftOutOfFilesInWords([told, { lines: 5, reasons: other }])).toBe(
    '41 lines of 2 files were left out: 3 left out by hand, 34 faulty, 4 sent before with another submission.',
  );
  const eur = (amount: string) => [{ currency: 'EUR', amount }];
  const summed: typeof told.reasons = [
    { reason: 'by-hand', lines: 1, sums: eur('1.5'), unread: 1 },
    { reason: 'sent-before', lines: 4, sums: eur('7') },
  ];
  const byHand: typeof told.reasons = [{ reason: 'by-hand', lines: 1, sums: eur('2') }];
  expect(
    leftOutOfFilesInWords([
      { lines: 5, reasons: summed },
      { lines: 1, reasons: byHand },
    ]),
  ).toBe(
    '6 lines of 2 files were left out: 2 left out by hand (3.50 EUR; 1 line without a readable amount), 4 sent before with another submission (7.00 EUR).',
  );
  expect(leftOutOfFilesInWords([{ lines: 1, reasons: [] }])).toBe(
    '1 line of 1 file was left out: 1 for a reason that is not known any more.',
  );
});

it('What was left out is said in a sentence, with the reasons', () => {
  expect(leftOutInWords(told)).toBe('36 lines of this file were left out: 34 faulty, 2 left out by hand.');
  expect(decisionsInWords(told)).toEqual(['36 with its correction, submission 3.']);
});

it('On the page of the correction, it is said of which file the lines were, and that it left them out itself', () => {
  expect(leftOutInWords(told, 3)).toContain('Of the file of submission 2, which comes before this one, 36 lines were');
  expect(decisionsInWords(told, 3)).toEqual(['36 with this correction.']);
});

it('Of one line it is said what became of it, and which line with its id stayed', () => {
  expect(leftOutLineInWords('duplicate', 18)).toBe('Left out: line 18 has the same id');
  expect(leftOutLineInWords('by-hand', 18)).toBe('Left out by hand: line 18 has the same id');
  expect(leftOutLineInWords('check')).toBe('Left out: faulty');
});

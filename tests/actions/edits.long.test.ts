/** @file Correcting lines of a checked file by hand, through the contract. */

import { appendFile, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RecipeStep, Savable, SubmissionRow } from '../../src-shared/contract.ts';
import { transactionLine } from '../cli/transactions.ts';
import { bank, openWindow, type TestWindow } from './window.ts';

const faulty = (line: string) => line.replace('"payment_source_country":"DE"', '"payment_source_country":"Sweden"');
const twice = transactionLine();
const long = `{"additional_fields":{"text":"${'x'.repeat(200_000)}"}}`;
/** Lines 2 and 5 are faulty, 3 and 4 share an id, 7 is too long to be corrected by hand. */
const lines = [
  transactionLine(),
  faulty(transactionLine()),
  twice,
  twice,
  '{"sender": ',
  transactionLine(),
  long,
  transactionLine(),
];

let window: TestWindow;
let id: SubmissionRow['id'];

beforeAll(async () => {
  window = await openWindow();
  await window.backend.start();
  await window.value('connections.add', { ...bank, secret: 'secret' });
  id = await held('day.jsonl');
});
beforeEach(async () => void (await window.value('edits.undoAll', { id })));
afterAll(async () => await window.close());

/** A checked file. What a test does to it beyond its draft is done to a file of its own. */
async function held(name: string, content = `${lines.join('\r\n')}\r\n`): Promise<SubmissionRow['id']> {
  const added = await window.added(name, content);
  await window.until(added, ({ state }) => state === 'held');
  return added;
}

async function savedText(savable: Savable): Promise<string> {
  await window.value('files.save', savable);
  return await readFile(z.object({ path: z.string() }).parse(window.saved).path, 'utf8');
}

describe('Lines that share a modification id', () => {
  const shared = async (content: string[]) => {
    const { kinds, conflicts } = await window.value('submission.faults', {
      id: await held('shared.jsonl', content.join('\n')),
      steps: [],
      withEdits: true,
    });
    const entries = kinds.flatMap((kind) => kind.entries);
    const alike = entries.flatMap((entry) => (entry.alike === undefined ? [] : [entry.alike]));
    return { keepOne: entries.find(({ fault }) => fault.kind === 'same-id')?.lines, alike, conflicts };
  };

  it('are duplicates where they say the same, of which one is kept', async () => {
    expect(await shared([twice, twice, transactionLine()])).toEqual({
      keepOne: 1,
      alike: [[[1, 2]]],
      conflicts: { lines: 0, groups: [] },
    });
  });

  it('are for a person to decide about where they say different things', async () => {
    const other = twice.replace('"payment_source_country":"DE"', '"payment_source_country":"FR"');
    const { external_id } = JSON.parse(twice).modification;
    expect(await shared([twice, transactionLine(), other])).toEqual({
      keepOne: undefined,
      alike: [[[1], [3]]],
      conflicts: { lines: 2, groups: [{ id: external_id, lines: [1, 3] }] },
    });
  });
});

describe('The faults of a file', () => {
  const second = lines[1] ?? '';
  const content = [transactionLine(), second, twice, twice, '{"sender": '].join('\n');
  const sweden = { step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' } as const;
  const keepOne = { step: 'keep-one', by: 'modification-id', keep: 'first' } as const;
  let own: SubmissionRow['id'];
  beforeAll(async () => {
    own = await held('faults.jsonl', content);
  });
  const faults = async (...steps: (typeof sweden | typeof keepOne)[]) =>
    await window.value('submission.faults', { id: own, steps, withEdits: true });

  it('are told by kinds, with what would help', async () => {
    const { kinds, ...counts } = await faults();
    expect(counts).toMatchObject({ all: 5, missing: 5, right: 1, changed: 0, faulty: 4, leftOut: 0, errors: 4 });
    expect(kinds.map(({ rule, lines, entries: [entry] }) => [rule, lines, entry?.ways[0]?.step])).toEqual([
      ['modification.duplicate', 2, keepOne],
      ['field.format', 1, sweden],
      ['json.syntax', 1, undefined],
    ]);
  });

  it('are counted by a check of what the steps make, and of what a person has written', async () => {
    expect(await faults(sweden)).toMatchObject({ right: 2, changed: 1, faulty: 3 });
    expect(await faults(sweden, keepOne)).toMatchObject({ right: 3, faulty: 1, leftOut: 1 });
    await window.value('edits.save', { id: own, line: 5, edit: { kind: 'left-out' } });
    expect(await faults(sweden, keepOne)).toMatchObject({ right: 3, faulty: 0, leftOut: 2, errors: 0, kinds: [] });
    await window.value('edits.undoAll', { id: own });
  });

  it('are told with what the lines pay that are right, as the steps and the person have left them', async () => {
    const paying = (line: string, amount: number) => line.replace(/"amount":[^,}]*/, `"amount":${amount}`);
    const mine = await held(
      'paying.jsonl',
      [paying(transactionLine(), 0.1), paying(faulty(transactionLine()), 0.2), '{"sender": '].join('\n'),
    );
    const { currency } = JSON.parse(transactionLine()).modification;
    const pays = async (...steps: (typeof sweden)[]) =>
      (await window.value('submission.faults', { id: mine, steps, withEdits: true })).pays;
    expect(await pays()).toEqual({ sums: [{ currency, amount: '0.1' }], unsummed: 0 });
    expect(await pays(sweden)).toEqual({ sums: [{ currency, amount: '0.3' }], unsummed: 0 });
    await window.value('edits.save', { id: mine, line: 1, edit: { kind: 'left-out' } });
    expect(await pays(sweden)).toEqual({ sums: [{ currency, amount: '0.2' }], unsummed: 0 });
    await window.value('edits.save', { id: mine, line: 2, edit: { kind: 'left-out' } });
    expect(await pays(sweden)).toBeUndefined();
  });

  it('of a sender that is missing are none once a person has said its identifier', async () => {
    const without = transactionLine().replace(/"sender":\{[^}]*\},?/, '');
    const mine = await held('nameless.jsonl', [transactionLine(), without].join('\n'));
    const told = async (steps: RecipeStep[]) =>
      await window.value('submission.faults', { id: mine, steps, withEdits: true });
    const [kind] = (await told([])).kinds.filter(({ field }) => field === 'sender.by_external_id');
    expect(kind?.entries.map(({ fault }) => fault)).toEqual([{ kind: 'missing', object: 'missing' }]);
    const step = { step: 'set-missing', field: 'sender.by_external_id', value: '4711', object: 'missing' } as const;
    expect(await told([step])).toMatchObject({ right: 2, errors: 0, kinds: [] });
  });

  it('are that of a blank line, and not an empty file, where no other line is faulty any more', async () => {
    const mine = await held('only-blank-left.jsonl', [transactionLine(), ' ', transactionLine()].join('\n'));
    const told = await window.value('submission.faults', { id: mine, steps: [], withEdits: true });
    expect(told.kinds.map(({ rule, lines }) => [rule, lines])).toEqual([['line.blank', 1]]);
    expect(told).toMatchObject({ right: 2, faulty: 1, errors: 1 });
  });

  it('show a blank line as left out once that is decided', async () => {
    const mine = await held('blank.jsonl', [transactionLine(), ' \t', transactionLine()].join('\n'));
    const shown = async (steps: RecipeStep[]) => await window.value('edits.corrected', { id: mine, line: 2, steps });
    expect(await shown([])).toMatchObject({ isLeftOut: false, findings: [{ rule: 'line.blank' }] });
    expect(await shown([{ step: 'drop-blank' }])).toEqual({ before: ' \t', isLeftOut: true, findings: [] });
  });

  it('are as many as what is sent then leaves out', async () => {
    const { right, faulty: stay } = await faults(sweden);
    const steps = [sweden, { step: 'drop-refused' } as const];
    const request = { id: own, steps, withEdits: true, sendChanged: false };
    expect(await window.value('submission.previewCorrection', request)).toMatchObject({
      kept: right,
      dropped: stay,
      check: { valid: right, faulty: 0 },
    });
  });

  it('are no longer those of a line that shared its id, once the others with it are left out', async () => {
    const other = twice.replace('"payment_source_country":"DE"', '"payment_source_country":"FR"');
    const equal = transactionLine();
    const pairs = await held('pairs.jsonl', [transactionLine(), twice, other, equal, equal].join('\n'));
    const told = async (...steps: (typeof keepOne)[]) => {
      const dropRefused = { step: 'drop-refused' } as const;
      const request = { id: pairs, steps: [...steps, dropRefused], withEdits: true, sendChanged: false };
      const { check } = await window.value('submission.previewCorrection', request);
      const {
        right,
        faulty: stay,
        leftOut,
        errors,
      } = await window.value('submission.faults', {
        id: pairs,
        steps,
        withEdits: true,
      });
      // What is promised is what is sent then, and the service takes all of it.
      expect(check).toEqual({ valid: right, faulty: 0 });
      return { right, stay, leftOut, errors };
    };
    expect(await told()).toEqual({ right: 1, stay: 4, leftOut: 0, errors: 4 });
    expect(await told(keepOne)).toEqual({ right: 2, stay: 2, leftOut: 1, errors: 2 });
    await window.value('edits.save', { id: pairs, line: 2, edit: { kind: 'left-out' } });
    expect(await told()).toEqual({ right: 2, stay: 2, leftOut: 1, errors: 2 });
    expect(await told(keepOne)).toEqual({ right: 3, stay: 0, leftOut: 2, errors: 0 });
  });

  it('leave nothing behind in the data folder', async () => {
    const inbox = join(window.folder, 'inbox');
    const before = await readdir(inbox).catch(() => []);
    await faults(sweden);
    expect(await readdir(inbox).catch(() => [])).toEqual(before);
  });

  it('show a line as it would be sent, and what is wrong with that', async () => {
    const { before, after, findings } = await window.value('edits.corrected', { id: own, line: 2, steps: [sweden] });
    expect([before, after, findings]).toEqual([lines[1], lines[1]?.replace('Sweden', 'SE'), []]);
    const open = await window.value('edits.corrected', { id: own, line: 2, steps: [] });
    expect([open.after, open.findings.map(({ rule }) => rule)]).toEqual([lines[1], ['field.format']]);
  });
});

const replaced = (text: string, reason?: string) => ({
  kind: 'replaced' as const,
  text,
  ...(reason !== undefined && { reason }),
});
const rulesFound = async (line: number, text: string) =>
  (await window.value('edits.check', { id, line, text, steps: [] })).findings.map((finding) => [
    finding.line,
    finding.rule,
  ]);

describe('A line to be corrected', () => {
  it('comes as it stands in the file, with the faulty lines around it', async () => {
    const { fields, ...line } = await window.value('edits.line', { id, line: 2 });
    expect(fields).toContainEqual({ path: 'modification.amount', holds: 'amount' });
    expect(fields.find(({ holds }) => holds === 'country')?.values).toContain('DE');
    expect(line).toEqual({
      line: 2,
      text: lines[1],
      bytes: Buffer.byteLength(`${lines[1]}\r\n`),
      next: 3,
    });
    expect(await window.value('edits.line', { id, line: 5 })).toMatchObject({ text: lines[4], previous: 4, next: 7 });
  });

  it('comes without its text when it is too long', async () => {
    const line = await window.value('edits.line', { id, line: 7 });
    expect([line.text, line.bytes]).toEqual([undefined, long.length + 2]);
  });

  it('comes without the byte order mark before it', async () => {
    const marked = await held('mark.jsonl', '\uFEFF{"sender": \n');
    expect((await window.value('edits.line', { id: marked, line: 1 })).text).toBe('{"sender": ');
  });

  it('must be in the file', async () => {
    const answers = [
      await window.code('edits.line', { id, line: 9 }),
      await window.code('edits.save', { id, line: 9, edit: replaced('{}') }),
      await window.code('edits.line', { id: 99, line: 1 }),
    ];
    expect(answers).toEqual(['file.no-line', 'file.no-line', 'queue.unknown-id']);
  });

  it('is not shown when the file has changed since it was checked', async () => {
    const changed = await held('changed.jsonl', '{}\n');
    await appendFile(join(window.folder, 'changed.jsonl'), '{}\n');
    expect(await window.code('edits.line', { id: changed, line: 1 })).toBe('file.changed');
  });
});

describe('The check of a corrected line', () => {
  it('is of what the steps make of it, as it will be sent', async () => {
    const steps = [{ step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' } as const];
    const text = lines[1] ?? '';
    expect(await window.value('edits.check', { id, line: 2, text, steps })).toEqual({
      findings: [],
      sent: text.replace('Sweden', 'SE'),
    });
    const right = text.replace('Sweden', 'DE');
    expect(await window.value('edits.check', { id, line: 2, text: right, steps })).toEqual({
      findings: [],
    });
  });

  it('finds what the check of the file would find in this text', async () => {
    expect(await rulesFound(2, lines[1] ?? '')).toEqual([[2, 'field.format']]);
    expect(await rulesFound(2, (lines[1] ?? '').replace('"Sweden"', '"SE"'))).toEqual([]);
    expect(await rulesFound(2, '{"a":')).toEqual([[2, 'json.syntax']]);
    expect(await rulesFound(2, ' ')).toEqual([[2, 'line.blank']]);
  });

  it('finds the same in a text that is laid out', async () => {
    const laidOut = JSON.stringify(JSON.parse(lines[1] ?? ''), undefined, 2);
    expect(await rulesFound(2, laidOut)).toEqual([[2, 'field.format']]);
  });

  it('finds an id that other lines share as long as it is the same id', async () => {
    const own: string = JSON.parse(twice).modification.external_id;
    expect(await rulesFound(3, twice)).toEqual([[3, 'modification.duplicate']]);
    expect(await rulesFound(3, twice.replace(own, own.toUpperCase()))).toEqual([[3, 'modification.duplicate']]);
    expect(await rulesFound(3, twice.replace(own, '11111111-2222-4333-8444-555555555555'))).toEqual([]);
  });
});

it('Of some lines it is told what they pay, as it is spelled, and nothing of a broken one', async () => {
  const odd = transactionLine().replace('"amount":1250,"currency":"EUR"', '"amount":12345678901234567.10,"currency":7');
  const own = await held('payments.jsonl', [transactionLine(), '{"sender": ', odd].join('\n'));
  const at = '2024-02-29T12:30:45';
  expect(await window.value('edits.payments', { id: own, lines: [1, 2, 3] })).toEqual([
    { line: 1, amount: '1250', currency: 'EUR', at },
    { line: 2 },
    { line: 3, amount: '12345678901234567.10', currency: '7', at },
  ]);
  expect(await window.code('edits.payments', { id: own, lines: [4] })).toBe('file.no-line');
});

describe('The draft', () => {
  it('keeps what was saved until it is undone', async () => {
    await window.value('edits.save', { id, line: 2, edit: replaced('{"a":1}', 'The bank took it back.') });
    const saved = await window.value('edits.save', { id, line: 5, edit: { kind: 'left-out' } });
    expect(saved).toEqual([
      { line: 2, kind: 'replaced' },
      { line: 5, kind: 'left-out', isUnexplained: true },
    ]);
    expect((await window.value('edits.line', { id, line: 2 })).edit).toEqual(
      replaced('{"a":1}', 'The bank took it back.'),
    );
    expect(await window.value('edits.undo', { id, line: 2 })).toEqual([
      { line: 5, kind: 'left-out', isUnexplained: true },
    ]);
    expect(await window.value('edits.undoAll', { id })).toEqual([]);
    expect(await window.value('edits.list', { id })).toEqual([]);
  });

  it('takes a reason for each line that was left out without one', async () => {
    const explained = { kind: 'left-out', reason: 'It was paid in cash.' } as const;
    await window.value('edits.save', { id, line: 2, edit: explained });
    await window.value('edits.save', { id, line: 5, edit: { kind: 'left-out', copyOf: 4 } });
    expect(
      await window.value('edits.explain', {
        id,
        reasons: [
          { lines: [2], reason: 'It has one already.' },
          { lines: [5], reason: 'The core system wrote it twice.' },
        ],
      }),
    ).toEqual([
      { line: 2, kind: 'left-out' },
      { line: 5, kind: 'left-out' },
    ]);
    const edits = [
      await window.value('edits.line', { id, line: 2 }),
      await window.value('edits.line', { id, line: 5 }),
    ];
    expect(edits.map(({ edit }) => edit)).toEqual([
      explained,
      { kind: 'left-out', reason: 'The core system wrote it twice.', copyOf: 4 },
    ]);
  });

  it('survives a restart', async () => {
    await window.value('edits.save', { id, line: 2, edit: replaced('{"a":1}', 'The bank took it back.') });
    window = await window.reopened();
    await window.backend.start();
    expect(await window.value('edits.list', { id })).toEqual([{ line: 2, kind: 'replaced' }]);
  });

  it('takes only one line as a line', async () => {
    for (const text of ['{}\n{}', '{}\r', 'x'.repeat(200_001)]) {
      expect(await window.code('edits.save', { id, line: 2, edit: replaced(text) })).toBeDefined();
    }
    expect(await window.value('edits.list', { id })).toEqual([]);
  });
});

describe('A line with other money', () => {
  const dearer = (line: string | undefined) => (line ?? '').replace('"amount":1250', '"amount":12.50');
  const reason = 'The branch confirmed 12.50 by telephone.';

  it('is kept only with a reason', async () => {
    const edit = replaced(dearer(lines[1]));
    expect(await window.code('edits.save', { id, line: 2, edit })).toBe('edit.no-reason');
    expect(await window.value('edits.list', { id })).toEqual([]);
    await window.value('edits.save', { id, line: 2, edit: { ...edit, reason } });
    expect((await window.value('edits.line', { id, line: 2 })).edit).toEqual({ ...edit, reason });
  });

  it('needs none where only the form of the amount is another one', async () => {
    const text = (lines[1] ?? '').replace('"amount":1250', '"amount":"1.250,00"');
    const own = await held('form.jsonl', `${text}\n`);
    await window.value('edits.save', { id: own, line: 1, edit: replaced(lines[1] ?? '') });
  });

  it('has its reason in what was corrected, on the receipt, and in the list of changes', async () => {
    const own = await held('money.jsonl', [transactionLine(), lines[1], ''].join('\n'));
    const text = dearer(lines[1]).replace('"Sweden"', '"SE"');
    await window.value('edits.save', { id: own, line: 2, edit: replaced(text, reason) });
    const request = { id: own, steps: [], withEdits: true, sendChanged: false };
    const { added } = await window.value('submission.correct', request);
    if (added === undefined) throw new Error('It was not added.');
    await window.until(added, ({ state }) => state !== 'checking');
    const { changes } = await window.value('submission.changes', { id: own });
    expect(changes.map(({ field, reason: why }) => [field, why]).toSorted()).toEqual([
      ['modification.amount', reason],
      ['payment_source_country', undefined],
    ]);
    const { html } = await window.value('receipt.page', { of: { submission: added } });
    expect(html).toContain(`Reason given: “${reason}”`);
    const table = await savedText({ kind: 'changes', id: own, format: 'csv' });
    expect(table.split('\r\n')[0]).toContain('reason');
    expect(table).toContain(reason);
    expect(await savedText({ kind: 'changes', id: added, format: 'jsonl' })).toContain(`"reason":"${reason}"`);
  });
});

it('What a person leaves out, and the copies of a line, are named with their payments, on the receipt and in the list of changes', async () => {
  const [gone, kept] = [transactionLine(), transactionLine()];
  const own = await held('left-out.jsonl', [gone, lines[1], kept, kept, ''].join('\n'));
  const reason = 'The core system wrote it twice.';
  await window.value('edits.save', { id: own, line: 1, edit: { kind: 'left-out', reason, copyOf: 2 } });
  const keepOne = { step: 'keep-one', by: 'modification-id', keep: 'first' } as const;
  // Other tests of this window sent the same line.
  const request = { id: own, steps: [keepOne], withEdits: true, sendChanged: false, sendsAgain: true };
  const { added } = await window.value('submission.correct', request);
  if (added === undefined) throw new Error('It was not added.');
  await window.until(added, ({ state }) => state !== 'checking');
  const idsOf = (line: string): string[] => {
    const { payment_external_id, transaction_external_id, modification } = JSON.parse(line);
    return [payment_external_id, transaction_external_id, modification.external_id].filter((one) => one !== undefined);
  };
  const payment = (line: string) => ({ ids: idsOf(line), amount: '1250', currency: 'EUR', at: '2024-02-29T12:30:45' });
  const { receipt } = await window.value('receipt.read', { submission: added });
  expect(receipt).toHaveProperty('corrections.0.named', [
    { line: 1, step: 'by-hand', copyOf: 2, payment: payment(gone), reason },
    { line: 4, step: 'keep-one', copyOf: 3, payment: payment(kept) },
  ]);
  const { html } = await window.value('receipt.page', { of: { submission: own } });
  const byHand = 'Left out by hand: line 2 with the same id was kept';
  for (const said of [...idsOf(gone), '1,250.00 EUR', byHand, reason, 'Copy of line 3, left out'])
    expect(html).toContain(said);
  const table = await savedText({ kind: 'changes', id: own, format: 'csv' });
  expect(table).toContain(`4,,"Copy of line 3, left out",`);
  expect(table).toContain(`${idsOf(kept).join(' ')},1250,EUR,2024-02-29T12:30:45`);
  const listed = await savedText({ kind: 'queue-list', ids: [own], format: 'jsonl' });
  expect(JSON.parse(listed)).toMatchObject({
    account: { leftOut: 2 },
    sums: [{ currency: 'EUR', amount: '5000' }],
  });
});

it('A file that is held says how much of it was corrected, by hand and by values, until that is undone', async () => {
  const own = await held('kept.jsonl');
  const said = async () => (await window.until(own, () => true)).keptCorrections;
  expect(await said()).toBeUndefined();
  await window.value('edits.save', { id: own, line: 4, edit: { kind: 'left-out' } });
  const step = { step: 'drop-blank' as const };
  // Decided twice about the same value.
  const turn = { decisions: [{ entry: 'a', step }], lines: 1, kind: 'k' };
  await window.value('edits.keepTurns', {
    id: own,
    turns: [turn, turn, { ...turn, decisions: [{ entry: 'b', step }] }],
  });
  await window.until(own, ({ keptCorrections }) => keptCorrections === 3);
  await window.value('edits.undoAll', { id: own });
  await window.value('edits.keepTurns', { id: own, turns: [] });
  await window.until(own, ({ keptCorrections }) => keptCorrections === undefined);
});

describe('The corrected file', () => {
  const make = (of = id) => ({ id: of, steps: [], withEdits: true, sendChanged: false });
  const good = (line: string | undefined) => (line ?? '').replace('"Sweden"', '"SE"');

  it('has the lines as they were corrected, without those left out, and takes the place of the faulty one', async () => {
    const id = await held('week.jsonl');
    await window.value('edits.save', { id, line: 2, edit: replaced(good(lines[1])) });
    for (const line of [4, 5, 7]) await window.value('edits.save', { id, line, edit: { kind: 'left-out' } });
    const { added, byHand } = await window.value('submission.correct', make(id));
    expect(byHand).toEqual({ changed: 1, dropped: 3 });
    expect(window.told).toContainEqual(['submission.correcting', expect.objectContaining({ id, lines: 8 })]);
    if (added === undefined) throw new Error('It was not added.');
    const { content, name } = window.app.queue.view(added).submission;
    expect(basename(name)).toBe('week.corrected.jsonl');
    const kept = [lines[0], good(lines[1]), lines[2], lines[5], lines[7]];
    expect(await readFile(content, 'utf8')).toBe(`${kept.join('\r\n')}\r\n`);
    expect(await readFile(`${content}.changes.jsonl`, 'utf8')).toContain('"step":"by-hand"');
    // Asked of the file that was corrected as well.
    for (const submission of [added, id]) {
      const { changes, more } = await window.value('submission.changes', { id: submission });
      const steps = changes.map(({ step, lines: count }) => [step, count]);
      expect(steps).toEqual([
        ['by-hand', 3],
        ['by-hand', 1],
      ]);
      expect(more).toBe(0);
    }
    const table = await savedText({ kind: 'changes', id: added, format: 'csv' });
    expect(table).toMatch(
      /^\uFEFF?line,new line,step,field,before,after,who,decided,when,submission,corrected by submission,line of the first file,reason,payment ids,amount,currency,date\r\n/,
    );
    expect(table).toContain('Left out by hand');
    expect(table).toContain('Sweden');
    // A duplicate is not wrong by itself: a person has left one of them out.
    expect((await window.value('submission.leftOut', { id })).reasons).toEqual([{ reason: 'by-hand', lines: 3 }]);
    const rows = (await savedText({ kind: 'left-out', id, format: 'csv' })).split('\r\n');
    expect(rows[1]).toMatch(new RegExp(`^4,${added},"?left out by hand; `));
    // What a window saves opens in the spreadsheet of its reader.
    const french = (await savedText({ kind: 'left-out', id, format: 'csv', language: 'fr' })).split('\r\n');
    expect(french[0]).toMatch(
      /^\uFEFF?ligne;écartée par l’envoi;motif;motif indiqué;montant;devise;date;émetteur;destinataire;texte$/,
    );
    expect(french[1]).toMatch(new RegExp(`^4;${added};"?choix à la main; `));
    const german = (await savedText({ kind: 'changes', id: added, format: 'csv', language: 'de' })).split('\r\n');
    expect(german[0]).toMatch(
      /^\uFEFF?Zeile;neue Zeile;Schritt;Feld;vorher;nachher;wer;entschieden \(.+\);Korrektur hinzugefügt \(.+\);Sendung;/,
    );
    expect(german.join('\n')).toMatch(/;Von Hand ausgelassen;.*;\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d;/);
    expect((await window.until(id, ({ state }) => state === 'corrected')).state).toBe('corrected');
    expect(await window.code('submission.correct', make(id))).toBe('submission.corrected');
  });

  it('counts the corrections by hand beside the steps of a recipe', async () => {
    await window.value('edits.save', { id, line: 5, edit: { kind: 'left-out' } });
    const steps = [{ step: 'replace' as const, field: 'payment_source_country', from: 'Sweden', to: 'SE' }];
    const counted = await window.value('submission.previewCorrection', { ...make(), steps, sendsAgain: true });
    expect(counted).toMatchObject({ changed: 1, dropped: 1, byHand: { changed: 0, dropped: 1 } });
  });

  it('promises only lines in which the check of the new file finds no error, and leaves nothing behind', async () => {
    // The line is faulty twice, and the step mends one of it.
    const doubly = faulty(transactionLine()).replace(/"external_id":"[0-9a-f-]+"/, '"external_id":"7"');
    const own = await held('twice.jsonl', [transactionLine(), faulty(transactionLine()), doubly].join('\n'));
    const steps = [{ step: 'replace' as const, field: 'payment_source_country', from: 'Sweden', to: 'SE' }];
    const before = await readdir(join(window.folder, 'inbox'));
    const promised = await window.value('submission.previewCorrection', { ...make(own), withEdits: false, steps });
    expect(promised).toMatchObject({ kept: 3, changed: 2, check: { valid: 2, faulty: 1 } });
    expect(await readdir(join(window.folder, 'inbox'))).toEqual(before);
    const { added } = await window.value('submission.correct', { ...make(own), withEdits: false, steps });
    const made = await window.until(added ?? own, ({ state }) => state === 'held');
    expect(made.account).toMatchObject({ unsent: 2, invalid: 1 });
  });

  it('leaves nothing behind when it cannot be made', async () => {
    const before = await readdir(join(window.folder, 'inbox'));
    const changed = await held('changed again.jsonl', '{"a":\n{}\n');
    await window.value('edits.save', { id: changed, line: 2, edit: { kind: 'left-out' } });
    await appendFile(join(window.folder, 'changed again.jsonl'), '{}\n');
    expect(await window.code('submission.correct', make(changed))).toBe('file.changed');
    expect(await readdir(join(window.folder, 'inbox'))).toEqual(before);
  });

  it('names the lines of a rest as the file names them that the bank made, on screen and on the receipt, also a generation later', async () => {
    const own = await held('bank.jsonl', [transactionLine(), lines[4], faulty(transactionLine()), lines[4]].join('\n'));
    const origin = (line: number) => ({ submission: own, fileName: 'bank.jsonl', line });
    const dropRefused = { step: 'drop-refused' as const };
    const correct = async (of: SubmissionRow['id']) => {
      const { stays } = await window.value('submission.correct', {
        ...make(of),
        steps: [dropRefused],
        keepsRest: true,
      });
      if (stays?.submission === undefined) throw new Error('Lines stay.');
      await window.until(stays.submission, ({ state }) => state === 'held');
      return stays.submission;
    };
    const rest = await correct(own);
    expect((await window.value('edits.line', { id: rest, line: 3 })).origin).toEqual(origin(4));
    const told = async (of: SubmissionRow['id']) =>
      (await window.value('submission.faults', { id: of, steps: [], withEdits: false })).origins;
    expect(await told(id)).toBeUndefined();
    // Only lines that are listed by their number.
    expect(await told(rest)).toEqual([
      { of: 1, ...origin(2) },
      { of: 3, ...origin(4) },
    ]);
    const findings = await window.value('submission.findings', { id: rest, offset: 0, limit: 10 });
    expect(findings.map(({ line, origin: of }) => [line, of])).toEqual(
      expect.arrayContaining([
        [1, origin(2)],
        [3, origin(4)],
      ]),
    );
    await window.value('edits.save', { id: rest, line: 2, edit: replaced(good(faulty(transactionLine()))) });
    const second = await correct(rest);
    const { origin: shown } = await window.value('edits.corrected', { id: second, line: 2, steps: [] });
    expect(shown).toEqual(origin(4));
    expect((await window.value('submission.line', { id: second, line: 1 })).origin).toEqual(origin(2));

    await window.value('edits.save', { id: second, line: 1, edit: { kind: 'left-out' } });
    await window.value('edits.save', {
      id: second,
      line: 2,
      edit: replaced(transactionLine(), 'The bank sent it again.'),
    });
    const { added } = await window.value('submission.correct', make(second));
    await window.until(added ?? own, ({ state }) => state !== 'checking');
    const { changes } = await window.value('submission.changes', { id: second });
    expect(changes.flatMap(({ origin: of }) => of ?? [])).toContainEqual(origin(4));
    const { html } = await window.value('receipt.page', { of: { submission: own } });
    const changed =
      '<td class="figure" data-heading="Line">4</td><td class="field" data-heading="Field">The whole line</td>';
    for (const said of ['Line 2 of bank.jsonl', 'By the numbers that they have in bank.jsonl.', changed])
      expect(html).toContain(said);
  });

  it('is one of two where lines stay to be corrected: nothing is sent of those, and none is left out', async () => {
    const steps = [
      { step: 'replace' as const, field: 'payment_source_country', from: 'Sweden', to: 'SE' },
      { step: 'drop-refused' as const },
    ];
    const account = async (submission: SubmissionRow['id']) =>
      (await window.until(submission, () => true)).story?.account;
    const own = await held('part.jsonl', [transactionLine(), faulty(transactionLine()), lines[4]].join('\n'));
    const { added, stays } = await window.value('submission.correct', { ...make(own), steps, keepsRest: true });
    if (added === undefined || stays?.submission === undefined) throw new Error('Both were added.');
    const rest = await window.until(stays.submission, ({ state }) => state === 'held');
    const { origin } = await window.value('edits.line', { id: stays.submission, line: 1 });
    expect(origin).toEqual({ submission: own, fileName: 'part.jsonl', line: 3 });
    expect({ lines: stays.lines, name: rest.fileName }).toEqual({ lines: 1, name: 'part.rest.jsonl' });
    expect(await account(own)).toMatchObject({ unsent: 2, invalid: 1, leftOut: 0 });
    expect((await window.value('submission.leftOut', { id: own })).lines).toBe(0);
    for (const submission of [own, added])
      expect((await window.value('submission.details', { id: submission })).stays).toBe(stays.submission);

    // Its file is not where that of the correction is, which may be removed with its customer data while this one is open.
    const contentOf = (submission: SubmissionRow['id']) => window.app.queue.view(submission).submission.content;
    expect(dirname(contentOf(stays.submission))).not.toBe(dirname(contentOf(added)));

    // Given up, they are left out; what was sent stands, and the file does not come back.
    const reason = 'The customer has closed the account.';
    await window.value('queue.cancel', { ids: [stays.submission], reason });
    expect(await account(own)).toMatchObject({ unsent: 2, invalid: 0, leftOut: 1 });
    expect((await window.value('submission.leftOut', { id: own })).reasons).toEqual([{ reason: 'given-up', lines: 1 }]);
    expect(await window.code('submission.correct', make(own))).toBe('submission.corrected');
    const told = await window.value('submission.leftOut', { id: own });
    expect(told.corrections).toMatchObject([{ submission: stays.submission, lines: 1, user: expect.any(String) }]);
    const { html } = await window.value('receipt.page', { of: { submission: added } });
    expect(html).toMatch(/1 line was given up by .*, because the submission was cancelled before it was sent\./);
    expect(html).toContain(reason);
    expect(html).not.toContain('to be corrected by themselves');
    expect(html).toContain('1 was left out: 1 given up');
    // Where the other one is given up as well before anything of it went, it is as if nothing had been corrected.
    await window.value('queue.cancel', { ids: [added] });
    expect((await window.until(own, ({ state }) => state === 'held')).account).toMatchObject({ unsent: 1, invalid: 2 });
  });
});

it('What was decided about faults is kept for the content that was checked, until its customer data is removed', async () => {
  const own = await held('turns.jsonl', faulty(transactionLine()));
  const turn = { decisions: [{ entry: 'e', step: { step: 'drop-blank' as const } }], lines: 1, kind: 'k' };
  expect(await window.value('edits.turns', { id: own })).toEqual([]);
  await window.value('edits.keepTurns', { id: own, turns: [turn, turn] });
  const [first] = await window.value('edits.turns', { id: own });
  expect(first).toEqual({ ...turn, at: expect.any(String) });
  // What the page says of the moment does not count.
  await window.value('edits.keepTurns', { id: own, turns: [{ ...turn, at: 'yesterday' }] });
  expect(await window.value('edits.turns', { id: own })).toEqual([first]);
  const { store } = window.app;
  expect(store.correctionTurns.of({ id: own, sha256: 'of another file' })).toEqual([]);
  store.customerData.reduceSubmission(own);
  expect(await window.value('edits.turns', { id: own })).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../src-preload/bridge.ts';
import { createWorkbench } from '../../src-renderer/correcting/workbench.ts';
import { createLineEditsStore } from '../../src-renderer/line-edits-store.ts';
import type { Faults, LineEdit, RecipeStep, Turn } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const id = submissionIdSchema.parse(7);
const drop: RecipeStep = { step: 'drop-blank' };
const bom: RecipeStep = { step: 'drop-bom' };
const turnOf = (step: RecipeStep) => ({ decisions: [{ entry: step.step, step }], lines: 1, kind: 'k' });
const counted = (errors: number): Faults => ({
  all: 9,
  missing: 9,
  right: 9 - errors,
  changed: 0,
  faulty: errors,
  leftOut: 0,
  errors,
  kinds: [],
  conflicts: { lines: 0, groups: [] },
  durationMs: 1,
});

/** Each call waits until the test answers it. */
function bench(before: readonly Turn[] = []) {
  const kept: (readonly Turn[])[] = [];
  const asked: { steps: readonly RecipeStep[]; withEdits: boolean; answer: (faults: Faults) => Promise<void> }[] = [];
  const sent: (readonly RecipeStep[])[] = [];
  /** What was made of lines by hand. */
  const edits = new Map<number, LineEdit>();
  const listed = () => ({ ok: true, value: [...edits].map(([line, { kind }]) => ({ line, kind })) });
  const invoke = {
    'edits.list': async () => listed(),
    'edits.line': async ({ line }: { line: number }) => ({ ok: true, value: { line, edit: edits.get(line) } }),
    'edits.save': async ({ line, edit }: { line: number; edit: LineEdit }) => {
      edits.set(line, edit);
      return listed();
    },
    'edits.explain': async ({ reasons }: { reasons: readonly { lines: number[]; reason: string }[] }) => {
      for (const { lines, reason } of reasons)
        for (const line of lines) {
          const edit = edits.get(line);
          if (edit?.kind === 'left-out') edits.set(line, { ...edit, reason });
        }
      return listed();
    },
    'edits.undo': async ({ line }: { line: number }) => {
      edits.delete(line);
      return listed();
    },
    'submission.faults': async ({ steps, withEdits }: { steps: readonly RecipeStep[]; withEdits: boolean }) => {
      const { promise, resolve } = Promise.withResolvers<{ ok: true; value: Faults }>();
      asked.push({
        steps,
        withEdits,
        answer: async (value) => {
          resolve({ ok: true, value });
          await new Promise((done) => setImmediate(done));
        },
      });
      return await promise;
    },
    'submission.correct': async ({ steps }: { steps: readonly RecipeStep[] }) => {
      sent.push(steps);
      return { ok: true, value: { added: 8 } };
    },
    'edits.turns': async () => ({ ok: true, value: before }),
    'edits.keepTurns': async ({ turns }: { turns: readonly Turn[] }) => {
      kept.push(turns);
      return { ok: true };
    },
  };
  const bridge = { invoke } as unknown as Pick<Bridge, 'invoke'>;
  const workbench = createWorkbench({ bridge, lineEdits: createLineEditsStore(bridge), now: () => 5 }, id);
  return { workbench, asked, sent, kept, edits };
}

it('The faults at first stay known beside those of the last check', async () => {
  const { workbench, asked } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  workbench.getState().take(turnOf(drop));
  expect(asked[1]?.steps).toEqual([drop]);
  await asked[1]?.answer(counted(1));
  const { first, last, checkedAt, isChecking } = workbench.getState();
  expect([first?.errors, last?.errors, checkedAt, isChecking]).toEqual([4, 1, 5, false]);
});

it('What was still under way as it was opened is shown once it has ended, without the error', async () => {
  const answers = [
    { ok: false, error: { code: 'submission.not-correctable', params: { id } } },
    { ok: true, value: counted(4) },
  ];
  const invoke = {
    'edits.list': async () => ({ ok: true, value: [] }),
    'edits.turns': async () => ({ ok: true, value: [] }),
    'submission.faults': async () => answers.shift(),
  };
  const bridge = { invoke } as unknown as Pick<Bridge, 'invoke'>;
  const workbench = createWorkbench({ bridge, lineEdits: createLineEditsStore(bridge), now: () => 5 }, id);
  await workbench.getState().open();
  expect(workbench.getState()).toMatchObject({ error: { code: 'submission.not-correctable' }, first: undefined });
  await workbench.getState().open();
  expect(workbench.getState()).toMatchObject({ error: undefined, first: { errors: 4 } });
});

it('What was settled by hand before is counted beside the file as it is, so that it stays to be seen', async () => {
  const { workbench, asked, edits } = bench();
  edits.set(5, { kind: 'left-out' });
  const opened = workbench.getState().open();
  await asked[0]?.answer(counted(4));
  await asked[1]?.answer(counted(2));
  await opened;
  const { first, last } = workbench.getState();
  expect(asked.map(({ withEdits }) => withEdits)).toEqual([false, true]);
  expect([first?.errors, last?.errors]).toEqual([4, 2]);
});

it('The turns that a check has counted are told from those that were taken since', async () => {
  const { workbench, asked } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  const { take } = workbench.getState();
  take(turnOf(drop));
  expect(workbench.getState().counted).toEqual([]);
  await asked[1]?.answer(counted(3));
  take(turnOf(bom));
  expect(workbench.getState().counted).toEqual([turnOf(drop)]);
  await asked[2]?.answer(counted(2));
  expect(workbench.getState().counted).toEqual([turnOf(drop), turnOf(bom)]);
});

it('What is decided while a check runs is checked after it, once', async () => {
  const { workbench, asked } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  const { take } = workbench.getState();
  take(turnOf(drop));
  take(turnOf(bom));
  expect(asked).toHaveLength(2);
  await asked[1]?.answer(counted(3));
  expect(asked[2]?.steps).toEqual([drop, bom]);
  expect(workbench.getState().isChecking).toBe(true);
  await asked[2]?.answer(counted(2));
  expect([asked.length, workbench.getState().isChecking]).toEqual([3, false]);
});

it('Each turn is undone by itself, and done again', () => {
  const { workbench } = bench();
  const { take, undo, redo } = workbench.getState();
  const steps = () => workbench.getState().turns.map(({ decisions }) => decisions[0]?.step);
  take(turnOf(drop));
  take(turnOf(bom));
  undo(0);
  expect(steps()).toEqual([bom]);
  undo();
  expect(steps()).toEqual([]);
  redo();
  expect(steps()).toEqual([bom]);
  redo();
  expect(steps()).toEqual([bom, drop]);
});

it('What is sent leaves out the lines that stay faulty', async () => {
  const { workbench, sent } = bench();
  workbench.getState().take(turnOf(bom));
  expect(await workbench.getState().send(true)).toBe(8);
  expect(sent).toEqual([[bom, { step: 'drop-refused' }]]);
});

it('What was decided is kept at each turn, and is there again in a window that opens later', async () => {
  const { workbench, kept } = bench();
  workbench.getState().take(turnOf(bom));
  workbench.getState().take(turnOf(drop));
  workbench.getState().undo();
  expect(kept).toEqual([[turnOf(bom)], [turnOf(bom), turnOf(drop)], [turnOf(bom)]]);

  const later = bench([turnOf(bom)]);
  void later.workbench.getState().open();
  await later.asked[0]?.answer(counted(4));
  expect(later.workbench.getState().turns).toEqual([turnOf(bom)]);
  // It is counted with them at once.
  expect(later.asked[1]?.steps).toEqual([bom]);
});

describe('A line that was corrected by hand', () => {
  const replaced = (text: string): LineEdit => ({ kind: 'replaced', text });
  const settled = async () => await new Promise((done) => setTimeout(done));

  it('is a turn, undone and done again like the others', async () => {
    const { workbench, edits } = bench();
    const { take, correctByHand, undo, redo } = workbench.getState();
    take(turnOf(drop));
    expect(await correctByHand(4, 'k', replaced('{}'))).toBeUndefined();
    expect(workbench.getState().turns).toMatchObject([{}, { decisions: [], kind: 'k', byHand: { line: 4 } }]);
    undo();
    await settled();
    expect([workbench.getState().turns.length, edits.size, workbench.getState().putBack]).toEqual([1, 0, 1]);
    redo();
    await settled();
    expect([workbench.getState().turns.length, edits.get(4)]).toEqual([2, replaced('{}')]);
  });

  it('gets back what it was by hand before', async () => {
    const { workbench, edits } = bench();
    const { correctByHand, undo } = workbench.getState();
    await correctByHand(4, 'k', replaced('{}'));
    await correctByHand(4, 'k', { kind: 'left-out' });
    undo();
    await settled();
    expect(edits.get(4)).toEqual(replaced('{}'));
  });

  it('is put back by a turn that says so, also once it was undone and done again', async () => {
    const { workbench, edits } = bench();
    const { correctByHand, undo, redo } = workbench.getState();
    const isPutBack = () => workbench.getState().turns.map((turn) => turn.isPutBack === true);
    await correctByHand(4, 'k', replaced('{}'));
    await correctByHand(4, 'k', undefined);
    expect(isPutBack()).toEqual([false, true]);
    undo();
    await settled();
    redo();
    await settled();
    expect([isPutBack(), edits.size]).toEqual([[false, true], 0]);
  });

  it('keeps what was made of it last while an earlier turn is undone, which then is as if it never was', async () => {
    const { workbench, edits } = bench();
    const { correctByHand, undo } = workbench.getState();
    await correctByHand(4, 'k', replaced('{}'));
    await correctByHand(4, 'k', { kind: 'left-out' });
    undo(0);
    await settled();
    expect([workbench.getState().turns.length, edits.get(4)]).toEqual([1, { kind: 'left-out' }]);
    undo();
    await settled();
    expect([workbench.getState().turns.length, edits.size]).toEqual([0, 0]);
  });

  it('is no turn any more in a window that opens after it was put back elsewhere', async () => {
    const { workbench, asked } = bench([{ decisions: [], lines: 1, kind: 'k', byHand: { line: 4 } }]);
    void workbench.getState().open();
    await asked[0]?.answer(counted(4));
    expect(workbench.getState().turns).toEqual([]);
  });
});

it('What a person says of money is sent with each decision that changes it, and kept', async () => {
  const { workbench, asked, sent, kept } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  const amount: RecipeStep = { step: 'replace', field: 'modification.amount', from: 'n/a', to: 5 };
  workbench.getState().take(turnOf(amount));
  workbench.getState().take(turnOf(drop));
  await workbench.getState().explain({ money: 'The core system lost it.' });
  const explained = { ...amount, reason: 'The core system lost it.' };
  await workbench.getState().send(true);
  expect(sent).toEqual([[explained, drop, { step: 'drop-refused' }]]);
  expect(kept.at(-1)?.flatMap(({ decisions }) => decisions.map(({ step }) => step))).toEqual([explained, drop]);
});

it('Why faulty lines are left out goes with the step that leaves them out', async () => {
  const { workbench, asked, sent } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  await workbench.getState().send(false, { faulty: 'The senders are not known.' });
  expect(sent).toEqual([[{ step: 'drop-refused', reason: 'The senders are not known.' }]]);
});

it('A line that is left out is told from one that is corrected, in what can be undone', async () => {
  const { workbench, asked } = bench();
  void workbench.getState().open();
  await asked[0]?.answer(counted(4));
  await workbench.getState().correctByHand(3, 'k', { kind: 'replaced', text: '{}' });
  await workbench.getState().correctByHand(3, 'k', { kind: 'left-out' });
  await workbench.getState().correctByHand(3, 'k', undefined);
  expect(workbench.getState().turns.map(({ isLeftOut, isPutBack }) => [isLeftOut, isPutBack])).toEqual([
    [undefined, undefined],
    [true, undefined],
    [undefined, true],
  ]);
});

import { expect, it } from 'vitest';
import type { Bridge } from '../../src-preload/bridge.ts';
import { createWorkbench } from '../../src-renderer/correcting/workbench.ts';
import type { Faults, RecipeStep, Turn } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/contract.ts';

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
  const asked: { steps: readonly RecipeStep[]; answer: (faults: Faults) => Promise<void> }[] = [];
  const sent: (readonly RecipeStep[])[] = [];
  const invoke = {
    'submission.faults': async ({ steps }: { steps: readonly RecipeStep[] }) => {
      const { promise, resolve } = Promise.withResolvers<{ ok: true; value: Faults }>();
      asked.push({
        steps,
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
  const workbench = createWorkbench({ invoke } as unknown as Pick<Bridge, 'invoke'>, id, () => 5);
  return { workbench, asked, sent, kept };
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

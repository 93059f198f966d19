import { describe, expect, it } from 'vitest';
import { createCorrection, type Wish } from '../../src-renderer/fixing/correction-store.ts';
import type { CorrectionOutcome } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { settle } from '../fake-clock.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

const dropped: Wish = { steps: [{ step: 'drop-refused' }], sendChanged: false };
const trimmed: Wish = { steps: [{ step: 'trim', field: 'note' }], sendChanged: false };

/** A correction whose answers come when the test gives them: `kept` is the number of lines that are kept. */
function open() {
  const bridge = bridgeTo();
  const waiting: ((result: Awaited<ReturnType<(typeof bridge.invoke)['submission.correct']>>) => void)[] = [];
  const wait = () => new Promise((resolve) => waiting.push(resolve));
  Object.assign(bridge.invoke, { 'submission.correct': wait, 'submission.previewCorrection': wait });
  const answer = async (place: number, kept: number, more: Partial<CorrectionOutcome> = {}) => {
    waiting[place]?.({ ok: true, value: { ...outcome, kept, ...more } });
    await settle();
  };
  const fail = async (place: number) => {
    const error = new AppError('edit.too-many', { lines: 10, bytes: 1000 }).toRecord();
    waiting[place]?.({ ok: false, error });
    await settle();
    return error;
  };
  const correction = createCorrection(bridge, submissionIdSchema.parse(1));
  return { state: () => correction.getState(), answer, fail };
}

const outcome: CorrectionOutcome = {
  lines: 5,
  kept: 5,
  changed: 0,
  dropped: 0,
  sentBefore: 0,
  leftOut: 0,
  byStep: [],
  samples: [],
  byHand: { changed: 0, dropped: 0 },
  differing: { count: 0, lines: [] },
  conflicts: { lines: 0, groups: [] },
  batches: { all: 1, accepted: 0, doubtful: 0 },
  source: { bytes: 9, sha256: '' },
  result: { bytes: 9, sha256: '' },
};

describe('A correction', () => {
  it('shows what its preview has found', async () => {
    const { state, answer } = open();
    void state().preview(dropped);
    expect(state().isBusy).toBe(true);
    await answer(0, 4);
    expect([state().isBusy, state().outcome?.kept]).toEqual([false, 4]);
  });

  it('never shows a preview of what the person no longer wants', async () => {
    const { state, answer, fail } = open();
    void state().preview(dropped);
    state().forget();
    await answer(0, 4);
    expect(state()).toMatchObject({ isBusy: false, outcome: undefined });
    void state().preview(dropped);
    state().forget();
    await fail(1);
    expect(state()).toMatchObject({ isBusy: false, error: undefined });
  });

  it('shows the latest preview, in whichever order they are answered', async () => {
    const { state, answer } = open();
    void state().preview(dropped);
    void state().preview(trimmed);
    await answer(1, 5);
    expect([state().isBusy, state().outcome?.kept]).toEqual([false, 5]);
    await answer(0, 4);
    expect(state().outcome?.kept).toBe(5);
  });

  it('relies on no earlier preview when the next one fails', async () => {
    const { state, answer, fail } = open();
    void state().preview(dropped);
    await answer(0, 4);
    void state().preview(trimmed);
    expect(state()).toMatchObject({ isBusy: true, outcome: { kept: 4 } });
    const error = await fail(1);
    expect(state()).toMatchObject({ isBusy: false, outcome: undefined, error });
  });

  it('is made once, also where the wish changes meanwhile', async () => {
    const { state, answer } = open();
    const made = state().make(dropped);
    state().forget();
    expect(state().isBusy).toBe(true);
    await answer(0, 4, { added: submissionIdSchema.parse(2) });
    expect([await made, state().isBusy]).toEqual([2, false]);
  });

  it('says why it was not made', async () => {
    const { state, fail } = open();
    const made = state().make(dropped);
    const error = await fail(0);
    expect([await made, state().error]).toEqual([undefined, error]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLineDraft, isUnsaved, type LineDraft, needsReason } from '../../src-renderer/line-editor/line-draft.ts';
import { createLineEditsStore } from '../../src-renderer/line-edits-store.ts';
import type { LineEdit, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { bank, openWindow, type TestWindow } from '../actions/window.ts';
import { transactionLine } from '../cli/transactions.ts';

let window: TestWindow;
let id: SubmissionRow['id'];
const inFile = '{"payment_source_country": "Sweden","amount":1.10}';
const laidOut = '{\n  "payment_source_country": "Sweden",\n  "amount": 1.10\n}';
const corrected = laidOut.replace('Sweden', 'SE');

beforeAll(async () => {
  window = await openWindow();
  await window.value('connections.add', bank);
  await window.backend.start();
  id = await window.added('day.jsonl', [...Array.from({ length: 3 }, transactionLine), inFile, ''].join('\n'));
  await window.until(id, ({ state }) => state === 'held');
});
afterAll(async () => await window.close());

/** The page of the faulty line, whose file was checked by a real app. */
async function open(edit?: LineEdit, unkept = new Map()) {
  await window.value('edits.undoAll', { id });
  if (edit !== undefined) await window.value('edits.save', { id, line: 4, edit });
  const editable = await window.value('edits.line', { id, line: 4 });
  const bridge = { ...window.bridge, invoke: { ...window.bridge.invoke } };
  bridge.calls.length = 0;
  const lineEdits = createLineEditsStore(bridge);
  const keep = (edited: LineEdit | undefined) => lineEdits.getState().keep(id, 4, edited);
  const draft = createLineDraft({ bridge, id, keep, unkept }, editable);
  const isFaulty = ({ findings }: LineDraft) =>
    findings?.some(({ path }) => path === 'payment_source_country') === true;
  const faultFound = () =>
    new Promise<void>((resolve) => {
      if (isFaulty(draft.getState())) resolve();
      draft.subscribe((state) => {
        if (isFaulty(state)) resolve();
      });
    });
  draft.getState().start();
  const asked = (name: string) => bridge.calls.filter((call) => call.name === name).map(({ input }) => input);
  const fail = (name: 'edits.save' | 'edits.undo') => {
    const error = new AppError('edit.too-many', { lines: 10, bytes: 1000 }).toRecord();
    Object.assign(bridge.invoke, { [name]: async () => ({ ok: false, error }) });
    return error;
  };
  return { state: () => draft.getState(), asked, faultFound, fail, lineEdits };
}

describe('A line that is corrected', () => {
  it('is laid out, and checked at once', async () => {
    const { state, faultFound } = await open();
    expect([state().text, state().original, state().kept]).toEqual([laidOut, laidOut, laidOut]);
    await faultFound();
  });

  it('continues from what was kept of it', async () => {
    const { state } = await open({ kind: 'replaced', text: '{"amount":1.10}' });
    expect([state().text, state().original]).toEqual(['{\n  "amount": 1.10\n}', laidOut]);
  });

  it('is kept as one line when it is saved, and only once', async () => {
    const { state, asked, lineEdits } = await open();
    state().write(corrected);
    expect(await state().save()).toBe(true);
    expect(await state().save()).toBe(true);
    const text = '{"payment_source_country":"SE","amount":1.10}';
    expect(asked('edits.save')).toEqual([{ id, line: 4, edit: { kind: 'replaced', text } }]);
    expect([state().kept, lineEdits.getState().edits.get(id)]).toEqual([corrected, [{ line: 4, kind: 'replaced' }]]);
  });

  it('is no correction when the text is as in the file', async () => {
    const { state, asked } = await open();
    expect(await state().save()).toBe(true);
    state().write(corrected);
    state().write(laidOut);
    expect(await state().save()).toBe(true);
    expect([asked('edits.save'), asked('edits.undo')]).toEqual([[], []]);
  });

  it('is no correction any more when the text becomes as in the file again', async () => {
    const { state, asked } = await open({ kind: 'replaced', text: '{"amount":1.10}' });
    state().write(laidOut);
    expect(await state().save()).toBe(true);
    expect([asked('edits.undo'), state().kept]).toEqual([[{ id, line: 4 }], laidOut]);
  });

  it('is kept when the person leaves without saving', async () => {
    const { state, asked } = await open();
    state().write('{"a":');
    expect(await state().end()).toBeUndefined();
    expect(asked('edits.save')).toEqual([{ id, line: 4, edit: { kind: 'replaced', text: '{"a":' } }]);
  });

  it('says why it cannot be kept, and keeps the text on the screen', async () => {
    const { state, fail } = await open();
    const error = fail('edits.save');
    state().write(corrected);
    expect(await state().save()).toBe(false);
    expect([state().problem, state().text, state().kept]).toEqual([error, corrected, laidOut]);
    expect(await state().end()).toEqual(error);
  });

  it('that could not be kept when it was left stands there again when a person comes back', async () => {
    const unkept = new Map();
    const { state, fail } = await open(undefined, unkept);
    fail('edits.save');
    state().write(corrected);
    await state().end();
    const again = await open(undefined, unkept);
    expect([again.state().text, again.state().kept]).toEqual([corrected, laidOut]);
    expect([await again.state().end(), (await open(undefined, unkept)).state().text]).toEqual([undefined, laidOut]);
  });

  it('cannot be kept when it became too long, and can once it is shorter', async () => {
    const { state, asked } = await open();
    state().write(`{"a":"${'x'.repeat(200_000)}"}`);
    expect([await state().save(), state().problem]).toEqual([false, 'too-long']);
    expect(asked('edits.save')).toEqual([]);
    state().write('{}');
    expect([state().problem, await state().save()]).toEqual([undefined, true]);
  });

  it('is as in the file again after undoing, whatever was written and kept', async () => {
    const { state, asked, faultFound } = await open();
    state().write(corrected);
    await state().save();
    state().write('{}');
    expect(await state().undo()).toBe(true);
    expect([state().text, state().kept, asked('edits.undo').length]).toEqual([laidOut, laidOut, 1]);
    await faultFound();
  });

  it('stays as it is when undoing fails', async () => {
    const { state, fail } = await open();
    state().write(corrected);
    await state().save();
    fail('edits.undo');
    expect([await state().undo(), state().text, state().kept]).toEqual([false, corrected, corrected]);
  });
});

it('A correction says which errors the line has only since it was made', async () => {
  const { state } = await open();
  expect(await state().madeErrors()).toEqual([]);
  state().write(laidOut.replace('"Sweden"', '7'));
  expect(await state().madeErrors()).toMatchObject([{ rule: 'field.type', path: 'payment_source_country' }]);
  state().write(corrected);
  expect(await state().madeErrors()).toEqual([]);
});

describe('Taking back', () => {
  it('takes back what was written in one place and not saved, then what was written in the place before', async () => {
    const { state, asked } = await open();
    state().write('{"a":1}', 'a');
    state().write('{"a":12}', 'a');
    state().write('{"a":12,"b":1}', 'b');
    await state().takeBack();
    expect(state().text).toBe('{"a":12}');
    await state().takeBack();
    expect([state().text, asked('edits.save')]).toEqual([laidOut, []]);
  });

  it('takes back what was saved, step by step, once nothing is unsaved', async () => {
    const { state, asked } = await open();
    state().write(corrected, 'a');
    await state().save();
    state().write('{}', 'a');
    await state().save();
    state().write('{"a":1}', 'a');
    await state().takeBack();
    expect([state().text, state().kept]).toEqual(['{}', '{}']);
    await state().takeBack();
    expect([state().text, state().kept]).toEqual([corrected, corrected]);
    await state().takeBack();
    await state().takeBack();
    expect([state().text, state().kept, asked('edits.undo').length]).toEqual([laidOut, laidOut, 1]);
  });

  it('takes back what was saved before the line was opened, and that it is left out', async () => {
    const { state } = await open({ kind: 'replaced', text: '{"amount":1.10}' });
    await state().leaveOut('Sent by mistake');
    await state().takeBack();
    expect(state().isLeftOut).toBe(false);
    const again = await open({ kind: 'replaced', text: '{"amount":1.10}' });
    await again.state().takeBack();
    expect([again.state().text, again.state().kept]).toEqual([laidOut, laidOut]);
  });
});

describe('A line with other money', () => {
  const dearer = '{"modification":{"amount":12}}';

  it('is kept with the reason that the person gives, and not without one', async () => {
    const { state, asked } = await open();
    state().write(dearer);
    expect([needsReason(state()), await state().save()]).toEqual([true, false]);
    expect(state().problem).toMatchObject({ code: 'edit.no-reason' });
    state().explain('  told by telephone ');
    expect([state().problem, await state().save()]).toEqual([undefined, true]);
    expect(asked('edits.save').at(-1)).toEqual({
      id,
      line: 4,
      edit: { kind: 'replaced', text: dearer, reason: 'told by telephone' },
    });
  });

  it('is kept again once another reason is given', async () => {
    const { state, asked } = await open({ kind: 'replaced', text: dearer, reason: 'told by telephone' });
    expect([state().reason, isUnsaved(state())]).toEqual(['told by telephone', false]);
    state().explain('told in writing');
    expect([isUnsaved(state()), await state().save(), isUnsaved(state())]).toEqual([true, true, false]);
    expect(asked('edits.save')).toHaveLength(1);
  });

  it('wants another reason once its money is another one again, and has the first where it is put back', async () => {
    const { state } = await open({ kind: 'replaced', text: dearer, reason: 'told by telephone' });
    const { kept } = state();
    state().write(laidOut.replace('1.10', '3.30'));
    expect(state().reason).toBe('');
    state().write(kept);
    expect(state().reason).toBe('told by telephone');
  });

  it('has no reason of before it was undone', async () => {
    const { state } = await open();
    state().write(dearer);
    state().explain('first reason');
    await state().save();
    await state().undo();
    state().write(corrected);
    await state().save();
    state().write(dearer);
    expect([state().reason, await state().save()]).toEqual(['', false]);
  });

  it('has no reason any more once its money is as in the file', async () => {
    const { state, asked } = await open({ kind: 'replaced', text: dearer, reason: 'told by telephone' });
    state().write(corrected);
    await state().save();
    expect(asked('edits.save')).toMatchObject([{ edit: { kind: 'replaced' } }]);
    expect(asked('edits.save')[0]).not.toHaveProperty('edit.reason');
  });
});

describe('A line that is left out', () => {
  it('stays left out when the person leaves, even with a text that was not saved', async () => {
    const { state, asked } = await open();
    state().write(corrected);
    await state().leaveOut('Sent by mistake');
    expect(state().isLeftOut).toBe(true);
    expect(await state().end()).toBeUndefined();
    expect(asked('edits.save')).toEqual([{ id, line: 4, edit: { kind: 'left-out', reason: 'Sent by mistake' } }]);
  });

  it('is taken in again with the text that was not saved', async () => {
    const { state, asked } = await open();
    state().write(corrected);
    await state().leaveOut('Sent by mistake');
    await state().takeIn();
    expect([state().isLeftOut, state().text, state().kept]).toEqual([false, corrected, laidOut]);
    await state().save();
    expect(asked('edits.save')).toHaveLength(2);
  });

  it('is recognised when it is opened again', async () => {
    const { state } = await open({ kind: 'left-out' });
    expect([state().isLeftOut, state().text]).toEqual([true, laidOut]);
  });
});

import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import { keepTemplate } from '../../src-renderer/preparing/kept-template.ts';
import {
  createPreparationStore,
  type PreparationStore,
  presentPlan,
} from '../../src-renderer/preparing/preparation-store.ts';
import { resultTexts } from '../../src-renderer/texts/preparing.ts';
import type { Preparation, PreparationDraft } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { openWindow, type TestWindow } from '../actions/window.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';

let window: TestWindow;
let id: Preparation['id'];
/** As the app has guessed it. */
let guessed: PreparationDraft;
beforeAll(async () => {
  window = await openWindow();
  const offer = await window.offered('payments.csv', csvOf([paymentRow(1), paymentRow(2)]));
  ({ id } = await window.value('preparations.begin', { offers: [offer] }));
  const store = createPreparationStore(window.bridge);
  const close = store.getState().open(id);
  ({ draft: guessed } = await until(store, isReady));
  close();
});
afterAll(async () => await window.close());

type Drafted = PreparationStore & { draft: PreparationDraft };
/** Read, and with nothing under way. */
const isReady = (state: PreparationStore): state is Drafted => state.draft !== undefined && state.work === undefined;

async function until<Wanted extends PreparationStore>(
  store: StoreApi<PreparationStore>,
  isWanted: (state: PreparationStore) => state is Wanted,
): Promise<Wanted> {
  const now = store.getState();
  if (isWanted(now)) return now;
  return await new Promise((resolve) => {
    store.subscribe((state) => {
      if (isWanted(state)) resolve(state);
    });
  });
}

/** From here on, no time passes by itself. In the end, what the app has begun meanwhile is done too. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    await vi.runOnlyPendingTimersAsync();
    vi.useRealTimers();
  });
}

/** The preparation as it was read. */
async function opened(answers: Partial<Bridge['invoke']> = {}) {
  await window.value('preparations.keep', { id, draft: guessed });
  const bridge = { ...window.bridge, invoke: { ...window.bridge.invoke, ...answers } };
  bridge.calls.length = 0;
  const store = createPreparationStore(bridge);
  const isOpen = until(store, isReady);
  const close = store.getState().open(id);
  await isOpen;
  // An open one would go on asking what would come of it.
  onTestFinished(close);
  const kept = () => bridge.calls.filter(({ name }) => name === 'preparations.keep').length;
  const name = (text: string) =>
    store.getState().change({ template: { ...(store.getState().draft ?? guessed).template, name: text } });
  const otherColumns = (chosen: 'leave-out' | 'additional-fields') =>
    store.getState().change({ template: { ...(store.getState().draft ?? guessed).template, otherColumns: chosen } });
  const calls = (called: string) => bridge.calls.filter(({ name: one }) => one === called).length;
  return { store, close, kept, calls, name, otherColumns };
}

const isPlanned = (state: PreparationStore): state is PreparationStore => presentPlan(state) !== undefined;

it('What a person types is kept once, after a moment', async () => {
  const { name, kept } = await opened();
  standStill();
  for (const text of ['n', 'no', 'november']) name(text);
  expect(kept()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept()).toBe(1);
  expect((await window.value('preparations.get', { id })).draft?.template.name).toBe('november');
});

it('A text for all rows is not asked about before it is typed', async () => {
  const { store, calls, kept } = await opened();
  await until(store, isPlanned);
  const before = calls('preparations.plan');
  standStill();
  const { template } = store.getState().draft ?? guessed;
  const constant = (text: string) => ({ source: { from: 'constant' as const, text } });
  const typed = (text: string) =>
    store.getState().change({
      template: { ...template, fields: { ...template.fields, payment_method: constant(text) } },
    });
  typed('');
  await vi.advanceTimersByTimeAsync(1000);
  expect([calls('preparations.plan') - before, kept()]).toEqual([0, 1]);
  typed('wire');
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls('preparations.plan') - before).toBe(1);
});

it('What is typed is kept when the page is left before that moment', async () => {
  const { name, close, kept } = await opened();
  name('november');
  close();
  expect(kept()).toBe(1);
});

it.each([
  { when: 'before it was kept', pause: 0 },
  { when: 'when it was kept', pause: 1000 },
])('What is chosen while the app looks the preparation up outlasts the answer, $when', async ({ pause }) => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isSlow = false;
  const { store, name } = await opened({
    'preparations.read': async () => ({ ok: true, value: undefined }),
    'preparations.get': async (input) => {
      const answer = await window.bridge.invoke['preparations.get'](input);
      asked.resolve();
      if (isSlow) await answered.promise;
      return answer;
    },
  });
  standStill();
  isSlow = true;
  const read = store.getState().read(undefined);
  await asked.promise;
  name('november');
  await vi.advanceTimersByTimeAsync(pause);
  answered.resolve();
  await read;
  expect(store.getState().draft?.template.name).toBe('november');
});

it('What is chosen stays in sight and is kept when no plan can be made, with the reason', async () => {
  const error = new AppError('page.disconnected', {}).toRecord();
  const { store, name, otherColumns } = await opened({ 'preparations.plan': async () => ({ ok: false, error }) });
  name('november');
  otherColumns('additional-fields');
  await store.getState().plan();
  expect(store.getState()).toMatchObject({
    error: { code: 'page.disconnected' },
    draft: { template: { name: 'november' } },
  });
  expect(presentPlan(store.getState())).toBeUndefined();
  expect((await window.value('preparations.get', { id })).draft?.template.otherColumns).toBe('additional-fields');
});

it('What would come of it is asked for by itself: once it is opened, and a moment after what decides', async () => {
  const { store, otherColumns, name, calls } = await opened();
  await until(store, isPlanned);
  expect(calls('preparations.plan')).toBe(1);
  standStill();
  name('november');
  otherColumns('additional-fields');
  expect(presentPlan(store.getState())).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls('preparations.plan')).toBe(2);
});

it('An end of the check by a person lasts until they change something', async () => {
  const { store, otherColumns, calls } = await opened();
  await until(store, isPlanned);
  standStill();
  otherColumns('additional-fields');
  await vi.advanceTimersByTimeAsync(1000);
  await store.getState().cancel();
  await store.getState().settle();
  expect(store.getState()).toMatchObject({ isHalted: true, work: undefined });
  const before = calls('preparations.plan');
  otherColumns('leave-out');
  expect(store.getState().isHalted).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls('preparations.plan')).toBe(before + 1);
});

it('Steps are taken back one by one; what is typed at once is one step', async () => {
  const { store, otherColumns, name } = await opened();
  await until(store, isPlanned);
  standStill();
  for (const text of ['n', 'no', 'november']) name(text);
  otherColumns('additional-fields');
  store.getState().undo();
  expect(store.getState().draft?.template).toMatchObject({ name: 'november', otherColumns: 'leave-out' });
  store.getState().undo();
  expect(store.getState().draft).toEqual(guessed);
  store.getState().undo();
  expect(store.getState().draft).toEqual(guessed);
});

it('A template that is chosen takes the place of what was typed before', async () => {
  const [template] = await window.value('templates.keep', { template: paymentTemplate });
  const { store, name } = await opened();
  name('november');
  await store.getState().useTemplate(template?.id ?? '');
  const isTaken = (state: PreparationStore): state is Drafted => state.draft?.template.name === paymentTemplate.name;
  expect((await until(store, isTaken)).draft.template).toEqual(paymentTemplate);
});

it('What becomes of the kept templates is told: a new one, one that stays, one that knows fewer columns', async () => {
  const { store } = await opened();
  const told = async (columns: readonly string[]) => {
    store.getState().change({ template: { ...paymentTemplate, name: 'of each day', columns: [...columns] } });
    await store.getState().keepTemplate();
    const { kept } = store.getState();
    return kept?.ok && kept.value && resultTexts.keptTemplate(kept.value);
  };
  const { columns } = paymentTemplate;
  const more = [...columns, 'Channel'];
  expect(await told(more)).toBe('The template “of each day” is kept for the next export like this.');
  expect(await told(more)).toBe('The template “of each day” stays as it was.');
  expect(await told(columns)).toBe(
    `The template “of each day” was changed, and knows ${columns.length} columns in place of ${more.length}; what it was stays among its versions.`,
  );
});

it('That a template could not be kept is told, with why', async () => {
  const error = new AppError('template.unknown', {}).toRecord();
  const keep = { 'templates.keep': async () => ({ ok: false as const, error }) };
  const bridge = { ...window.bridge, invoke: { ...window.bridge.invoke, ...keep } };
  expect(await keepTemplate(bridge, paymentTemplate)).toEqual({ ok: false, error });
});

it('A field may come from a column that the export has and the kept template does not know', async () => {
  const { columns, ...kept } = paymentTemplate;
  const [first = '', ...others] = columns;
  const fields = Object.fromEntries(
    Object.entries(kept.fields).filter(([, value]) => !JSON.stringify(value).includes(JSON.stringify(first))),
  );
  const older = { ...kept, name: 'older', columns: others, fields };
  const templates = await window.value('templates.keep', { template: older });
  const { store } = await opened();
  await store.getState().useTemplate(templates.find(({ name }) => name === 'older')?.id ?? '');
  const isTaken = (state: PreparationStore): state is Drafted =>
    isReady(state) && state.draft.template.name === 'older';
  const { template } = (await until(store, isTaken)).draft;
  const source = { source: { from: 'column' as const, column: first } };
  store.getState().change({ template: { ...template, fields: { ...template.fields, payment_method: source } } });
  await store.getState().plan();
  expect(store.getState().error).toBeUndefined();
  expect((await until(store, isPlanned)).draft?.template.columns).toEqual([...others, first]);
});

it('A plan is outdated by another template until it is made again, not by another name of it or by figures', async () => {
  const { store, name, otherColumns } = await opened();
  await until(store, isPlanned);
  name('november');
  store.getState().change({ figures: [{ currency: 'EUR', count: 2 }] });
  expect(presentPlan(store.getState())).toMatchObject({ rows: 2 });
  otherColumns('additional-fields');
  expect(presentPlan(store.getState())).toBeUndefined();
  const planned = until(store, isPlanned);
  await store.getState().plan();
  expect(presentPlan(await planned)).toMatchObject({ rows: 2 });
});

it('A preparation that is gone says so', async () => {
  const { store } = await opened();
  const isRefused = (state: PreparationStore): state is PreparationStore => state.error !== undefined;
  const refused = until(store, isRefused);
  store.getState().open(crypto.randomUUID());
  expect((await refused).error?.code).toBe('preparation.unknown');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge } from '../../src-preload/bridge.ts';
import { createPreparationStore } from '../../src-renderer/preparing/preparation-store.ts';
import { AppError } from '../../src-shared/errors.ts';
import { WAIT_MS } from '../patience.ts';
import { createDemoBridge } from './demo-bridge.ts';
import { demoTemplate } from './demo-preparations.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function opened(answers: (demo: Bridge['invoke']) => Partial<Bridge['invoke']> = () => ({})) {
  const demo = createDemoBridge({ submissions: 3 });
  const bridge = { ...demo, invoke: { ...demo.invoke, ...answers(demo.invoke) } };
  const begun = await bridge.invoke['preparations.begin']({ offers: [crypto.randomUUID()] });
  if (!begun.ok) throw new Error('The demo begins every preparation.');
  const store = createPreparationStore(bridge);
  const close = store.getState().open(begun.value.id);
  await vi.waitFor(() => expect(store.getState().draft).toBeDefined(), { timeout: WAIT_MS });
  const kept = () => bridge.calls.filter(({ name }) => name === 'preparations.keep').length;
  return { store, close, kept, bridge };
}

it('What a person types is kept once, after a moment', async () => {
  const { store, kept } = await opened();
  for (const name of ['k', 'ko', 'konten']) store.getState().change({ template: { ...demoTemplate, name } });
  expect(kept()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept()).toBe(1);
});

it('What is typed is kept when the wizard is left before that moment', async () => {
  const { store, close, kept } = await opened();
  store.getState().change({ template: { ...demoTemplate, name: 'november' } });
  close();
  await vi.advanceTimersByTimeAsync(0);
  expect(kept()).toBe(1);
});

it.each([
  { when: 'before it was kept', pause: 0 },
  { when: 'when it was kept', pause: 1000 },
])('What is chosen while the app looks the preparation up outlasts the answer, $when', async ({ pause }) => {
  const held: (() => void)[] = [];
  let isSlow = false;
  const { store } = await opened((app) => ({
    'preparations.get': async (input) => {
      const answer = await app['preparations.get'](input);
      if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    },
  }));
  isSlow = true;
  const read = store.getState().read(undefined);
  await vi.advanceTimersByTimeAsync(0);
  store.getState().change({ template: { ...demoTemplate, name: 'november' } });
  await vi.advanceTimersByTimeAsync(pause);
  for (const answer of held) answer();
  await read;
  expect(store.getState().draft?.template.name).toBe('november');
});

it('What is chosen stays in sight when no plan can be made', async () => {
  const error = new AppError('page.disconnected', {}).toRecord();
  const { store } = await opened(() => ({ 'preparations.plan': async () => ({ ok: false, error }) }));
  store.getState().change({ template: { ...demoTemplate, name: 'november' } });
  await store.getState().plan();
  expect(store.getState().draft?.template.name).toBe('november');
});

it('A template that is chosen takes the place of what was typed before', async () => {
  const { store } = await opened((app) => ({
    'preparations.useTemplate': async ({ id }) => {
      const found = await app['preparations.get']({ id });
      if (!found.ok || found.value.draft === undefined) throw new Error('The demo has a draft for each.');
      return await app['preparations.keep']({ id, draft: { ...found.value.draft, template: demoTemplate } });
    },
  }));
  store.getState().change({ template: { ...demoTemplate, name: 'november' } });
  await store.getState().useTemplate(crypto.randomUUID());
  expect(store.getState().draft?.template.name).toBe(demoTemplate.name);
});

it('A plan is outdated by another template, and up to date once it is made again', async () => {
  const { store } = await opened();
  await store.getState().plan();
  expect(store.getState()).toMatchObject({ isPlanOutdated: false, preparation: { plan: { transactions: 2 } } });
  store.getState().change({ template: { ...demoTemplate, otherColumns: 'additional-fields' } });
  expect(store.getState().isPlanOutdated).toBe(true);
  await store.getState().plan();
  expect(store.getState().isPlanOutdated).toBe(false);
});

it('Another name of the template does not outdate a plan', async () => {
  const { store } = await opened();
  await store.getState().plan();
  store.getState().change({ template: { ...demoTemplate, name: 'november' } });
  expect(store.getState().isPlanOutdated).toBe(false);
});

it('Figures of the source system do not outdate a plan', async () => {
  const { store } = await opened();
  await store.getState().plan();
  store.getState().change({ figures: [{ currency: 'EUR', count: 2 }] });
  expect(store.getState().isPlanOutdated).toBe(false);
});

it('A preparation that is gone says so', async () => {
  const { store } = await opened();
  store.getState().open(crypto.randomUUID());
  await vi.waitFor(() => expect(store.getState().error?.code).toBe('preparation.unknown'), { timeout: WAIT_MS });
});

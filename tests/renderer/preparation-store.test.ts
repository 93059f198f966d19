import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPreparationStore } from '../../src-renderer/preparing/preparation-store.ts';
import { WAIT_MS } from '../patience.ts';
import { createDemoBridge } from './demo-bridge.ts';
import { demoTemplate } from './demo-preparations.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function opened() {
  const bridge = createDemoBridge({ submissions: 3 });
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

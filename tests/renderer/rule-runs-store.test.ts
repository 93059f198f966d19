import { expect, it } from 'vitest';
import { createRuleRunsStore } from '../../src-renderer/rule-runs-store.ts';
import type { EventPayload, Result, RuleRun } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { settle } from '../fake-clock.ts';
import { createDemoBridge } from './demo-bridge.ts';
import { demoRuns } from './demo-service.ts';

const runs = demoRuns(0, undefined);

/** An app whose list of runs the test controls. */
function openPage() {
  const demo = createDemoBridge();
  const lists: ((result: Result<RuleRun[]>) => void)[] = [];
  const queue = new Set<(change: EventPayload<'queue.changed'>) => void>();
  const store = createRuleRunsStore({
    ...demo,
    invoke: { ...demo.invoke, 'rules.list': () => new Promise((resolve) => lists.push(resolve)) },
    on: {
      ...demo.on,
      'queue.changed': (listener) => {
        queue.add(listener);
        return () => queue.delete(listener);
      },
    },
  });
  const unfollow = store.getState().follow();
  return {
    demo,
    store,
    unfollow,
    asked: () => lists.length,
    async list(result: Result<RuleRun[]>) {
      lists.at(-1)?.(result);
      await settle();
    },
    change(sequence: number) {
      for (const listener of queue) listener({ sequence, submissions: [], removed: [] });
    },
  };
}

it('The page shows the existing rule runs', async () => {
  const page = openPage();
  await page.list({ ok: true, value: runs });
  expect(page.store.getState().runs).toEqual(runs);
});

it('The page shows the rule runs that the app reports by itself', () => {
  const page = openPage();
  page.demo.tellRuns(runs.slice(1));
  expect(page.store.getState().runs).toEqual(runs.slice(1));
});

it('An older list of rule runs does not replace what the app reported in the meantime', async () => {
  const page = openPage();
  page.demo.tellRuns(runs.slice(0, 1));
  await page.list({ ok: true, value: [] });
  expect(page.store.getState().runs).toEqual(runs.slice(0, 1));
});

it('The page shows why there are no rule runs to show', async () => {
  const page = openPage();
  const error = new AppError('page.disconnected', {}).toRecord();
  await page.list({ ok: false, error });
  expect(page.store.getState()).toMatchObject({ runs: undefined, error });
});

it('The page asks for the rule runs again after the connection to the app was broken', () => {
  const page = openPage();
  page.change(Number.MAX_SAFE_INTEGER);
  expect(page.asked()).toBe(2);
});

it('The page does not ask for the rule runs again at every change of the queue', () => {
  const page = openPage();
  page.change(7);
  expect(page.asked()).toBe(1);
});

it('The page stops listening for rule runs once it does not follow them', () => {
  const page = openPage();
  page.unfollow();
  page.demo.tellRuns(runs);
  expect(page.store.getState().runs).toBeUndefined();
});

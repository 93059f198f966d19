import { expect, it } from 'vitest';
import { createRuleRunsStore } from '../../src-renderer/rule-runs-store.ts';
import type { Result, RuleRun } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { settle } from '../fake-clock.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

const runs = ['4', '3', '2'].map(
  (id): RuleRun => ({
    id,
    connection: 'Nordbank',
    kind: 'execute',
    date: '2026-11-20',
    force: false,
    ruleIds: [],
    askedAt: 0,
    state: 'running',
    status: 'IN_PROGRESS',
    accepted: [],
    rejected: [],
    reply: '{}',
  }),
);

/** An app whose list of runs the test controls. */
function openPage() {
  const bridge = bridgeTo();
  const lists: ((result: Result<RuleRun[]>) => void)[] = [];
  const store = createRuleRunsStore({
    ...bridge,
    invoke: { ...bridge.invoke, 'rules.list': () => new Promise((resolve) => lists.push(resolve)) },
  });
  const unfollow = store.getState().follow();
  return {
    store,
    unfollow,
    asked: () => lists.length,
    async list(result: Result<RuleRun[]>) {
      lists.at(-1)?.(result);
      await settle();
    },
    tell: (told: RuleRun[]) => bridge.tell('rules.changed', told),
    change: (sequence: number) => bridge.tell('queue.changed', { sequence, submissions: [], removed: [] }),
  };
}

it('The page shows the existing rule runs', async () => {
  const page = openPage();
  await page.list({ ok: true, value: runs });
  expect(page.store.getState().runs).toEqual(runs);
});

it('The page shows the rule runs that the app reports by itself', () => {
  const page = openPage();
  page.tell(runs.slice(1));
  expect(page.store.getState().runs).toEqual(runs.slice(1));
});

it('An older list of rule runs does not replace what the app reported in the meantime', async () => {
  const page = openPage();
  page.tell(runs.slice(0, 1));
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
  page.tell(runs);
  expect(page.store.getState().runs).toBeUndefined();
});

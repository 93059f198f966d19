import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionsStore } from '../../src-renderer/connections-store.ts';
import type { CommandOutput, DiagnosisStep, Result } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { bank, openWindow } from '../actions/window.ts';

type Answer = Result<CommandOutput<'connections.diagnose'>>;

const good: DiagnosisStep = { step: 'token', outcome: 'good', sentence: [fact('Signed in.')], milliseconds: 3 };

/** A store whose diagnoses end when the test says so. */
async function openStore() {
  const window = await openWindow();
  onTestFinished(() => window.close());
  await window.value('connections.add', bank);
  const { bridge } = window;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const invoke = { ...bridge.invoke, 'connections.diagnose': () => promise };
  const store = createConnectionsStore({ ...bridge, invoke });
  const of = (name: string) => store.getState().diagnoses.get(name);
  return { store, of, end: resolve, step: (name: string) => bridge.tell('diagnosis.stepped', { name, step: good }) };
}

it('The connections are those of the app, also where a command has changed them', async () => {
  const window = await openWindow();
  onTestFinished(() => window.close());
  const store = createConnectionsStore(window.bridge);
  const names = () => store.getState().connections?.map(({ name }) => name);
  // As a command does, which is no call of this page.
  const beside = window.backend.handlersFor('command-line');
  await beside['connections.add'](bank);
  expect(names()).toEqual(['Bank']);
  await beside['connections.remove']({ name: 'Bank' });
  expect(names()).toEqual([]);
});

describe('The diagnosis of a connection', () => {
  it('is shown step by step, and stays when it is done', async () => {
    const { store, of, end, step } = await openStore();
    const done = store.getState().diagnose('Bank', false);
    step('Bank');
    step('Another');
    expect(of('Bank')).toMatchObject({ isRunning: true, steps: [good], text: undefined, doneAt: undefined });
    end({ ok: true, value: { steps: [good], text: 'for the help desk' } });
    await done;
    step('Bank');
    expect(of('Bank')).toMatchObject({ isRunning: false, steps: [good], text: 'for the help desk' });
    expect(of('Bank')?.doneAt).toEqual(expect.any(Number));
  });

  it('that could not be done says why', async () => {
    const { store, of, end } = await openStore();
    const done = store.getState().diagnose('Bank', false);
    const error = new AppError('connection.unknown', { connection: 'Bank' }).toRecord();
    end({ ok: false, error });
    expect([await done, of('Bank')]).toMatchObject([undefined, { isRunning: false, error }]);
  });

  it('does not stand beside other addresses than those that were diagnosed', async () => {
    const { store, of, end } = await openStore();
    const done = store.getState().diagnose('Bank', false);
    end({ ok: true, value: { steps: [], text: '' } });
    await done;
    const rows = store.getState().connections ?? [];
    store.getState().show([...rows]);
    expect(of('Bank')).toBeDefined();
    store.getState().show(rows.map((row) => ({ ...row, baseUrl: 'https://elsewhere.example/tm' })));
    expect(of('Bank')).toBeUndefined();
  });

  it('goes with its connection', async () => {
    const { store, of, end } = await openStore();
    const done = store.getState().diagnose('Bank', false);
    end({ ok: true, value: { steps: [], text: '' } });
    await done;
    store.getState().show([]);
    expect(of('Bank')).toBeUndefined();
  });
});

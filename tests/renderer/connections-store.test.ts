import { describe, expect, it } from 'vitest';
import { createConnectionsStore } from '../../src-renderer/connections-store.ts';
import type { CommandOutput, Result } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { createDemoBridge } from './demo-bridge.ts';

type Answer = Result<CommandOutput<'connections.diagnose'>>;

const good = { step: 'token', outcome: 'good', sentence: 'Signed in.', milliseconds: 3 } as const;

/** A store whose diagnoses end when the test says so. */
function openStore() {
  const bridge = createDemoBridge();
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let listener: Parameters<(typeof bridge.on)['diagnosis.stepped']>[0] = () => {};
  const store = createConnectionsStore({
    ...bridge,
    invoke: { ...bridge.invoke, 'connections.diagnose': () => promise },
    on: {
      ...bridge.on,
      'diagnosis.stepped': (own) => {
        listener = own;
        return () => {
          listener = () => {};
        };
      },
    },
  });
  const of = (name: string) => store.getState().diagnoses.get(name);
  return { store, of, end: resolve, step: (name: string) => listener({ name, step: good }) };
}

describe('The diagnosis of a connection', () => {
  it('is shown step by step, and stays when it is done', async () => {
    const { store, of, end, step } = openStore();
    const done = store.getState().diagnose('Nordbank', false);
    step('Nordbank');
    step('Another');
    expect(of('Nordbank')).toMatchObject({ isRunning: true, steps: [good], text: undefined, doneAt: undefined });
    end({ ok: true, value: { steps: [good], text: 'for the help desk' } });
    await done;
    step('Nordbank');
    expect(of('Nordbank')).toMatchObject({ isRunning: false, steps: [good], text: 'for the help desk' });
    expect(of('Nordbank')?.doneAt).toEqual(expect.any(Number));
  });

  it('that could not be done says why', async () => {
    const { store, of, end } = openStore();
    const done = store.getState().diagnose('Nordbank', false);
    const error = new AppError('connection.unknown', { connection: 'Nordbank' }).toRecord();
    end({ ok: false, error });
    expect([await done, of('Nordbank')]).toMatchObject([undefined, { isRunning: false, error }]);
  });

  it('goes with its connection', async () => {
    const { store, of, end } = openStore();
    const done = store.getState().diagnose('Nordbank', false);
    end({ ok: true, value: { steps: [], text: '' } });
    await done;
    store.getState().show([]);
    expect(of('Nordbank')).toBeUndefined();
  });
});

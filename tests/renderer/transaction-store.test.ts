import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bridge } from '../../src-preload/bridge.ts';
import { createTransactionStore } from '../../src-renderer/transactions/transaction-store.ts';
import type { CommandOutput, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { openWindow, type TestWindow } from '../actions/window.ts';
import { transactionLine } from '../cli/transactions.ts';
import { settle } from '../fake-clock.ts';

const faulty = '{"payment_source_country": "Sweden"}';

let window: TestWindow;
let id: SubmissionRow['id'];
beforeAll(async () => {
  window = await openWindow();
  await window.backend.start();
  await window.value('practice.start');
  id = await window.added('day.jsonl', `${transactionLine()}\n${faulty}\n`, 'Practice');
  await window.until(id, ({ state }) => state === 'held');
});
afterAll(async () => await window.close());

function openPage() {
  const { bridge } = window;
  bridge.calls.length = 0;
  const store = createTransactionStore(bridge, () => {});
  const sent = () => bridge.calls.filter(({ name }) => name === 'transaction.send').map(({ input }) => input);
  return { bridge, store, sent, state: () => store.getState() };
}

describe('A transaction', () => {
  it('A transaction is not sent before it was checked', async () => {
    const { state, sent } = openPage();
    state().write('{}');
    await state().send('Practice');
    expect(sent()).toEqual([]);
  });

  it('A transaction is not sent when it was changed after the check', async () => {
    const { state, sent } = openPage();
    state().write('{}');
    await state().check();
    state().write('{ }');
    await state().send('Practice');
    expect(sent()).toEqual([]);
  });

  it('A transaction is sent unchanged', async () => {
    const { state, sent } = openPage();
    const text = '\uFEFF{"amount": 1.10,\r\n "amount": 18446744073709551616}\n';
    state().write(text);
    await state().check();
    await state().send('Practice');
    expect(sent()).toEqual([{ connection: 'Practice', text, evenWithErrors: true, again: false }]);
  });

  it('A sound transaction is sent without a note, and accepted', async () => {
    const { state, sent } = openPage();
    const text = `${transactionLine()}\r\n`;
    state().write(text);
    await state().check();
    await state().send('Practice');
    expect(sent()).toEqual([{ connection: 'Practice', text, evenWithErrors: false, again: false }]);
    expect(state().answer).toMatchObject({ reply: { outcome: 'accepted' } });
  });

  it('A transaction that was accepted is told when it is pasted once more, and goes again only after that', async () => {
    const { state, sent } = openPage();
    const text = transactionLine();
    const paste = async () => {
      state().write(text);
      await state().check();
      await state().send('Practice');
    };
    await paste();
    await paste();
    expect(state().answer).toMatchObject({
      error: { code: 'transaction.sent-before', params: { outcome: 'accepted' } },
    });
    await state().send('Practice');
    expect(state().answer).toMatchObject({ reply: { outcome: 'accepted' } });
    expect(sent()).toMatchObject([{ again: false }, { again: false }, { again: true }]);
  });

  it('A transaction with errors is sent with the note that this is intended', async () => {
    const { state, sent } = openPage();
    state().write(faulty);
    await state().check();
    await state().send('Practice');
    expect(sent()).toEqual([{ connection: 'Practice', text: faulty, evenWithErrors: true, again: false }]);
  });

  it('A transaction keeps its answer with the connection used', async () => {
    const { state } = openPage();
    state().write(faulty);
    await state().check();
    await state().send('Practice');
    expect(state().answer).toMatchObject({ connection: 'Practice', reply: { outcome: 'refused', status: 422 } });
  });

  it('A new text clears the answer of the transaction', async () => {
    const { state } = openPage();
    state().write('{}');
    await state().check();
    await state().send('Practice');
    state().write('{"a":1}');
    expect(state().answer).toBeUndefined();
  });

  it('A transaction larger than the contract carries is refused with a message', async () => {
    const { state, bridge } = openPage();
    state().write('x'.repeat(1_000_001));
    await state().check();
    expect(state().problem).toHaveProperty('sentence');
    expect(bridge.calls).toEqual([]);
  });
});

it('A check that ends after the text was changed does not affect the new text', async () => {
  const { bridge } = window;
  const { promise, resolve } = Promise.withResolvers<Result<CommandOutput<'transaction.check'>>>();
  const store = createTransactionStore(
    { ...bridge, invoke: { ...bridge.invoke, 'transaction.check': () => promise } },
    () => {},
  );
  store.getState().write('{}');
  const check = store.getState().check();
  store.getState().write('{"a":1}');
  resolve({ ok: true, value: { findings: [] } });
  await check;
  expect(store.getState().findings).toBeUndefined();
});

it('A transaction cannot be replaced while its answer is awaited', async () => {
  const { bridge } = window;
  const { promise } = Promise.withResolvers<never>();
  const store = createTransactionStore(
    { ...bridge, invoke: { ...bridge.invoke, 'transaction.send': () => promise } },
    () => {},
  );
  store.getState().write('{}');
  await store.getState().check();
  void store.getState().send('Practice');
  await store.getState().read(new File(['{"a":1}'], 'other.json'));
  await settle();
  expect(store.getState().text).toBe('{}');
});

describe('What a person picks', () => {
  it('A line that arrives late does not replace what was typed meanwhile', async () => {
    const { bridge } = window;
    const { promise, resolve } = Promise.withResolvers<void>();
    const lineOf: Bridge['invoke']['submission.line'] = async (place) => {
      await promise;
      return await bridge.invoke['submission.line'](place);
    };
    const slow = { ...bridge, invoke: { ...bridge.invoke, 'submission.line': lineOf } };
    const store = createTransactionStore(slow, () => {});
    const taken = store.getState().take({ submission: id, line: 2 });
    store.getState().write('{"typed": true}');
    resolve();
    await taken;
    expect(store.getState()).toMatchObject({ text: '{"typed": true}', origin: '', waitsFor: undefined });
  });

  it('Of two picked files the later one is taken, whichever is read first', async () => {
    const { state } = openPage();
    const earlier = new File(['{"earlier": true}'], 'earlier.json');
    const { promise, resolve } = Promise.withResolvers<void>();
    const bytes = earlier.arrayBuffer.bind(earlier);
    earlier.arrayBuffer = async () => {
      await promise;
      return await bytes();
    };
    const first = state().read(earlier);
    await state().read(new File(['{"later": true}'], 'later.json'));
    resolve();
    await first;
    expect(state()).toMatchObject({ text: '{"later": true}', origin: 'later.json' });
  });

  it('A picked file keeps its line ends and its byte order mark', async () => {
    const { state } = openPage();
    await state().read(new File(['\uFEFF{\r\n}'], 'one.json'));
    expect(state()).toMatchObject({ text: '\uFEFF{\r\n}', origin: 'one.json' });
  });

  it.each([
    ['is no text', new File([new Uint8Array([0xff, 0xfe, 0x7b])], 'one.json')],
    ['is too large', new File(['x'.repeat(1_000_001)], 'one.json')],
  ])('A picked file is refused with a sentence when it %s', async (_, file) => {
    const { state } = openPage();
    state().write('{}');
    await state().read(file);
    expect(state()).toMatchObject({ text: '{}', waitsFor: undefined, problem: { sentence: expect.any(String) } });
  });

  it('A line of a checked file can be picked', async () => {
    const { bridge } = window;
    const asked: string[] = [];
    const store = createTransactionStore(bridge, (connection) => asked.push(connection));
    await store.getState().take({ submission: id, line: 2 });
    expect(store.getState()).toMatchObject({
      text: faulty,
      origin: 'line 2 of day.jsonl',
      findings: expect.arrayContaining([expect.objectContaining({ path: 'payment_source_country' })]),
    });
    expect(asked).toEqual(['Practice']);
  });

  it('A line keeps its own bytes, and one that cannot is not taken', async () => {
    const { bridge } = window;
    const text = ' {"amount" : 1.10,\t"b":1e2}';
    let more: { hasOtherBytes?: true } = {};
    const lineOf = async () => ({ ok: true, value: { line: 1, text, isShortened: false, ...more } }) as const;
    const store = createTransactionStore(
      { ...bridge, invoke: { ...bridge.invoke, 'submission.line': lineOf } },
      () => {},
    );
    await store.getState().take({ submission: id, line: 1 });
    await store.getState().send('Practice');
    expect(bridge.calls.findLast(({ name }) => name === 'transaction.send')?.input).toMatchObject({ text });
    more = { hasOtherBytes: true };
    store.getState().write('');
    await store.getState().take({ submission: id, line: 1 });
    expect(store.getState()).toMatchObject({ text: '', problem: { sentence: expect.stringContaining('not UTF-8') } });
  });
});

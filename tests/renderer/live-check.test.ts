import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Judgement, LiveCheck, PAUSE_MS } from '../../src-renderer/line-editor/live-check.ts';
import type { CommandOutput, FindingRow, Result } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const finding = (message: string): FindingRow => ({
  line: 7,
  rule: 'field.format',
  severity: 'error',
  path: '',
  message,
});

/** A check whose answers the test gives, in any order. */
function openCheck() {
  const answers = new Map<string, (answer: Result<CommandOutput<'edits.check'>>) => void>();
  const told: Judgement[] = [];
  const check = new LiveCheck(
    (text) => new Promise((resolve) => answers.set(text, resolve)),
    (judgement) => told.push(judgement),
  );
  return {
    check,
    asked: () => [...answers.keys()],
    last: () => told.at(-1),
    answer: async (text: string, answer: Result<CommandOutput<'edits.check'>>) => {
      answers.get(text)?.(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const found = (message: string) => ({ ok: true as const, value: { findings: [finding(message)] } });

it('A text is checked after a pause, once however much was written', () => {
  const { check, asked } = openCheck();
  for (const text of ['{', '{"', '{"a']) {
    check.write(text);
    vi.advanceTimersByTime(PAUSE_MS - 1);
  }
  expect(asked()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked()).toEqual(['{"a']);
});

it('The first text is checked at once', () => {
  const { check, asked } = openCheck();
  check.write('{}', true);
  expect(asked()).toEqual(['{}']);
});

it('An answer about an earlier text does not count, whether it comes before or after that about the latest', async () => {
  const { check, answer, last } = openCheck();
  check.write('one', true);
  check.write('two', true);
  await answer('one', found('about one'));
  expect(last()).toEqual({ kind: 'checking' });
  await answer('two', found('about two'));
  expect(last()).toEqual({ kind: 'found', text: 'two', findings: [finding('about two')] });

  check.write('three', true);
  check.write('four', true);
  await answer('four', found('about four'));
  await answer('three', found('about three'));
  expect(last()).toMatchObject({ kind: 'found', text: 'four' });
});

it('An answer does not count once the text was changed, even before the change is checked', async () => {
  const { check, answer, last } = openCheck();
  check.write('one', true);
  check.write('two');
  await answer('one', found('about one'));
  expect(last()).toEqual({ kind: 'checking' });
});

it('A text that was changed and changed back is checked again', async () => {
  const { check, answer, asked, last } = openCheck();
  check.write('one', true);
  check.write('two');
  check.write('one');
  await answer('one', found('the first time'));
  expect(last()).toEqual({ kind: 'checking' });
  vi.advanceTimersByTime(PAUSE_MS);
  expect(asked()).toEqual(['one']);
});

it('Nothing is asked and told after the end', async () => {
  const { check, answer, asked, last } = openCheck();
  check.write('one', true);
  check.write('two');
  check.stop();
  vi.advanceTimersByTime(PAUSE_MS);
  await answer('one', found('about one'));
  expect([asked(), last()]).toEqual([['one'], { kind: 'checking' }]);
});

it('A check that fails says why', async () => {
  const { check, answer, last } = openCheck();
  const error = new AppError('file.not-found', { path: '/exports/day.jsonl' }).toRecord();
  check.write('one', true);
  await answer('one', { ok: false, error });
  expect(last()).toEqual({ kind: 'failed', error });
});

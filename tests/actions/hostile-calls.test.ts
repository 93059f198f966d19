import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandNames } from '../../src-shared/channels.ts';
import { openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;

beforeAll(async () => {
  window = await openWindow();
});

afterAll(() => window.close());

const noSubmission = 'queue.unknown-id';
const sending = { ...options, connection: 'Bank' };

describe('A call that the window should never make', () => {
  it.each<[string, string, unknown[]]>([
    ['a command that does not exist', 'files.read', ['/etc/passwd']],
    ['a command named like a part of every object', 'constructor', []],
    ['a command with the prototype as its name', '__proto__', []],
    ['a second value', 'queue.pause', [{ ids: [] }, 'more']],
    ['a value where none is taken', 'queue.snapshot', [{}]],
    ['no value where one is needed', 'queue.pause', []],
    ['a field too many', 'queue.pause', [{ ids: [], path: '/etc/passwd' }]],
    ['a path for an offer', 'files.add', [{ offers: ['/etc/passwd'], options: sending }]],
    ['no offers at all', 'files.add', [{ offers: [], options: sending }]],
    ['a batch of a few bytes', 'files.add', [{ offers: [randomUUID()], options: { ...sending, maxBatchBytes: 1 } }]],
    ['a path to save to', 'files.save', [{ kind: 'report', batch: 1, path: '/etc/passwd' }]],
    ['a fraction of an id', 'submission.details', [{ id: 1.5 }]],
    ['a text for an id', 'submission.details', [{ id: '1 OR 1=1' }]],
    ['more findings than a page', 'submission.findings', [{ id: 1, offset: 0, limit: 1_000_000 }]],
    ['findings from before the first', 'submission.findings', [{ id: 1, offset: -1, limit: 10 }]],
    ['ids without end', 'queue.cancel', [{ ids: Array.from({ length: 20_001 }, (_, id) => id) }]],
    [
      'a connection that claims to be the practice tenant',
      'connections.add',
      [{ name: 'x', kind: 'practice', baseUrl: 'https://a', tokenUrl: 'https://a', clientId: 'a', scope: 'a' }],
    ],
    ['a setting that there is not', 'settings.change', [{ dataFolder: '/etc' }]],
  ])('An invalid call is refused: %s', async (_what, name, values) => {
    expect(await window.code(name, ...values)).toBe('usage.invalid');
  });

  it.each<[string, string, unknown]>([
    ['details', 'submission.details', { id: 99 }],
    ['findings', 'submission.findings', { id: 99, offset: 0, limit: 10 }],
    ['a line', 'submission.line', { id: 99, line: 1 }],
    ['an approval', 'queue.approve', { id: 99 }],
    ['a report', 'batch.report', { batch: 99 }],
    ['a receipt', 'files.save', { kind: 'receipt', batch: 99, format: 'json' }],
    ['findings to be saved', 'files.save', { kind: 'findings', id: 99, format: 'csv' }],
  ])('A call for an unknown submission is refused: %s', async (_what, name, input) => {
    expect(await window.code(name, input)).toBe(noSubmission);
  });

  it('Watching ignores submissions that do not exist', async () => {
    expect(await window.code('queue.watch', { ids: [99] })).toBeUndefined();
  });

  it('No command rejects, with any input', async () => {
    const junk: unknown[] = [null, 0, '', [], {}, { id: {} }, { ids: [null] }, new Map(), Symbol('x')];
    for (const name of commandNames) {
      if (name === 'practice.start') continue;
      for (const value of junk) expect(await window.call(name, value)).toHaveProperty('ok');
    }
  });
});

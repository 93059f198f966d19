import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../src-main/credentials/connection.ts';
import type { NewSubmission } from '../../src-main/queue/queue.ts';
import { commandHandlers } from '../../src-main/shells/command-handlers.ts';
import { AppError } from '../../src-preload/errors.ts';
import { submission } from './submissions.ts';

const bank: Connection = {
  name: 'Bank',
  baseUrl: 'https://bank.example',
  tokenUrl: 'https://bank.example/token',
  clientId: 'client',
  scope: 'tenant/1',
};

function setUp(connections: Connection[], paths: string[] = ['/exports/a.jsonl', '/exports/b.jsonl']) {
  const queue = {
    add: vi.fn((_added: NewSubmission) => Promise.resolve(submission(queue.add.mock.calls.length))),
    pause: vi.fn(),
    resume: vi.fn(),
    retry: vi.fn(),
    cancel: vi.fn(),
  };
  const app = {
    queue,
    connections: { list: () => ({ connections, broken: [] }) },
    connection: () => {
      throw new AppError('connection.none', { missing: 'everything' });
    },
  };
  const chooseFiles = vi.fn(() => Promise.resolve(paths));
  const projection = { snapshot: () => ({ sequence: 4, submissions: [] }) };
  // Of the app only what the handlers use.
  const ports = { app, projection, chooseFiles } as unknown as Parameters<typeof commandHandlers>[0];
  return { queue, chooseFiles, handlers: commandHandlers(ports) };
}

describe('queue.addFiles', () => {
  it('sends what was chosen over the one stored connection, and stops a file with errors', async () => {
    const { queue, handlers } = setUp([bank]);
    await handlers['queue.addFiles']();
    expect(queue.add.mock.calls.map(([added]) => [added.path, added.connection, added.options.onInvalid])).toEqual([
      ['/exports/a.jsonl', 'Bank', 'stop'],
      ['/exports/b.jsonl', 'Bank', 'stop'],
    ]);
  });

  it.each([
    ['none', []],
    ['several', [bank, { ...bank, name: 'Other' }]],
  ])('asks for no files while it is not clear where to send them: %s stored', async (_count, connections) => {
    const { chooseFiles, handlers } = setUp(connections);
    const added = Promise.resolve().then(() => handlers['queue.addFiles']());
    await expect(added).rejects.toMatchObject({ code: 'connection.none' });
    expect(chooseFiles).not.toHaveBeenCalled();
  });

  it('adds nothing when the person changes their mind', async () => {
    const { handlers } = setUp([bank], []);
    expect(await handlers['queue.addFiles']()).toEqual({ added: [], refused: [] });
  });

  it('adds the other files when one cannot be read, and says which by its name only', async () => {
    const { queue, handlers } = setUp([bank]);
    queue.add.mockRejectedValueOnce(new AppError('file.not-found', { path: '/exports/a.jsonl' }));
    const { added, refused } = await handlers['queue.addFiles']();
    expect(added).toHaveLength(1);
    expect(refused).toMatchObject([{ fileName: 'a.jsonl', error: { code: 'file.not-found' } }]);
  });
});

describe('the commands for one submission', () => {
  it.each(['pause', 'resume', 'retry', 'cancel'] as const)('queue.%s does just that', (action) => {
    const { queue, handlers } = setUp([bank]);
    const { id } = submission(7);
    handlers[`queue.${action}`]({ id });
    expect(queue[action].mock.calls).toEqual([[id]]);
    const others = (['pause', 'resume', 'retry', 'cancel'] as const).filter((other) => other !== action);
    expect(others.flatMap((other) => queue[other].mock.calls)).toEqual([]);
  });
});

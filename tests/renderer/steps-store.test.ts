import { describe, expect, it, onTestFinished } from 'vitest';
import { createQueueView } from '../../src-renderer/queue/queue-view.ts';
import { nextSteps } from '../../src-renderer/steps/next-steps.ts';
import { createStepsStore } from '../../src-renderer/steps/steps-store.ts';
import { createWindowQueue } from '../../src-renderer/window-queue.ts';
import type { PickedFiles, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { bank, openWindow } from '../actions/window.ts';
import { handlersDouble } from '../shells/electron/handlers.ts';
import { bridgeTo } from '../shells/page-bridge.ts';
import { row as queueRow } from '../shells/rows.ts';

const sentBefore = new AppError('submission.sent-before', {
  path: '/a',
  at: '2026-11-01T10:00:00Z',
  id: 4,
  isOpen: 'no',
});

const summary = {
  files: 1,
  transactions: 10,
  bytes: 1000,
  batches: 2,
  sendMs: 0,
  isSpeedKnown: false,
  isTyped: true,
  sums: [],
};

const noFile: Result<PickedFiles> = { ok: true, value: { offers: [], refused: [] } };

function openPage(bridge = bridgeTo(handlersDouble({ 'queue.summary': () => summary })), chosen = noFile) {
  const steps = createStepsStore(bridge, createWindowQueue(bridge), createQueueView(), async () => chosen);
  const taken = () => bridge.calls.filter(({ name }) => /^queue\.(?!snapshot|summary)/.test(name));
  return { steps, bridge, taken, question: () => steps.getState().asked?.question };
}
const row = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}) => queueRow(7, { state, ...more });
const stage = (batches: number) => ({ bytes: batches, batches });

describe('A step', () => {
  it('A step without consequences is taken at once', async () => {
    const { steps, taken, question } = openPage();
    await steps.getState().begin('resume', [row('paused')]);
    expect(question()).toBeUndefined();
    expect(taken()).toEqual([{ name: 'queue.resume', input: { ids: [7] } }]);
  });

  it('A step with consequences waits for an answer', async () => {
    const { steps, taken, question } = openPage();
    await steps.getState().begin('cancel', [row('uploading')]);
    expect(question()?.isGrave).toBe(true);
    expect(taken()).toEqual([]);
  });

  it('A step is taken once the person confirms it', async () => {
    const { steps, taken } = openPage();
    await steps.getState().begin('remove', [row('processed'), row('failed')]);
    await steps.getState().confirm();
    expect(taken()).toEqual([{ name: 'queue.remove', input: { ids: [7, 7] } }]);
    expect(steps.getState().asked).toBeUndefined();
  });

  it('A step is not taken when the person goes back', async () => {
    const { steps, taken } = openPage();
    await steps.getState().begin('cancel', [row('waiting')]);
    steps.getState().goBack();
    await steps.getState().confirm();
    expect(taken()).toEqual([]);
  });

  it('A step carries the reason that the person gave', async () => {
    const { steps, taken, question } = openPage();
    await steps.getState().begin('approve', [row('held', { error: sentBefore.toRecord() })]);
    expect(question()).toMatchObject({ reason: 'sent-before', isTyped: true });
    await steps.getState().confirm('Asked for by the provider');
    expect(taken()).toEqual([{ name: 'queue.approve', input: { id: 7, reason: 'Asked for by the provider' } }]);
  });
});

describe('A file that was moved', () => {
  const gone = row('failed', { error: new AppError('file.not-found', { path: '/a' }).toRecord() });
  const offer = '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11';
  const estimates = { estimatedBatches: 1, estimatedCheckMs: 1 };
  const offered = { offer, fileName: 'b', folder: '/', bytes: 1, kind: 'json-lines', ...estimates } as const;

  it('Where it is now is asked first', () => expect(nextSteps(gone)[0]).toBe('findFile'));

  it('A folder that cannot be reached may be back, or the file elsewhere', () => {
    const error = new AppError('file.unreachable', { path: '/a' }).toRecord();
    expect(nextSteps(row('waiting', { error })).slice(0, 2)).toEqual(['tryNow', 'findFile']);
  });

  it('The file that the person chooses is named to the app', async () => {
    const { steps, taken } = openPage(undefined, { ok: true, value: { offers: [offered], refused: [] } });
    await steps.getState().begin('findFile', [gone]);
    expect(taken()).toEqual([{ name: 'queue.findFile', input: { id: 7, offer } }]);
  });

  it('Nothing happens where the person chooses none', async () => {
    const { steps, taken } = openPage();
    await steps.getState().begin('findFile', [gone]);
    expect(taken()).toEqual([]);
  });
});

describe('Several held files that are sent anyway', () => {
  const held = (id: number, more: Partial<SubmissionRow>) => queueRow(id, { state: 'held', ...more });
  const rows = [
    held(1, { error: sentBefore.toRecord() }),
    held(2, { errors: 3 }),
    held(3, { error: new AppError('submission.resembles', { id: 4, path: '/a', at: '' }).toRecord() }),
  ];

  it('The reason is asked for once, and each file says why it is held', async () => {
    const { steps, question, taken } = openPage();
    await steps.getState().begin('approve', rows);
    expect(question()).toMatchObject({ reason: 'several', isTyped: true, isGrave: true });
    expect(question()?.files?.map(({ id, needsReason }) => [id, needsReason])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
    expect(question()?.files?.[1]?.why).toBe('3 errors');
    expect(taken()).toEqual([]);
  });

  it('Each file that needs one has the common reason, or its own', async () => {
    const { steps, taken } = openPage();
    await steps.getState().begin('approve', rows);
    const own = new Map(rows.map(({ id }, at) => [id, at === 1 ? 'Test rows' : '  ']));
    await steps.getState().confirm('The provider asked for all', 'Nordbank', own);
    expect(taken().map(({ input }) => input)).toEqual([
      { id: 1, reason: 'The provider asked for all', typed: 'Nordbank' },
      { id: 2, reason: 'Test rows', typed: 'Nordbank' },
      { id: 3, typed: 'Nordbank' },
    ]);
  });
});

describe('A host that the service named', () => {
  const params = { connection: 'Nordbank', host: 'https://other.example', kept: 'https://storage.example' };
  const held = row('waiting', { error: new AppError('upload.other-host', params).toRecord(), connection: 'Nordbank' });
  const allowed = ({ bridge }: ReturnType<typeof openPage>) =>
    bridge.calls.filter(({ name }) => name === 'connections.changeHosts');

  it('is the first thing to decide, with both hosts in words', async () => {
    const page = openPage();
    expect(nextSteps(held)[0]).toBe('allowHost');
    expect(nextSteps(row('waiting'))).not.toContain('allowHost');
    await page.steps.getState().begin('allowHost', [held]);
    expect(page.question()?.isGrave).toBe(true);
    const text = page.question()?.sentences.join(' ');
    expect([params.host, params.kept].every((host) => text?.includes(host))).toBe(true);
    expect(allowed(page)).toEqual([]);
  });

  it('is confirmed, not called another one, where it was kept without the key of the data folder', async () => {
    const page = openPage();
    const error = new AppError('upload.unconfirmed-host', { connection: 'Nordbank', host: params.host }).toRecord();
    const unconfirmed = row('waiting', { error, connection: 'Nordbank' });
    expect(nextSteps(unconfirmed)[0]).toBe('allowHost');
    await page.steps.getState().begin('allowHost', [unconfirmed]);
    expect(page.question()).toMatchObject({ title: 'Confirm the storage host?', isGrave: true });
    expect(page.question()?.sentences.join(' ')).toContain(params.host);
    expect(page.question()?.sentences.join(' ')).not.toContain('another storage host');
    await page.steps.getState().confirm();
    expect(allowed(page)).toEqual([
      { name: 'connections.changeHosts', input: { name: 'Nordbank', allow: [params.host] } },
    ]);
  });

  it('is allowed once the person confirms it, and not when they go back', async () => {
    const page = openPage();
    await page.steps.getState().begin('allowHost', [held]);
    page.steps.getState().goBack();
    await page.steps.getState().confirm();
    expect(allowed(page)).toEqual([]);
    await page.steps.getState().begin('allowHost', [held]);
    await page.steps.getState().confirm();
    expect(allowed(page)).toEqual([
      { name: 'connections.changeHosts', input: { name: 'Nordbank', allow: ['https://other.example'] } },
    ]);
  });
});

describe('The question', () => {
  const sending = (bytes: number, bytesPerSecond?: number): SubmissionRow => {
    const { speed: _, ...plain } = row('uploading', {
      sent: { bytes: bytes + 7, batches: 0 },
      accepted: { bytes: 7, batches: 0 },
    });
    return { ...plain, ...(bytesPerSecond !== undefined && { speed: { bytesPerSecond } }) };
  };

  it.each([
    ['400 MB on a fast line, lost in 40 s', 400_000_000, 10_000_000],
    ['exactly a minute', 60_000, 1000],
    ['a little, before a speed is measured', 14_000_000, undefined],
    ['nothing yet, while nothing moves', 0, 0],
  ])('A pause that costs %s is not questioned', async (_what, bytes, speed) => {
    const { steps, question, taken } = openPage();
    await steps.getState().begin('pause', [sending(bytes, speed)]);
    expect([question(), taken().length]).toEqual([undefined, 1]);
  });

  it.each([
    ['3 MB on a slow line', 3_000_000, 20_000, 'About 2m 30s of sending is lost: 3 MB must be sent again'],
    ['400 MB in a quarter of an hour', 400_000_000, 444_444, 'About 15m of sending is lost: 400 MB must be sent again'],
    ['much of a line that stands still', 30_000_000, 0, 'About 2m of sending is lost: 30 MB must be sent again'],
  ])('A pause that costs %s is questioned, with the time that it costs', async (_what, bytes, speed, words) => {
    const { steps, question, taken } = openPage();
    await steps.getState().begin('pause', [sending(10, 1_000_000), sending(bytes, speed)]);
    expect(question()?.sentences.join(' ')).toContain(words);
    expect(taken()).toEqual([]);
  });

  it('A pause that costs something is offered after what is being sent, too', async () => {
    const { steps, question, taken } = openPage();
    await steps.getState().begin('pause', [sending(3_000_000, 20_000)]);
    expect(question()?.instead).toBe('Pause after it');
    await steps.getState().pauseAfter();
    expect([question(), taken()]).toEqual([
      undefined,
      [{ name: 'queue.pause', input: { ids: [7], letsFinish: true } }],
    ]);
  });

  it('A removal is questioned for several submissions, and when a key was pressed', async () => {
    const { steps, taken, question } = openPage();
    await steps.getState().begin('remove', [row('processed')]);
    expect([question(), taken().length]).toEqual([undefined, 1]);
    await steps.getState().begin('remove', [row('processed')], 'key');
    expect([question()?.confirm, taken().length]).toEqual(['Remove', 1]);
  });

  it('The question before cancelling tells what has arrived and what has not', async () => {
    const { steps, question } = openPage();
    const half = { whole: stage(5), sent: stage(3), accepted: stage(2), seen: stage(1) };
    await steps.getState().begin('cancel', [row('uploading', half)]);
    expect(question()?.sentences).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^3 batches will not be sent/),
        expect.stringMatching(/^2 batches already reached/),
      ]),
    );
  });

  it('The question before sending names the connection, and how the service treats faulty batches', async () => {
    const window = await openWindow();
    onTestFinished(() => window.close());
    await window.value('connections.add', bank);
    await window.backend.start();
    const id = await window.added('faulty.jsonl', '{"a":1}\n');
    const held = await window.until(id, ({ state }) => state === 'held');
    const { steps, question } = openPage(window.bridge);
    await steps.getState().begin('approve', [held]);
    expect(question()?.connection).toBe('Bank');
    expect(question()?.sentences.join(' ')).toMatch(/errors.*reject every batch/);
  });

  it('What is sent with errors needs a reason, and what only waits for its release does not', async () => {
    const { steps, taken, question } = openPage();
    const faulty = row('held', { errors: 3 });
    await steps.getState().begin('approve', [faulty]);
    expect(question()).toMatchObject({ reason: 'errors', isTyped: true });
    await steps.getState().confirm('The provider takes the valid lines');
    const released = row('held', {
      errors: 0,
      warnings: 2,
      error: new AppError('submission.awaits-release', { folder: '/in', warnings: 2 }).toRecord(),
    });
    await steps.getState().begin('release', [released]);
    expect(question()).toMatchObject({ isGrave: false, sentences: ['The check found 2 warnings.'] });
    expect(question()).not.toHaveProperty('reason');
    await steps.getState().confirm();
    expect(taken()).toEqual([
      { name: 'queue.approve', input: { id: 7, reason: 'The provider takes the valid lines' } },
      { name: 'queue.approve', input: { id: 7 } },
    ]);
  });

  it('A try at once is taken without a question, as another try', async () => {
    const { steps, taken } = openPage();
    await steps.getState().begin('tryNow', [row('waiting')]);
    expect(taken()).toEqual([{ name: 'queue.retry', input: { ids: [7] } }]);
  });

  it('A question names one file, and the number of several', async () => {
    const { steps, question } = openPage();
    await steps.getState().begin('cancel', [row('waiting', { fileName: 'november.jsonl' })]);
    expect(question()?.title).toContain('november.jsonl');
    await steps.getState().begin('remove', [row('processed'), row('processed')]);
    expect(question()?.title).toContain('2 submissions');
  });
});

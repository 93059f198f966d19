import { describe, expect, it } from 'vitest';
import { createQueueView } from '../../src-renderer/queue/queue-view.ts';
import { nextSteps } from '../../src-renderer/steps/next-steps.ts';
import { createStepsStore } from '../../src-renderer/steps/steps-store.ts';
import { createWindowQueue } from '../../src-renderer/window-queue.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { createDemoBridge } from './demo-bridge.ts';
import { demoRow } from './demo-rows.ts';

const sentBefore = new AppError('submission.sent-before', { path: '/a', at: '2026-11-01T10:00:00Z', id: 4 });

function openPage() {
  const bridge = createDemoBridge();
  const steps = createStepsStore(bridge, createWindowQueue(bridge), createQueueView());
  const taken = () => bridge.calls.filter(({ name }) => name.startsWith('queue.') && name !== 'queue.snapshot');
  return { steps, bridge, taken, question: () => steps.getState().asked?.question };
}
const row = (state: SubmissionRow['state'], more: Partial<SubmissionRow> = {}): SubmissionRow => {
  const { error: _, ...plain } = demoRow(7, state, 0);
  return { ...plain, ...more };
};
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
    const { steps, bridge, taken, question } = openPage();
    bridge.life.put([row('held', { error: sentBefore.toRecord() })]);
    await steps.getState().begin('approve', [row('held', { error: sentBefore.toRecord() })]);
    expect(question()?.needsReason).toBe(true);
    await steps.getState().confirm('Asked for by the provider');
    expect(taken()).toEqual([{ name: 'queue.approve', input: { id: 7, reason: 'Asked for by the provider' } }]);
  });
});

describe('A host that the service named', () => {
  const params = { connection: 'Nordbank', host: 'https://other.example', kept: 'https://storage.example' };
  const held = row('waiting', { error: new AppError('upload.other-host', params).toRecord(), connection: 'Nordbank' });
  const allowed = ({ bridge }: ReturnType<typeof openPage>) =>
    bridge.calls.filter(({ name }) => name === 'connections.allowHost');

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

  it('is allowed once the person confirms it, and not when they go back', async () => {
    const page = openPage();
    await page.steps.getState().begin('allowHost', [held]);
    page.steps.getState().goBack();
    await page.steps.getState().confirm();
    expect(allowed(page)).toEqual([]);
    await page.steps.getState().begin('allowHost', [held]);
    await page.steps.getState().confirm();
    expect(allowed(page)).toEqual([
      { name: 'connections.allowHost', input: { name: 'Nordbank', host: 'https://other.example' } },
    ]);
  });
});

describe('The question', () => {
  it('A pause is questioned only when many bytes would be sent again', async () => {
    const { steps, question } = openPage();
    const sending = (bytes: number) =>
      row('uploading', { sent: { bytes: bytes + 7, batches: 0 }, accepted: { bytes: 7, batches: 0 } });
    await steps.getState().begin('pause', [sending(49_000_000)]);
    expect(question()).toBeUndefined();
    await steps.getState().begin('pause', [sending(20_000_000), sending(30_000_000)]);
    expect(question()?.sentences.join(' ')).toContain('50 MB of the batches being sent must be sent again');
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
    const { steps, bridge, question } = openPage();
    const held = row('held', { errors: 3, connection: 'Nordbank' });
    bridge.life.put([held]);
    await steps.getState().begin('approve', [held]);
    expect(question()?.connection).toBe('Nordbank');
    expect(question()?.sentences.join(' ')).toMatch(/3 errors.*(take the valid lines|refuse every batch)/);
  });

  it('A question names one file, and the number of several', async () => {
    const { steps, question } = openPage();
    await steps.getState().begin('cancel', [row('waiting', { fileName: 'november.jsonl' })]);
    expect(question()?.title).toContain('november.jsonl');
    await steps.getState().begin('remove', [row('processed'), row('processed')]);
    expect(question()?.title).toContain('2 submissions');
  });
});

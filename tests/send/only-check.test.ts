import { createHash } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Queue } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { unbound } from '../../src-main/send/submission.ts';
import { WAIT_MS } from '../patience.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission } from './samples.ts';
import { startQueue } from './started-queue.ts';

const uuid = (digit: number) => `${digit}`.repeat(8).concat('-0000-4000-8000-000000000000');

/** A line that the rules accept, written by hand from §2.2 to §2.4. */
const line = (digit: number, more = '') =>
  `{"sender":{"by_external_id":"client-1"},"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"${uuid(digit)}","risk_assessment":"low"}},"modification":{"external_id":"${uuid(digit)}","type":"create","amount":10,"currency":"EUR","created_at":"2026-11-0${digit}T08:00:00"}${more}}\n`;

const { connection, destination, options } = addedSubmission();
const wide = { ...options, maxBatchBytes: 1_000_000 };
const somewhere = { connection, destination, options: wide };

/** A queue, and a file that is only to be checked, once that is done. */
async function onlyChecked(content: string) {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  const { queue, world, changes } = startQueue(store, { uploads: 1 });
  const path = join(folder, 'november.jsonl');
  writeFileSync(path, content);
  const { id } = await queue.additions.add({ path, ...unbound, options: wide });
  await settled(queue, id);
  return { folder, store, queue, world, changes, path, id };
}

type Id = Parameters<Queue['view']>[0];

async function settled(queue: Queue, id: Id): Promise<void> {
  await vi.waitFor(() => expect(queue.standing(id).submission.stage).not.toBe('checking'), { timeout: WAIT_MS });
}

describe('A file that is only checked', () => {
  it('has its findings, totals and batches, and nothing of it is asked for or sent', async () => {
    const { queue, store, world, id } = await onlyChecked(`${line(1)}{"sender":1}\n${line(3)}`);
    const { submission, state, batches } = queue.view(id);
    expect(state).toBe('checked');
    expect(submission).toMatchObject({ connection: '', destination: '', check: { lines: 3, transactions: 3 } });
    expect(submission.check?.totals).toMatchObject({
      sums: [{ currency: 'EUR', amount: '20' }],
      firstDay: '2026-11-01',
      lastDay: '2026-11-03',
      days: 2,
    });
    expect([...store.findings.all(id)].map((finding) => finding.line)).toContain(2);
    expect(submission.stage === 'checked' && submission.ranges).toHaveLength(1);
    expect(batches).toEqual([]);
    expect(world.pending).toBe(0);
  });

  it('tells the history that only its check was wanted', async () => {
    const { store, id } = await onlyChecked(line(1));
    const [added, checked] = store.history(id);
    expect(added).toMatchObject({ kind: 'added', detail: { onlyCheck: true } });
    expect(added?.detail).not.toHaveProperty('connection');
    expect(checked).toMatchObject({ kind: 'checked' });
  });

  it('is as it was after a restart, and still sends nothing', async () => {
    const { store, queue, id, folder } = await onlyChecked(line(1));
    await queue.stop();
    const again = startQueue(new QueueStore(folder), { uploads: 1 });
    expect(again.queue.standing(id)).toMatchObject({ state: 'checked', submission: { connection: '' } });
    expect(again.world.pending).toBe(0);
    expect(store.batches(id)).toEqual([]);
  });

  it('is checked to its end after a restart in the middle, and sent nowhere', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'november.jsonl');
    writeFileSync(path, line(1));
    const store = new QueueStore(folder);
    // As a crash leaves it: added, and its check not over.
    const { id } = store.addSubmission(addedSubmission({ ...unbound, name: path, content: path, options: wide }), {
      at: 1,
      kind: 'added',
    });
    const { queue, world } = startQueue(store, { uploads: 1 });
    await settled(queue, id);
    expect(queue.standing(id).state).toBe('checked');
    expect(world.pending).toBe(0);
  });

  it('cannot be approved, paused or cancelled, and can be removed and restored', async () => {
    const { queue, id } = await onlyChecked(line(1));
    await expect(queue.actions.approve(id)).rejects.toMatchObject({ code: 'queue.not-held' });
    expect(queue.actions.pause(id)).toMatchObject({ done: false });
    expect(queue.actions.cancel(id)).toMatchObject({ done: false });
    expect(queue.actions.remove(id)).toMatchObject({ done: true });
    await expect(queue.actions.send(id, somewhere)).rejects.toMatchObject({ code: 'queue.unknown-id' });
    expect(queue.actions.restore(id)).toMatchObject({ done: true });
    expect(queue.standing(id).state).toBe('checked');
  });
});

describe('Sending a file that was only checked', () => {
  it('continues with the check that was done: the very bytes that were checked', async () => {
    const content = line(1) + line(2);
    const { queue, changes, id } = await onlyChecked(content);
    changes.length = 0;
    expect(await queue.actions.send(id, somewhere)).toBeUndefined();
    const { submission, batches } = queue.view(id);
    expect(submission).toMatchObject({ stage: 'approved', connection, destination });
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(batches).toMatchObject([{ start: 0, end: Buffer.byteLength(content), lines: 2, sha256 }]);
    expect(changes.some(({ kind }) => kind === 'check-progress')).toBe(false);
  });

  it('tells the history who chose what, before it is approved', async () => {
    const { queue, store, id } = await onlyChecked(line(1));
    await queue.actions.send(id, somewhere);
    const kinds = store.history(id).map(({ kind }) => kind);
    expect(kinds.slice(0, 4)).toEqual(['added', 'checked', 'bound', 'approved']);
    expect(store.history(id)[2]?.detail).toMatchObject({ connection, baseAddress: 'https://api.test' });
  });

  it.each([
    ['the file has changed', 'file'],
    ['the rule set is another', 'rules'],
    ['the batches are cut in other places', 'batch-size'],
  ] as const)('checks it again if %s', async (_, why) => {
    const { queue, path, id } = await onlyChecked(line(1));
    if (why === 'file') appendFileSync(path, line(2));
    const ruleSet = { ...options.ruleSet, severity: { 'field.unknown': 'off' } } as const;
    const wanted = {
      file: somewhere,
      rules: { ...somewhere, options: { ...wide, ruleSet } },
      'batch-size': { ...somewhere, options: { ...wide, maxBatchBytes: 2_000_000 } },
    }[why];
    expect(await queue.actions.send(id, wanted)).toBe(why);
    expect(queue.view(id).batches).toEqual([]);
    await settled(queue, id);
    expect(queue.view(id).submission).toMatchObject({ stage: 'approved', check: { lines: why === 'file' ? 2 : 1 } });
  });

  it('holds one with errors, of which nothing is sent', async () => {
    const { queue, world, id } = await onlyChecked(`${line(1)}{"sender":1}\n`);
    await queue.actions.send(id, somewhere);
    expect(queue.standing(id).state).toBe('held');
    expect(world.pending).toBe(0);
  });

  it('holds one that went to the same place before', async () => {
    const { queue, path, id } = await onlyChecked(line(1));
    const before = await queue.additions.add({ path, ...somewhere });
    await settled(queue, before.id);
    await queue.actions.send(id, somewhere);
    expect(queue.standing(id)).toMatchObject({
      state: 'held',
      submission: { error: { code: 'submission.sent-before', params: { id: before.id } } },
    });
  });

  it('keeps it as it is if the file is gone', async () => {
    const { queue, path, id } = await onlyChecked(line(1));
    rmSync(path);
    await expect(queue.actions.send(id, somewhere)).rejects.toMatchObject({ code: 'file.not-found' });
    expect(queue.standing(id).state).toBe('checked');
  });

  it('sends it once, however often it is asked for', async () => {
    const { queue, id } = await onlyChecked(line(1));
    const all = await Promise.allSettled([queue.actions.send(id, somewhere), queue.actions.send(id, somewhere)]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(queue.view(id).batches).toHaveLength(1);
    await expect(queue.actions.send(id, somewhere)).rejects.toMatchObject({ code: 'queue.not-checked' });
  });
});

/** @file What the queue makes of the word of a team ledger: it sends, waits by itself, or waits for a person's reason. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { SentElsewhere, TeamWord } from '../../src-main/send/decision.ts';
import type { Queue } from '../../src-main/send/queue.ts';
import { isIntact } from '../../src-main/send/receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { SubmissionOptions } from '../../src-main/send/submission.ts';
import type { TeamGate } from '../../src-main/send/team-gate.ts';
import { AppError } from '../../src-shared/errors.ts';
import { WAIT_MS } from '../patience.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission } from './samples.ts';
import { startQueue } from './started-queue.ts';

const earlier: SentElsewhere = {
  sending: 41,
  path: 'november.jsonl',
  person: 'mara',
  desk: 'desk-7',
  at: '2026-11-20T06:30:00.000Z',
};
const free: TeamWord = { kind: 'announced' };
const same: TeamWord = { kind: 'announced', same: earlier };
const someIds: TeamWord = { kind: 'announced', ids: { lines: 1, most: earlier, others: 0 } };
const away: TeamWord = {
  kind: 'unknown',
  error: new AppError('team.unreachable', { ledger: 'ledger:5432/tranship', reason: 'no answer' }).toRecord(),
};

/** A ledger that says what the test wants, and notes what it was asked. */
class GateOfTest implements TeamGate {
  awaySince: number | undefined;
  isTelling = false;
  readonly asked: { id: SubmissionId; reason: string | undefined }[] = [];
  /** What was left when each turn was over. */
  readonly settled: SubmissionId[] = [];
  word: TeamWord | undefined;
  meanwhile: () => void = () => {};
  readonly #listeners = new Set<() => void>();

  constructor(word: TeamWord | undefined) {
    this.word = word;
  }

  /** The name of the ledger, where one is named. */
  named: string | undefined;

  ledgerOf: TeamGate['ledgerOf'] = ({ ledger }) => ledger ?? this.named;

  mayNeedWord = () => true;

  order = async () => undefined;

  admit: TeamGate['admit'] = async ({ id }, reason) => {
    this.asked.push({ id, reason });
    this.meanwhile();
    return this.word;
  };

  exclusively: TeamGate['exclusively'] = async (id, work) => await work().finally(() => this.settled.push(id));

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  answers(word: TeamWord): void {
    this.word = word;
    this.tell();
  }

  tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const uuid = (digit: number) => `${digit}`.repeat(8).concat('-0000-4000-8000-000000000000');
const line = (digit: number) =>
  `{"sender":{"by_external_id":"client-1"},"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"${uuid(digit)}","risk_assessment":"low"}},"modification":{"external_id":"${uuid(digit)}","type":"create","amount":10,"currency":"EUR","created_at":"2026-11-0${digit}T08:00:00"}}\n`;
const { connection, destination, options } = addedSubmission();

/** A file in a queue whose connection has a ledger that says this, once its check is over. */
async function added(
  word: TeamWord | undefined,
  more: Partial<SubmissionOptions> = {},
  content = line(1),
  forTeam = false,
  ledger?: string,
) {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  const gate = new GateOfTest(word);
  gate.named = ledger;
  const { queue, world, changes } = startQueue(store, { uploads: 1, team: gate });
  const path = join(folder, 'november.jsonl');
  writeFileSync(path, content);
  const { id } = await queue.additions.add({
    path,
    connection,
    destination,
    forTeam,
    options: { ...options, maxBatchBytes: 1_000_000, ...more },
  });
  await leaves(queue, id, 'checking');
  return { store, gate, queue, world, changes, id, folder };
}

async function leaves(queue: Queue, id: SubmissionId, stage: string): Promise<void> {
  await vi.waitFor(() => expect(queue.standing(id).submission.stage).not.toBe(stage), { timeout: WAIT_MS });
}

/** What the history keeps of how it was approved. */
const approvalIn = (store: QueueStore, id: SubmissionId) =>
  store.history(id).findLast(({ kind }) => kind === 'approved')?.detail;

const errorOf = (queue: Queue, id: SubmissionId) => queue.view(id).submission.error;

describe('A file whose connection has a team ledger', () => {
  it('is sent once the ledger knows of it and has nothing against it', async () => {
    const { queue, gate, id } = await added(free);
    expect(queue.view(id).submission.stage).toBe('approved');
    expect(gate.asked).toEqual([{ id, reason: undefined }]);
  });

  it('is still for the team once a person has approved it, and no batch of it is sent from here', async () => {
    const { queue, world, changes, id } = await added(free, {}, '{"sender":1}\n', true);
    expect(queue.view(id).submission).toMatchObject({ stage: 'held', team: { file: expect.any(String) } });
    const { team } = queue.view(id).submission;
    await queue.actions.approve(id, 'The service is to decide.');
    expect(queue.view(id).submission).toMatchObject({ stage: 'approved', team });
    expect(changes.some((change) => change.kind === 'batch' && change.batch.state !== 'waiting')).toBe(false);
    expect(world.pending).toBe(0);
  });

  it('is not announced where something else holds it', async () => {
    const { queue, gate, id } = await added(free, {}, '{"sender":1}\n');
    expect(queue.view(id).submission.stage).toBe('held');
    expect(gate.asked).toEqual([]);
    await queue.actions.approve(id, 'The service is to decide.');
    expect(gate.asked).toEqual([{ id, reason: 'The service is to decide.' }]);
    expect(queue.view(id).submission.stage).toBe('approved');
  });

  it('that another desk has sent waits for a reason, which tells who, where and when', async () => {
    const { queue, gate, id, store } = await added(same);
    expect(errorOf(queue, id)).toMatchObject({ code: 'submission.sent-by-team', params: { ...earlier } });
    await expect(queue.actions.approve(id)).rejects.toMatchObject({ code: 'submission.no-reason' });
    await queue.actions.approve(id, 'It was lost there.');
    expect(queue.view(id).submission).toMatchObject({ stage: 'approved' });
    expect(gate.asked.at(-1)).toEqual({ id, reason: 'It was lost there.' });
    expect(approvalIn(store, id)).toMatchObject({ reason: 'It was lost there.', sentByTeam: 41 });
  });

  it('with transactions that another desk has sent waits for a reason', async () => {
    const { queue, id } = await added(someIds, {}, line(1) + line(2));
    expect(errorOf(queue, id)).toMatchObject({
      code: 'submission.ids-sent-by-team',
      params: { lines: 1, transactions: 2, person: 'mara', others: 0 },
    });
  });

  it('is sent without waiting where the reason was given beforehand, and the ledger is told it', async () => {
    const { queue, gate, id, store } = await added(same, { sendAgain: 'As agreed.' });
    expect(queue.view(id).submission.stage).toBe('approved');
    expect(gate.asked).toEqual([{ id, reason: 'As agreed.' }]);
    expect(approvalIn(store, id)).toMatchObject({ reason: 'As agreed.', sentByTeam: 41 });
  });

  it('with the same figures as another desk sent is sent with a warning', async () => {
    const { queue, id } = await added({ kind: 'announced', alike: earlier });
    expect(queue.view(id).submission).toMatchObject({
      stage: 'approved',
      warning: { code: 'submission.resembles-team', params: { desk: 'desk-7' } },
    });
  });

  it('shows a person first what another desk sent after the check', async () => {
    const { queue, gate, id } = await added(free, {}, '{"sender":1}\n');
    gate.word = same;
    await expect(queue.actions.approve(id, 'The service is to decide.')).rejects.toMatchObject({
      code: 'submission.sent-by-team',
    });
    expect(errorOf(queue, id)?.code).toBe('submission.sent-by-team');
    await queue.actions.approve(id, 'It was lost there.');
    expect(queue.view(id).submission.stage).toBe('approved');
  });

  it('that was cancelled meanwhile is not approved when its turn ends, so that it is withdrawn', async () => {
    const folder = temporaryFolder();
    const gate = new GateOfTest(free);
    const { queue } = startQueue(new QueueStore(folder), { uploads: 1, team: gate });
    const path = join(folder, 'november.jsonl');
    writeFileSync(path, line(1));
    const { id } = await queue.additions.add({
      path,
      connection,
      destination,
      options: { ...options, maxBatchBytes: 1_000_000 },
    });
    gate.meanwhile = () => queue.actions.cancel(id);
    await vi.waitFor(() => expect(gate.settled).toEqual([id]), { timeout: WAIT_MS });
    expect(queue.view(id).submission.stage).toBe('cancelled');
  });
});

describe('While the ledger does not answer', () => {
  it('a file waits with the reason, and is sent by itself once it answers', async () => {
    const { queue, gate, id } = await added(away);
    expect(queue.standing(id).state).toBe('held');
    expect(errorOf(queue, id)?.code).toBe('team.unreachable');
    gate.answers(free);
    await leaves(queue, id, 'held');
    expect(queue.view(id).submission).toMatchObject({ stage: 'approved' });
    expect(errorOf(queue, id)).toBeUndefined();
  });

  it('what it is held for is told once, however often the ledger is asked', async () => {
    const { queue, gate, id, store } = await added(away);
    const before = store.history(id).length;
    for (let time = 0; time < 3; time++) {
      gate.answers(away);
      await vi.waitFor(() => expect(queue.situation().isAsking).toBe(false), { timeout: WAIT_MS });
    }
    expect(gate.asked).toHaveLength(4);
    expect(store.history(id)).toHaveLength(before);
  });

  it('the decision of a person is kept, and the file is sent once the ledger answers', async () => {
    const { queue, gate, id, store } = await added(away, {}, '{"sender":1}\n');
    await queue.actions.approve(id, 'The service is to decide.');
    expect(queue.view(id).submission).toMatchObject({ stage: 'held', error: { code: 'team.unreachable' } });
    gate.answers(free);
    await leaves(queue, id, 'held');
    expect(approvalIn(store, id)).toMatchObject({ decidedByPerson: true, reason: 'The service is to decide.' });
  });

  it('a decision of a person does not count for what another desk has sent by then', async () => {
    const { queue, gate, id } = await added(away, {}, '{"sender":1}\n');
    await queue.actions.approve(id, 'The service is to decide.');
    gate.answers(same);
    await vi.waitFor(() => expect(errorOf(queue, id)?.code).toBe('submission.sent-by-team'), { timeout: WAIT_MS });
    gate.answers(free);
    expect(queue.view(id).submission.stage).toBe('held');
  });

  it('a restart asks again', async () => {
    const { queue, id, folder } = await added(away);
    await queue.stop();
    const again = startQueue(new QueueStore(folder), { uploads: 1, team: new GateOfTest(free) });
    await leaves(again.queue, id, 'held');
    expect(again.queue.view(id).submission.stage).toBe('approved');
  });
});

describe('Where the ledger of a file that was held for it is not known any more', () => {
  const notReleased: TeamWord = { kind: 'not-released' };

  it.each([
    ['it has not answered', away],
    ['it has said that the file is not released', notReleased],
  ])('the file waits: %s', async (_, word) => {
    const { queue, gate, id } = await added(word);
    const before = errorOf(queue, id);
    gate.word = undefined;
    gate.tell();
    await vi.waitFor(() => expect(gate.asked).toHaveLength(2), { timeout: WAIT_MS });
    expect(queue.view(id).submission).toMatchObject({ stage: 'held', error: before });
  });

  it('nobody sends it in place of the ledger, and it is sent once that is known again and agrees', async () => {
    const { queue, gate, id } = await added(notReleased);
    gate.word = undefined;
    await queue.actions.approve(id, 'It is urgent.');
    expect(queue.view(id).submission.stage).toBe('held');
    gate.answers(free);
    await leaves(queue, id, 'held');
    expect(queue.view(id).submission.stage).toBe('approved');
  });
});

describe('Where a release is required', () => {
  it('a file without one waits, and is sent by itself once it is released', async () => {
    const { queue, gate, id } = await added({ kind: 'not-released' });
    expect(errorOf(queue, id)?.code).toBe('submission.not-released');
    gate.answers(free);
    await leaves(queue, id, 'held');
    expect(queue.view(id).submission.stage).toBe('approved');
  });

  it('a person who sends it asks again, and cannot send it otherwise', async () => {
    const { queue, gate, id } = await added({ kind: 'not-released' });
    await queue.actions.approve(id, 'It is urgent.');
    expect(queue.view(id).submission).toMatchObject({ stage: 'held', error: { code: 'submission.not-released' } });
    gate.word = free;
    await queue.actions.approve(id);
    expect(queue.view(id).submission.stage).toBe('approved');
  });
});

describe('A word on a file', () => {
  const elsewhere = 'https://right https://tokens client tenant/1';

  it('that goes to another place by the time it is said does not count there', async () => {
    const folder = temporaryFolder();
    const gate = new GateOfTest(free);
    gate.named = 'ledger:5432/tranship';
    const { queue } = startQueue(new QueueStore(folder), { uploads: 1, team: gate });
    const path = join(folder, 'november.jsonl');
    writeFileSync(path, line(1));
    gate.meanwhile = () => {
      gate.word = { kind: 'not-released' };
      gate.meanwhile = () => {};
      queue.rebindings.rebindAtRest({ connection, destination: elsewhere });
    };
    const { id } = await queue.additions.add({
      path,
      connection,
      destination,
      options: { ...options, maxBatchBytes: 1_000_000 },
    });
    await leaves(queue, id, 'checking');
    expect(gate.asked).toHaveLength(2);
    expect(queue.view(id).submission).toMatchObject({ stage: 'held', destination: elsewhere });
  });

  it('that was approved and has not begun is asked for again at another place, and no batch of before is left', async () => {
    const { queue, gate, id, store, world } = await added(free, {}, line(1), false, 'ledger:5432/tranship');
    expect(queue.view(id).batches).toHaveLength(1);
    gate.word = { kind: 'not-released' };
    const rebinding = queue.rebindings.rebind({ connection, destination: elsewhere }, async () => {});
    // What was under way to the dead address ends without an id.
    world.decide(0, 'network-away');
    await rebinding;
    await leaves(queue, id, 'checking');
    expect(queue.view(id)).toMatchObject({ state: 'held', batches: [] });
    expect(queue.situation().open).toBe(0);
    gate.answers(free);
    await leaves(queue, id, 'held');
    expect(queue.view(id)).toMatchObject({ submission: { stage: 'approved', destination: elsewhere }, batches: [{}] });
    expect(isIntact(store.history())).toBe(true);
    expect(world.pending).toBe(1);
  });

  it('that was cancelled after its approval is asked for once it is tried again at another place', async () => {
    const { queue, gate, id, world } = await added(free, {}, line(1), false, 'ledger:5432/tranship');
    queue.actions.cancel(id);
    gate.word = { kind: 'not-released' };
    const rebinding = queue.rebindings.rebind({ connection, destination: elsewhere }, async () => {});
    // What was under way to the dead address ends without an id.
    world.decide(0, 'network-away');
    await rebinding;
    expect(queue.standing(id).state).toBe('cancelled');
    queue.actions.retry(id);
    await leaves(queue, id, 'checking');
    expect(queue.view(id)).toMatchObject({ state: 'held', batches: [] });
  });
});

/**
 * @file One cell of the virtual matrix: a file is sent, one fault happens at one moment, and the accounts must balance. All
 * cells of a stage begin with the same checked file.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { HOUR } from '../../src-main/ground/clock.ts';
import type { Batch, SubmissionId } from '../../src-main/send/batch.ts';
import type { SubmissionOptions } from '../../src-main/send/submission.ts';
import { isEndState } from '../../src-shared/states.ts';
import { transactionLine } from '../cli/transactions.ts';
import { followChanges } from '../harness/changes-of-disk.ts';
import { reportOf } from '../harness/opponent/opponent.ts';
import type { VirtualFault } from './virtual-faults.ts';
import { isAt, isOfReport, isSent, nameOf, type VirtualMoment } from './virtual-moments.ts';
import { accountsOf, balanced, leaksIn } from './virtual-proof.ts';
import type { Carried, Strike } from './virtual-wire.ts';
import { type Remains, VirtualWorld } from './virtual-world.ts';

const LINES = 40;
/** So slow that a batch leaves in some ten pieces. */
const BYTES_PER_SECOND = 20_000;
/** Everything comes to its end within this, whatever happens. */
const LONGEST = 96 * HOUR;

export type StageName = 'two-batches' | 'two-batches, early state' | 'one-batch' | 'refused';

/** A world with a file that is checked and of which nothing was sent. */
export class Stage implements AsyncDisposable {
  readonly world: VirtualWorld;
  readonly file: string;
  readonly content: Buffer;
  readonly id: SubmissionId;
  readonly #checked: Remains;

  private constructor(parts: Pick<Stage, 'world' | 'file' | 'content' | 'id'> & { checked: Remains }) {
    this.world = parts.world;
    this.file = parts.file;
    this.content = parts.content;
    this.id = parts.id;
    this.#checked = parts.checked;
  }

  static async open(name: StageName): Promise<Stage> {
    const world = await VirtualWorld.open({
      life: ['VALIDATION_STARTED', 'IN_PROGRESS', 'PROCESSED'],
      ...(name === 'two-batches, early state' && { earlyState: 'VALIDATION_STARTED' }),
    });
    const { file, content, options } = write(world, name);
    await world.stop();
    world.start({ sends: false });
    const id = await world.add(file, options);
    return new Stage({ world, file, content, id, checked: world.take() });
  }

  /** Everything is as it was once the file was checked, and the app begins to send. */
  async begin(stallSeconds: number): Promise<void> {
    const { world } = this;
    world.wire.strike = () => undefined;
    world.wire.isAway = false;
    await world.goBack(this.#checked);
    writeFileSync(this.file, this.content);
    world.transfer = { bytesPerSecond: BYTES_PER_SECOND, stallSeconds };
    world.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

export function write(world: VirtualWorld, name: StageName) {
  const shared = name === 'refused' ? ['7d4f7a5e-9c0b-4b0e-8d57-6a2f4bb1c001'] : [];
  const lines = Array.from({ length: LINES }, () => transactionLine(...shared));
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const options: Partial<SubmissionOptions> = {
    ...(name === 'refused' && { onInvalid: 'service-decides' }),
    ...(name.startsWith('two-batches') && { maxBatchBytes: Math.ceil(content.length * 0.6) }),
  };
  return { file: world.write(lines), content, options };
}

/** All that a fault can act on. */
export interface VirtualCell {
  readonly stage: Pick<Stage, 'file' | 'content' | 'id'>;
  readonly world: VirtualWorld;
  readonly moment: VirtualMoment;
  /** The request at the moment, and when it was there. */
  struck: { request: Carried; at: number } | undefined;
  /** What the process would leave that was killed at the moment. */
  remains: Remains | undefined;
  /** How often a person had to help. */
  helped: number;
}

/** Which stage a fault needs at a moment. */
export function stageFor(fault: VirtualFault, moment: VirtualMoment): StageName {
  if (isOfReport(moment)) return 'refused';
  if (fault.hitsFile) return 'one-batch';
  return fault.isEarly ? 'two-batches, early state' : 'two-batches';
}

/**
 * Resolves when all is as it must be; throws what is not.
 * @param isTaken which changes of the disk after the fault, by their number, are also tried as the moment of a kill
 */
export async function runVirtualCell(
  fault: VirtualFault,
  moment: VirtualMoment,
  stage: Stage,
  isTaken: (change: number) => boolean,
): Promise<void> {
  const { world } = stage;
  await stage.begin(fault.stallSeconds ?? 60);
  const cell: VirtualCell = { stage, world, moment, struck: undefined, remains: undefined, helped: 0 };
  const taken: Remains[] = [];
  let changes = 0;
  let isUnrecorded = false;
  using following = followChanges((when) => {
    if (isUnrecorded && when === 'before') {
      isUnrecorded = false;
      fault.happen(cell);
    }
    if (cell.struck === undefined || !world.isRunning) return;
    changes += 1;
    if (isTaken(changes)) taken.push(world.take());
  });
  world.wire.strike = (request, point): Strike | undefined => {
    if (cell.struck !== undefined) return fault.later?.(cell, request, point);
    if (!isAt(moment, request, point)) return undefined;
    cell.struck = { request, at: world.clock.now() };
    isUnrecorded = moment.point === 'unrecorded';
    return isUnrecorded ? undefined : fault.happen(cell);
  };

  await world.run(() => cell.struck !== undefined && !isUnrecorded);
  await fault.afterwards?.(cell);
  await finish(cell);
  following[Symbol.dispose]();

  const isNeverSent = fault.hitsFile === true && !isSent(moment);
  await requireBalance(cell, isNeverSent ? ['failed', 'processed'] : [isOfReport(moment) ? 'rejected' : 'processed']);
  if (fault.person !== 'may') expect(cell.helped > 0, `helped ${cell.helped} times`).toBe(fault.person === 'must');
  fault.check?.(cell);

  for (const [number, remains] of taken.entries()) {
    world.wire.strike = () => undefined;
    world.wire.isAway = false;
    await world.goBack(remains);
    world.start();
    await finish(cell);
    await requireBalance(cell, ['processed', 'rejected', ...(fault.hitsFile ? ['failed'] : [])]).catch(
      (thrown: unknown) => {
        throw new Error(`killed at change ${number + 1} after the fault at “${nameOf(moment)}”`, { cause: thrown });
      },
    );
  }
}

/** Lets everything come to its end, with a person who helps where only a person can. */
export async function finish(cell: VirtualCell): Promise<void> {
  const { world, stage } = cell;
  const end = world.clock.now() + LONGEST;
  const isFinal = () => !world.app.queue.has(stage.id) || standsStill(world, stage.id);
  for (let helped = 0; helped < 4; helped += 1) {
    await world.run(() => {
      if (world.clock.now() > end) throw new Error(`It never ends: ${world.states()}`);
      return isFinal();
    });
    if (!(await help(world, stage))) return;
    cell.helped += 1;
  }
}

function standsStill(world: VirtualWorld, id: SubmissionId): boolean {
  const { batches, submission } = world.app.queue.view(id);
  if (world.app.queue.waits.holdOf(submission) !== undefined) return true;
  if (submission.stage !== 'approved') return submission.stage !== 'checking';
  return (
    submission.paused ||
    batches.every(({ state, report }) => state === 'unknown' || (isEndState(state) && report !== 'wanted'))
  );
}

/** Whether a person had to do something. A file that has changed is never sent. */
async function help(world: VirtualWorld, { id }: Pick<Stage, 'id'>): Promise<boolean> {
  const { batches, submission } = world.app.queue.view(id);
  if (world.app.queue.waits.holdOf(submission) !== undefined) {
    await world.restart();
    return true;
  }
  if (submission.stage === 'approved' && submission.paused) {
    world.app.queue.actions.resume(id);
    return true;
  }
  if (batches.some(({ error }) => error?.code.startsWith('file.'))) return false;
  if (!batches.some(({ state }) => ['unknown', 'failed', 'cancelled'].includes(state))) return false;
  world.app.queue.actions.retry(id);
  return true;
}

export async function requireBalance({ world, stage, moment }: VirtualCell, states: readonly string[]): Promise<void> {
  const { submission, batches } = world.app.queue.view(stage.id);
  expect(
    states,
    `of ${submission.stage}: ${JSON.stringify(batches.map(({ state, error }) => [state, error?.code]))}`,
  ).toContain(world.app.queue.standing(stage.id).state);
  const { unanswered, ...accounts } = accountsOf(world, stage);
  expect(accounts).toEqual(balanced);
  expect(unanswered.length, 'ids that nobody has heard of').toBeLessThanOrEqual(2);
  if (isOfReport(moment)) await requireReport(world, batches[0]);
  expect(leaksIn(world)).toEqual([]);
}

/** Kept byte for byte; one that was refused to the app can be fetched by a person. */
async function requireReport({ app }: VirtualWorld, batch: Batch | undefined): Promise<void> {
  const { number, delivery, report } = batch ?? expect.fail();
  const kept = await app.reports.find(delivery?.batchId ?? expect.fail());
  expect(kept !== undefined).toBe(report === 'kept');
  const path = await app.batchReports.path(number, new AbortController().signal);
  expect(readFileSync(path, 'utf8')).toBe(reportOf(delivery?.batchId ?? ''));
}

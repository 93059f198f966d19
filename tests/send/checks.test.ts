import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { isDecidedFirst } from '../../src-main/send/check-order.ts';
import { type CheckResult, Checks, type CheckTurn } from '../../src-main/send/checks.ts';
import { FakeClock } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const GIGABYTE = 1_000_000_000;
const idOf = (number: number) => number as SubmissionId;

let folder: string;
let checks: Checks;
let clock: FakeClock;
/** What happened, in its order. */
let told: string[];
/** What each check under way may ask and say. */
let turns: Map<number, CheckTurn>;
/** What ends a check under way. */
let ends: Map<number, (result?: CheckResult) => void>;
/** Resolved at the next thing that happens. */
let happened: PromiseWithResolvers<void>;

function tell(what: string): void {
  told.push(what);
  happened.resolve();
}

/** Waits until so much has happened. */
async function until(count: number): Promise<string[]> {
  while (told.length < count) {
    happened = Promise.withResolvers();
    await happened.promise;
  }
  return told;
}

/** A file of this size that takes no room. */
function file(number: number, bytes: number): { id: SubmissionId; content: string } {
  const content = join(folder, `${number}.jsonl`);
  writeFileSync(content, '');
  truncateSync(content, bytes);
  return { id: idOf(number), content };
}

beforeEach(() => {
  folder = temporaryFolder();
  told = [];
  ends = new Map();
  turns = new Map();
  happened = Promise.withResolvers();
  clock = new FakeClock();
  checks = new Checks({
    clock,
    cores: 2,
    run: async (id, turn, signal) => {
      turns.set(id, turn);
      const { promise, resolve } = Promise.withResolvers<CheckResult>();
      ends.set(id, (result = 'over') => resolve(result));
      signal.addEventListener('abort', () => resolve('over'));
      tell(`begin ${id}: ${turn.bytes}`);
      return await promise;
    },
    onOver: (id) => tell(`over ${id}`),
  });
});

describe('checks', () => {
  it('of small files run beside that of a large one, one at a time', async () => {
    checks.enqueue(file(1, 40 * GIGABYTE));
    await until(1);
    checks.enqueue(file(2, 200));
    await until(2);
    checks.enqueue(file(3, 300));
    expect(checks.count).toBe(3);
    ends.get(2)?.();
    expect(await until(4)).toEqual(['begin 1: 40000000000', 'begin 2: 200', 'over 2', 'begin 3: 300']);
    expect(checks.count).toBe(2);
  });

  it('of small files run side by side, one on each core', async () => {
    for (const number of [1, 2, 3]) checks.enqueue(file(number, 100 * number));
    await until(2);
    ends.get(1)?.();
    expect(await until(4)).toEqual(['begin 1: 100', 'begin 2: 200', 'over 1', 'begin 3: 300']);
  });

  it('are decided in the order in which the files were added, where one of them may go in place of the other', async () => {
    for (const number of [1, 2]) checks.enqueue(file(number, 100 * number));
    await until(2);
    const decided = turns
      .get(2)
      ?.before()
      .then(() => tell('2 is decided'));
    await turns.get(1)?.before();
    ends.get(1)?.();
    await decided;
    expect(told.slice(2)).toEqual(['over 1', '2 is decided']);
  });

  it('do not wait for one that is decided with others, and the next ones begin meanwhile', async () => {
    checks.enqueue(file(1, 100));
    await until(1);
    checks.enqueue(file(2, 200));
    await until(2);
    turns.get(1)?.letNext();
    await turns.get(2)?.before();
    checks.enqueue(file(3, 300));
    expect(await until(3)).toEqual(['begin 1: 100', 'begin 2: 200', 'begin 3: 300']);
    expect(checks.count).toBe(3);
    ends.get(1)?.();
    expect((await until(4)).at(-1)).toBe('over 1');
  });

  it('of a small file do not wait for a large one that was added before, unless it is as large', async () => {
    const due = (id: number, bytes: number) => ({ id: idOf(id), bytes, since: 0 });
    expect(isDecidedFirst(due(1, GIGABYTE), due(2, 100))).toBe(false);
    expect(isDecidedFirst(due(1, GIGABYTE), due(2, GIGABYTE))).toBe(true);
    expect(isDecidedFirst(due(2, 100), due(1, GIGABYTE))).toBe(false);
  });

  it('of a file that is gone begins, so that it can say so', async () => {
    checks.enqueue({ id: idOf(1), content: join(folder, 'gone.jsonl') });
    expect(await until(1)).toEqual(['begin 1: 0']);
  });

  it('that are ended before their turn never begin', async () => {
    checks.enqueue(file(1, GIGABYTE));
    await until(1);
    checks.enqueue(file(2, 2 * GIGABYTE));
    checks.abort(idOf(2));
    expect(await until(2)).toEqual(['begin 1: 1000000000', 'over 2']);
    expect(checks.count).toBe(1);
  });

  it('of a file begin again only once the ended one has let go', async () => {
    const one = file(1, GIGABYTE);
    checks.enqueue(one);
    await until(1);
    checks.abort(one.id);
    checks.enqueue(one);
    expect(checks.count).toBe(1);
    expect(await until(3)).toEqual(['begin 1: 1000000000', 'over 1', 'begin 1: 1000000000']);
  });

  it('of a file that another program has open are tried again, while others have their turn', async () => {
    checks.enqueue(file(1, 100));
    await until(1);
    checks.enqueue(file(2, GIGABYTE));
    ends.get(1)?.('in-use');
    await until(2);
    expect(checks.count).toBe(2);
    ends.get(2)?.();
    await until(3);
    await clock.advanceToNext();
    expect(await until(4)).toEqual(['begin 1: 100', 'begin 2: 1000000000', 'over 2', 'begin 1: 100']);
  });

  it('of a file that another program has open let go when they are stopped', async () => {
    checks.enqueue(file(1, 100));
    await until(1);
    ends.get(1)?.('in-use');
    await clock.sleeping();
    await checks.stop();
    expect(told).toEqual(['begin 1: 100', 'over 1']);
  });

  it('have all let go when they are stopped, thousands of them, too', async () => {
    for (let number = 1; number <= 3000; number++) checks.enqueue({ id: idOf(number), content: folder });
    await until(2);
    await checks.stop();
    expect(checks.count).toBe(0);
    expect(told.filter((what) => what.startsWith('over'))).toHaveLength(3000);
    expect(told.filter((what) => what.startsWith('begin'))).toHaveLength(2);
  });
});

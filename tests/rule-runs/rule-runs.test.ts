import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import { LONGEST_KEPT_REPLY } from '../../src-main/rule-runs/kept-runs.ts';
import type { RuleRun, RuleRunWish } from '../../src-main/rule-runs/rule-run.ts';
import { RuleRuns } from '../../src-main/rule-runs/rule-runs.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { FakeClock, settle } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';
import {
  apiReply,
  notThere,
  now,
  replyWith,
  rerunWish,
  ScriptedService,
  sampleRun,
  statusWith,
  tooMany,
  unreachable,
  wish,
} from './samples.ts';

/** Settings on a disk that may fill up. */
class Disk extends MemorySettings {
  isFull = false;

  override set(key: string, value: unknown): void {
    if (this.isFull) throw new AppError('disk.full', { folder: '/data' });
    super.set(key, value);
  }
}

function open({ file = new Disk(), service = new ScriptedService(), clock = new FakeClock() } = {}) {
  const runs = new RuleRuns({ file, serviceFor: () => service, clock, random: () => 0 });
  const seen: RuleRun[] = [];
  runs.subscribe(([newest]) => newest && seen.push(newest));
  return { file, service, clock, runs, seen, newest: () => runs.list()[0] };
}

/** As the next start of Tranship finds it. */
const reopen = ({ file, service, clock }: ReturnType<typeof open>) => open({ file, service, clock });

/** Lets time pass until nothing is under way, or for three days. */
async function untilRest(clock: FakeClock): Promise<void> {
  const end = clock.now() + 72 * HOUR;
  while (clock.now() < end && (await clock.advanceToNext()) > 0);
}

describe('a run of the rules', () => {
  it('a rule run is asked for as wished, and followed to its end', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [
      statusWith('running', 'STARTED'),
      statusWith('running', 'HALF_WAY'),
      statusWith('done', 'COMPLETED'),
    ];

    const submission = submissionIdSchema.parse(7);
    const answered = await runs.start({ ...wish, ruleIds: ['R1', 'R2'], force: true, submission });

    expect(answered).toMatchObject({ state: 'running', executionId: 'x-1', accepted: ['R1'], submission });
    expect(service.requests).toEqual([
      { kind: 'execute', request: { executionDate: wish.executionDate, ruleIds: ['R1', 'R2'], force: true } },
    ]);
    await untilRest(clock);
    expect(newest()).toMatchObject({ state: 'done', status: 'COMPLETED', reply: '{"status":"COMPLETED"}' });
    expect(service.asked).toEqual(['x-1', 'x-1', 'x-1']);
  });

  it('a rule run is for all rules that have not run, by default', async () => {
    const { service, runs } = open();
    await runs.start(rerunWish);
    expect(service.requests).toEqual([{ kind: 'rerun', request: { executionDate: wish.executionDate } }]);
    await runs.close();
  });

  it('a rule run is asked about after 2 s, and then less and less often', async () => {
    const { service, clock, runs } = open();
    service.statuses = [statusWith('running')];
    await runs.start(wish);
    const pauses: number[] = [];
    for (let look = 0; look < 4; look++) pauses.push(await clock.advanceToNext());
    expect(pauses).toEqual([2000, 3000, 4500, 6750]);
    await runs.close();
  });

  it('a rule run ends at once when every rule is rejected', async () => {
    const { service, clock, runs } = open();
    const rejected = [{ rule: 'R1', reason: 'already run for the date' }];
    service.replies = [replyWith({ executionId: undefined, accepted: [], rejected })];
    expect(await runs.start(wish)).toMatchObject({ state: 'refused', rejected });
    expect(clock.remaining).toEqual([]);
  });

  it('a rule run is not asked for on an impossible day', async () => {
    const { service, runs } = open();
    await expect(runs.start({ ...rerunWish, executionDate: '2026-01-05' })).rejects.toMatchObject({
      code: 'rule-run.date',
    });
    expect(service.requests).toEqual([]);
    expect(runs.list()).toEqual([]);
  });

  it('a rule run fails where the service cannot be asked, and the list says so', async () => {
    const { service, runs, newest } = open();
    service.replies = [unreachable()];
    await expect(runs.start(wish)).rejects.toMatchObject({ code: 'network.unreachable' });
    expect(newest()).toMatchObject({ state: 'failed', error: { code: 'network.unreachable' } });
  });

  it('a rule run is unknown when the reply was lost', async () => {
    const { service, runs } = open();
    service.replies = [new AppError('network.cut', { host: 'api.example.com', reason: 'the other side closed it' })];
    expect(await runs.start(rerunWish)).toMatchObject({ state: 'unknown', error: { code: 'rule-run.doubtful' } });
  });

  it('a rule run survives a network that is away for half a day', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [unreachable()];
    await runs.start(wish);
    await clock.advance(12 * HOUR);
    expect(newest()).toMatchObject({ state: 'running', error: { code: 'network.unreachable' } });
    service.statuses = [statusWith('done')];
    await clock.advance(MINUTE);
    expect(newest()).toMatchObject({ state: 'done', error: undefined });
  });

  it('a rule run may be unknown to the service at first', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [notThere(), notThere(), notThere(), statusWith('done')];
    await runs.start(wish);
    await untilRest(clock);
    expect(newest()).toMatchObject({ state: 'done' });
  });

  it('a rule run is given up when the service still does not know it after some minutes', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [notThere()];
    await runs.start(wish);
    await untilRest(clock);
    expect(newest()).toMatchObject({ state: 'unknown', error: { code: 'rule-run.missing' } });
    expect(clock.now() - now).toBeLessThan(7 * MINUTE);
  });

  it('a rule run is given up after 24 hours', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [statusWith('running')];
    await runs.start(wish);
    await untilRest(clock);
    expect(newest()).toMatchObject({ state: 'unknown', error: { code: 'rule-run.endless', params: { hours: 24 } } });
    expect(clock.now() - now).toBeLessThan(24 * HOUR + 2 * MINUTE);
  });

  it('a rule run is no longer followed when a person stops it', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = [statusWith('running')];
    const { id } = await runs.start(wish);
    await clock.advanceToNext();
    runs.stopFollowing(id);
    expect(newest()).toMatchObject({ state: 'stopped', error: undefined });
    await settle();
    expect(clock.remaining).toEqual([]);
  });

  it('a rule run stays stopped when a question under way gets its reply', async () => {
    const { service, clock, runs, newest } = open();
    service.statuses = ['silence'];
    const { id } = await runs.start(wish);
    await clock.advanceToNext();
    runs.stopFollowing(id);
    await settle();
    expect(newest()).toMatchObject({ state: 'stopped', error: undefined });
  });

  it('a rule run that has ended stays as it is when it is stopped', async () => {
    const { clock, runs, newest } = open();
    const { id } = await runs.start(wish);
    await untilRest(clock);
    runs.stopFollowing(id);
    expect(newest()).toMatchObject({ state: 'done' });
  });
});

describe('the turn of a rerun', () => {
  /** The limit frees a turn at this time. */
  const freeAt = (clock: FakeClock, time: number) => () => Math.max(0, time - clock.now());

  it('§8 a rerun waits for its turn, and shows its time', async () => {
    const { service, clock, runs, newest } = open();
    service.wait = freeAt(clock, now + 40 * SECOND);
    const started = runs.start(rerunWish);
    await settle();
    expect(newest()).toMatchObject({ state: 'asking', waitsUntil: now + 40 * SECOND });
    expect(service.requests).toEqual([]);
    await clock.advance(40 * SECOND);
    expect(await started).toMatchObject({ state: 'running', waitsUntil: undefined });
    expect(service.requests).toHaveLength(1);
    await runs.close();
  });

  it('§8 an execution does not wait for a turn', async () => {
    const { service, clock, runs } = open();
    service.wait = freeAt(clock, now + 40 * SECOND);
    expect(await runs.start(wish)).toMatchObject({ state: 'running' });
    await runs.close();
  });

  it('§7 a rerun waits again after a 429, which is no failure', async () => {
    const { service, clock, runs, newest } = open();
    service.replies = [tooMany(30), replyWith()];
    const started = runs.start(rerunWish);
    await settle();
    expect(newest()).toMatchObject({ state: 'asking', waitsUntil: now + 30 * SECOND });
    await clock.advance(30 * SECOND);
    expect(await started).toMatchObject({ state: 'running' });
    await runs.close();
  });

  it('a waiting rerun may be stopped: the service was not asked', async () => {
    const { service, clock, runs, newest } = open();
    service.wait = freeAt(clock, now + 40 * SECOND);
    const started = runs.start(rerunWish);
    await settle();
    runs.stopFollowing(newest()?.id ?? '');
    expect(await started).toMatchObject({ state: 'stopped', error: { code: 'rule-run.not-asked' } });
    expect(service.requests).toEqual([]);
  });

  it('a waiting rerun is lost in a crash, and the next start says that the service was not asked', async () => {
    const before = open();
    before.service.wait = freeAt(before.clock, now + 40 * SECOND);
    void before.runs.start(rerunWish);
    await settle();
    expect(reopen(before).newest()).toMatchObject({ state: 'stopped', error: { code: 'rule-run.not-asked' } });
  });
});

describe('after a crash', () => {
  it.each([
    [wish, 'rule-run.unanswered'],
    [{ ...wish, force: true }, 'rule-run.doubtful'],
    [rerunWish, 'rule-run.doubtful'],
  ] as [RuleRunWish, string][])('after a crash, a run without a reply is unknown: %j', async (wished, code) => {
    const before = open();
    before.service.replies = ['silence'];
    void before.runs.start(wished);
    await settle();
    const { newest, service, runs } = reopen(before);
    expect(newest()).toMatchObject({ state: 'unknown', endedAt: now, error: { code } });
    runs.goOn();
    expect(service.requests).toHaveLength(1);
  });

  it('after a crash, a followed run is still followed', async () => {
    const before = open();
    before.service.statuses = ['silence'];
    await before.runs.start(wish);
    const after = open({ file: before.file });
    after.runs.goOn();
    await untilRest(after.clock);
    expect(after.newest()).toMatchObject({ state: 'done' });
    expect(after.service.asked).toEqual(['x-1']);
  });

  it('continuing twice asks once', async () => {
    const file = new Disk();
    file.set('ruleRuns', [sampleRun()]);
    const { runs, clock, service } = open({ file });
    runs.goOn();
    runs.goOn();
    await clock.advanceToNext();
    expect(service.asked).toEqual(['x-1']);
  });

  it('runs that were edited into invalid ones are left out', () => {
    const file = new Disk();
    const whole = sampleRun();
    file.set('ruleRuns', [{ id: 'odd' }, whole, null]);
    expect(open({ file }).runs.list()).toEqual([whole]);
    file.set('ruleRuns', 'nothing');
    expect(open({ file }).runs.list()).toEqual([]);
  });
});

describe('closing', () => {
  it('closing leaves followed runs to the next start', async () => {
    const before = open();
    before.service.statuses = ['silence'];
    await before.runs.start(wish);
    await before.clock.advanceToNext();
    await before.runs.close();
    expect(reopen(before).newest()).toMatchObject({ state: 'running' });
  });

  it('closing ends a request under way, and the run says what is known', async () => {
    const { service, runs } = open();
    service.replies = ['silence'];
    const started = runs.start(wish);
    await settle();
    await runs.close();
    expect(await started).toMatchObject({ state: 'unknown' });
  });

  it('closing ends all following, even of a reply at that moment', async () => {
    const { runs, clock } = open();
    const started = runs.start(wish);
    const closed = runs.close();
    await started;
    await closed;
    await settle();
    expect(clock.remaining).toEqual([]);
  });
});

describe('the list of runs', () => {
  it('a run is stored before anything is asked: on a full disk nothing is', async () => {
    const { file, service, runs } = open();
    file.isFull = true;
    await expect(runs.start(wish)).rejects.toMatchObject({ code: 'disk.full' });
    expect(service.requests).toEqual([]);
  });

  it('the list shows the state of a run even where it cannot be stored', async () => {
    const { file, clock, runs, newest } = open();
    await runs.start(wish);
    file.isFull = true;
    await untilRest(clock);
    expect(newest()).toMatchObject({ state: 'done' });
  });

  it('the list reports each step once', async () => {
    const { service, clock, runs, seen } = open();
    service.statuses = [statusWith('running'), statusWith('running'), statusWith('done')];
    await runs.start(wish);
    await untilRest(clock);
    expect(seen.map(({ state, status }) => [state, status])).toEqual([
      ['asking', ''],
      ['running', ''],
      ['running', 'RUNNING'],
      ['done', 'DONE'],
    ]);
  });

  it('the list has the newest first, 100 of them, and keeps every one that still runs', async () => {
    const file = new Disk();
    const kept = Array.from({ length: 100 }, (_, index) => sampleRun({ state: index < 98 ? 'done' : 'running' }));
    file.set('ruleRuns', kept);
    const { runs, service } = open({ file });
    service.replies = [
      replyWith({ executionId: undefined, accepted: [], rejected: [{ rule: 'R1', reason: 'not live' }] }),
    ];
    const ids = [];
    for (let count = 0; count < 3; count++) ids.unshift((await runs.start(wish)).id);
    expect(runs.list().map(({ id }) => id)).toEqual([
      ...ids,
      ...kept.filter((_, index) => index < 97 || index > 97).map(({ id }) => id),
    ]);
  });

  it('the whole reply stays in memory, and its beginning over a restart', async () => {
    const before = open();
    const text = 'some words '.repeat(LONGEST_KEPT_REPLY);
    before.service.replies = [replyWith({ reply: apiReply(text) })];
    await before.runs.start(wish);
    expect(before.newest()?.reply).toBe(text);
    expect(reopen(before).newest()?.reply).toBe(text.slice(0, LONGEST_KEPT_REPLY));
    await before.runs.close();
  });

  it('no secret in a reply is kept', async () => {
    const { file, service, runs } = open();
    service.replies = [
      replyWith({ reply: apiReply('{"report":"https://bucket.example.com/key?X-Amz-Signature=canary"}') }),
    ];
    await runs.start(wish);
    expect(JSON.stringify(file.get('ruleRuns'))).toContain('https://bucket.example.com/key');
    expect(JSON.stringify(file.get('ruleRuns'))).not.toContain('canary');
    await runs.close();
  });
});

/** @file Rules run, rerun, followed and looked up, by a real process against the practice tenant. */

import { describe, expect, it } from 'vitest';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { dayFrom } from '../../src-main/rule-runs/execution-date.ts';
import { dayOf } from '../../src-shared/calendar-days.ts';
import { openPracticePlace } from './practice-place.ts';

/** In every time zone this day is over, and is one of the last 30; only the daily rules run on it, whatever day today is. */
const date = [-3, -4, -5]
  .map((days) => dayFrom(dayOf(Date.now()), days))
  .find((day) => new Date(day).getUTCDay() !== 1 && new Date(day).getUTCDate() !== 1);
if (date === undefined) throw new Error('one of three days in a row is neither a Monday nor the first of a month');
const daily = ['R-101', 'R-102', 'R-103'];

const asked = (tenant: PracticeTenant, endpoint: string) =>
  tenant.requests.filter((request) => request.endpoint === endpoint).length;

describe.concurrent('tranship rules', () => {
  it('runs the rules for a day, says which are rejected and why, and follows the run to its end', async () => {
    await using place = await openPracticePlace();

    const ended = await place.workplace.run(['rules', 'execute', '--date', date, '--wait']);

    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain(`Accepted  3 rules: ${daily.join(', ')}`);
    expect(ended.stdout).toMatch(/R-901\s*│\s*The rule is not live\./);
    expect(ended.stdout).toMatch(/The rules have run \(COMPLETED\)\.\n$/);
  });

  it('Programs get the whole run in its summary', async () => {
    await using place = await openPracticePlace();

    const args = ['rules', 'execute', '--date', date, '--rule', 'R-101', '--rule', 'R-901', '--wait', '--json'];
    const { exitCode, summary } = await place.workplace.run(args);

    expect({ exitCode, summary }).toMatchObject({
      exitCode: 0,
      summary: {
        kind: 'execute',
        executionDate: date,
        ruleIds: ['R-101', 'R-901'],
        force: false,
        state: 'done',
        status: 'COMPLETED',
        accepted: ['R-101'],
        rejected: [{ rule: 'R-901', reason: 'The rule is not live.' }],
      },
    });
    expect(JSON.parse(String(summary['reply']))).toMatchObject({ status: 'COMPLETED' });
  });

  it('Rules do not run twice unless forced', async () => {
    await using place = await openPracticePlace();
    const execute = ['rules', 'execute', '--date', date, '--rule', 'R-101', '--json'];
    expect(await place.workplace.run(execute)).toMatchObject({ exitCode: 0, summary: { state: 'running' } });

    expect(await place.workplace.run(execute)).toMatchObject({
      exitCode: 1,
      summary: { state: 'refused', accepted: [] },
    });
    expect(await place.workplace.run([...execute, '--force'])).toMatchObject({ exitCode: 0, summary: { force: true } });
    expect((await place.workplace.run(['rules', 'list', '--json'])).summary).toMatchObject({
      runs: [{ force: true }, { force: false, state: 'refused' }, { force: false, executionDate: date }],
    });
    const { stdout } = await place.workplace.run(['rules', 'list']);
    expect(stdout).toMatch(new RegExp(`${date}\\s*│.*execute.*No rule was accepted`));
  });

  it('A failed run is reported', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'rules-fail' }] });

    const ended = await place.workplace.run(['rules', 'execute', '--date', date, '--wait']);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain('The run failed (FAILED).');
    expect(ended.stdout).toContain('The service reports: The execution failed.');
  });

  it.each(['2026-02-30', dayFrom(date, 40), dayFrom(date, -40)])('A rerun of %s is not requested', async (day) => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['rules', 'rerun', '--date', day]);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The rules cannot be run for this day\./);
    expect(place.tenant.requests).toEqual([]);
  });

  it('§8 a countdown precedes the next rerun, and Ctrl-C ends the wait before a request', async () => {
    await using place = await openPracticePlace();
    const rerun = ['rules', 'rerun', '--date', date, '--rule', 'R-101', '--json'];
    expect(await place.workplace.run(rerun)).toMatchObject({ exitCode: 0, summary: { kind: 'rerun' } });

    const second = place.workplace.start([...rerun, '--force']);
    const { seconds } = await second.event(({ event }) => event === 'waiting');
    const ended = await second.kill('SIGINT');

    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(66);
    expect(ended).toMatchObject({ exitCode: 4, summary: { state: 'stopped', error: { code: 'rule-run.not-asked' } } });
    expect(asked(place.tenant, 'rules-rerun')).toBe(1);
  });

  it('§7 the command waits when the service asks to, and then continues', async () => {
    const misfortunes = [{ name: 'rate-limit', retryAfterSeconds: 1, endpoint: 'rules-execute', times: 1 }] as const;
    await using place = await openPracticePlace({ misfortunes });

    const ended = await place.workplace.run(['rules', 'execute', '--date', date]);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^The service asks to wait: Tranship asks in \d+s\. Ctrl-C ends the wait\.$/m);
    expect(asked(place.tenant, 'rules-execute')).toBe(2);
  });

  it('A lost answer is reported as unknown, and asking again is safe', async () => {
    const misfortunes = [{ name: 'swallow-reply', endpoint: 'rules-execute', times: 1 }] as const;
    await using place = await openPracticePlace({ misfortunes });
    const execute = ['rules', 'execute', '--date', date];

    const lost = await place.workplace.run(execute);

    expect(lost.exitCode).toBe(4);
    expect(lost.stdout).toContain('Run them for this day again: the service rejects rules that have already run.');
    const again = await place.workplace.run(execute);
    expect(again.exitCode).toBe(1);
    expect(again.stdout).toContain(`The rule has already run for ${date}.`);
  });

  it('Ctrl-C leaves a run to the service, and a later command reports its progress', async () => {
    await using place = await openPracticePlace({ pace: 600_000 });
    const following = place.workplace.start(['rules', 'execute', '--date', date, '--wait', '--json']);
    await following.event(({ event, status }) => event === 'state' && status === 'PENDING');

    const left = await following.kill('SIGINT');

    expect(left).toMatchObject({ exitCode: 4, summary: { state: 'running', status: 'PENDING' } });
    const id = String(left.summary['executionId']);
    const status = await place.workplace.run(['rules', 'status', id, '--json']);
    expect(status).toMatchObject({ exitCode: 0, summary: { executionId: id, status: 'PENDING', outcome: 'running' } });
  });

  it('The status of a run is shown with the facts about its rules', async () => {
    await using place = await openPracticePlace({ pace: 600_000 });
    const { summary } = await place.workplace.run(['rules', 'execute', '--date', date, '--json']);

    const ended = await place.workplace.run(['rules', 'status', String(summary['executionId'])]);

    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^The rules are running \(PENDING\)\.\n/),
    });
    expect(ended.stdout).toContain('R-101');
  });

  it('An execution that the service does not know is reported with a remedy', async () => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['rules', 'status', 'no-such-execution']);
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toContain('There is no execution no-such-execution.');
    expect(ended.stderr).toContain('Check the id.');
  });

  it('The schedule is shown as a table', async () => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['rules', 'schedule']);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(/rule_id\s*│\s*name\s*│\s*schedule/);
    expect(ended.stdout).toMatch(/R-201\s*│\s*Dormant customer awakes\s*│\s*WEEKLY/);
  });

  it.each([
    ['schedule', 'rules-schedule', ['rules', 'schedule']],
    ['status', 'rules-status', ['rules', 'status', 'some-execution']],
  ] as const)('Half a reply is not accepted (%s)', async (_, endpoint, call) => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'bad-json', endpoint }] });
    const ended = await place.workplace.run(call);
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^The reply cannot be understood\./);
    expect(await place.workplace.run([...call, '--json'])).toMatchObject({ exitCode: 1, summary: { exitCode: 1 } });
  });

  it('Half an answer to a request is not a success', async () => {
    const misfortunes = [{ name: 'bad-json', endpoint: 'rules-execute', times: 1 }] as const;
    await using place = await openPracticePlace({ misfortunes });
    const ended = await place.workplace.run(['rules', 'execute', '--date', date]);
    expect(ended.exitCode).not.toBe(0);
  });

  it('The command fails like every other one while the service is away', async () => {
    await using place = await openPracticePlace();
    await place.tenant.goOffline();
    const ended = await place.workplace.run(['rules', 'execute', '--date', date]);
    expect(ended).toMatchObject({ exitCode: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^The host cannot be reached\./);
  });
});

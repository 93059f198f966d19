/** @file `tranship diagnose`: the steps in words and as JSON Lines, and the result for a script. */

import { describe, expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const stepsIn = (stdout: string): { event: string; step: string; outcome: string }[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'step');

describe.concurrent('tranship diagnose', () => {
  it('tells each step in a line, and that the connection works', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));

    const { exitCode, stdout } = await workplace.run(['diagnose']);

    expect(exitCode).toBe(0);
    for (const word of ['Name', 'Proxy', 'Encryption', 'Sign-in', 'Service', 'Storage', 'Clock', 'Limits']) {
      expect(stdout).toMatch(new RegExp(`^${word} +(good|not tried) `, 'm'));
    }
    expect(stdout).toContain('The connection “environment” works.');
    expect(service.batches()).toEqual([]);
  });

  it('A diagnosis with a bad step ends with 3, and with a text for the help desk without secrets', async () => {
    await using service = await startOpponent();
    const wrong = { TRANSHIP_CLIENT_SECRET: 'canary-wrong-secret' };
    await using workplace = await openWorkplace({ ...environmentOf(service), ...wrong });

    const { exitCode, stdout, summary } = await workplace.run(['diagnose', '--json']);

    expect(exitCode).toBe(3);
    expect(stepsIn(stdout).map(({ step, outcome }) => `${step} ${outcome}`)).toContain('token bad');
    expect(summary).toMatchObject({ connection: 'environment', works: false });
    expect(summary['text']).toContain(service.tokenUrl);
    for (const hidden of ['canary', service.clientId, service.scope]) expect(stdout).not.toContain(hidden);
  });

  it('A diagnosis requests one upload address when told to, and finds the storage with it', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));

    const { stdout } = await workplace.run(['diagnose', '--ask-for-storage', '--json']);

    expect(stepsIn(stdout).find(({ step }) => step === 'storage')).toMatchObject({ outcome: 'good' });
    expect(service.batches()).toHaveLength(1);
    for (const hidden of service.secrets()) expect(stdout).not.toContain(hidden);
  });
});

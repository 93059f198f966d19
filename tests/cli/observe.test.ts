/** @file The service's observability data in a real process. */

import { describe, expect, it } from 'vitest';
import { openPracticePlace } from './practice-place.ts';

describe.concurrent('tranship observe', () => {
  it('lists what can be asked, and asks no one for that', async () => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['observe']);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(/Batch status\s*│\s*\/api\/observability\/batches/);
    expect(place.tenant.requests).toEqual([]);
  });

  it.each(['Rule executions', 'rule-executions', '/api/observability/rules/executions'])(
    'Observe shows %s as a table',
    async (nameOrPath) => {
      await using place = await openPracticePlace();
      await place.workplace.run(['rules', 'execute', '--date', '2026-01-05']);

      const ended = await place.workplace.run(['observe', nameOrPath]);

      expect(ended.exitCode).toBe(0);
      expect(ended.stdout).toMatch(/EXECUTE\s*│\s*2026-01-05\s*│/);
    },
  );

  it('Observe gives programs the reply unchanged', async () => {
    await using place = await openPracticePlace();
    const { exitCode, summary } = await place.workplace.run(['observe', 'data-export', '--json']);
    expect({ exitCode, summary }).toMatchObject({
      exitCode: 0,
      summary: {
        path: '/api/observability/exports',
        reply: { status: 200, text: '{"exports":[]}', json: { exports: [] } },
      },
    });
  });

  it.each([
    ['nothing', 'There is no “nothing” to ask for.'],
    ['/api/../admin', '“/api/../admin” leads elsewhere.'],
  ])('Observe refuses an impossible request: %s', async (nameOrPath, words) => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['observe', nameOrPath]);
    expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ended.stderr).toContain(words);
    expect(place.tenant.requests).toEqual([]);
  });

  it('Observe does not accept half a reply', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'bad-json', endpoint: 'observability' }] });
    const ended = await place.workplace.run(['observe', 'batch-status']);
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^The reply cannot be understood\./);
  });

  it('Observe reports which path does not answer', async () => {
    await using place = await openPracticePlace();
    const ended = await place.workplace.run(['observe', '/api/elsewhere']);
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toContain('The service did not find “/api/elsewhere”');
  });
});

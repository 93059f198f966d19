/** @file A mistyped base or token address: one request reveals it, and after the correction all work continues. */

import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const passphrase = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };

describe('a mistyped address', () => {
  it.each(
    fewerByDay(
      [
        ['base', 'TRANSHIP_BASE_URL', (service: { baseUrl: string }) => `${service.baseUrl}wrong`],
        ['token', 'TRANSHIP_TOKEN_URL', (service: { tokenUrl: string }) => `${service.tokenUrl}-wrong`],
      ] as const,
      1,
    ),
  )(
    'A mistyped address in the variables holds the connection, names the %s address, and the work continues once it is right',
    async (which, variable, wrong) => {
      await using service = await startOpponent({}, 'may-be-wrong');
      await using workplace = await openWorkplace(environmentOf(service));
      const file = await writeTransactions(workplace, 20);
      const environment = { [variable]: wrong(service) };

      const sent = await workplace.run(['send', file, '--max-batch', '1400', '--wait', '--json'], { environment });
      expect(sent.exitCode).toBe(3);
      expect(sent.stderr + sent.stdout).toContain(new URL(wrong(service)).pathname);
      expect(sent.stderr + sent.stdout).toContain(`connection.${which}-address`);
      expect(sent.submission.batches.map(({ state }) => state)).not.toContain('failed');

      const worked = await workplace.run(['work', '--until-idle', '--json']);
      expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    },
  );

  it('A mistyped address of a stored connection is corrected by “connection change”, and the queue continues', async () => {
    await using service = await startOpponent({}, 'may-be-wrong');
    await using workplace = await openWorkplace({ ...passphrase, TRANSHIP_CLIENT_SECRET: service.clientSecret });
    const file = await writeTransactions(workplace, 3);
    const right = ['--base-url', service.baseUrl];
    await workplace.run([
      ...['connection', 'add', 'bank', '--base-url', `${service.baseUrl}wrong`, '--token-url', service.tokenUrl],
      ...['--client-id', service.clientId, '--scope', service.scope],
    ]);
    expect(await workplace.run(['send', file, '--connection', 'bank', '--wait'])).toMatchObject({ exitCode: 3 });

    expect(await workplace.run(['connection', 'change', 'bank', ...right])).toMatchObject({ exitCode: 0, stderr: '' });

    const worked = await workplace.run(['work', '--until-idle', '--json']);
    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  });

  it('A mistyped address is met by one transaction of a hundred, and nothing counts as taken', async () => {
    await using service = await startOpponent({}, 'may-be-wrong');
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 100);
    const before = service.journal.length;
    const environment = { TRANSHIP_BASE_URL: `${service.baseUrl}wrong` };

    const posted = await workplace.run(['post', file, '--json'], { environment });

    expect(posted.exitCode).toBe(3);
    expect(posted.stderr + posted.stdout).toContain('connection.base-address');
    expect(posted.stdout).not.toMatch(/"outcome":"(accepted|unknown|refused)"/);
    const asked = service.journal.slice(before).filter(({ endpoint }) => endpoint !== 'token');
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

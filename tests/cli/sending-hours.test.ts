/** @file A file that comes outside of the sending hours: it waits, every call says so, and a person sends it all the same. */

import { expect, it, onTestFinished, vi } from 'vitest';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { WAIT_MS } from '../patience.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace } from './tranship.ts';

/** Far from now, at whatever hour the test runs. */
function otherHours(): string {
  const hour = (new Date().getHours() + 8) % 24;
  const text = String(hour).padStart(2, '0');
  return `every-day ${text}:00-${text}:30`;
}

it('waits for them, as the list of the queue says, and is sent when a person says so', async () => {
  const tenant = await startPracticeTenant({ pace: 0 });
  onTestFinished(() => tenant.close());
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: 'correct horse battery staple' });
  const { baseUrl, tokenUrl, clientId, clientSecret, scope } = tenant;
  const added = await workplace.run(
    [
      ...['connection', 'add', 'bank', '--base-url', baseUrl, '--token-url', tokenUrl],
      ...['--client-id', clientId, '--scope', scope, '--hours', otherHours()],
    ],
    { environment: { TRANSHIP_CLIENT_SECRET: clientSecret } },
  );
  expect(added).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Bandwidth: none.') });
  const app = workplace.startProcess(['serve', '--json']);
  await app.event(({ event }) => event === 'serving');

  const file = await writeTransactions(workplace, 3);
  const sent = await workplace.run(['send', file, '--connection', 'bank', '--wait']);
  expect(sent.exitCode).toBe(4);
  expect(sent.stdout).toMatch(
    /bank {2}1 file waits for the sending hours (?:at|on) .+\.\nEverything is in the queue; .+ sends it then\./,
  );
  expect(sent.stdout).not.toContain('asked for a pause');

  const sending = workplace.start(['work', '--until-idle', '--timeout', '12h', '--json']);
  await vi.waitFor(
    async () => {
      const listed = await workplace.run(['queue', 'list']);
      expect(listed.stdout).toMatch(/bank: 1 file waits for the sending hours (?:at|on) .+\./);
    },
    { timeout: WAIT_MS, interval: 500 },
  );
  expect(tenant.batches()).toEqual([]);

  const now = await workplace.run(['queue', 'send-now', '1']);
  expect(now).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('does not wait for sending hours') });
  expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
  expect((await workplace.run(['queue', 'send-now', '1'])).stdout).toContain('has nothing that could be sent now');
  const history = await workplace.run(['history', '--json']);
  expect(history.stdout).toContain('sent-now');
});

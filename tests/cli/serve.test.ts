import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorkplace, type Running } from './tranship.ts';

const addressOf = async (running: Running) => {
  const { address } = await running.event(({ event }) => event === 'serving');
  return z.string().parse(address);
};

describe('tranship serve', () => {
  it('The page is served once to the browser with the printed address', async () => {
    await using workplace = await openWorkplace();
    const address = await addressOf(workplace.start(['serve', '--json']));
    const entered = await fetch(address, { redirect: 'manual' });
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await fetch(new URL('/', address), { headers: { cookie } });
    expect([entered.status, page.status]).toEqual([303, 200]);
    expect(await page.text()).toContain('<div id="root">');
    expect((await fetch(address)).status).toBe(401);
  });

  it('The address is also given in words', async () => {
    await using workplace = await openWorkplace();
    const [address] = await workplace.start(['serve']).said(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}/);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
  });

  it('The page is served on the requested port', async () => {
    await using workplace = await openWorkplace();
    const first = workplace.start(['serve', '--json']);
    const { port } = new URL(await addressOf(first));
    await first.kill('SIGINT');
    const again = await addressOf(workplace.start(['serve', '--json', '--port', port]));
    expect(new URL(again).port).toBe(port);
  });

  it('A port that is taken is reported', async () => {
    await using workplace = await openWorkplace();
    await using other = await openWorkplace();
    const { port } = new URL(await addressOf(workplace.start(['serve', '--json'])));
    const { exitCode, stderr } = await other.run(['serve', '--port', port]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`The port ${port} is in use`);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'The command ends cleanly with %s and unlocks the data folder',
    async (signal) => {
      await using workplace = await openWorkplace();
      const running = workplace.start(['serve', '--json']);
      await addressOf(running);
      const { exitCode, summary } = await running.kill(signal);
      expect([exitCode, summary]).toEqual([0, { event: 'summary', exitCode: 0 }]);
      expect((await workplace.run(['queue', 'list', '--json'])).exitCode).toBe(0);
      await addressOf(workplace.start(['serve', '--json']));
    },
  );

  it('The command does not take the data folder from a running Tranship', async () => {
    await using workplace = await openWorkplace();
    await addressOf(workplace.start(['serve', '--json']));
    const second = await workplace.run(['serve', '--json']);
    expect(second.events[0]).toMatchObject({ event: 'error', code: 'queue.locked' });
  });
});

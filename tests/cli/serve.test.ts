import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorkplace, type Running } from './tranship.ts';

const addressOf = async (running: Running, place = 0) => {
  const { address } = await running.event(({ event }) => event === 'serving', place);
  return z.string().parse(address);
};

/** The status of the exchange that the page makes with an address. */
const enter = async (address: string) => {
  const { origin, hash } = new URL(address);
  const body = JSON.stringify({ token: hash.replace('#token=', '') });
  return (await fetch(`${origin}/session`, { method: 'POST', headers: { origin }, body })).status;
};

describe('tranship serve', () => {
  it('The printed address begins one session, and the page is served', async () => {
    await using workplace = await openWorkplace();
    const address = await addressOf(workplace.start(['serve', '--json']));
    const page = await fetch(address);
    expect(await page.text()).toContain('<div id="root">');
    expect([await enter(address), await enter(address)]).toEqual([200, 401]);
  });

  it('The address is also given in words, with the time for which it works and the way to another one', async () => {
    await using workplace = await openWorkplace();
    const running = workplace.start(['serve']);
    const [address] = await running.said(/http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/);
    await running.said(/it works once, within 5 minutes/);
    await running.said(/For a new address, stop Tranship and start it again/);
    expect(await enter(address)).toBe(200);
  });

  it('A line on its input makes it print a new address, and the former one no longer works', async () => {
    await using workplace = await openWorkplace();
    const running = workplace.start(['serve', '--json'], { hasInput: true });
    const first = await addressOf(running);
    running.write('\n');
    const second = await addressOf(running, 1);
    expect([await enter(first), await enter(second)]).toEqual([401, 200]);
    expect((await running.kill('SIGINT')).exitCode).toBe(0);
  });

  it('Who was let in and who was not is recorded in the log', async () => {
    await using workplace = await openWorkplace();
    const running = workplace.start(['serve', '--json']);
    const address = await addressOf(running);
    await enter(address);
    await enter(address);
    await running.kill('SIGINT');
    const folder = join(workplace.home, 'logs');
    const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    const log = (await Promise.all(texts)).join('');
    for (const kind of ['session-begun', 'session-refused', 'session-ended'])
      expect(log).toContain(`"event":"${kind}"`);
    expect(log).not.toContain(new URL(address).hash.slice('#token='.length));
  });

  it('The page is served on the requested port', async () => {
    await using workplace = await openWorkplace();
    const first = workplace.start(['serve', '--json']);
    const { port } = new URL(await addressOf(first));
    await first.kill('SIGINT');
    const again = await addressOf(workplace.start(['serve', '--json', '--port', port]));
    expect(new URL(again).port).toBe(port);
  });

  it('A restart has the port of before; if another program has it, Tranship says so and takes another one', async () => {
    await using workplace = await openWorkplace();
    const first = workplace.startProcess(['serve', '--json']);
    const { port } = new URL(await addressOf(first));
    await first.kill('SIGKILL');
    const second = workplace.start(['serve', '--json']);
    expect(new URL(await addressOf(second)).port).toBe(port);
    await second.kill('SIGINT');
    const other = createServer().listen(Number(port), '127.0.0.1');
    await once(other, 'listening');
    const third = workplace.start(['serve']);
    await third.said(new RegExp(`The port of the last time, ${port}, is used by another program`));
    const [, now] = await third.said(/http:\/\/127\.0\.0\.1:(\d+)\/#token=/);
    other.close();
    expect(now).not.toBe(port);
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

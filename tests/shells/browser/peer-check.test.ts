import { once } from 'node:events';
import { connect, createServer, type Server, Socket } from 'node:net';
import { endianness } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PeerCheck, systemTables } from '../../../src-main/shells/browser/peer-check.ts';
import { portOf } from '../../../src-main/shells/browser/server.ts';

const HOST = '127.0.0.1';

describe.skipIf(systemTables === undefined || endianness() !== 'LE')('The check of the other end', () => {
  let server: Server;
  let own: { address: string; port: number };
  beforeEach(async () => {
    server = createServer().listen(0, HOST);
    await once(server, 'listening');
    // Both kinds of servers listen on a port.
    own = { address: HOST, port: portOf(server as Parameters<typeof portOf>[0]) };
  });
  afterEach(() => void server.close());
  const arrive = async () => {
    const client = connect(own.port, HOST);
    const [socket] = await once(server, 'connection');
    if (!(socket instanceof Socket)) throw new Error('No socket arrived.');
    return { client, socket };
  };
  const myself = process.getuid?.() ?? 0;

  it('admits our own user', async () => {
    const { client, socket } = await arrive();
    expect(await new PeerCheck(own).refusalOf(socket)).toBeUndefined();
    client.destroy();
  });

  it.skipIf(myself !== 0)('admits root, whichever user we are', async () => {
    const { client, socket } = await arrive();
    expect(await new PeerCheck(own, systemTables, 1000).refusalOf(socket)).toBeUndefined();
    client.destroy();
  });

  it('refuses one that has closed its end already, and so hides whose it was', async () => {
    const { client, socket } = await arrive();
    client.destroy();
    await once(client, 'close');
    expect(await new PeerCheck(own).refusalOf(socket)).toMatch(/had gone already/);
  });

  it('admits every user where the system tells nothing', async () => {
    const { client, socket } = await arrive();
    const silent = async () => ({ tcp: '', tcp6: '' });
    expect(await new PeerCheck(own, silent, 1000).refusalOf(socket)).toBeUndefined();
    client.destroy();
  });

  it('reads the tables a few times for hundreds of connections at once', async () => {
    const arrivals: Awaited<ReturnType<typeof arrive>>[] = [];
    while (arrivals.length < 20) arrivals.push(await arrive());
    let readings = 0;
    const counted = async () => {
      readings += 1;
      return (await systemTables?.()) ?? { tcp: '', tcp6: '' };
    };
    const check = new PeerCheck(own, counted, myself);
    const verdicts = Array.from({ length: 15 }, () => arrivals.map(({ socket }) => check.refusalOf(socket))).flat();
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set([undefined]));
    expect(readings).toBeLessThan(4);
    for (const { client } of arrivals) client.destroy();
  });
});

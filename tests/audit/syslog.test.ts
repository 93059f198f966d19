/** @file Syslog as a receiver gets it: over real sockets, framed by counting, and never in the way of the work. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Syslog } from '../../src-main/audit/syslog.ts';
import { framed, readSyslogAddress, type SyslogMessage, syslogMessage } from '../../src-main/audit/syslog-message.ts';
import { anyText } from '../any-text.ts';
import { FakeClock } from '../fake-clock.ts';
import { Authority } from '../wire/network/authority.ts';

const sample: SyslogMessage = {
  at: Date.UTC(2026, 0, 5, 9),
  severity: 'notice',
  machine: 'desk-7',
  processId: 42,
  id: 'session-begun',
  text: '{"event":"session-begun"}',
};

/** Takes frames apart by counting, as RFC 6587 §3.4.1 has it. */
function messagesIn(received: Buffer): string[] {
  const messages: string[] = [];
  let rest = received;
  for (let space = rest.indexOf(' '); space > 0; space = rest.indexOf(' ')) {
    const length = Number(rest.subarray(0, space).toString());
    if (rest.length < space + 1 + length) break;
    messages.push(rest.subarray(space + 1, space + 1 + length).toString());
    rest = rest.subarray(space + 1 + length);
  }
  return messages;
}

/** A receiver on loopback that says when it has got so many messages. */
async function receiver(tls?: { key: string; cert: string }) {
  let received = Buffer.alloc(0);
  const watchers = new Set<() => void>();
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      for (const watcher of [...watchers]) watcher();
    });
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port expected');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = () => {
    hangUp();
    server.close();
  };
  onTestFinished(close);
  const until = (count: number) =>
    new Promise<string[]>((resolve) => {
      const look = () => {
        if (messagesIn(received).length < count) return;
        watchers.delete(look);
        resolve(messagesIn(received));
      };
      watchers.add(look);
      look();
    });
  return { port: address.port, until, hangUp, close };
}

function forwarder(address: string, more: { authorities?: () => Promise<string[]> } = {}) {
  const read = readSyslogAddress(address);
  if (read === undefined) throw new Error('an address expected');
  const failures: string[] = [];
  const clock = new FakeClock();
  const syslog = new Syslog({ address: read, clock, onFailure: (reason) => failures.push(reason), ...more });
  onTestFinished(() => syslog.close());
  return { syslog, failures, clock };
}

describe('a message', () => {
  it('has the header of RFC 5424', () => {
    expect(syslogMessage(sample).toString()).toBe(
      '<109>1 2026-01-05T09:00:00.000Z desk-7 tranship 42 session-begun - {"event":"session-begun"}',
    );
  });

  it('stays one message whatever its text and names are, and no longer than receivers take', () => {
    const unit = anyText({ maxLength: 5000 });
    fc.assert(
      fc.property(unit, unit, unit, (text, machine, id) => {
        const message = syslogMessage({ ...sample, text, machine, id });
        expect(message.length).toBeLessThanOrEqual(8192);
        expect(message.toString()).not.toMatch(/\p{Cc}/u);
        expect(message.toString().split(' ').slice(1, 7)[3]).toBe('42');
        expect(messagesIn(Buffer.concat([framed(message), framed(message)]))).toEqual([
          message.toString(),
          message.toString(),
        ]);
      }),
    );
  });

  it('that is too long ends with a whole character', () => {
    const message = syslogMessage({ ...sample, text: 'ü'.repeat(9000) });
    expect(message.toString()).not.toContain('\ufffd');
    expect(message.length).toBeGreaterThan(8180);
  });
});

describe('an address', () => {
  it.each([
    ['syslog://log.bank.example', { transport: 'tcp', host: 'log.bank.example', port: 601 }],
    ['syslogs://log.bank.example', { transport: 'tls', host: 'log.bank.example', port: 6514 }],
    ['syslog+udp://10.0.0.7:5514', { transport: 'udp', host: '10.0.0.7', port: 5514 }],
    ['syslog://[::1]:99', { transport: 'tcp', host: '::1', port: 99 }],
  ])('%s is read', (text, expected) => expect(readSyslogAddress(text)).toEqual(expected));

  it.each([
    '',
    'log.bank.example',
    'http://log',
    'syslog://',
    'syslog://a:b@log',
    'syslog://log/path',
    'syslog://log?x',
    'syslog://log:70000',
  ])('“%s” is none', (text) => expect(readSyslogAddress(text)).toBeUndefined());
});

describe('forwarding', () => {
  it('delivers over TCP in order', async () => {
    const { port, until } = await receiver();
    const { syslog } = forwarder(`syslog://127.0.0.1:${port}`);
    for (const id of ['one', 'two', 'three']) syslog.send(syslogMessage({ ...sample, id }));
    expect((await until(3)).map((message) => message.split(' ')[5])).toEqual(['one', 'two', 'three']);
  });

  it('delivers over TLS to a receiver that the bank’s authority has signed for', async () => {
    const authority = new Authority();
    const { port, until } = await receiver(authority.host());
    const { syslog } = forwarder(`syslogs://localhost:${port}`, { authorities: async () => [authority.cert] });
    syslog.send(syslogMessage(sample));
    expect(await until(1)).toHaveLength(1);
  });

  it('says nothing to a receiver that no one has signed for', async () => {
    const authority = new Authority();
    const { port } = await receiver(authority.host());
    const { syslog, failures } = forwarder(`syslogs://localhost:${port}`, { authorities: async () => [] });
    syslog.send(syslogMessage(sample));
    await expect.poll(() => failures).toHaveLength(1);
  });

  it('delivers over UDP', async () => {
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { syslog } = forwarder(`syslog+udp://127.0.0.1:${socket.address().port}`);
    const arrived = once(socket, 'message');
    syslog.send(syslogMessage(sample));
    expect(String((await arrived)[0])).toBe(syslogMessage(sample).toString());
  });

  it('delivers what waited once the receiver is back, and tells of the failure once', async () => {
    const first = await receiver();
    first.close();
    const { syslog, failures, clock } = forwarder(`syslog://127.0.0.1:${first.port}`);
    syslog.send(syslogMessage({ ...sample, id: 'one' }));
    syslog.send(syslogMessage({ ...sample, id: 'two' }));
    await expect.poll(() => failures).toHaveLength(1);
    const got: Buffer[] = [];
    const server = createServer((socket) => void socket.on('data', (bytes) => got.push(bytes)));
    server.listen(first.port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    await clock.advance(1000);
    await expect.poll(() => messagesIn(Buffer.concat(got))).toHaveLength(2);
    expect(failures).toHaveLength(1);
  });

  it('connects again after the receiver has hung up', async () => {
    const { port, until, hangUp } = await receiver();
    const { syslog, clock } = forwarder(`syslog://127.0.0.1:${port}`);
    syslog.send(syslogMessage({ ...sample, id: 'one' }));
    await until(1);
    hangUp();
    await expect
      .poll(async () => {
        syslog.send(syslogMessage({ ...sample, id: 'two' }));
        await clock.advance(60_000);
        return Promise.race([
          until(2).then(() => 'arrived'),
          new Promise((resolve) => setImmediate(resolve, 'waiting')),
        ]);
      })
      .toBe('arrived');
  });

  it('keeps a thousand messages for a receiver that is away, and counts the others', async () => {
    const gone = await receiver();
    gone.close();
    const { syslog } = forwarder(`syslog://127.0.0.1:${gone.port}`);
    for (let count = 0; count < 1500; count++) syslog.send(syslogMessage(sample));
    expect(syslog.dropped).toBe(500);
  });

  it('has delivered what was sent when it is closed', async () => {
    const { port, until } = await receiver();
    const { syslog } = forwarder(`syslog://127.0.0.1:${port}`);
    syslog.send(syslogMessage(sample));
    await syslog.close();
    expect(await until(1)).toHaveLength(1);
  });
});

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Front } from '../../src-main/practice/front.ts';

async function openFront(onConnection: (socket: Socket) => void = (socket) => socket.end('hello')): Promise<Front> {
  const front = new Front(onConnection);
  await front.open();
  onTestFinished(() => front.close());
  return front;
}

/** What a new connection comes to. */
async function outcome({ port }: Front): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const said = once(socket, 'data').then(([bytes]) => String(bytes));
  return await said.catch((error: { code: string }) => error.code).finally(() => socket.destroy());
}

it('a front refuses connections as a system does where no one listens, and comes back at the same port', async () => {
  const front = await openFront();
  const { port } = front;
  for (let round = 0; round < 3; round += 1) {
    expect(await outcome(front)).toBe('hello');
    await front.refuse();
    expect(await outcome(front)).toBe('ECONNREFUSED');
    await front.open();
  }
  expect([front.port, await outcome(front)]).toEqual([port, 'hello']);
});

it('the port of a front that refuses is given to no other', async () => {
  const front = await openFront();
  await front.refuse();
  const others = Array.from({ length: 500 }, () => createServer().listen(0, '127.0.0.1'));
  onTestFinished(() => void others.map((server) => server.close()));
  await Promise.all(others.map((server) => once(server, 'listening')));
  const ports = others.map((server) => server.address()).map((address) => Object(address).port);
  expect(ports).not.toContain(front.port);
  await front.open();
  expect(await outcome(front)).toBe('hello');
});

it('connections that are open outlast a refusal until they are hung up', async () => {
  const ends: Socket[] = [];
  const front = await openFront((socket) => void ends.push(socket));
  const socket = connect(front.port, '127.0.0.1');
  await once(socket, 'connect');
  await front.refuse();
  ends[0]?.write('still here');
  expect(String((await once(socket, 'data'))[0])).toBe('still here');
  front.hangUp();
  await once(socket, 'close');
});

it.each(['open', 'refusing'])('a front that is %s closes for good, with all its connections', async (state) => {
  const front = await openFront(() => {});
  const socket = connect(front.port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  if (state === 'refusing') await front.refuse();
  await Promise.all([front.close(), once(socket, 'close')]);
  expect(await outcome(front)).toBe('ECONNREFUSED');
});

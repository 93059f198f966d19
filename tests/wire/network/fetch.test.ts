import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, it } from 'vitest';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { askedIn, closedPort, listen, networkWith, serve } from './hosts.ts';

const fetch = networkWith().fetch();
const at = (port: number) => `http://127.0.0.1:${port}/path?query`;

it.each([
  ['a text', 'öffnen', 'text/plain;charset=UTF-8', 'öffnen'],
  ['bytes', new TextEncoder().encode('öffnen'), undefined, 'öffnen'],
  ['a form', new URLSearchParams({ a: 'b c' }), 'application/x-www-form-urlencoded;charset=UTF-8', 'a=b+c'],
])('fetch sends %s with its length and its type', async (_, body, type, expected) => {
  const asked = await askedIn(await fetch(at(await serve()), { method: 'POST', body }));
  expect(asked).toMatchObject({ method: 'POST', path: '/path?query', body: expected });
  expect(asked.headers['content-length']).toBe(String(Buffer.byteLength(expected)));
  expect(asked.headers['content-type']).toBe(type);
  expect(asked.headers).not.toHaveProperty('transfer-encoding');
});

it('fetch sends the given headers, and offers no compression', async () => {
  const headers = new Headers({ Authorization: 'Bearer x', 'Content-Type': 'application/json' });
  const asked = await askedIn(await fetch(at(await serve()), { method: 'POST', headers, body: '{}' }));
  expect(asked.headers).toMatchObject({ authorization: 'Bearer x', 'content-type': 'application/json' });
  expect(asked.headers).not.toHaveProperty('accept-encoding');
});

it('fetch returns status, headers and body as they come', async () => {
  const port = await serve((_, response) => {
    response.writeHead(429, { 'Retry-After': '7', 'X-Many': ['a', 'b'] }).end('wait');
  });
  const response = await fetch(at(port));
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('7');
  expect(response.headers.get('x-many')).toBe('a, b');
  expect(await response.text()).toBe('wait');
});

it.each([204, 304])('fetch takes %d, which has no body', async (status) => {
  const port = await serve((_, response) => response.writeHead(status).end());
  const response = await fetch(at(port));
  expect(response.status).toBe(status);
  expect(response.body).toBeNull();
});

it('fetch follows no redirect', async () => {
  const port = await serve((_, response) => response.writeHead(302, { Location: '/elsewhere' }).end());
  const response = await fetch(at(port));
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/elsewhere');
});

it('fetch passes the body on while it comes', async () => {
  const more = Promise.withResolvers<void>();
  const port = await serve(async (_, response) => {
    response.write('first');
    await more.promise;
    response.end('second');
  });
  const pieces: string[] = [];
  for await (const piece of (await fetch(at(port))).body ?? []) {
    pieces.push(Buffer.from(piece).toString());
    more.resolve();
  }
  expect(pieces).toEqual(['first', 'second']);
});

it('fetch closes the connection when the rest of a body is not wanted', async () => {
  const closed = Promise.withResolvers<boolean>();
  const port = await serve((_, response) => {
    response.once('close', () => closed.resolve(response.writableFinished));
    response.write('first');
  });
  const response = await fetch(at(port));
  for await (const _ of response.body ?? []) break;
  expect(await closed.promise).toBe(false);
});

it('fetch reports a body that was cut short', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  });
  const thrown = await (await fetch(at(port))).text().catch((error: unknown) => error);
  expect(toNetworkError('host', thrown)).toMatchObject({ code: 'network.cut' });
});

it('fetch rejects with the reason of the signal before the reply', async () => {
  const gone = Promise.withResolvers<void>();
  const port = await serve((request) => {
    request.socket.once('close', gone.resolve);
    controller.abort(reason);
  });
  const controller = new AbortController();
  const reason = new Error('no longer wanted');
  await expect(fetch(at(port), { signal: controller.signal })).rejects.toBe(reason);
  await gone.promise;
});

it('fetch rejects with the reason of the signal in the middle of the body', async () => {
  const port = await serve((_, response) => void response.write('half'));
  const controller = new AbortController();
  const response = await fetch(at(port), { signal: controller.signal });
  const reason = new Error('no longer wanted');
  const reading = response.text();
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
});

it('fetch ends at once when the signal aborts while a route is sought', async () => {
  const controller = new AbortController();
  const systemProxy = () => {
    controller.abort('no longer wanted');
    return new Promise<string>(() => {});
  };
  const waiting = networkWith({ proxy: { mode: 'system' } }, { systemProxy }).fetch();
  await expect(waiting('http://host.example', { signal: controller.signal })).rejects.toBe('no longer wanted');
});

it('a request over an agent ends at once when it is destroyed while a route is sought', async () => {
  const systemProxy = () => {
    request.destroy(new Error('no longer wanted'));
    return new Promise<string>(() => {});
  };
  const agent = networkWith({ proxy: { mode: 'system' } }, { systemProxy }).agent();
  const request = http.get('http://host.example', { agent });
  const [thrown] = await once(request, 'error');
  expect(thrown).toMatchObject({ message: 'no longer wanted' });
});

it('fetch does not begin when the signal has aborted before', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  await expect(fetch(at(port), { signal: AbortSignal.abort('early') })).rejects.toBe('early');
  expect(asked).toBe(0);
});

it('fetch uses a connection again', async () => {
  const ports = new Set<number | undefined>();
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    request.resume().on('end', () => response.end('good'));
  });
  for (const method of ['GET', 'POST', 'GET']) await (await fetch(at(port), { method })).text();
  expect(ports.size).toBe(1);
});

it('fetch makes another connection after the settings have changed', async () => {
  const ports = new Set<number | undefined>();
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  const network = networkWith();
  const fetch = network.fetch();
  await (await fetch(at(port))).text();
  network.refresh();
  await (await fetch(at(port))).text();
  expect(ports.size).toBe(2);
});

it('an agent never uses a connection again', async () => {
  const ports = new Set<number | undefined>();
  const port = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  const agent = networkWith().agent();
  for (let time = 0; time < 2; time++) {
    const [response] = await once(http.get(at(port), { agent }), 'response');
    await once(response.resume(), 'close');
  }
  expect(ports.size).toBe(2);
});

/** Replies to the first request of a connection, and closes it without a reply at the second one. */
async function serveOncePerConnection(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = net.createServer((socket) => {
    let isFirst = true;
    socket.on('data', (bytes) => {
      asked.push(bytes.toString().split(' ')[0] ?? '');
      if (isFirst) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood');
      else socket.resetAndDestroy();
      isFirst = false;
    });
  });
  return { port: await listen(server), asked };
}

it('fetch repeats a GET when the used connection turns out to be closed', async () => {
  const { port, asked } = await serveOncePerConnection();
  const fetch = networkWith().fetch();
  await (await fetch(at(port))).text();
  expect(await (await fetch(at(port))).text()).toBe('good');
  expect(asked).toEqual(['GET', 'GET', 'GET']);
});

it('fetch never repeats a POST', async () => {
  const { port, asked } = await serveOncePerConnection();
  const fetch = networkWith().fetch();
  await (await fetch(at(port))).text();
  const thrown = await fetch(at(port), { method: 'POST', body: 'x' }).catch((error: unknown) => error);
  expect(toNetworkError('host', thrown)).toMatchObject({ code: 'network.cut' });
  expect(asked).toEqual(['GET', 'POST']);
});

it('fetch does not repeat a GET on a connection of its own', async () => {
  let asked = 0;
  const port = await serve((request) => {
    asked += 1;
    request.socket.resetAndDestroy();
  });
  const thrown = await fetch(at(port)).catch((error: unknown) => error);
  expect(toNetworkError('host', thrown)).toMatchObject({ code: 'network.cut' });
  expect(asked).toBe(1);
});

it('fetch closes a connection whose reply makes no sense', async () => {
  const closed = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    socket.resume().once('close', closed.resolve);
    socket.write('HTTP/1.1 999 Nonsense\r\nContent-Length: 10\r\n\r\n');
  });
  await expect(fetch(at(await listen(server)))).rejects.toMatchObject({ code: 'HPE_INVALID_STATUS' });
  await closed.promise;
});

it('fetch reports a port on which nothing listens', async () => {
  const thrown = await fetch(at(await closedPort())).catch((error: unknown) => error);
  expect(toNetworkError('host', thrown)).toMatchObject({
    code: 'network.unreachable',
    params: { reason: 'nothing answers on this port' },
  });
});

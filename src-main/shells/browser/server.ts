/**
 * @file The loopback server: checks every request first, then serves the page, receives files, hands out downloads and
 * connects tabs.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { PickedFiles } from '../../../src-shared/contract.ts';
import { toAppError } from '../../../src-shared/errors.ts';
import { SECOND } from '../../clock.ts';
import type { CommandHandlers } from '../commands/ports.ts';
import { refused } from '../contract-server.ts';
import type { ReceivedFile } from '../offered-files.ts';
import { createNonce, readPageFile } from '../page.ts';
import type { Downloads } from './downloads.ts';
import type { Entrance } from './entrance.ts';
import type { Inbox } from './inbox.ts';
import { refuse, replyResult, safeHeaders, sentencePage } from './replies.ts';
import { refusalOf } from './request-check.ts';
import type { Tabs } from './tabs.ts';

/** Reachable only from this machine. */
const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 256;
/** The WebSocket path of the contract; src-renderer/browser-bridge.ts uses the same one. */
const SOCKET_PATH = '/contract';
const signInAgain =
  'This browser is not signed in, or the address was already used. Get a new address where Tranship was started.';

/** How long the server waits for a client; a browser on the same machine takes milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  headersMs: number;
  /** For the next byte, in either direction; WebSockets may stay silent. */
  silenceMs: number;
}
const usualPatience: Patience = { headersMs: 10 * SECOND, silenceMs: 60 * SECOND };

export interface ServerPorts {
  /** 0 for any free port. */
  port: number;
  /** The folder of the built page. */
  rendererFolder: string;
  entrance: Entrance;
  tabs: Tabs;
  inbox: Inbox;
  downloads: Downloads;
  handlers: CommandHandlers;
  offerReceived: (file: ReceivedFile) => Promise<PickedFiles>;
  patience?: Patience;
}

/** Listens on loopback. Rejects as `listen` does, for example when the port is taken. */
export async function startServer(ports: ServerPorts): Promise<Server> {
  const { headersMs, silenceMs } = ports.patience ?? usualPatience;
  const server = createServer({
    headersTimeout: headersMs,
    // A file of many GB may take any time, as long as bytes keep moving.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(headersMs, SECOND),
  });
  server.setTimeout(silenceMs);
  server.maxConnections = MOST_CONNECTIONS;
  server.on('request', (request, response) => {
    // The reader of the body handles a request that ends early.
    request.on('error', () => {});
    route(ports, portOf(server), request, response).catch((thrown: unknown) => {
      refuse(response, 500, toAppError(thrown).title);
    });
  });
  server.on('upgrade', (request, socket, head) => upgrade(ports, portOf(server), request, socket, head));
  server.listen({ port: ports.port, host: HOST, exclusive: true });
  await once(server, 'listening');
  ports.entrance.port = portOf(server);
  return server;
}

/** The port that the server listens on. */
export function portOf(server: Server): number {
  // The server listens on a port, so the address is neither a pipe's name nor null.
  return (server.address() as AddressInfo).port;
}

async function route(ports: ServerPorts, port: number, request: IncomingMessage, response: ServerResponse) {
  const refusal = refusalOf(request, port);
  if (refusal !== undefined) return refuse(response, 403, refusal);
  const address = URL.parse(request.url ?? '', `http://${HOST}:${port}`);
  if (address === null) return refuse(response, 400, 'This address is not valid.');
  const isAdmitted = ports.entrance.admits(request.headers.cookie);
  const { method } = request;
  const { pathname, searchParams } = address;
  const token = pathname === '/' && method === 'GET' ? searchParams.get('token') : null;
  if (token !== null) return enter(ports, token, isAdmitted, response);
  if (!isAdmitted) return refuse(response, 401, signInAgain);

  const [, area, id = ''] = pathname.split('/');
  if (method === 'GET' && area === 'download') return await ports.downloads.send(id, response);
  // Browsers request it unasked, and log an error when it is missing.
  if (pathname === '/favicon.ico') return void response.writeHead(204, safeHeaders()).end();
  if (method === 'GET' || method === 'HEAD') return await sendPage(ports, pathname, response);
  if (method !== 'PUT') return refuse(response, 405, 'Tranship does not support this kind of request.');
  if (pathname !== '/inbox') return refuse(response, 404, 'Tranship receives no files at this address.');
  await takeIn(ports, searchParams.get('name') ?? '', request, response);
}

/** Exchanges the token for a cookie, and removes the token from the address. */
function enter({ entrance }: ServerPorts, token: string, isAdmitted: boolean, response: ServerResponse): void {
  const cookie = entrance.exchange(token);
  if (cookie === undefined && !isAdmitted) refuse(response, 401, signInAgain);
  else response.writeHead(303, { ...safeHeaders(), Location: '/', ...(cookie && { 'Set-Cookie': cookie }) }).end();
}

async function sendPage({ rendererFolder }: ServerPorts, pathname: string, response: ServerResponse): Promise<void> {
  const nonce = createNonce();
  const file = await readPageFile(rendererFolder, pathname === '/' ? '/index.html' : pathname, nonce);
  if (file === undefined) return refuse(response, 404, 'There is no such page.');
  const headers = { ...safeHeaders(nonce), 'Content-Type': file.type, 'Content-Length': file.body.length };
  response.writeHead(200, headers).end(file.body);
}

/** Stores the file in the body and offers it; a failure becomes a result, which the page shows. */
async function takeIn(
  { inbox, offerReceived }: ServerPorts,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const length = request.headers['content-length'];
    if (length === undefined) throw refused('A file was sent without its size.');
    const file = await inbox.receive({ name, bytes: Number(length), body: request });
    replyResult(response, { ok: true, value: await offerReceived(file) });
  } catch (thrown) {
    replyResult(response, { ok: false, error: toAppError(thrown).toRecord() });
  }
}

function upgrade(ports: ServerPorts, port: number, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => {});
  const refusal = refusalOfUpgrade(ports, port, request);
  if (refusal === undefined) ports.tabs.accept(ports.handlers, request, socket, head);
  else refuseUpgrade(socket, ...refusal);
}

type Refusal = [status: number, sentence: string];

function refusalOfUpgrade(
  { entrance, tabs }: ServerPorts,
  port: number,
  request: IncomingMessage,
): Refusal | undefined {
  const refusal = refusalOf(request, port);
  if (refusal !== undefined) return [403, refusal];
  if (!entrance.admits(request.headers.cookie)) return [401, signInAgain];
  if (request.url !== SOCKET_PATH) return [404, 'Tranship accepts no connections at this address.'];
  return tabs.isFull ? [503, 'Too many tabs show Tranship. Close some.'] : undefined;
}

function refuseUpgrade(socket: Duplex, status: number, sentence: string): void {
  const body = sentencePage(status, sentence);
  const headers = {
    ...safeHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

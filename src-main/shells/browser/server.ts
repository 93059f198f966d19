/**
 * @file The loopback server: checks each connection and every request first, then serves the page, receives files,
 * hands out downloads and connects tabs. The page's own files hold no secret and are open to all; all else needs the
 * secret of a session.
 */

import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import type { PickedFiles } from '../../../src-shared/contract.ts';
import { toAppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type LanguageSetting, languageFor } from '../../../src-shared/languages/languages.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { refused } from '../../actions/contract-server.ts';
import type { ReceivedFile } from '../../actions/offered-files.ts';
import { createNonce, readPageFile } from '../../actions/page.ts';
import type { CommandHandlers } from '../../actions/ports.ts';
import { SECOND } from '../../ground/clock.ts';
import { bearerOf, socketSecretOf } from './credentials.ts';
import type { Downloads } from './downloads.ts';
import type { Inbox } from './inbox.ts';
import { PeerCheck } from './peer-check.ts';
import {
  pageOf,
  preferredIn,
  RefusalError,
  refuse,
  refuseSocket,
  replyResult,
  safeHeaders,
  signInAgain,
  unsupported,
} from './replies.ts';
import { refusalOf } from './request-check.ts';
import { answerReturnRequest, type ReturnRequestPorts } from './return-requests.ts';
import { answerSessionRequest, type SessionRequestPorts } from './session-requests.ts';
import type { Session } from './sessions.ts';
import type { Tabs, UpgradeRequest } from './tabs.ts';
import { UnprovenSockets } from './unproven-sockets.ts';

/** Reachable only from this machine. */
const HOST = '127.0.0.1';
/** The WebSocket path of the contract; src-renderer/browser-bridge.ts uses the same one. */
const SOCKET_PATH = '/contract';

/** Milliseconds since 1970, as a browser tells them of a file. */
const timeSchema = z
  .string()
  .regex(/^\d{1,14}$/)
  .transform(Number);

/** How long the server waits for a client; a browser on the same machine takes milliseconds. */
export interface Patience {
  /** For the headers of a request. */
  headersMs: number;
  /** For the next byte, in either direction; WebSockets may stay silent. */
  silenceMs: number;
}
const usualPatience: Patience = { headersMs: 10 * SECOND, silenceMs: 60 * SECOND };

export interface ServerPorts extends SessionRequestPorts, ReturnRequestPorts {
  /** 0 for any free port. */
  port: number;
  /** The folder of the built page. */
  rendererFolder: string;
  tabs: Tabs;
  inbox: Inbox;
  downloads: Downloads;
  handlers: CommandHandlers;
  offerReceived: (file: ReceivedFile) => Promise<PickedFiles>;
  /** The language that is set for the page. */
  language: () => LanguageSetting;
  patience?: Patience;
}

/** Listens on loopback. Rejects as `listen` does, for example when the port is taken. */
export async function startServer(ports: ServerPorts): Promise<Server> {
  const { headersMs, silenceMs } = ports.patience ?? usualPatience;
  const server = createServer({
    // Also for a connection over which nothing comes at all.
    headersTimeout: headersMs,
    // A file of many GB may take any time, as long as bytes keep moving.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(headersMs, SECOND),
  });
  server.setTimeout(silenceMs);
  server.listen({ port: ports.port, host: HOST, exclusive: true });
  await once(server, 'listening');
  const visits = new Visits(ports, portOf(server));
  server.on('connection', (socket) => visits.admit(socket));
  server.on('request', (request, response) => visits.answer(request, response));
  server.on('upgrade', (...upgrade) => visits.upgrade(upgrade));
  return server;
}

/** The port that the server listens on. */
export function portOf(server: Server): number {
  // The server listens on a port, so the address is neither a pipe's name nor null.
  return (server.address() as AddressInfo).port;
}

class Visits {
  readonly #ports: ServerPorts;
  readonly #port: number;
  readonly #peers: PeerCheck;
  readonly #unproven = new UnprovenSockets();
  /** Why the other end of a connection is refused; undefined when it is admitted. */
  readonly #verdicts = new WeakMap<Duplex, Promise<string | undefined>>();
  readonly #noted = new WeakSet<Duplex>();

  constructor(ports: ServerPorts, port: number) {
    this.#ports = ports;
    this.#port = port;
    this.#peers = new PeerCheck({ address: HOST, port });
  }

  /** Decides about a new connection, once for all of its requests. */
  admit(socket: Socket): void {
    this.#unproven.add(socket);
    this.#verdicts.set(socket, this.#verdictOn(socket));
  }

  async #verdictOn(socket: Socket): Promise<string | undefined> {
    const refusal = await this.#peers.refusalOf(socket).catch((thrown: unknown) => toAppError(thrown).title);
    // One that has left without a request tried nothing: browsers do so with connections that they opened in advance.
    if (refusal === undefined || socket.destroyed) return refusal;
    this.#note(socket, refusal);
    const why = new RefusalError(403, fact('Tranship answers only to the user of this computer who started it.'));
    refuseSocket(socket, await this.#pageOf(why));
    return refusal;
  }

  /** Whether a request may be looked at. */
  async #isAdmitted(socket: Duplex): Promise<boolean> {
    const refusal = await this.#verdicts.get(socket);
    if (refusal !== undefined) this.#note(socket, refusal);
    return refusal === undefined && this.#verdicts.has(socket) && !socket.destroyed;
  }

  /** Records the refusal of a connection, once. */
  #note(socket: Duplex, refusal: string): void {
    if (this.#noted.has(socket)) return;
    this.#noted.add(socket);
    this.#ports.noteRefusal(refusal);
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    // The reader of the body handles a request that ends early.
    request.on('error', () => {});
    this.#answer(request, response).catch(async (thrown: unknown) => {
      refuse(response, await this.#pageOf(thrown, request.headers));
    });
  }

  /** What a person sees who opened an address without content. */
  async #pageOf(why: unknown, headers: IncomingHttpHeaders = {}) {
    return await pageOf(why, languageFor(this.#ports.language(), preferredIn(headers)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await this.#isAdmitted(request.socket))) return;
    const refusal = refusalOf(request, this.#port);
    if (refusal !== undefined) {
      this.#ports.noteRefusal(`A request came from elsewhere: ${inEnglish(refusal)}`);
      throw new RefusalError(403, refusal);
    }
    const address = URL.parse(request.url ?? '', `http://${HOST}:${this.#port}`);
    if (address === null) throw new RefusalError(400, fact('This address is not valid.'));
    await this.#route(address, request, response);
  }

  async #route({ pathname, searchParams }: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = request;
    const [, area, ticket = ''] = pathname.split('/');
    if (pathname === '/session') return await answerSessionRequest(this.#ports, request, response);
    if (pathname === '/return') {
      return await answerReturnRequest(this.#ports, `http://${HOST}:${this.#port}`, [request, response]);
    }
    if (method === 'GET' && area === 'download') return await this.#handOut(ticket, request, response);
    // Browsers request it unasked, and log an error when it is missing.
    if (pathname === '/favicon.ico') return void response.writeHead(204, safeHeaders()).end();
    if (method === 'GET' || method === 'HEAD') return await sendPage(this.#ports, pathname, response);
    if (method !== 'PUT') throw unsupported();
    if (pathname !== '/inbox') throw new RefusalError(404, fact('Tranship receives no files at this address.'));
    const session = this.#ports.sessions.find(bearerOf(request.headers));
    if (session === undefined) {
      this.#ports.noteRefusal('A file came without the secret of a session.');
      throw signInAgain();
    }
    this.#unproven.prove(request.socket);
    const name = searchParams.get('name') ?? '';
    const { data: changedAt } = timeSchema.safeParse(searchParams.get('changed'));
    await takeIn(this.#ports, session, { name, changedAt, request, response });
  }

  async #handOut(ticket: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { downloads } = this.#ports;
    if (downloads.has(ticket)) this.#unproven.prove(request.socket);
    await downloads.send(ticket, response);
  }

  upgrade(upgrade: UpgradeRequest): void {
    const [request, socket] = upgrade;
    socket.on('error', () => {});
    this.#upgrade(upgrade).catch(async (thrown: unknown) => {
      refuseSocket(socket, await this.#pageOf(thrown, request.headers));
    });
  }

  async #upgrade(upgrade: UpgradeRequest): Promise<void> {
    const [request, socket] = upgrade;
    if (!(await this.#isAdmitted(socket))) return;
    const session = this.#sessionOfUpgrade(request);
    this.#unproven.prove(socket);
    this.#ports.tabs.accept(this.#ports.handlers, session, upgrade);
  }

  /** @throws RefusalError */
  #sessionOfUpgrade(request: IncomingMessage): Session {
    const { sessions, tabs, noteRefusal } = this.#ports;
    const refusal = refusalOf(request, this.#port);
    if (refusal !== undefined) {
      noteRefusal(`A connection of a page came from elsewhere: ${inEnglish(refusal)}`);
      throw new RefusalError(403, refusal);
    }
    if (request.url !== SOCKET_PATH)
      throw new RefusalError(404, fact('Tranship accepts no connections at this address.'));
    const session = sessions.find(socketSecretOf(request.headers));
    if (session === undefined) {
      noteRefusal('A connection of a page came without the secret of a session.');
      throw signInAgain();
    }
    if (tabs.isFull) throw new RefusalError(503, fact('Too many tabs show Tranship. Close some.'));
    return session;
  }
}

async function sendPage(ports: ServerPorts, pathname: string, response: ServerResponse): Promise<void> {
  const { rendererFolder, language } = ports;
  const nonce = createNonce();
  const path = pathname === '/' ? '/index.html' : pathname;
  const file = await readPageFile(rendererFolder, path, { nonce, language: language() });
  if (file === undefined) throw new RefusalError(404, fact('There is no such page.'));
  const headers = { ...safeHeaders(nonce), 'Content-Type': file.type, 'Content-Length': file.body.length };
  response.writeHead(200, headers).end(file.body);
}

interface Arrival {
  name: string;
  changedAt: number | undefined;
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Stores the file in the body and offers it; a failure becomes a result, which the page shows. The session does not
 * become idle meanwhile; when it ends otherwise, the file is not taken.
 */
async function takeIn(
  { inbox, offerReceived }: ServerPorts,
  session: Session,
  { name, changedAt, request, response }: Arrival,
): Promise<void> {
  const release = session.onEnd(() => request.destroy());
  try {
    const length = request.headers['content-length'];
    if (length === undefined) throw refused(fact('A file was sent without its size.'));
    const bytes = Number(length);
    const file = await session.whileActive(() => inbox.receive({ name, bytes, changedAt, body: request }));
    replyResult(response, { ok: true, value: await offerReceived(file) });
  } catch (thrown) {
    replyResult(response, { ok: false, error: toAppError(thrown).toRecord() });
  } finally {
    release();
  }
}

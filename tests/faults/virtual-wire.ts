/**
 * @file The wire between an app and an opponent in this process. It carries requests, and can break, stop or answer each of
 * them at any point of its way. Only what is sent to the storage goes over a real socket.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type FakeClock, settle } from '../fake-clock.ts';
import type { Answer, Arrival, Outcome } from '../harness/opponent/exchange.ts';
import type { Opponent } from '../harness/opponent/opponent.ts';

export type WireEndpoint = 'token' | 'reserve' | 'status' | 'validation-result' | 'upload' | 'report';

/** A request on its way. */
export interface Carried {
  readonly endpoint: WireEndpoint;
  /** The same for each request about the same upload, batch, or report. */
  readonly path: string;
  /** With the query. */
  readonly target: string;
}

/**
 * asked: the other side has not heard of it · first-byte, middle: so much of the body is there · last-byte: the last byte
 * has left, and has not arrived · reply: the other side has acted, and its reply is here · half-replied: half of the reply
 * was passed on
 */
export type WirePoint = 'asked' | 'first-byte' | 'middle' | 'last-byte' | 'reply' | 'half-replied';

/** What happens in place of what should. `freeze`: nothing moves any more, and nobody is told. */
export type Strike = Answer | 'cut' | 'freeze';

/** In milliseconds: what no busy machine needs for bytes that are under way in itself. */
const MOST_PAUSES = 25;

export class VirtualWire {
  /** What happens to a request at a point of its way; asked once for each. `answer`: what the other side replied, at that point. */
  strike: (request: Carried, point: WirePoint, answer?: Answer) => Strike | undefined = () => undefined;
  /** Nobody is reached. */
  isAway = false;
  /** As what a request to the service fails then. */
  awayAs: () => Error = () => failed('ECONNREFUSED');
  /** Grows with all that happens here. */
  moved = 0;
  readonly #opponent: Opponent;
  readonly #clock: Pick<FakeClock, 'now'>;
  readonly #storage: Server;
  #storageOrigin = '';
  readonly #sockets = new Set<Socket>();
  readonly #frozen = new Set<Socket>();

  private constructor(opponent: Opponent, clock: Pick<FakeClock, 'now'>) {
    this.#opponent = opponent;
    this.#clock = clock;
    this.#storage = createServer();
    this.#storage.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      // Who hangs up awaits nothing any more.
      socket.once('end', () => socket.destroy());
      socket.once('close', () => {
        this.moved += 1;
        this.#sockets.delete(socket);
        this.#frozen.delete(socket);
      });
      if (this.isAway) socket.resetAndDestroy();
    });
    const carry = (request: IncomingMessage, response: ServerResponse) => {
      this.#carryUpload(request, response).catch(() => request.socket.destroy());
    };
    this.#storage.on('request', carry).on('checkContinue', carry);
  }

  static async open(opponent: Opponent, clock: Pick<FakeClock, 'now'>): Promise<VirtualWire> {
    const wire = new VirtualWire(opponent, clock);
    await once(wire.#storage.listen(0, '127.0.0.1'), 'listening');
    const { port } = z.object({ port: z.int() }).parse(wire.#storage.address());
    wire.#storageOrigin = `http://127.0.0.1:${port}`;
    opponent.storageOrigin = wire.#storageOrigin;
    return wire;
  }

  close(): void {
    this.cut();
    this.#storage.close();
  }

  /** The same storage, under another name of its host. */
  get otherStorageOrigin(): string {
    return this.#storageOrigin.replace('127.0.0.1', 'localhost');
  }

  /** Whether somebody has to wait for real time, to give up what does not move. */
  get isFrozen(): boolean {
    return this.#frozen.size > 0;
  }

  /** Whether bytes are under way: on a busy machine, they are there only after some turns of the event loop. */
  async isCarrying(): Promise<boolean> {
    const before = this.moved;
    for (let pause = 0; pause < MOST_PAUSES && this.#sockets.size > this.#frozen.size; pause += 1) {
      await delay(1);
      if (this.moved !== before) return true;
    }
    return false;
  }

  /** Resolves once everybody has hung up, and what was on its way has come. */
  async drained(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await settle();
      if (this.#sockets.size > 0) quiet = 0;
    }
  }

  /** Every connection breaks. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  readonly fetch: typeof globalThis.fetch = async (address, init) => {
    const message = new Request(address, init);
    // The signal of a request that nobody holds any more is collected, and then never aborts.
    const signal = init?.signal ?? new AbortController().signal;
    if (this.isAway) throw this.awayAs();
    const { origin, pathname, search } = new URL(message.url);
    const isStorage = origin === this.#storageOrigin;
    const request = {
      endpoint: isStorage ? 'report' : endpointOf(pathname),
      path: pathname,
      target: `${pathname}${search}`,
    } as const;
    const early = this.#meet(request, 'asked');
    if (early !== undefined) return await suffer(early, signal);
    const arrival: Arrival = {
      method: message.method,
      target: request.target,
      headers: Object.fromEntries(message.headers),
      body: message.body ?? Readable.from([]),
      left: signal,
    };
    const outcome = await (isStorage ? this.#opponent.answerStorage(arrival) : this.#opponent.answer(arrival));
    const late = this.#meet(request, 'reply', outcome);
    if (late !== undefined) return await suffer(late, signal);
    const half = isStorage ? this.#meet(request, 'half-replied') : undefined;
    if (typeof outcome === 'string') return await suffer(outcome === 'silence' ? 'freeze' : 'cut', signal);
    return responseOf(outcome, half === undefined ? outcome.body : halfOf(outcome.body, half, signal));
  };

  #meet(request: Carried, point: WirePoint, outcome?: Outcome): Strike | undefined {
    this.moved += 1;
    return this.strike(request, point, typeof outcome === 'object' ? outcome : undefined);
  }

  async #carryUpload(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: target = '', method = '', socket } = message;
    const request = { endpoint: 'upload', path: target.split('?')[0] ?? '', target } as const;
    message.on('error', () => {});
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let struck = this.#meet(request, 'asked');
    const strikeAt = (point: WirePoint) => {
      struck = this.#meet(request, point);
      if (struck !== undefined) throw new Error('Nothing of it arrives any more.');
    };
    const arrival: Arrival = {
      method,
      target,
      left: gone.signal,
      body: piecesOf(message, response, strikeAt),
      headers: Object.fromEntries(
        Object.entries(message.headersDistinct).map(([name, all]) => [name, all?.join(', ')]),
      ),
    };
    const outcome = struck === undefined ? await this.#opponent.answerStorage(arrival) : 'hang-up';
    const end: Outcome | Strike = struck ?? this.#meet(request, 'reply', outcome) ?? outcome;
    if (end === 'cut' || end === 'hang-up') return void socket.resetAndDestroy();
    // What still comes is of no use, but it must be read: else the answer is lost in a reset.
    message.resume();
    if (end === 'freeze' || end === 'silence') {
      if (!socket.destroyed) this.#frozen.add(socket);
      return;
    }
    // By its clock an address is over, or is not.
    const date = new Date(this.#clock.now()).toUTCString();
    response.writeHead(end.status, { date, ...end.headers, connection: 'close' }).end(end.body);
  }
}

/** The body as it comes; it stops where something happens to it. */
async function* piecesOf(message: IncomingMessage, response: ServerResponse, strikeAt: (point: WirePoint) => void) {
  response.writeContinue();
  const whole = Number(message.headers['content-length']);
  let bytes = 0;
  for await (const piece of message.iterator({ destroyOnReturn: false })) {
    const chunk = z.instanceof(Buffer).parse(piece);
    const before = bytes;
    bytes += chunk.length;
    if (before === 0) strikeAt('first-byte');
    if (before < whole / 2 && bytes >= whole / 2) strikeAt('middle');
    if (bytes === whole) strikeAt('last-byte');
    yield chunk;
  }
}

function endpointOf(path: string): WireEndpoint {
  if (path.endsWith('/token')) return 'token';
  if (path.endsWith('/generate-upload-url')) return 'reserve';
  return path.includes('/validation-result/') ? 'validation-result' : 'status';
}

function responseOf({ status, headers }: Answer, body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, { status, headers });
}

export function failed(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

async function suffer(strike: Strike, signal: AbortSignal): Promise<Response> {
  if (strike === 'cut') throw failed('ECONNRESET');
  return strike === 'freeze' ? await untilGivenUp(signal) : responseOf(strike, strike.body);
}

function untilGivenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Half of a reply; then the connection breaks, or nothing comes any more. */
function halfOf(body: string, strike: Strike, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(Buffer.from(body.slice(0, body.length >> 1)));
      if (strike === 'freeze') await untilGivenUp(signal).catch(() => {});
      controller.error(failed('ECONNRESET'));
    },
  });
}

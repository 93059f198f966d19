/**
 * @file One TCP connection through the gate. It passes the bytes both ways, recognises requests, bodies and replies on
 * the wire, and stops at each of these points until it is released.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestOf, statusAndLength, takeHead, type WireRequest } from './wire-head.ts';

/**
 * asked: the head of the request is here · first-byte, middle, last-byte: all before it has been passed on, and the next
 * byte is here · reply: the first byte of the reply is here · half-replied: half of the reply's body was passed on
 */
export type Point = 'asked' | 'first-byte' | 'middle' | 'last-byte' | 'reply' | 'half-replied';

/** Resolves when the passage may continue. */
export type Reach = (passage: Passage, request: WireRequest, point: Point) => Promise<void>;

export class Passage {
  /** Resolves when the process has closed its side, or the connection is broken. */
  readonly left: Promise<void>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #reach: Reach;
  #request: WireRequest | undefined;
  /** What is read from then on reaches no one. */
  #isAnswered = false;
  #frozen: Promise<void> | undefined;

  constructor(client: Socket, port: number, reach: Reach) {
    this.#client = client;
    this.#server = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.#reach = reach;
    this.left = new Promise((resolve) => {
      client.once('end', resolve);
      client.once('close', () => resolve());
    });
    for (const socket of [this.#client, this.#server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    // Half a connection is of no use to anybody; but what has arrived is passed on first.
    client.once('close', () => this.#server.destroy());
    const fail = () => {
      // A server that was cut off from here is not heard to hang up.
      if (!this.#isAnswered && this.#frozen === undefined) this.cut();
    };
    this.#carryRequests().catch(fail);
    this.#carryReplies().catch(fail);
  }

  get isOpen(): boolean {
    return !this.#client.destroyed;
  }

  /** Breaks the connection on both sides with a reset. */
  cut(): void {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  /** Nothing moves any more, and the process is not told; the other side has given the connection up. */
  freeze(): void {
    this.#frozen ??= this.left;
    this.#server.destroy();
  }

  /** Replies in place of the server, which never hears the end of the request. */
  answer(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#server.destroy();
    const lines = Object.entries({
      ...headers,
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    });
    const head = [`HTTP/1.1 ${status} Made Up`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
    this.#client.end(`${head}\r\n\r\n${body}`);
  }

  async #carryRequests(): Promise<void> {
    let waiting: Buffer = Buffer.alloc(0);
    let passed = 0;
    for await (const chunk of this.#client) {
      // What comes after a made-up answer must still be read: else the answer is lost in a reset.
      if (this.#isAnswered) continue;
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length > 0 && !this.#isAnswered) {
        if (this.#request === undefined || passed === this.#request.bytes) {
          const [head, rest] = takeHead(waiting);
          if (head === undefined) break;
          waiting = rest;
          passed = 0;
          this.#request = requestOf(head);
          await this.#reach(this, this.#request, 'asked');
          await this.#pass(this.#server, head);
          continue;
        }
        const { bytes } = this.#request;
        const stops = pointsOf(bytes);
        const here = stops.find(({ at }) => at === passed);
        if (here !== undefined) await this.#reach(this, this.#request, here.point);
        const next = stops.find(({ at }) => at > passed)?.at ?? bytes;
        const part = waiting.subarray(0, next - passed);
        waiting = waiting.subarray(part.length);
        await this.#pass(this.#server, part);
        passed += part.length;
      }
    }
    if (!this.#server.destroyed) this.#server.end();
  }

  async #carryReplies(): Promise<void> {
    let waiting: Buffer = Buffer.alloc(0);
    /** Of the body of the reply that is being passed on. */
    let left = 0;
    let half = 0;
    for await (const chunk of this.#server) {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length > 0 && this.#request !== undefined) {
        if (left === 0) {
          const [head, rest] = takeHead(waiting);
          if (head === undefined) break;
          waiting = rest;
          const { status, bytes } = statusAndLength(head);
          if (status !== 100) {
            await this.#reach(this, this.#request, 'reply');
            left = bytes;
            half = bytes >> 1;
          }
          await this.#pass(this.#client, head);
          continue;
        }
        if (left === half) await this.#reach(this, this.#request, 'half-replied');
        const part = waiting.subarray(0, left > half ? left - half : left);
        waiting = waiting.subarray(part.length);
        await this.#pass(this.#client, part);
        left -= part.length;
      }
    }
    if (!this.#isAnswered && this.#frozen === undefined) this.#client.end();
  }

  async #pass(to: Socket, bytes: Buffer): Promise<void> {
    await this.#frozen;
    if (this.#isAnswered || to.destroyed || to.write(bytes)) return;
    const gone = new AbortController();
    const { signal } = gone;
    await Promise.race([once(to, 'drain', { signal }), once(to, 'close', { signal })]).finally(() => gone.abort());
  }
}

/**
 * Where in a body of so many bytes the passage stops; nowhere in one that is only a few bytes long. The middle is early:
 * the system takes megabytes from a sender before it lets it wait, the more the faster they were read so far, and the
 * sender is to be in the middle as well.
 */
function pointsOf(bytes: number): { at: number; point: Point }[] {
  if (bytes < 1024) return [];
  return [
    { at: 1, point: 'first-byte' },
    { at: bytes >> 4, point: 'middle' },
    { at: bytes - 1, point: 'last-byte' },
  ];
}

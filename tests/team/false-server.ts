/**
 * @file A server that poses as that of a team ledger, with a certificate that desks trust: it says what a test wants, and keeps
 * what it hears.
 */

import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Issued } from '../wire/network/authority.ts';
import { PASSWORD } from './postgres-server.ts';

/** A message of the protocol. @param length what its head says, where that is not the truth */
export function message(type: string, body: Buffer | string = '', length?: number): Buffer {
  const content = Buffer.from(body);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(length ?? content.length + 4, 1);
  return Buffer.concat([head, content]);
}

export const int32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
export const int16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer).swap16();

/** Requests of the server while a person signs in. */
export const request = {
  ok: message('R', int32(0)),
  clearText: message('R', int32(3)),
  md5: message('R', Buffer.concat([int32(5), Buffer.from('salt')])),
  gss: message('R', int32(7)),
  sasl: (...mechanisms: readonly string[]) =>
    message('R', Buffer.concat([int32(10), Buffer.from(`${mechanisms.join('\0')}\0\0`)])),
  challenge: (text: string) => message('R', Buffer.concat([int32(11), Buffer.from(text)])),
  proof: (text: string) => message('R', Buffer.concat([int32(12), Buffer.from(text)])),
};

export const ready = message('Z', 'I');
export const described = (...names: readonly string[]) =>
  message(
    'T',
    Buffer.concat([int16(names.length), ...names.flatMap((name) => [Buffer.from(`${name}\0`), column(25)])]),
  );
export const row = (...values: readonly string[]) =>
  message(
    'D',
    Buffer.concat([
      int16(values.length),
      ...values.flatMap((text) => [int32(Buffer.byteLength(text)), Buffer.from(text)]),
    ]),
  );
export const failure = (text: string, code = 'XX000') => message('E', `SFATAL\0C${code}\0M${text}\0\0`);

/** @param type the number of its type: 25 is text, 1184 a time */
export const column = (type: number) =>
  Buffer.concat([int32(0), int16(0), int32(type), int16(0xffff), int32(0xffffffff), int16(0)]);

interface Exchange {
  mechanisms?: readonly string[];
  iterations?: number | string;
  /** The nonce that it answers with. */
  nonce?: (ofDesk: string) => string;
  /** What it says it has proved, of what would be true. */
  proof?: (right: string) => string;
}

export class Talk {
  readonly #socket: Socket;
  /** All that the desk said over TLS. */
  heard = Buffer.alloc(0);
  #read = 0;
  #more = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<void>();
  isOver = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.heard = Buffer.concat([this.heard, bytes]);
      this.#more.resolve();
    });
    socket.on('close', () => {
      this.isOver = true;
      this.#gone.resolve();
      this.#more.resolve();
    });
    socket.on('error', () => {});
  }

  /** Resolves once the system has taken it, also where the desk has gone. */
  async say(...bytes: readonly Uint8Array[]): Promise<void> {
    if (this.isOver) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.write(Buffer.concat(bytes), () => resolve());
    await Promise.race([promise, this.#gone.promise]);
  }

  /** Says it again and again, until the desk has had enough or so many bytes are said. @returns how many */
  async sayFor(bytes: Uint8Array, most: number): Promise<number> {
    let said = 0;
    for (; said < most && !this.isOver; said += bytes.length) await this.say(bytes);
    return said;
  }

  /** Begins a connection: what the desk wants to be called. */
  async begun(): Promise<void> {
    const length = (await this.#next(4)).readInt32BE();
    await this.#next(length - 4);
  }

  /** The next message of the desk. */
  async message(): Promise<{ type: string; body: Buffer }> {
    const head = await this.#next(5);
    return { type: head.toString('latin1', 0, 1), body: await this.#next(head.readInt32BE(1) - 4) };
  }

  /** Up to the end of the next question. */
  async question(): Promise<void> {
    while (!['Q', 'S'].includes((await this.message()).type));
  }

  /** Lets a person in by SCRAM-SHA-256, as a server does that knows the password. */
  async signIn(exchange: Exchange = {}): Promise<void> {
    const { mechanisms = ['SCRAM-SHA-256-PLUS', 'SCRAM-SHA-256'], iterations = 4096 } = exchange;
    await this.say(request.sasl(...mechanisms));
    const first = (await this.message()).body.toString('latin1');
    const [, bare = '', ofDesk = ''] = /(n=[^,]*,r=(.*))$/.exec(first) ?? [];
    const salt = randomBytes(16);
    const nonce = exchange.nonce?.(ofDesk) ?? `${ofDesk}${randomBytes(18).toString('base64')}`;
    const challenge = `r=${nonce},s=${salt.toString('base64')},i=${iterations}`;
    await this.say(request.challenge(challenge));
    const last = (await this.message()).body.toString('latin1');
    const salted = pbkdf2Sync(PASSWORD, salt, Number(iterations), 32, 'sha256');
    const key = createHmac('sha256', salted).update('Server Key').digest();
    const said = [bare, challenge, last.replace(/,p=[^,]*$/, '')].join(',');
    const right = createHmac('sha256', key).update(said).digest('base64');
    await this.say(request.proof(`v=${exchange.proof?.(right) ?? right}`), request.ok, ready);
  }

  /** Signs in, and answers what a desk asks of every new connection. */
  async letIn(person = 'ada'): Promise<void> {
    await this.begun();
    await this.signIn();
    await this.answer(message('C', 'BEGIN\0'));
    const columns = Buffer.concat([
      int16(2),
      Buffer.from('login\0'),
      column(25),
      Buffer.from('takes_changes\0'),
      column(16),
    ]);
    await this.answer(message('1'), message('2'), message('T', columns), row(person, 't'), message('C', 'SELECT 1\0'));
    await this.answer(message('C', 'COMMIT\0'));
  }

  hangUp(): void {
    this.#socket.end();
  }

  async answer(...messages: readonly Buffer[]): Promise<void> {
    await this.question();
    await this.say(...messages, ready);
  }

  async #next(count: number): Promise<Buffer> {
    while (this.heard.length < this.#read + count) {
      if (this.isOver) throw new Error('The desk has gone.');
      this.#more = Promise.withResolvers<void>();
      await this.#more.promise;
    }
    const bytes = this.heard.subarray(this.#read, this.#read + count);
    this.#read += count;
    return bytes;
  }
}

export interface Falsehood {
  /** What it answers to the request for TLS. Without a word of TLS afterwards where it is not `S`. */
  toTls?: string;
  /** What it says over TLS, to each desk. */
  talk?: (talk: Talk) => Promise<void>;
}

export class FalseServer implements AsyncDisposable {
  readonly port: number;
  /** What desks said before TLS. */
  readonly openly: Buffer[] = [];
  /** Each with a desk, over TLS. */
  readonly talks: Talk[] = [];
  falsehood: Falsehood;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, port: number, falsehood: Falsehood) {
    this.#server = server;
    this.port = port;
    this.falsehood = falsehood;
  }

  static async start({ cert, key }: Issued, falsehood: Falsehood = {}): Promise<FalseServer> {
    const secureContext = createSecureContext({ cert, key });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
    const posing = new FalseServer(server, address.port, falsehood);
    server.on('connection', (socket) => {
      posing.#sockets.add(socket);
      socket.on('error', () => {}).on('close', () => posing.#sockets.delete(socket));
      socket.once('data', (bytes) => {
        const { toTls = 'S', talk } = posing.falsehood;
        posing.openly.push(bytes);
        socket.write(toTls);
        if (toTls !== 'S') {
          socket.on('data', (more) => posing.openly.push(more));
          return;
        }
        const secure = new TLSSocket(socket, { isServer: true, secureContext });
        const begun = new Talk(secure);
        posing.talks.push(begun);
        secure.once('secure', () => {
          // A desk that goes in the middle of it is what is wanted.
          talk?.(begun).catch(() => {});
        });
      });
    });
    return posing;
  }

  /** All that desks said over TLS, as text of single bytes. */
  get heard(): string {
    return this.talks.map(({ heard }) => heard.toString('latin1')).join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

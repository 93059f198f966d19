/**
 * @file The way to the server of a team ledger: over TLS that is verified, or by a socket of this computer. All that the server
 * says passes the guard before the library reads it.
 */

import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, type PeerCertificate, TLSSocket } from 'node:tls';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import { ServerGuard } from './server-guard.ts';

const TLS_REQUEST = Buffer.from('0000000804d2162f', 'hex');
/** Said before the connection is left. */
const TERMINATE = 'X'.charCodeAt(0);
/** A server that does not even hang up. */
const SILENCE_MS = 2 * SECOND;

export interface LedgerSocketPorts {
  ledger: string;
  /** Undefined for a socket of this computer. */
  tls: ConnectionOptions | undefined;
  /** Whether TLS may end before the server. */
  isBehindPooler: boolean;
}

export class LedgerSocket extends Duplex {
  readonly #ports: LedgerSocketPorts;
  readonly #guard: ServerGuard;
  /** The way as it is now: bare until TLS has begun. */
  #way: Socket | TLSSocket | undefined;
  #silent: NodeJS.Timeout | undefined;

  constructor(ports: LedgerSocketPorts) {
    super({ allowHalfOpen: false });
    this.#ports = ports;
    const bound = ports.isBehindPooler ? 'unbound' : 'bound';
    this.#guard = new ServerGuard(ports.ledger, ports.tls === undefined ? 'local' : bound);
  }

  /** As the library calls it: a port and a host, or the path of a socket. Emits “connect” once something can be said. */
  connect(portOrPath: number | string, host = ''): this {
    const bare = typeof portOrPath === 'string' ? connect(portOrPath) : connect(portOrPath, host);
    this.#take(bare);
    this.#open(bare, host).then(
      (way) => {
        way.on('data', (bytes) => this.#hear(bytes));
        way.on('end', () => this.push(null));
        this.emit('connect');
      },
      (thrown) => this.destroy(thrown),
    );
    return this;
  }

  async #open(bare: Socket, host: string): Promise<Socket> {
    await once(bare, 'connect');
    bare.setNoDelay();
    const { tls } = this.#ports;
    if (tls === undefined) return bare;
    bare.write(TLS_REQUEST);
    const [answer] = await once(bare, 'data');
    // What comes with the answer was not said over TLS, and would be taken for that.
    if (!Buffer.from('S').equals(answer)) throw this.#withoutTls(answer);
    const secure = connectTls({ ...tls, socket: bare, host, ...(isIP(host) === 0 && { servername: host }) });
    this.#take(secure);
    await once(secure, 'secureConnect');
    return secure;
  }

  #take(way: Socket): void {
    this.#way = way;
    way.on('error', (error) => this.destroy(error));
    way.on('close', () => this.destroy());
  }

  #withoutTls(answer: Buffer): AppError {
    const isNo = Buffer.from('N').equals(answer);
    const reason = isNo
      ? fact('it offers no TLS: “ssl = on” has to be set there')
      : fact('it does not answer the request for TLS as a server does');
    return new AppError('team.not-trusted', { ledger: this.#ports.ledger, reason });
  }

  #hear(bytes: Buffer): void {
    try {
      for (const message of this.#guard.check(bytes)) {
        // Nothing more is read of a server that is left, or whose proof was wrong.
        if (this.destroyed || this.#silent !== undefined) return;
        if (!this.push(message)) this.#way?.pause();
      }
    } catch (thrown) {
      this.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }

  #leave(): void {
    this.#silent ??= setTimeout(() => this.destroy(), SILENCE_MS);
    this.#way?.resume();
  }

  /** Such as TLSv1.3; null over a socket of this computer. */
  get encryption(): string | null {
    return this.#way instanceof TLSSocket ? this.#way.getProtocol() : null;
  }

  /** To which the library binds the sign-in. */
  getPeerCertificate(): PeerCertificate | undefined {
    return this.#way instanceof TLSSocket ? this.#way.getPeerCertificate() : undefined;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(isOn: boolean, initialDelay: number): this {
    this.#way?.setKeepAlive(isOn, initialDelay);
    return this;
  }

  ref(): this {
    this.#way?.ref();
    return this;
  }

  unref(): this {
    this.#way?.unref();
    return this;
  }

  override _read(): void {
    this.#way?.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#guard.ask();
    if (bytes[0] === TERMINATE) this.#leave();
    this.#way?.write(bytes, done);
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#leave();
    this.#way?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#silent);
    this.#way?.destroy();
    done(error);
  }
}

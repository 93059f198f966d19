/**
 * @file Forwards messages to a syslog receiver. What cannot be delivered waits, up to a limit, and is tried again; a
 * receiver that is away never stops the work.
 */

import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { after, atMost, type Clock, SECOND } from '../ground/clock.ts';
import { framed, type SyslogAddress } from './syslog-message.ts';

const MOST_WAITING = 1000;
const CONNECTING_TIME = 10 * SECOND;
const SHORTEST_PAUSE = SECOND;
const LONGEST_PAUSE = 60 * SECOND;
/** How long the end of the app waits for what is still to be delivered. */
const CLOSING_TIME = 2 * SECOND;

export interface SyslogPorts {
  address: SyslogAddress;
  clock: Clock;
  /** Certificates in PEM that the receiver's may be signed by; those of Node by default. */
  authorities?: () => Promise<readonly string[]>;
  /** Called when it fails for the first time since it last worked. Must not throw. */
  onFailure: (reason: string) => void;
}

/** Hands over one message. */
interface Carrier {
  send(message: Buffer): Promise<void>;
  readonly isOpen: boolean;
  close(): void;
}

export class Syslog {
  readonly #ports: SyslogPorts;
  readonly #waiting: Buffer[] = [];
  readonly #closing = new AbortController();
  #carrier: Carrier | undefined;
  #pumping: Promise<void> | undefined;
  #hasFailed = false;
  #isEnding = false;
  #dropped = 0;

  constructor(ports: SyslogPorts) {
    this.#ports = ports;
  }

  /** How many messages were dropped because the receiver was away for too long. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Has a message delivered as soon as possible. Does not throw. */
  send(message: Buffer): void {
    this.#waiting.push(message);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
    });
  }

  /** Delivers what waits, if the receiver can be reached within two seconds. */
  async close(): Promise<void> {
    const { clock } = this.#ports;
    this.#isEnding = true;
    if (this.#pumping !== undefined && !this.#hasFailed) await atMost(clock, CLOSING_TIME, this.#pumping);
    this.#closing.abort();
    this.#carrier?.close();
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    let pause = SHORTEST_PAUSE;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#closing.signal.aborted) return;
      try {
        if (this.#carrier?.isOpen !== true) this.#carrier = await this.#open();
        await this.#carrier.send(next);
        // It may have been dropped meanwhile.
        if (this.#waiting[0] === next) this.#waiting.shift();
        this.#hasFailed = false;
        pause = SHORTEST_PAUSE;
      } catch (thrown) {
        this.#carrier?.close();
        this.#carrier = undefined;
        if (this.#closing.signal.aborted) return;
        if (!this.#hasFailed) this.#ports.onFailure(thrown instanceof Error ? thrown.message : String(thrown));
        this.#hasFailed = true;
        // The end of the app waits for one try, not for the receiver.
        if (this.#isEnding) return;
        await this.#ports.clock.sleep(pause, this.#closing.signal).catch(() => undefined);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      }
    }
  }

  async #open(): Promise<Carrier> {
    const { address } = this.#ports;
    return address.transport === 'udp' ? openUdp(address) : streamCarrier(await this.#connect());
  }

  async #connect(): Promise<Socket> {
    const { address, authorities, clock } = this.#ports;
    const { host, port, transport } = address;
    const ca = transport === 'tls' ? await authorities?.() : undefined;
    this.#closing.signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket =
      transport === 'tls'
        ? connectTls({
            host,
            port,
            minVersion: 'TLSv1.2',
            ...servername,
            ...(ca && { ca: [...ca] }),
          })
        : connectTcp({ host, port });
    const done = new AbortController();
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => resolve(socket));
    socket.once('error', fail);
    this.#closing.signal.addEventListener('abort', () => fail(new Error('Tranship is being closed.')), {
      signal: done.signal,
    });
    const tooLate = () => fail(new Error(`No connection to ${host}:${port} within ${CONNECTING_TIME / SECOND} s`));
    after(clock, CONNECTING_TIME, tooLate, done);
    return await promise.finally(() => done.abort());
  }
}

function streamCarrier(socket: Socket): Carrier {
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  // A receiver says nothing; what it says is not read into memory.
  socket.resume();
  socket.unref();
  return {
    get isOpen() {
      return failure === undefined && socket.writable && !socket.readableEnded;
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(failure ?? new Error('The receiver has closed the connection.'));
        socket.once('close', ended);
        socket.write(framed(message), (error) => {
          socket.off('close', ended);
          if (error) reject(error);
          else resolve();
        });
      }),
    close: () => void socket.destroySoon(),
  };
}

function openUdp({ host, port }: SyslogAddress): Carrier {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  socket.unref();
  return {
    get isOpen() {
      return failure === undefined;
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => {
      try {
        socket.close();
      } catch {
        // It is closed already.
      }
    },
  };
}

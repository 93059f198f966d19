/**
 * @file Refuses connections of other users of this computer, where the system tells whose a connection is. Root is
 * admitted: it can read everything anyway, and some systems pass connections on as root.
 */

import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { ownerOf, type PeerOwner, type SocketTables, showsListener } from './peer-owner.ts';

const ROOT = 0;

export type ReadTables = () => Promise<SocketTables>;

/** The tables of Linux; undefined on other systems. */
export const systemTables: ReadTables | undefined =
  process.platform === 'linux'
    ? async () => {
        const read = (name: string) => readFile(`/proc/net/${name}`, 'latin1').catch(() => '');
        const [tcp, tcp6] = await Promise.all([read('tcp'), read('tcp6')]);
        return { tcp, tcp6 };
      }
    : undefined;

export class PeerCheck {
  readonly #read: ReadTables;
  readonly #own: { address: string; port: number };
  readonly #user: number | undefined;
  #reading: Promise<SocketTables> | undefined;
  #nextReading: Promise<SocketTables> | undefined;
  /** Whether our own socket stands in the tables; where it does not, they say nothing. */
  readonly #isTold: Promise<boolean>;

  /** @param own where the shell listens */
  constructor(own: { address: string; port: number }, read = systemTables, user = process.getuid?.()) {
    this.#own = own;
    this.#read = read ?? (async () => ({ tcp: '', tcp6: '' }));
    this.#user = user;
    this.#isTold = this.#fresh().then((tables) => showsListener(tables, own, endianness()));
  }

  /** Why the other end of a new connection is refused, in one sentence; undefined when it is admitted. */
  async refusalOf({ remoteAddress: address, remotePort: port }: Socket): Promise<string | undefined> {
    if (this.#user === undefined || !(await this.#isTold)) return undefined;
    if (address === undefined || port === undefined) return gone;
    const owner = await this.#ownerOf({ address, port });
    if (owner.kind === 'gone') return gone;
    const isAdmitted = owner.uid === this.#user || owner.uid === ROOT;
    return isAdmitted ? undefined : `The connection came from another user of this computer (user id ${owner.uid}).`;
  }

  async #ownerOf(peer: { address: string; port: number }): Promise<PeerOwner> {
    const order = endianness();
    const ends = { peer, own: this.#own };
    const first = ownerOf(await this.#fresh(), ends, order);
    // The kernel may skip a row while others come and go; a second look tells.
    return first.kind === 'user' ? first : ownerOf(await this.#fresh(), ends, order);
  }

  /** Tables that were read from now on: shared by all who ask before the reading begins, one reading at a time. */
  #fresh(): Promise<SocketTables> {
    this.#nextReading ??= (async () => {
      await this.#reading;
      this.#nextReading = undefined;
      this.#reading = this.#read();
      return await this.#reading;
    })();
    return this.#nextReading;
  }
}

const gone = 'The other end of the connection had gone already.';

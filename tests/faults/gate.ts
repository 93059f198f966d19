/**
 * @file A gate between a process and the practice tenant, with one port for the service and one for its storage. It can
 * hold a connection at a certain point, and break, freeze or refuse connections as networks do.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type PracticeOptions, type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { Passage, type Point } from './passage.ts';
import type { Counted } from './proof.ts';
import type { RequestKind, WireRequest } from './wire-head.ts';

/** A connection that stands still until it is decided what becomes of it. */
export interface Held {
  readonly passage: Passage;
  /** Goes on as if nothing had been. */
  release(): void;
}

interface Wanted {
  kind: RequestKind;
  point: Point;
  found: (held: Held) => void;
}

const HOST = '127.0.0.1';

class Door {
  readonly #server: Server;
  readonly #passages = new Set<Passage>();
  #port = 0;

  /** @param leadTo the port behind the door */
  constructor(leadTo: () => number, reach: (passage: Passage, request: WireRequest, point: Point) => Promise<void>) {
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      const passage = new Passage(socket, leadTo(), reach);
      this.#passages.add(passage);
      socket.once('close', () => this.#passages.delete(passage));
    });
  }

  get passages(): readonly Passage[] {
    return [...this.#passages];
  }

  get origin(): string {
    return `http://${HOST}:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#server.listen(this.#port, HOST);
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }

  /** New connections are refused; those that are open stay. */
  shut(): void {
    this.#server.close();
  }
}

export class Gate implements AsyncDisposable {
  readonly tenant: PracticeTenant;
  /** What crossed the gate and may be shown to nobody. */
  readonly secrets: ReadonlySet<string>;
  /** Where uploads were begun, whether or not the storage heard of it. */
  readonly uploadPaths: ReadonlySet<string>;
  readonly #doors: readonly Door[];
  readonly #wanted: Wanted[];
  readonly #releases: Set<() => void>;

  private constructor(
    tenant: PracticeTenant,
    parts: Pick<Gate, 'secrets' | 'uploadPaths'> & {
      doors: readonly Door[];
      wanted: Wanted[];
      releases: Set<() => void>;
    },
  ) {
    this.tenant = tenant;
    this.secrets = parts.secrets;
    this.uploadPaths = parts.uploadPaths;
    this.#doors = parts.doors;
    this.#wanted = parts.wanted;
    this.#releases = parts.releases;
  }

  /** Starts a practice tenant with a gate in front of it. */
  static async open(options: PracticeOptions): Promise<Gate> {
    const wanted: Wanted[] = [];
    const secrets = new Set<string>();
    const uploadPaths = new Set<string>();
    const releases = new Set<() => void>();
    const reach = async (passage: Passage, request: WireRequest, point: Point): Promise<void> => {
      for (const secret of request.secrets) secrets.add(secret);
      if (request.kind === 'upload') uploadPaths.add(request.path);
      const index = wanted.findIndex((candidate) => candidate.kind === request.kind && candidate.point === point);
      const [hit] = index < 0 ? [] : wanted.splice(index, 1);
      if (hit === undefined) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      releases.add(resolve);
      hit.found({ passage, release: resolve });
      await promise;
    };
    const ports = { service: 0, storage: 0 };
    const service = new Door(() => ports.service, reach);
    const storage = new Door(() => ports.storage, reach);
    await Promise.all([service.open(), storage.open()]);
    const tenant = await startPracticeTenant({ ...options, signedOrigin: storage.origin });
    ports.service = Number(new URL(tenant.baseUrl).port);
    ports.storage = Number(new URL(tenant.storageOrigin).port);
    secrets.add(tenant.clientSecret);
    return new Gate(tenant, { doors: [service, storage], wanted, secrets, uploadPaths, releases });
  }

  /** What the tenant counted, and what the gate saw. */
  get counted(): Counted {
    const { tenant, uploadPaths } = this;
    return { batches: () => tenant.batches(), requests: tenant.requests, uploadPaths };
  }

  /** What leads a process through the gate. */
  get connection(): Pick<PracticeTenant, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope'> {
    const { baseUrl, tokenUrl, clientId, clientSecret, scope } = this.tenant;
    const origin = this.#doors[0]?.origin;
    const through = (address: string) => new URL(new URL(address).pathname, origin).href;
    return { baseUrl: through(baseUrl), tokenUrl: through(tokenUrl), clientId, clientSecret, scope };
  }

  /** Holds the next connection that comes to this point of a request of this kind; resolves once it is there. */
  hold(kind: RequestKind, point: Point): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<Held>();
    this.#wanted.push({ kind, point, found: resolve });
    return promise;
  }

  /** Resets every connection. */
  cut(): void {
    for (const passage of this.#passages()) passage.cut();
  }

  /** On every open connection nothing moves any more, without a word; new ones are as usual. */
  freeze(): void {
    for (const passage of this.#passages()) passage.freeze();
  }

  /** The network is gone: open connections break, new ones are refused. */
  shut(): void {
    for (const door of this.#doors) door.shut();
    this.cut();
  }

  /** The network is back, at the same addresses. */
  async reopen(): Promise<void> {
    await Promise.all(this.#doors.map((door) => door.open()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.shut();
    for (const release of this.#releases) release();
    await this.tenant.close();
  }

  #passages(): Passage[] {
    return this.#doors.flatMap((door) => door.passages);
  }
}

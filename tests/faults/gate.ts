/**
 * @file A gate between a process and the practice tenant, with one port for the service and one for its storage. It can
 * hold a connection at a certain point, and break, freeze or refuse connections as networks do.
 */

import { Front } from '../../src-main/practice/front.ts';
import { type PracticeOptions, type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { Passage, type Point } from './passage.ts';
import type { Counted } from './proof.ts';
import type { RequestKind, WireRequest } from './wire-head.ts';

/** A connection that stands still until it is decided what becomes of it. */
export interface Held {
  readonly passage: Passage;
  readonly request: WireRequest;
  /** Continues as if nothing had happened. */
  release(): void;
}

interface Wanted {
  kind: RequestKind;
  point: Point;
  accepts: (request: WireRequest) => boolean;
  found: (held: Held) => void;
}

/** An answer that is given in place of the true one. */
export interface MadeUpReply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: string;
}

/** A request as it came to the gate. */
interface Seen {
  /** By the clock of performance.now. */
  at: number;
  kind: RequestKind;
  path: string;
}

const HOST = '127.0.0.1';

class Door {
  readonly #front: Front;
  readonly #passages = new Set<Passage>();

  /** @param leadTo the port behind the door */
  constructor(leadTo: () => number, reach: (passage: Passage, request: WireRequest, point: Point) => Promise<void>) {
    this.#front = new Front((socket) => {
      const passage = new Passage(socket, leadTo(), reach);
      this.#passages.add(passage);
      socket.once('close', () => this.#passages.delete(passage));
    });
  }

  get passages(): readonly Passage[] {
    return [...this.#passages];
  }

  get origin(): string {
    return `http://${HOST}:${this.#front.port}`;
  }

  open(): Promise<void> {
    return this.#front.open();
  }

  /** New connections are refused; those that are open stay. */
  shut(): Promise<void> {
    return this.#front.refuse();
  }

  close(): Promise<void> {
    return this.#front.close();
  }
}

export class Gate implements AsyncDisposable {
  readonly tenant: PracticeTenant;
  /** What crossed the gate and may be shown to no one. */
  readonly secrets: ReadonlySet<string>;
  /** Where uploads were begun, whether or not the storage heard of it. */
  readonly uploadPaths: ReadonlySet<string>;
  readonly #doors: readonly Door[];
  readonly #wanted: Wanted[];
  readonly #releases: Set<() => void>;
  readonly #lies: Map<RequestKind, MadeUpReply>;

  /** What came so far, in order. */
  readonly seen: readonly Seen[];

  private constructor(
    tenant: PracticeTenant,
    parts: Pick<Gate, 'secrets' | 'uploadPaths'> & {
      doors: readonly Door[];
      wanted: Wanted[];
      releases: Set<() => void>;
      lies: Map<RequestKind, MadeUpReply>;
      seen: readonly Seen[];
    },
  ) {
    this.tenant = tenant;
    this.secrets = parts.secrets;
    this.uploadPaths = parts.uploadPaths;
    this.#doors = parts.doors;
    this.#wanted = parts.wanted;
    this.#releases = parts.releases;
    this.#lies = parts.lies;
    this.seen = parts.seen;
  }

  /** Starts a practice tenant with a gate in front of it. */
  static async open(options: PracticeOptions): Promise<Gate> {
    const wanted: Wanted[] = [];
    const secrets = new Set<string>();
    const uploadPaths = new Set<string>();
    const releases = new Set<() => void>();
    const lies = new Map<RequestKind, MadeUpReply>();
    const seen: Seen[] = [];
    const reach = async (passage: Passage, request: WireRequest, point: Point): Promise<void> => {
      for (const secret of request.secrets) secrets.add(secret);
      if (request.kind === 'upload') uploadPaths.add(request.path);
      if (point === 'asked') seen.push({ at: performance.now(), kind: request.kind, path: request.path });
      const index = wanted.findIndex(
        ({ kind, point: at, accepts }) => kind === request.kind && at === point && accepts(request),
      );
      const [hit] = index < 0 ? [] : wanted.splice(index, 1);
      if (hit !== undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        releases.add(resolve);
        hit.found({ passage, request, release: resolve });
        await promise;
      }
      const lie = point === 'asked' ? lies.get(request.kind) : undefined;
      if (lie !== undefined) passage.answer(lie.status, lie.headers ?? {}, lie.body);
    };
    const ports = { service: 0, storage: 0 };
    const service = new Door(() => ports.service, reach);
    const storage = new Door(() => ports.storage, reach);
    await Promise.all([service.open(), storage.open()]);
    const tenant = await startPracticeTenant({ ...options, signedOrigin: storage.origin });
    ports.service = Number(new URL(tenant.baseUrl).port);
    ports.storage = Number(new URL(tenant.storageOrigin).port);
    secrets.add(tenant.clientSecret);
    return new Gate(tenant, { doors: [service, storage], wanted, secrets, uploadPaths, releases, lies, seen });
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
  hold(kind: RequestKind, point: Point, accepts: Wanted['accepts'] = () => true): Promise<Held> {
    const { promise, resolve } = Promise.withResolvers<Held>();
    this.#wanted.push({ kind, point, accepts, found: resolve });
    return promise;
  }

  /** From now on each request of this kind is answered so; without a reply, truly again. */
  lie(kind: RequestKind, reply: MadeUpReply | undefined): void {
    if (reply === undefined) this.#lies.delete(kind);
    else this.#lies.set(kind, reply);
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
  async shut(): Promise<void> {
    await Promise.all(this.#doors.map((door) => door.shut()));
    this.cut();
  }

  /** The network is back, at the same addresses. */
  async reopen(): Promise<void> {
    await Promise.all(this.#doors.map((door) => door.open()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    for (const release of this.#releases) release();
    await Promise.all(this.#doors.map((door) => door.close()));
    await this.tenant.close();
  }

  #passages(): Passage[] {
    return this.#doors.flatMap((door) => door.passages);
  }
}

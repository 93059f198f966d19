/**
 * @file The opponent: one tenant of the service and its storage, written from service-interface.md and wire-facts.md
 * alone. Where these say “not shown” it deliberately differs from the practice tenant, and it shares no code with the
 * client. What no client may ask is refused and stands in its journal as a complaint. It neither knows a socket nor the
 * time: requests are given to it, and so is the clock.
 */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Arrival, Exchange, json, type OpponentClock, type Outcome } from './exchange.ts';
import type { Endpoint, SeenRequest } from './journal.ts';
import { limitsOf, Windows } from './limits.ts';
import { noted } from './memory.ts';
import { type Misfortune, Misfortunes, madeUp } from './misfortune.ts';
import { Moments } from './moments.ts';
import { OpponentStorage, type Storage } from './storage.ts';
import { type Client, type TokenCheck, Tokens } from './tokens.ts';

/** A batch as the opponent knows it. */
export interface OpponentBatch {
  readonly batchId: string;
  readonly parameters: unknown;
  /** The number of the token with which it was reserved. */
  readonly token: number;
  /** The stored bytes; they are never replaced. */
  readonly stored: Buffer | undefined;
}

export interface OpponentOptions {
  clock: OpponentClock;
  client?: Client;
  /** What status requests say of a batch that arrived, one after another; the last one stays. `404` = not known yet. */
  life?: readonly string[];
  /** What is said of a batch whose file has not arrived; 404 by default. */
  earlyState?: string;
  /** The report with which every batch is refused; by default, only one with duplicates is. */
  report?: string | undefined;
  /** It takes the lines that the report does not name: the batch is processed all the same. */
  takesOthers?: boolean | undefined;
  /** What is said of how long a token lasts; it is taken for longer. */
  saidTokenSeconds?: number;
  /** What limits call a minute, in milliseconds. */
  minute?: number;
  /** Of the line of each client (each token), for all its uploads together; no limit by default. */
  bytesPerSecond?: number | undefined;
  /** In place of its own ones: programs of others. */
  tokens?: TokenCheck;
  storage?: Storage;
  /** Called with each request once it is answered. */
  onAnswered?: (seen: SeenRequest) => void;
}

interface KnownBatch {
  readonly batchId: string;
  readonly parameters: unknown;
  readonly token: number;
  /** How many status requests have been answered since it arrived. */
  told: number;
}

export const BASE_PATH = '/monitoring/live';
export const TOKEN_PATH = '/connect/token';
const usualClient = { clientId: 'back-office-7', clientSecret: 's3cr3t+with/odd=signs&more', scope: 'tenant/4f1c2d9e' };

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  [`POST ${TOKEN_PATH}`, 'token'],
  [`POST ${BASE_PATH}/api/transactions/batch/generate-upload-url`, 'reservation'],
  [`GET ${BASE_PATH}/api/transactions/batch/status/`, 'status'],
  [`GET ${BASE_PATH}/api/transactions/batch/validation-result/`, 'validation-result'],
  [`POST ${BASE_PATH}/event/transaction/v3`, 'transaction'],
]);
const parametersSchema = z.strictObject({ reject_on_invalid: z.boolean().optional() });
const modificationSchema = z.looseObject({ modification: z.looseObject({ external_id: z.string() }) });

export class Opponent {
  /** Each request that reached it, in the order of their arrival. */
  readonly journal: SeenRequest[] = [];
  readonly moments = new Moments();
  readonly client: Client;
  /** How often it took each single transaction, by the id of its modification. */
  readonly taken = new Map<string, number>();
  life: readonly string[];
  earlyState: string;
  readonly #options: OpponentOptions;
  readonly #clock: OpponentClock;
  readonly #misfortunes = new Misfortunes();
  readonly #windows: Windows;
  readonly #ownTokens: Tokens;
  readonly #tokens: TokenCheck;
  readonly #ownStorage: OpponentStorage;
  readonly #storage: Storage;
  readonly #batches = new Map<string, KnownBatch>();
  /** When the line of each client is free again. */
  readonly #lines = new Map<number, number>();
  readonly #watchers = new Set<() => void>();

  constructor(options: OpponentOptions) {
    const { clock, client = usualClient, life = ['PROCESSED'], earlyState = '404', minute = 60_000 } = options;
    this.#options = options;
    this.#clock = clock;
    this.life = life;
    this.earlyState = earlyState;
    this.#windows = new Windows(limitsOf(minute));
    this.#ownTokens = new Tokens(clock, client, options.saidTokenSeconds);
    this.client = this.#ownTokens.client;
    this.#tokens = options.tokens ?? this.#ownTokens;
    const pass = (batchId: string, bytes: number) => this.#pass(batchId, bytes);
    this.#ownStorage = new OpponentStorage({ clock, pass, moments: this.moments, misfortunes: this.#misfortunes });
    this.#storage = options.storage ?? this.#ownStorage;
  }

  /** What goes wrong from now on. */
  misbehave(...misfortunes: readonly Misfortune[]): void {
    this.#misfortunes.plan(misfortunes);
  }

  /** What goes wrong besides what is planned already. */
  alsoMisbehave(...misfortunes: readonly Misfortune[]): void {
    this.#misfortunes.add(...misfortunes);
  }

  /** All batches in the order in which their ids were issued. */
  batches(): OpponentBatch[] {
    return [...this.#batches.values()].map((batch) => ({ ...batch, stored: this.#ownStorage.read(batch.batchId) }));
  }

  /** The requests to one endpoint. */
  seen(endpoint: Endpoint): SeenRequest[] {
    return this.journal.filter((seen) => seen.endpoint === endpoint);
  }

  /** What the client did that no client may do. */
  complaints(): string[] {
    return this.journal.flatMap(({ complaint, method, target }) =>
      complaint === undefined ? [] : [`${complaint}: ${method} ${target.split('?')[0]}`],
    );
  }

  /** Resolves once so many requests to an endpoint have arrived. */
  async arrived(endpoint: Endpoint, count: number): Promise<void> {
    while (this.seen(endpoint).length < count) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  /** Everything that must stay secret: secrets, tokens, signatures and signed queries, as far as they were used. */
  secrets(): string[] {
    return [...this.#ownTokens.secrets(), ...this.#ownStorage.secrets()];
  }

  /** From now on only a new secret is good, and no earlier token; returns the secret. */
  rotateSecret(): string {
    return this.#ownTokens.rotateSecret();
  }

  /** Notes all that it knows by now. What it returns makes it forget what came since, as often as it is called. */
  remember(): () => void {
    const seen = this.journal.length;
    const parts = [
      noted(this.#batches, (batch) => ({ ...batch })),
      ...[this.#ownTokens.remember(), this.#ownStorage.remember(), this.#windows.remember()],
    ];
    return () => {
      this.journal.length = seen;
      for (const goBack of parts) goBack();
    };
  }

  /** Whoever carries requests to its storage says how it is reached. */
  set storageOrigin(origin: string) {
    this.#ownStorage.origin = origin;
  }

  /** A request to the service. */
  async answer(arrival: Arrival): Promise<Outcome> {
    const [path = ''] = arrival.target.split('?');
    const [, start = '', id = ''] = /^(.*\/(?:status|validation-result)\/)([^/]+)$/.exec(path) ?? [undefined, path];
    const exchange = this.#open(arrival, endpoints.get(`${arrival.method} ${start}`) ?? 'unknown');
    return await this.#settle(exchange, this.#answer(exchange, id));
  }

  /** A request to the storage. */
  async answerStorage(arrival: Arrival): Promise<Outcome> {
    const exchange = this.#open(arrival, arrival.method === 'PUT' ? 'upload' : 'report');
    return await this.#settle(exchange, this.#ownStorage.answer(exchange));
  }

  #open(arrival: Arrival, endpoint: Endpoint): Exchange {
    const exchange = new Exchange(arrival, endpoint, this.#clock.now());
    this.journal.push(exchange.seen);
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
    return exchange;
  }

  async #settle({ seen }: Exchange, answering: Promise<Outcome>): Promise<Outcome> {
    try {
      const outcome = await answering;
      if (typeof outcome === 'object') seen.status = outcome.status;
      return outcome;
    } finally {
      seen.until = this.#clock.now();
      this.#options.onAnswered?.(seen);
    }
  }

  async #answer(exchange: Exchange, id: string): Promise<Outcome> {
    const { arrival, seen } = exchange;
    seen.body = (await exchange.receive()).toString('utf8');
    if (id !== '') seen.batchId = id;
    const { endpoint } = seen;
    if (!exchange.path.startsWith(BASE_PATH) && endpoint !== 'token') return unknownAddress(exchange);
    if (endpoint !== 'token') {
      const token = await this.#tokens.numberOf(arrival.headers['authorization']);
      const unauthorized = json(401, { message: 'Unauthorized' });
      if (arrival.headers['authorization'] === undefined) return exchange.complain('No token', unauthorized);
      if (token === undefined) return unauthorized;
      seen.token = token;
      if (arrival.headers['content-type'] !== 'application/json')
        return exchange.complain('Not said to be JSON', json(415, { detail: 'Unsupported media type' }));
    }
    const wait = this.#windows.admit(endpoint, seen.at);
    if (wait > 0) {
      const headers = { 'retry-after': String(Math.ceil(wait / 1000)) };
      return exchange.complain('Above the limit', json(429, { message: 'Too many requests' }, headers));
    }
    const struck = this.#misfortunes.strike(exchange);
    if (struck === 'silence') return struck;
    if (struck === 'hold') await this.moments.letGo();
    if (typeof struck === 'object') return madeUp(struck, 'service');
    const spoilt = struck === 'expired-address' || struck === 'forged-address' ? struck : undefined;
    const outcome = await this.#work(exchange, spoilt);
    return struck === 'lost-reply' ? 'hang-up' : outcome;
  }

  #work(exchange: Exchange, spoilt: 'expired-address' | 'forged-address' | undefined): Outcome | Promise<Outcome> {
    const { seen } = exchange;
    switch (seen.endpoint) {
      case 'token':
        return this.#ownTokens.issue(exchange, seen.body);
      case 'reservation':
        return this.#reserve(exchange, spoilt);
      case 'transaction':
        return this.#take(exchange);
      case 'status':
      case 'validation-result': {
        const batch = this.#batches.get(seen.batchId ?? '');
        if (batch === undefined) return json(404, { detail: 'Not here.' });
        return seen.endpoint === 'status' ? this.#tellState(exchange, batch) : this.#tellResult(batch);
      }
      default:
        return unknownAddress(exchange);
    }
  }

  async #reserve(exchange: Exchange, spoilt: 'expired-address' | 'forged-address' | undefined): Promise<Outcome> {
    const { arrival, seen } = exchange;
    const parameters = parametersSchema.safeParse(parseJson(seen.body || '{}'));
    if (!parameters.success)
      return exchange.complain('Unknown parameters', json(422, { detail: [{ loc: ['body'], msg: 'Unexpected' }] }));
    const batchId = randomUUID();
    seen.batchId = batchId;
    this.#batches.set(batchId, { batchId, parameters: parameters.data, token: seen.token ?? 0, told: 0 });
    if ((await this.moments.reach('reservation', arrival.left)) === 'hung-up') return 'hang-up';
    const address = await this.#storage.uploadAddress(batchId, spoilt);
    const upload = { upload_url: address, method: 'PUT', expires_in: 900 };
    return json(200, { upload, batchId, requested_by: this.client.clientId });
  }

  async #tellState({ arrival }: Exchange, batch: KnownBatch): Promise<Outcome> {
    if ((await this.moments.reach('status', arrival.left)) === 'hung-up') return 'hang-up';
    const state = await this.#stateOf(batch);
    if (state === '404') return json(404, { detail: 'Batch not found' });
    const error_message = state === 'VALIDATION_FAILED' ? 'Duplicate modification ids' : null;
    return json(200, { batch_id: batch.batchId.toUpperCase(), status: state, error_message, progress: 0.5 });
  }

  async #stateOf(batch: KnownBatch): Promise<string> {
    const { report, takesOthers = false } = this.#options;
    const bytes = await this.#storage.read(batch.batchId);
    if (bytes === undefined) return this.earlyState;
    const place = Math.min(batch.told, this.life.length - 1);
    batch.told += 1;
    const isLast = place === this.life.length - 1;
    return isLast && !takesOthers && (report !== undefined || hasDuplicates(bytes))
      ? 'VALIDATION_FAILED'
      : (this.life[place] ?? '404');
  }

  async #tellResult({ batchId }: KnownBatch): Promise<Outcome> {
    const bytes = await this.#storage.read(batchId);
    const nothing = json(200, { outcome: { files: [] } });
    // Nobody can report on what never came.
    if (bytes === undefined) return this.earlyState === '404' ? json(404, { detail: 'Not here.' }) : nothing;
    const { report = hasDuplicates(bytes) ? reportOf(batchId) : undefined } = this.#options;
    if (report === undefined) return nothing;
    const href = await this.#storage.reportAddress(batchId, report);
    return json(200, { outcome: { files: [{ format: 'csv', href }] } });
  }

  #take(exchange: Exchange): Outcome {
    const transaction = modificationSchema.safeParse(parseJson(exchange.seen.body));
    if (transaction.success) {
      const { external_id: id } = transaction.data.modification;
      this.taken.set(id, (this.taken.get(id) ?? 0) + 1);
    }
    return json(202, { status: 'RECEIVED', score: 0 });
  }

  async #pass(batchId: string, bytes: number): Promise<void> {
    const { bytesPerSecond } = this.#options;
    if (bytesPerSecond === undefined) return;
    const { token = 0 } = this.#batches.get(batchId) ?? {};
    const now = this.#clock.now();
    const freeAt = Math.max(now, this.#lines.get(token) ?? 0) + (1000 * bytes) / bytesPerSecond;
    this.#lines.set(token, freeAt);
    await this.#clock.sleep(freeAt - now);
  }
}

function unknownAddress(exchange: Exchange): Outcome {
  return exchange.complain('An address of no endpoint', json(404, { detail: 'Not here.' }));
}

/** The opponent's own report on a refused batch. */
export function reportOf(batchId: string): string {
  return `batch,line,reason\r\n${batchId},1,duplicate modification\r\n${batchId},3,duplicate modification\r\n`;
}

/** §2.6.2 */
function hasDuplicates(bytes: Buffer): boolean {
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  const ids = lines.map((line) => modificationSchema.safeParse(parseJson(line)).data?.modification.external_id);
  return new Set(ids).size < ids.length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @file The practice tenant: the service and its storage on 127.0.0.1, for training, the demo and all fault tests. It
 * follows service-interface.md and wire-facts.md, and shares no code with the client.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { Api } from './api.ts';
import { BatchLife } from './batch-life.ts';
import { BatchMemory } from './batch-memory.ts';
import { type Exchange, type PracticeRequest, pathOf, RequestLog, replyJson } from './exchange.ts';
import { Front } from './front.ts';
import { contractLimits, type Limits, RateLimiter } from './limits.ts';
import { type Misfortune, Misfortunes } from './misfortune.ts';
import type { PracticeBatch } from './practice-batch.ts';
import { practiceClient } from './practice-client.ts';
import { contentTypeOf } from './report-shapes.ts';
import { routeOf } from './routes.ts';
import { Rules } from './rules.ts';
import { type PracticeTransaction, SingleTransactions } from './single-transactions.ts';
import { Storage } from './storage.ts';
import { Tokens } from './tokens.ts';

export interface PracticeOptions {
  /** Of the service; 0 (the default) = any free one. */
  port?: number;
  /** Of the storage, which is another host; 0 (the default) = any free one. */
  storagePort?: number;
  /** The origin of signed addresses when another server is in front of the storage; by default the storage itself. */
  signedOrigin?: string;
  /** Where stored objects and reports go; by default a new temporary folder, which close() removes. */
  folder?: string;
  /** The prefix of the service's own paths; default /tm/realtime. */
  basePath?: string;
  /** Milliseconds between two states of a batch or a rule execution; default 300, 0 = at once. */
  pace?: number;
  tokenLifetimeSeconds?: number;
  /** Of upload and report addresses; default 900. */
  addressLifetimeSeconds?: number;
  /** §8 by default; false = none. */
  limits?: Partial<Limits> | false;
  /** Default 2 GB = 2,000,000,000. */
  maxBatchBytes?: number;
  /** When given, only these identifiers are fully onboarded entities. */
  onboarded?: ReadonlySet<string>;
  /** False plays a tenant for whom batch upload is not enabled (§1). */
  mayUploadBatches?: boolean;
  /**
   * The state to report before a file has arrived and was scanned; by default the batch is unknown (404) until then.
   */
  stateBeforeArrival?: string;
  /** For all uploads together; no limit by default. */
  bytesPerSecond?: number;
  /** How reports are written; by default as JSON Lines. */
  reportShape?: ReportShape;
  misfortunes?: readonly Misfortune[];
  clock?: Clock;
  /** Whether the batches of earlier starts with the same folder are known, and continue where they stopped. */
  remembers?: boolean;
}

export interface PracticeTenant {
  readonly baseUrl: string;
  readonly storagePort: number;
  readonly tokenUrl: string;
  /** Scheme, host and port of the storage itself. */
  readonly storageOrigin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** The requests, oldest first; the last 100,000 or a few more. */
  readonly requests: readonly PracticeRequest[];
  /** All batches in the order of their registration. */
  batches(): readonly PracticeBatch[];
  /** The accepted single transactions, each modification id once, in the order of first arrival. */
  transactions(): readonly PracticeTransaction[];
  /** Resolves when the batch changes no more: it reached its last state or was forgotten. */
  ended(batchId: string): Promise<PracticeBatch>;
  /** Sets the misfortunes from now on, and removes what was left of earlier ones. */
  misbehave(misfortunes: readonly Misfortune[]): void;
  /** As if the network were gone: open connections break, new ones are refused. Batches continue on their way. */
  goOffline(): Promise<void>;
  /** Accepts connections again, at the same addresses. */
  goOnline(): Promise<void>;
  close(): Promise<void>;
}

const TOKEN_PATH = '/oauth2/token';
const HOST = '127.0.0.1';

/** Starts the practice tenant. Rejects with the system's error when a port is taken. */
export async function startPracticeTenant(options: PracticeOptions = {}): Promise<PracticeTenant> {
  const { clock = systemClock, basePath = '/tm/realtime', pace = 300, maxBatchBytes = 2_000_000_000 } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'tranship-practice-')));
  const [objectFolder, incomingFolder, reportFolder] = await makeFolders(folder);
  const closing = new AbortController();
  const { signal } = closing;
  const misfortunes = new Misfortunes(options.misfortunes ?? []);
  const limits = options.limits === false ? undefined : { ...contractLimits, ...options.limits };

  const batches = new BatchLife({
    clock,
    misfortunes,
    pace,
    maxBatchBytes,
    reportFolder,
    signal,
    onboarded: options.onboarded,
    reportShape: options.reportShape ?? 'json-lines',
    memory: options.remembers === true ? new BatchMemory(join(folder, 'batches.json')) : undefined,
  });
  const storage = new Storage({
    clock,
    misfortunes,
    objectFolder,
    incomingFolder,
    signal,
    // As at a real storage, an address outlasts a restart.
    secret: options.remembers === true ? keptSecret(join(folder, 'signing-secret')) : newSecret(),
    hasArrived: (batchId) => batches.hasArrived(batchId),
    lifetimeSeconds: options.addressLifetimeSeconds ?? 900,
    bytesPerSecond: options.bytesPerSecond,
    onArrival: (batchId, file) => batches.arrive(batchId, file),
    reportOf: (batchId) => {
      const { reportPath: path, reportShape = 'json-lines' } = batches.find(batchId) ?? {};
      return path === undefined ? undefined : { path, contentType: contentTypeOf(reportShape) };
    },
  });
  const transactions = new SingleTransactions(clock, options.onboarded);
  const rules = new Rules({ clock, misfortunes, pace });
  const api = new Api({
    clock,
    misfortunes,
    batches,
    storage,
    transactions,
    rules,
    signal,
    limiter: new RateLimiter(clock, limits),
    tokens: new Tokens(clock, practiceClient, options.tokenLifetimeSeconds ?? 3600),
    mayUploadBatches: options.mayUploadBatches ?? true,
    stateBeforeArrival: options.stateBeforeArrival,
  });

  const log = new RequestLog();
  const underway = new Set<Promise<void>>();
  const track = (exchange: Exchange, answer: Promise<void>) => {
    const guarded = answer.catch((thrown) => breakDown(exchange, thrown)).finally(() => underway.delete(guarded));
    underway.add(guarded);
  };
  const apiServer = createServer((request, response) => {
    const route = routeOf(pathOf(request), basePath, TOKEN_PATH);
    const facts = { at: clock.now(), endpoint: route.endpoint, expectsContinue: false };
    const exchange = log.open(request, response, facts);
    track(exchange, api.answer(exchange, route));
  });
  const serveStorage = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const endpoint = request.method === 'GET' ? 'report-download' : 'upload';
    const exchange = log.open(request, response, { at: clock.now(), endpoint, expectsContinue });
    track(exchange, storage.answer(exchange));
  };
  const storageServer = createServer((request, response) => serveStorage(request, response, false));
  storageServer.on('checkContinue', (request, response) => serveStorage(request, response, true));
  // A large file on a slow network may take longer than the five minutes that Node allows a request.
  storageServer.requestTimeout = 0;

  const serviceFront = new Front((socket) => apiServer.emit('connection', socket));
  const storageFront = new Front((socket) => storageServer.emit('connection', socket));
  const fronts = [serviceFront, storageFront];
  const close = async () => {
    closing.abort(new Error('The practice tenant closes.'));
    await Promise.all(fronts.map((front) => front.close()));
    await Promise.all([...underway, batches.stopped()]);
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  };
  const open = async () => {
    await serviceFront.open(options.port);
    await storageFront.open(options.storagePort);
  };
  await open().catch(async (thrown) => {
    await close();
    throw thrown;
  });
  const storageOrigin = `http://${HOST}:${storageFront.port}`;
  storage.origin = options.signedOrigin ?? storageOrigin;
  batches.goOn();

  return {
    ...practiceClient,
    baseUrl: `http://${HOST}:${serviceFront.port}${basePath}`,
    tokenUrl: `http://${HOST}:${serviceFront.port}${TOKEN_PATH}`,
    storageOrigin,
    storagePort: storageFront.port,
    get requests() {
      return log.entries;
    },
    batches: () => batches.all,
    transactions: () => transactions.all,
    ended: (batchId) => batches.ended(batchId),
    misbehave: (next) => misfortunes.replace(next),
    goOffline: async () => {
      await Promise.all(fronts.map((front) => front.refuse()));
      for (const front of fronts) front.hangUp();
    },
    goOnline: async () => {
      await Promise.all(fronts.map((front) => front.open()));
    },
    close,
  };
}

const newSecret = () => randomBytes(32).toString('hex');

/** The secret of the start before; a new one where that cannot be read. */
function keptSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const secret = newSecret();
    writeFileSync(path, secret, { mode: PRIVATE_FILE });
    return secret;
  }
}

async function makeFolders(folder: string): Promise<[objects: string, incoming: string, reports: string]> {
  const folders: [string, string, string] = [
    join(folder, 'batches'),
    join(folder, 'incoming'),
    join(folder, 'reports'),
  ];
  for (const each of folders) await mkdir(each, { recursive: true, mode: 0o700 });
  return folders;
}

/** Replies 500 to an unexpected error, as a service does, unless the connection is gone. */
function breakDown(exchange: Exchange, thrown: unknown): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) response.destroy();
  else replyJson(exchange, 500, { message: `The practice tenant failed: ${String(thrown)}` });
}

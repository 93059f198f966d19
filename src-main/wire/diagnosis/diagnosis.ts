/**
 * @file The diagnosis of a connection: every step between this computer and the service, from the name of the host to
 * the clock, each with what to do about it. Sends no data, and changes nothing at the service.
 */

import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import { AppError, type Audience, toAppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import type { Connection } from '../credentials/connection.ts';
import type { Line } from '../service/exchange.ts';
import type { RateLimits } from '../service/rate-limits.ts';
import { createServiceClient, type ServiceClient } from '../service/service-client.ts';
import { TokenSource, type TokenSourceOptions } from '../service/token.ts';
import { compareClocks, readLimits } from './clock-and-limits.ts';
import { type HostPorts, Hosts } from './hosts.ts';
import { bad, inWordsOf, type Outcome, skipped } from './outcome.ts';
import { placeAt } from './place.ts';
import { Replies } from './replies.ts';
import { tryService } from './service-answer.ts';
import { trySigningIn } from './sign-in.ts';
import { examineStorage } from './storage.ts';

/** `fetch` uses the routes of `network`, and shows the same identity. */
export interface DiagnosisPorts extends Line, Omit<HostPorts, 'patience'> {
  connection: Connection;
  limits: RateLimits;
  secret: TokenSourceOptions['secret'];
  onSignIn?: NonNullable<TokenSourceOptions['onSignIn']>;
  /** The storage host that was kept last for this connection (https://host), and whether files may go there. */
  storageHost: () => Promise<{ origin: string; isTrusted: boolean } | undefined>;
  /** Why an address that the service names must not be asked for anything; undefined for a safe one. */
  dangerOfStorage: (address: string) => Promise<Said | undefined>;
  /** Where none is known yet, asks for an upload address; its batch is never used. */
  askForStorage: boolean;
  /** Who reads the advice. */
  audience: Exclude<Audience, 'ended-command'>;
}

/** No host gets longer than this, because a person waits for the diagnosis. */
const LONGEST_WAIT = 10 * SECOND;

/**
 * Yields each step as it ends, always all eight. Rejects with the signal's reason, except for a timeout, which is the
 * outcome of a step.
 */
export async function* diagnose(ports: DiagnosisPorts, signal: AbortSignal): AsyncGenerator<DiagnosisStep, void, void> {
  const diagnosis = new Diagnosis(ports, signal);
  const steps: [DiagnosisStep['step'], () => Promise<Outcome> | Outcome][] = [
    ['name', () => diagnosis.hosts.names()],
    ['proxy', () => diagnosis.hosts.ways()],
    ['encryption', () => diagnosis.hosts.encryption()],
    ['token', () => diagnosis.token()],
    ['service', () => diagnosis.service()],
    ['storage', () => diagnosis.storage()],
    ['clock', () => compareClocks(diagnosis.clock())],
    ['limits', () => diagnosis.limits()],
  ];
  for (const [step, examine] of steps) {
    const begun = ports.clock.now();
    const { outcome, sentence, remedy } = await outcomeOf(examine, signal);
    const milliseconds = Math.max(0, Math.round(ports.clock.now() - begun));
    const advice = ports.audience === 'terminal' ? (remedy?.terminal ?? remedy?.window) : remedy?.window;
    yield { step, outcome, sentence, ...(advice !== undefined && { remedy: advice }), milliseconds };
  }
}

async function outcomeOf(examine: () => Promise<Outcome> | Outcome, signal: AbortSignal): Promise<Outcome> {
  try {
    if (isTimeout(signal.reason)) return skipped(fact('Not tried, because the diagnosis took too long.'));
    signal.throwIfAborted();
    return await examine();
  } catch (thrown) {
    if (isTimeout(signal.reason)) {
      return bad(
        fact('This took too long and was stopped.'),
        fact('The service may be asking to wait, or the network is slow. Try again in a few minutes.'),
      );
    }
    signal.throwIfAborted();
    return inWordsOf(toAppError(thrown));
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}

class Diagnosis {
  readonly hosts: Hosts;
  readonly replies: Replies;
  readonly #ports: DiagnosisPorts;
  readonly #signal: AbortSignal;
  #tokens: TokenSource | undefined;
  #isSignedIn = false;
  /** Whether the service itself answers, also that it is busy. */
  #isUsable = false;

  constructor(ports: DiagnosisPorts, signal: AbortSignal) {
    const { connection, clock, timeout } = ports;
    this.#ports = ports;
    this.#signal = signal;
    const patience = { clock, milliseconds: Math.min(timeout, LONGEST_WAIT), signal };
    this.hosts = new Hosts([connection.baseUrl, connection.tokenUrl], { ...ports, patience });
    this.replies = new Replies(ports.fetch, clock);
  }

  async token(): Promise<Outcome> {
    const place = placeAt(this.#ports.connection.tokenUrl);
    const notTried = this.hosts.notTried(place);
    if (notTried !== undefined) return notTried;
    const tokens = () => this.#tokenSource();
    const outcome = await trySigningIn(place, { tokens, replies: this.replies, signal: this.#signal });
    this.#isSignedIn = outcome.outcome === 'good';
    return outcome;
  }

  async service(): Promise<Outcome> {
    const { baseUrl } = this.#ports.connection;
    const notTried = this.hosts.notTried(placeAt(baseUrl));
    if (notTried !== undefined) return notTried;
    if (!this.#isSignedIn) return skipped(fact('Not tried, because there is no token.'));
    const client = () => this.#client();
    const outcome = await tryService(baseUrl, { client, replies: this.replies, patience: this.hosts.patience });
    this.#isUsable = outcome.outcome !== 'bad';
    return outcome;
  }

  async storage(): Promise<Outcome> {
    const { storageHost, dangerOfStorage, askForStorage } = this.#ports;
    const known = await storageHost();
    if (known?.isTrusted === false)
      return skipped(
        fact('Not tried: the storage host {name} must be confirmed first.', { name: placeAt(known.origin).name }),
      );
    if (known !== undefined) return await examineStorage(this.hosts, known.origin);
    if (!askForStorage) return skipped(fact('Not tried: the storage host is known only after the first upload.'));
    if (!this.#isUsable) return skipped(fact('Not tried: the service cannot be asked for an upload address.'));
    const address = await this.#client().generateUploadUrl({ rejectOnInvalid: true }, this.#signal).catch(toAppError);
    this.#signal.throwIfAborted();
    // The storage itself has failed in nothing.
    if (address instanceof AppError) return inWordsOf(address, address.retryable ? 'doubtful' : 'bad');
    const danger = await dangerOfStorage(address.url);
    if (danger !== undefined)
      return inWordsOf(new AppError('upload.unsafe-address', { host: URL.parse(address.url)?.host ?? '', danger }));
    return await examineStorage(this.hosts, address.url);
  }

  /** The time at the service, or else where the tokens come from. */
  clock(): Parameters<typeof compareClocks>[0] {
    const { baseUrl, tokenUrl } = this.#ports.connection;
    const [service, token] = [placeAt(baseUrl), placeAt(tokenUrl)];
    const difference = this.replies.clockOf(service);
    if (difference !== undefined) return { difference };
    const other = this.replies.clockOf(token);
    return other === undefined ? undefined : { difference: other, host: token.name };
  }

  limits(): Outcome {
    if (!this.#isUsable) return skipped(fact('Not tried, because the service cannot be used now.'));
    return readLimits(this.#ports.limits);
  }

  /** With a fresh token: a stored one would prove nothing. */
  #tokenSource(): TokenSource {
    const store = { load: async () => undefined, save: async () => undefined };
    this.#tokens ??= new TokenSource({ ...this.#ports, fetch: this.replies.fetch, store });
    return this.#tokens;
  }

  #client(): ServiceClient {
    return createServiceClient({ ...this.#ports, fetch: this.replies.fetch, tokens: this.#tokenSource() });
  }
}

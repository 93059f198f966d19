/** @file A service client for each connection, with its token, limits and network route. */

import manifest from '../../package.json' with { type: 'json' };
import type { Diagnosis, DiagnosisStep, TenantKind } from '../../src-shared/contract.ts';
import { stepInWords } from '../../src-shared/diagnosis-step.ts';
import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import type { WrongClock } from '../../src-shared/error-words/wrong-clock.ts';
import { AppError } from '../../src-shared/errors.ts';
import { type Clock, MINUTE } from '../ground/clock.ts';
import { type Environment, secretFromEnvironment } from '../ground/environment.ts';
import type { LogRequest } from '../ground/logs/request-log.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { policyAsText } from '../policy/rules.ts';
import { practiceClient } from '../practice/practice-client.ts';
import type { IdentityDescription, IdentitySource } from '../wire/credentials/client-identity.ts';
import {
  type Bound,
  type Connection,
  destinationOf,
  keyOf,
  type NetworkRoute,
} from '../wire/credentials/connection.ts';
import type { Connections, Credentials } from '../wire/credentials/connections.ts';
import { describeIdentity } from '../wire/credentials/identity-description.ts';
import { noteSignIn } from '../wire/credentials/refused-sign-ins.ts';
import type { SecretBox } from '../wire/credentials/secret-box.ts';
import { createTokenStore } from '../wire/credentials/token-store.ts';
import { diagnosisAsText } from '../wire/diagnosis/as-text.ts';
import { type DiagnosisPorts, diagnose } from '../wire/diagnosis/diagnosis.ts';
import type { ProxyOrigin } from '../wire/diagnosis/proxy.ts';
import type { Network } from '../wire/network/network.ts';
import { Contact } from '../wire/service/contact.ts';
import type { Fetch, Line } from '../wire/service/exchange.ts';
import { RateLimits, type RequestLedger } from '../wire/service/rate-limits.ts';
import { createServiceClient, type ServiceClient } from '../wire/service/service-client.ts';
import { ServiceClock } from '../wire/service/service-clock.ts';
import type { SharedTurns } from '../wire/service/shared-turns.ts';
import { TokenSource } from '../wire/service/token.ts';
import type { StorageHosts } from '../wire/transfer/storage-hosts.ts';
import { type KnownConnection, knownConnection } from './known-connection.ts';

export interface RemoteServicesPorts {
  connections: Connections;
  settings: SettingsFile;
  /** Seals tokens. */
  sessionBox: SecretBox;
  /** Variables that may define a connection or its credentials; the desktop passes none. */
  environment: Environment;
  /** The client certificate that these variables name, read when it is needed. */
  identity?: IdentitySource | undefined;
  network: Network;
  /** What of the network settings decides where secrets go. */
  networkRoute: NetworkRoute;
  storageHosts: StorageHosts;
  /** What the organisation has set, told in each diagnosis. */
  policy: MachinePolicy;
  /** Throws AppError policy.managed where the variables must not define a connection. */
  requireOwnConnections: () => void;
  /** Where the proxy setting comes from. */
  proxyOrigin: () => ProxyOrigin;
  clock: Clock;
  ledger: RequestLedger;
  log: LogRequest;
  /** Hears of each pause that an endpoint of a connection is given, and when it ends (ms since the epoch). */
  onPause?: (connection: string, endpoint: string, end: number) => void;
  /** Hears what each request to a service came to: a failure, or a reply of any status. */
  onContact?: ((bound: Bound, failure: AppError | undefined) => void) | undefined;
  /** The turns of a connection whose limits a team shares. Throws AppError team.*, folder.unusable, disk.full */
  sharedTurns?: (bound: Pick<Bound, 'connection'>) => SharedTurns | undefined;
  /** Milliseconds for one exchange. */
  timeout: () => number;
  /** Replaces the network in tests. */
  fetch?: Fetch | undefined;
}

export interface DiagnosisOptions {
  /** Who reads the advice. */
  audience: DiagnosisPorts['audience'];
  /** Reserves an upload address, never used, when the storage's host is not known yet. */
  askForStorage: boolean;
  onStep?: (step: DiagnosisStep) => void;
}

/** A stored connection, or the one defined by the environment. */

/** A diagnosis ends after this time even when the service asks to wait longer. */
const LONGEST_DIAGNOSIS = 2 * MINUTE;

export class RemoteServices {
  readonly #ports: RemoteServicesPorts;
  readonly #clients = new Map<string, ServiceClient>();
  readonly #serviceClocks = new Map<string, ServiceClock>();
  readonly #signInListeners = new Set<() => void>();

  constructor(ports: RemoteServicesPorts) {
    this.#ports = ports;
  }

  /**
   * The connection with this name; without a name, the one of the environment.
   * @throws AppError connection.unknown, connection.none, connection.invalid, policy.managed
   */
  connection(name?: string): KnownConnection {
    return knownConnection(this.#ports, name);
  }

  /** The kind of tenant that a connection leads to; undefined where that is not known. */
  kindOf(name: string): TenantKind | undefined {
    try {
      return this.connection(name).kind;
    } catch {
      return undefined;
    }
  }

  /** The connection of the environment, if its variables define a complete, usable one. */
  environmentConnection(): Connection | undefined {
    try {
      return this.connection();
    } catch {
      return undefined;
    }
  }

  /** Whether the environment has a secret: its connection may have only a certificate. */
  get environmentHasSecret(): boolean {
    return secretFromEnvironment(this.#ports.environment) !== undefined;
  }

  /**
   * The client for a connection. All callers share one, and with it the token and the limits.
   * @throws AppError connection.invalid
   */
  client(connection: KnownConnection): ServiceClient {
    const key = keyOf(boundOf(connection));
    const known = this.#clients.get(key);
    if (known !== undefined) return known;
    const { settings, sessionBox, networkRoute, ledger, clock } = this.#ports;
    const { secret, line } = this.#waysOf(connection);
    const limits = this.#limitsOf(connection);
    const contact = new Contact({ connection, ledger, clock });
    const tokens = new TokenSource({
      ...line,
      contact,
      connection,
      limits,
      secret,
      store: createTokenStore(settings, sessionBox, connection, networkRoute),
      onSignIn: (failure) => this.#noteSignIn(connection, failure),
    });
    const serviceClock = new ServiceClock();
    this.#serviceClocks.set(key, serviceClock);
    const onContact = (failure: AppError | undefined) => this.#ports.onContact?.(boundOf(connection), failure);
    const client = createServiceClient({ ...line, connection, limits, tokens, contact, serviceClock, onContact });
    this.#clients.set(key, client);
    return client;
  }

  /**
   * The client for something bound to a destination, even if its connection now leads elsewhere.
   * @throws AppError connection.moved, and as `connection`
   */
  clientFor(bound: Bound): ServiceClient {
    const connection = this.connection(bound.connection);
    if (destinationOf(connection) !== bound.destination) {
      throw new AppError('connection.moved', { connection: connection.name });
    }
    return this.client(connection);
  }

  /** How wrong this computer’s clock is by the replies over a connection, as a parameter of errors; empty if it is not. */
  wrongClock(bound: Bound): WrongClock {
    return this.#serviceClocks.get(keyOf(bound))?.wrongClock ?? {};
  }

  /** When the current token ends (ms since the epoch); undefined when there is none. */
  signedInUntil(connection: KnownConnection): number | undefined {
    return this.#clients.get(keyOf(boundOf(connection)))?.tokenUntil();
  }

  /** Calls the listener whenever sign-ins of a connection begin to be refused, or to work again. It must not throw. */
  onSignInChange(listener: () => void): () => void {
    this.#signInListeners.add(listener);
    return () => this.#signInListeners.delete(listener);
  }

  /** Does not throw: a sign-in is what it is, also where that cannot be noted; the next one notes it. */
  #noteSignIn(connection: Connection, failure: AppError | undefined): void {
    try {
      if (!noteSignIn(this.#ports.settings, connection, failure)) return;
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      return;
    }
    for (const listener of this.#signInListeners) listener();
  }

  /**
   * Tests every part of the route to a connection's service; no data is sent. `onStep` receives each step as it ends.
   * @throws AppError connection.unknown, connection.none, connection.invalid
   */
  async diagnose(
    name: string | undefined,
    { audience, askForStorage, onStep }: DiagnosisOptions,
    signal: AbortSignal,
  ): Promise<Diagnosis> {
    const { storageHosts, network, proxyOrigin, clock, policy } = this.#ports;
    const connection = this.connection(name);
    const bound = boundOf(connection);
    const { secret, identity, line } = this.#waysOf(connection);
    const certificate = await describedOf(identity);
    const ports = {
      ...line,
      connection,
      secret,
      identity,
      network,
      askForStorage,
      audience,
      ...(certificate !== undefined && { certificate }),
      limits: this.#limitsOf(connection),
      onSignIn: (failure: AppError | undefined) => this.#noteSignIn(connection, failure),
      proxyOrigin: proxyOrigin(),
      storageHost: async () => await storageHosts.latest(bound),
      dangerOfStorage: async (address: string) => await storageHosts.dangerOf(bound, address),
    };
    const at = clock.now();
    const steps: DiagnosisStep[] = [];
    for await (const step of diagnose(ports, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_DIAGNOSIS)]))) {
      steps.push(step);
      onStep?.(step);
    }
    return {
      steps,
      text: diagnosisAsText(connection, steps.map(stepInWords), {
        version: manifest.version,
        at,
        policy: policyAsText(policy.values),
      }),
    };
  }

  /** The connection's own credentials, or those of the environment when it has none stored. */
  async #credentialsOf(connection: KnownConnection): Promise<Credentials> {
    if (connection.kind === 'practice') return { secret: practiceClient.clientSecret };
    if (connection.name === ENVIRONMENT) return await this.#environmentCredentials(connection);
    await this.#ports.connections.requireConfirmed(connection);
    try {
      return await this.#ports.connections.credentialsOf(connection);
    } catch (thrown) {
      const noneStored = thrown instanceof AppError && thrown.code === 'auth.no-secret';
      if (noneStored) return await this.#environmentCredentials(connection);
      throw thrown;
    }
  }

  /** @throws AppError auth.no-secret when there are none, certificate.unusable */
  async #environmentCredentials({ name }: Connection): Promise<Credentials> {
    const secret = secretFromEnvironment(this.#ports.environment);
    const identity = await this.#ports.identity?.();
    if (secret === undefined && identity === undefined) throw new AppError('auth.no-secret', { connection: name });
    return { secret, identity };
  }

  /** The credentials, looked up for each sign-in, and the network route for it. */
  #waysOf(connection: KnownConnection): {
    secret: () => Promise<string | undefined>;
    identity: IdentitySource;
    line: Line;
  } {
    const { network, clock, log, timeout, fetch } = this.#ports;
    const identity = async () => (await this.#credentialsOf(connection)).identity;
    const secret = async () => (await this.#credentialsOf(connection)).secret;
    return { secret, identity, line: { fetch: fetch ?? network.fetch(identity), clock, timeout: timeout(), log } };
  }

  #limitsOf(connection: Connection): RateLimits {
    const { clock, ledger, onPause, sharedTurns } = this.#ports;
    return new RateLimits({
      connection,
      clock,
      ledger,
      shared: () => sharedTurns?.({ connection: connection.name }),
      onPause: ({ id }, end) => onPause?.(connection.name, id, end),
    });
  }
}

/** The public data of a client certificate; undefined when there is no usable one. */
async function describedOf(identity: IdentitySource): Promise<IdentityDescription | undefined> {
  try {
    const shown = await identity();
    return shown && (await describeIdentity(shown));
  } catch {
    // The step that needs the certificate reports why it cannot be used.
    return undefined;
  }
}

function boundOf(connection: Connection): Bound {
  return { connection: connection.name, destination: destinationOf(connection) };
}

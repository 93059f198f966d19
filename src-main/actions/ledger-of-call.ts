/** @file The team ledger that a command names by itself: it needs no data folder, nor the app that has it. */

import { hostname } from 'node:os';
import type { PickedFiles } from '../../src-shared/contract.ts';
import type { AppError } from '../../src-shared/errors.ts';
import { defaultRuleSet } from '../check/rules/rule-set.ts';
import { knownConnection } from '../connections/known-connection.ts';
import type { Environment } from '../ground/environment.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { requireOwnConnections, setRuleSet } from '../policy/rules.ts';
import { LedgerConnection } from '../team/connection/ledger-connection.ts';
import { type Migrated, migrateLedger, setUpLedger } from '../team/set-up.ts';
import { TeamLedger } from '../team/team-ledger.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import type { Connections } from '../wire/credentials/connections.ts';
import {
  chosenLedger,
  LEDGER_VARIABLE,
  type LedgerAddress,
  ledgerAddressFrom,
} from '../wire/credentials/ledger-address.ts';
import { type Call, callsTo } from './calls.ts';
import { inLedgerCommands } from './in-ledger.ts';
import { OfferedFiles } from './offered-files.ts';
import type { Tell } from './ports.ts';
import { keyOf, type UsedLedger } from './used-ledger.ts';

export interface LedgerOfCallPorts {
  environment: Environment;
  policy: PolicyValues;
  /** Those that are stored; asked for where one is named. */
  connections: () => Promise<Pick<Connections, 'get'>>;
  /** Asked only where the server wants a password and none is set. */
  askPassword: (address: LedgerAddress) => Promise<string | undefined>;
  tell: Tell;
  /** Hears why a file is checked in one thread only. */
  onJudgeAlone: (error: AppError) => void;
  signal: AbortSignal;
}

export interface LedgerActions {
  call: Call<keyof ReturnType<typeof inLedgerCommands>>;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
}

/** Runs `work` with the actions in that ledger, and always closes it afterwards. @throws AppError team.* */
export async function withLedgerOfCall<Result>(
  ports: LedgerOfCallPorts,
  work: (actions: LedgerActions, ledger: string) => Promise<Result>,
): Promise<Result> {
  const { environment, policy, connections, tell, signal, onJudgeAlone } = ports;
  await using ledger = new LedgerOfCall(ports);
  const offered = new OfferedFiles({ signal, estimate: () => ({ estimatedBatches: 0, estimatedCheckMs: 0 }) });
  const handlers = inLedgerCommands({
    offered,
    policy,
    tell,
    signal,
    check: { onJudgeAlone },
    ledger: () => ledger,
    destination: async (name) => {
      const sources = { environment, connections: await connections() };
      const requireOwn = () => requireOwnConnections(policy);
      return destinationOf(knownConnection({ ...sources, requireOwnConnections: requireOwn }, name));
    },
    connectionTo: () => undefined,
    store: undefined,
    ruleSet: () => setRuleSet(policy) ?? defaultRuleSet,
  });
  return await work({ call: callsTo(handlers), offer: (paths) => offered.offer(paths) }, keyOf(ledger));
}

/** Sets up the ledger; called again, it appoints another administrator. */
export async function setUpLedgerOfCall(
  ports: LedgerOfCallPorts,
  administrator: string,
): Promise<Migrated & { name: string }> {
  return await asOwner(ports, async (connection) => await setUpLedger(connection, administrator));
}

export async function migrateLedgerOfCall(ports: LedgerOfCallPorts): Promise<Migrated & { name: string }> {
  return await asOwner(ports, migrateLedger);
}

async function asOwner(
  ports: LedgerOfCallPorts,
  change: (connection: LedgerConnection) => Promise<Migrated>,
): Promise<Migrated & { name: string }> {
  const address = addressOf(ports);
  const connection = await LedgerConnection.open({ address, askPassword: () => ports.askPassword(address) });
  try {
    return { ...(await change(connection)), name: address.name };
  } finally {
    await connection.close();
  }
}

class LedgerOfCall implements UsedLedger, AsyncDisposable {
  readonly address: LedgerAddress;
  readonly desk = { name: hostname() };
  readonly #askPassword: () => Promise<string | undefined>;
  #team: Promise<TeamLedger> | undefined;

  constructor(ports: LedgerOfCallPorts) {
    this.address = addressOf(ports);
    this.#askPassword = () => ports.askPassword(this.address);
  }

  async use<Result>(work: (team: TeamLedger) => Promise<Result>): Promise<Result> {
    this.#team ??= TeamLedger.open({ address: this.address, askPassword: this.#askPassword });
    return await work(await this.#team);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const team = await this.#team?.catch(() => undefined);
    await team?.close();
  }
}

/** Whether the variables name a ledger. */
export function namesLedger(environment: Environment): boolean {
  return Boolean(environment[LEDGER_VARIABLE]);
}

/** Of the policy, or of the variables. @throws AppError team.address */
function addressOf({ environment, policy }: Pick<LedgerOfCallPorts, 'environment' | 'policy'>): LedgerAddress {
  return chosenLedger(policy.ledger, environment) ?? ledgerAddressFrom(environment);
}

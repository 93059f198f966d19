/** @file Opens the queue of a data folder, with what reaches the services for it and what the organisation allows. */

import { AppError } from '../../src-shared/errors.ts';
import { limitAt } from '../../src-shared/sending-hours.ts';
import type { Author } from '../audit/chain.ts';
import type { Witness } from '../audit/folder-witness.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { RemoteServices, type RemoteServicesPorts } from '../connections/remote-services.ts';
import type { WaysOut } from '../connections/ways-out.ts';
import type { Logs } from '../ground/logs/logs.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import {
  confirmationOf,
  leadsToProduction,
  mayReleaseItself,
  requireAllowedRules,
  requireOwnConnections,
  requireSetDestination,
} from '../policy/rules.ts';
import { RuleRuns } from '../rule-runs/rule-runs.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { Reports } from '../wire/following/report.ts';
import type { NextTurns } from '../wire/service/rate-limits.ts';
import { ConnectionLines } from '../wire/transfer/bandwidth.ts';
import { requestTimeout } from '../wire/transfer/transfer-settings.ts';
import type { Allowances } from './allowances.ts';
import { EffectPerformer, type EffectPorts } from './effects.ts';
import { Queue, type QueuePorts } from './queue.ts';
import { logPause } from './queue-log.ts';
import { QueueStore } from './storage/store.ts';
import type { TeamGate } from './team-gate.ts';

type OfServices = 'settings' | 'sessionBox' | 'environment' | 'identity' | 'fetch' | 'policy';

export interface OpeningPorts<Gate extends TeamGate>
  extends WaysOut,
    Pick<RemoteServicesPorts, OfServices>,
    Required<
      Pick<RemoteServicesPorts, 'sharedTurns'> & Pick<QueuePorts, 'clock' | 'fence' | 'onSending' | 'compared'>
    > {
  /** The data folder, locked. */
  folder: string;
  /** Who records what, and keeps the history of the store. */
  auditing: { author: Author; follow(store: QueueStore): Witness };
  logs: Logs;
  reports: Reports;
  readReport: (
    store: QueueStore,
    ...report: Parameters<EffectPorts['readReport']>
  ) => ReturnType<EffectPorts['readReport']>;
  idsOf: (store: QueueStore) => NonNullable<QueuePorts['ids']>;
  gateOf: (store: QueueStore, services: RemoteServices) => Gate;
}

export interface OpenedQueue<Gate extends TeamGate> {
  store: QueueStore;
  services: RemoteServices;
  ruleRuns: RuleRuns;
  gate: Gate;
  queue: Queue;
}

/** Closes the store where anything fails. @throws AppError queue.damaged, folder.unusable, disk.full */
export function openQueue<Gate extends TeamGate>(ports: OpeningPorts<Gate>): OpenedQueue<Gate> {
  const { auditing, settings, clock, transfer, pauses, fence, onSending, compared, sending } = ports;
  const store = new QueueStore(ports.folder, { author: auditing.author });
  try {
    const opened: { queue?: Queue } = {};
    const services = servicesFor(store, {
      ...ports,
      onContact: (bound, failure) => opened.queue?.waits.noteContact(bound, failure?.toRecord()),
    });
    const ruleRuns = new RuleRuns({ file: settings, clock, serviceFor: (run) => services.clientFor(run) });
    const witness = auditing.follow(store);
    const gate = ports.gateOf(store, services);
    const queue = new Queue({
      store,
      clock,
      random: Math.random,
      ids: ports.idsOf(store),
      team: gate,
      fence,
      witness,
      onSending,
      compared,
      ...allowancesOf(ports.policy.values, services),
      performer: performerFor(services, store, ports),
      storagePause: (slot, { destination }) => (slot === 'status' ? 0 : pauses.remaining(slot, destination)),
      uploadTurns: (bound) => uploadTurnsOf(services, bound),
      transferSettings: () => transfer.settings,
      sendingRules: (connection) => sending.of(connection),
    });
    opened.queue = queue;
    return { store, services, ruleRuns, gate, queue };
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

function uploadTurnsOf(services: RemoteServices, bound: Bound): NextTurns | undefined {
  try {
    return services.clientFor(bound).uploadTurns();
  } catch (thrown) {
    // A connection that is gone, or leads elsewhere: nothing is asked for there.
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

function servicesFor(
  { ledger }: QueueStore,
  ports: Omit<OpeningPorts<TeamGate>, 'gateOf'> & Pick<RemoteServicesPorts, 'onContact'>,
): RemoteServices {
  const { settings, sessionBox, environment, identity, fetch, connections, storageHosts, policy, sharedTurns } = ports;
  const { clock, network, transfer, logs } = ports;
  return new RemoteServices({
    settings,
    sessionBox,
    environment,
    identity,
    fetch,
    connections,
    storageHosts,
    policy,
    sharedTurns,
    clock,
    ledger,
    network: network.requests,
    log: logs.request,
    onContact: ports.onContact,
    networkRoute: () => network.kept.route(),
    requireOwnConnections: () => requireOwnConnections(policy.values),
    proxyOrigin: () => network.proxyOrigin,
    onPause: (connection, endpoint, end) => logPause(logs, 'service.paused', { connection, endpoint }, end),
    timeout: () => requestTimeout(transfer.settings),
  });
}

function performerFor(
  services: RemoteServices,
  store: QueueStore,
  ports: Omit<OpeningPorts<TeamGate>, 'gateOf'>,
): EffectPerformer {
  const { clock, sessionBox: box, reports, pauses, network, transfer, logs, policy, storageHosts, sending } = ports;
  const limitOf = (connection: string) => limitAt(sending.of(connection), clock.now());
  const lines = new ConnectionLines(clock, transfer.bandwidth, limitOf);
  return new EffectPerformer({
    clock,
    box,
    reports,
    pauses,
    lineOf: (connection) => lines.of(connection),
    log: logs.request,
    readReport: (report, signal) => ports.readReport(store, report, signal),
    agent: network.requests.agent(),
    transferSettings: () => transfer.settings,
    serviceFor: async (submission) => services.clientFor(submission),
    wrongClock: (submission) => services.wrongClock(submission),
    destinations: {
      admit: async (bound, address, use) => {
        requireSetDestination(policy.values, bound.destination);
        return await storageHosts.admit(bound, address, use);
      },
    },
  });
}

function allowancesOf(policy: PolicyValues, services: RemoteServices): Allowances {
  const { isEverywhere } = confirmationOf(policy);
  return {
    serviceMayDecide: policy.serviceDecides !== false,
    mayReleaseItself: mayReleaseItself(policy),
    mustConfirm: ({ connection }) => isEverywhere && leadsToProduction(services.kindOf(connection)),
    requireRules: (ruleSet: RuleSet) => requireAllowedRules(policy, ruleSet),
  };
}

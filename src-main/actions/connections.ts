/** @file The commands about connections. */

import type { ConnectionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { changedRules, isUnruled, type SendingRules } from '../../src-shared/sending-hours.ts';
import { bandwidthAsText, hoursAsText } from '../../src-shared/sending-text.ts';
import { changesOf } from '../audit/security-events.ts';
import { connectionProblems } from '../connections/connection-problems.ts';
import { testConnection } from '../connections/connection-test.ts';
import { KeptSending } from '../connections/kept-sending.ts';
import type { KnownConnection } from '../connections/known-connection.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { setSending } from '../policy/rules.ts';
import { changeConnection } from '../send/connection-change.ts';
import type { Standing } from '../send/view/standing.ts';
import { type Bound, type Connection, destinationOf } from '../wire/credentials/connection.ts';
import type { Connections } from '../wire/credentials/connections.ts';
import { identityOf } from './certificates.ts';
import { changeLedgerOfConnection, ledgerOfConnection } from './connection-ledger.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type ConnectionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `connections.${string}`>>;
type StoredRow = Omit<
  ConnectionRow,
  'signedInUntil' | 'storageHosts' | 'reportLinesFrom' | 'sending' | 'isSendingSet' | 'observed' | 'openSubmissions'
>;
type Ports = Pick<CommandPorts, 'app' | 'carrier' | 'practice' | 'team' | 'signal' | 'tell'>;

export function connectionCommands(ports: Ports): ConnectionCommands {
  const { app, carrier, practice, team, signal, tell } = ports;
  const { connections } = app;
  const changed = (): ConnectionRow[] => {
    const rows = connectionRows(ports);
    tell('connections.changed', rows);
    return rows;
  };
  return {
    'connections.list': () => connectionRows(ports),
    'connections.judge': ({ form, isNew }) => connectionProblems(connections, form, isNew),
    'connections.add': async ({ secret, certificate, ...connection }) => {
      const identity = certificate === undefined || certificate === 'none' ? undefined : identityOf(certificate);
      await connections.add(connection, { secret: secret || undefined, identity });
      return changed();
    },
    'connections.change': async ({ secret, certificate, ...change }) => {
      const before = connections.get(change.name);
      const { kind, baseUrl, tokenUrl, clientId, scope } = change;
      const isWhole = [kind, baseUrl, tokenUrl, clientId, scope].every((value) => value !== undefined);
      // Who gives all of it has seen all of it; who does not, trusts what is stored.
      if (!isWhole) await connections.requireConfirmed(before);
      const after = {
        name: before.name,
        kind: kind ?? before.kind,
        baseUrl: baseUrl ?? before.baseUrl,
        tokenUrl: tokenUrl ?? before.tokenUrl,
        clientId: clientId ?? before.clientId,
        scope: scope ?? before.scope,
      };
      const identity = certificate === undefined || certificate === 'none' ? certificate : identityOf(certificate);
      await changeConnection(app, after, { secret: secret || undefined, identity });
      return changed();
    },
    'connections.confirm': async ({ name }) => {
      await connections.confirm(name);
      app.queue.releaseHolds();
      return changed();
    },
    'connections.remove': async ({ name }) => {
      refuseInUse(app.queue.standings(), name);
      const isPractice = connectionRows(ports).some((row) => row.name === name && row.kind === 'practice');
      connections.remove(name);
      app.storageHosts.forget(name);
      app.sending.forget(name);
      if (app.team.ledgers.of(name) !== undefined) {
        await app.team.ledgers.forget(name);
        await app.team.forgetLinks();
        tell('team.changed', team.ledgers());
      }
      if (isPractice) await practice.close();
      return changed();
    },
    'connections.test': ({ name }) => testConnection(app.services, name, signal),
    'connections.diagnose': async ({ name, askForStorage }) =>
      await app.diagnose(
        name,
        {
          audience: carrier === 'window' ? 'window' : 'terminal',
          askForStorage,
          onStep: (step) => tell('diagnosis.stepped', { name, step }),
        },
        signal,
      ),
    'connections.changeHosts': async ({ name, fixed, private: isPrivate, remove = [], allow = [] }) => {
      const { storageHosts, queue } = app;
      const bound = boundTo(app.services.connection(name));
      const rule = { ...(fixed !== undefined && { fixed }), ...(isPrivate !== undefined && { private: isPrivate }) };
      if (Object.keys(rule).length > 0) await storageHosts.change(bound, rule);
      const missing: string[] = [];
      for (const host of remove) if (!(await storageHosts.remove(bound, host))) missing.push(host);
      for (const host of allow) {
        const origin = await storageHosts.allow(bound, host);
        // The same service named the same host: the person is not asked once more for each connection to it.
        for (const other of queue.waits.heldFor(origin))
          if (leadsAlike(other, bound)) await storageHosts.allow(other, origin);
      }
      queue.releaseHolds();
      const kept = await storageHosts.list(bound);
      const shown = kept ?? { hosts: [], fixed: false, private: false };
      return { ...shown, isUntouched: kept === undefined, missing };
    },
    'connections.ledger': ({ name }) => ledgerOfConnection(app, name),
    'connections.changeLedger': async ({ name, ledger }) => {
      const changed = await changeLedgerOfConnection(app, name, ledger);
      tell('team.changed', team.ledgers());
      return changed;
    },
    'connections.countLines': ({ name, from }) => {
      const { destination } = boundTo(app.services.connection(name));
      app.reportLines.set(destination, from === 'unknown' ? undefined : from);
      changed();
      return { asked: app.queue.actions.readAgain(destination) };
    },
    'connections.changeSending': ({ name, ...change }) => {
      // Throws for an unknown connection.
      app.services.connection(name);
      const before = app.sending.of(name);
      const after = changedRules(before, change);
      app.sending.change(name, after);
      const changes = changesOf(sendingAsText(before), sendingAsText(after));
      if (changes.length > 0) app.recordSecurity({ kind: 'connection-changed', connection: name, changes });
      app.queue.refresh();
      return changed();
    },
    'connections.observe': ({ name, paths }) => {
      // Throws for an unknown connection, which cannot be observed.
      app.services.connection(name);
      app.observedPaths.change(name, paths);
      return changed();
    },
  };
}

const sendingAsText = (rules: SendingRules) => ({
  hours: hoursAsText(rules),
  bandwidth: bandwidthAsText(rules.bandwidth),
});

/** The stored connections, those whose record cannot be read, and the one of the environment. */
export function connectionRows({ app, practice }: Pick<Ports, 'app' | 'practice'>): ConnectionRow[] {
  const standings = app.queue.standings();
  const openOver = (name: string) => standings.filter((standing) => isOpenOver(standing, name)).length;
  const stored = storedConnections(app.connections).map((row): ConnectionRow => {
    const openSubmissions = openOver(row.name);
    if (row.error !== undefined) return { ...row, observed: [], openSubmissions };
    const signsIn = row.hasSecret || row.certificate !== undefined;
    // What it signs in with is encrypted; the practice tenant needs nothing of that.
    const trouble = row.kind === 'practice' ? practice.error : signsIn ? app.closedKeyStore : undefined;
    const error = trouble?.toRecord();
    return { ...row, ...lifeOf(app, row), openSubmissions, ...(error !== undefined && { error }) };
  });
  return [...fromEnvironment(app, openOver), ...stored];
}

/** When each connection sends, and how fast; can be read while another process works. */
export const keptSending = (settings: SettingsFile, policy: PolicyValues): KeptSending =>
  new KeptSending(settings, (name) => setSending(policy, name));

/** What is stored, those that cannot be read last; can be read while another process works. */
export function storedConnections(
  kept: Pick<Connections, 'list' | 'isSet' | 'authentication' | 'certificateOf' | 'refusedSignIn'>,
) {
  const { connections, broken } = kept.list();
  return [
    ...connections.map((connection): StoredRow => {
      const { name, kind } = connection;
      const isPractice = kind === 'practice';
      const certificate = kept.certificateOf(name);
      const refused = kept.refusedSignIn(connection);
      return {
        ...partsOf(connection),
        kind,
        hasSecret: isPractice || kept.authentication(name).secret,
        ...(certificate !== undefined && { certificate }),
        ...(refused !== undefined && { refusedSignIn: refused }),
        origin: isPractice ? 'made-here' : kept.isSet(name) ? 'policy' : 'stored',
      };
    }),
    ...broken.map(({ name, error }): StoredRow => {
      const nothing = { baseUrl: '', tokenUrl: '', clientId: '', scope: '', hasSecret: false };
      return { ...nothing, name, kind: 'production', origin: 'stored', error: error.toRecord() };
    }),
  ];
}

/**
 * None when the variables define no usable connection; the command line reports that to the person who starts the app.
 */
function fromEnvironment(app: Ports['app'], openOver: (name: string) => number): ConnectionRow[] {
  const connection = app.services.environmentConnection();
  if (connection === undefined) return [];
  const hasSecret = app.services.environmentHasSecret;
  const parts = { ...partsOf(connection), kind: 'production', hasSecret, origin: 'environment' } as const;
  const refused = app.connections.refusedSignIn(connection);
  return [
    {
      ...parts,
      ...(refused !== undefined && { refusedSignIn: refused }),
      ...lifeOf(app, connection),
      openSubmissions: openOver(connection.name),
    },
  ];
}

function boundTo(connection: Connection) {
  return { connection: connection.name, destination: destinationOf(connection) };
}

/** Whether both lead to the same service, whatever client they sign in as. */
function leadsAlike(one: Bound, other: Bound): boolean {
  return one.destination.split(' ')[0] === other.destination.split(' ')[0];
}

/** The paths that can be observed over it, when it sends, and until when it is signed in. */
function lifeOf(
  { services, observedPaths, storageHosts, reportLines, sending }: Ports['app'],
  connection: KnownConnection,
) {
  const signedInUntil = services.signedInUntil(connection);
  const bound = boundTo(connection);
  const hosts = storageHosts.origins(bound);
  const { set: reportLinesFrom } = reportLines.of(bound.destination) ?? {};
  const rules = sending.of(connection.name);
  return {
    observed: observedPaths.of(connection.name),
    ...(!isUnruled(rules) && { sending: rules }),
    ...(sending.isSet(connection.name) && { isSendingSet: true as const }),
    ...(hosts.length > 0 && { storageHosts: hosts }),
    ...(reportLinesFrom !== undefined && { reportLinesFrom }),
    ...(signedInUntil !== undefined && { signedInUntil }),
  };
}

function partsOf({ name, baseUrl, tokenUrl, clientId, scope }: Connection) {
  return { name, baseUrl, tokenUrl, clientId, scope };
}

/** @throws AppError connection.in-use */
function refuseInUse(standings: readonly Standing[], connection: string): void {
  const submissions = standings.filter((standing) => isOpenOver(standing, connection)).length;
  if (submissions > 0) throw new AppError('connection.in-use', { connection, submissions });
}

function isOpenOver({ submission, state, isMoving }: Standing, connection: string): boolean {
  return submission.connection === connection && (isMoving || state === 'held');
}

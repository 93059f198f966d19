/** @file `tranship team …`: sets up the ledger that several desks share, and says who may do what in it. */

import type { CommandOutput, LedgerStatus, PutBack, ReleaseRule } from '../../../../src-shared/contract.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { roleInWords } from '../../../../src-shared/team-history-words.ts';
import { type TeamRole, teamRoles } from '../../../../src-shared/team-roles.ts';
import { valueIn } from '../../../actions/contract-server.ts';
import {
  type LedgerActions,
  type LedgerOfCallPorts,
  migrateLedgerOfCall,
  namesLedger,
  setUpLedgerOfCall,
  withLedgerOfCall,
} from '../../../actions/ledger-of-call.ts';
import type { Tell } from '../../../actions/ports.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Output, usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';
import { day, iso } from '../wording.ts';

/**
 * Runs `work` with the actions in the ledger that the environment names; where it names none, in that of the app: of the one
 * that is running, or of the stored settings. @throws AppError team.*
 */
export async function withLedger<Result>(
  session: Session,
  command: string,
  work: (actions: LedgerActions, ledger: string) => Promise<Result>,
  tell: Tell = () => {},
): Promise<Result> {
  if (namesLedger(session.environment)) return await withLedgerOfCall(portsFrom(session, tell), work);
  return await session.withActions(
    `team ${command}`,
    async (actions) => {
      const { ledgers, problem } = await actions.call('team.ledgers', undefined);
      if (problem !== undefined) valueIn({ ok: false, error: problem });
      const [only, ...others] = ledgers;
      const lacks = (what: string) =>
        new AppError('team.address', { problem: message('TRANSHIP_LEDGER is not set{what}.', { what }) });
      if (only === undefined) throw lacks(message(', and no connection has a team ledger'));
      if (others.length > 0) throw lacks(message(', and the connections of this computer use several ledgers'));
      return await work(actions, only.ledger);
    },
    tell,
  );
}

/** Sets up the ledger; called again, it appoints another administrator. */
export async function init(session: Session, { administrator }: { administrator: string }): Promise<ExitCode> {
  const { output } = session;
  const { name, ...migrated } = await setUpLedgerOfCall(portsFrom(session), administrator);
  output.say(
    migrated.from === 0
      ? message('The team ledger is set up in {name}.', { name })
      : message('The team ledger in {name} was there already.', { name }),
  );
  output.say(
    message('{administrator} is an administrator and gives roles with “tranship team roles --give ROLE --to PERSON”.', {
      administrator,
    }),
  );
  output.emit('summary', { ...migrated, administrator });
  return exitCodes.done;
}

export async function migrate(session: Session): Promise<ExitCode> {
  const { output } = session;
  const { name: _, ...migrated } = await migrateLedgerOfCall(portsFrom(session));
  const { from, to } = migrated;
  output.say(
    from === to
      ? message('The team ledger has version {to} already.', { to })
      : message('The team ledger went from version {from} to {to}.', { from, to }),
  );
  output.emit('summary', migrated);
  return exitCodes.done;
}

export async function status(session: Session): Promise<ExitCode> {
  const { output } = session;
  const found = await withLedger(session, 'status', ({ call }, ledger) => call('team.status', { ledger }));
  const { person, roles: mine, version, server, encryption, release, putBack } = found;
  output.say(
    message('The team ledger {ledger} has version {version}, on PostgreSQL {server}.', {
      ledger: found.ledger,
      version,
      server,
    }),
  );
  output.say(
    encryption === null
      ? message('It is reached by a socket of this computer.')
      : message('It is reached by {encryption}.', { encryption }),
  );
  output.say(
    message('You are {person}: {roles}.', {
      person,
      roles: mine.length === 0 ? message('no role') : mine.map(roleInWords).join(', '),
    }),
  );
  for (const line of releaseLines(release)) output.say(line);
  sayPutBack(output, putBack);
  output.emit('summary', { ...found, release: releaseForPrograms(release), putBack: putBackForPrograms(putBack) });
  return exitCodes.done;
}

const noRelease = (): string => message('It requires no release of what is sent.');

function releaseLines(release: LedgerStatus['release']): string[] {
  if (release === undefined) return [noRelease()];
  if (release.setBy === 'policy')
    return [noRelease(), message('The policy of this computer requires a release, although the ledger does not.')];
  const { by, since, reason, ending } = release;
  const required = message('Only what another person has released is sent, as {by} said on {since}: {reason}', {
    by,
    since: day(since),
    reason,
  });
  if (ending === undefined) return [required];
  const asked = message('{by} asked on {at} to end that: {reason}', {
    by: ending.by,
    at: day(ending.at),
    reason: ending.reason,
  });
  return [required, message('{asked} It ends once another administrator says the same.', { asked })];
}

function releaseForPrograms(release: ReleaseRule | undefined): object | undefined {
  if (release === undefined || release.setBy === 'policy') return undefined;
  const { by, since, reason, ending } = release;
  return { by, at: iso(since), reason, ...(ending && { ending: { ...ending, at: iso(ending.at) } }) };
}

function sayPutBack(output: Output, putBack: PutBack | undefined): void {
  if (putBack === undefined) return;
  output.say(
    message(
      'It was put back to an earlier state, as it noticed on {since}. Nothing new is sent until these desks have told it what they have sent since; “tranship work” does so:',
      { since: day(putBack.since) },
    ),
  );
  output.table(
    [message('desk'), message('person'), message('last heard of'), message('id')],
    putBack.desks.map(({ desk, name, person, lastSeen }) => [
      ...[name, person, lastSeen === undefined ? message('known to other desks only') : day(lastSeen), desk],
    ]),
  );
}

function putBackForPrograms(putBack: PutBack | undefined): object | undefined {
  if (putBack === undefined) return undefined;
  const desks = putBack.desks.map(({ lastSeen, ...desk }) => ({
    ...desk,
    ...(lastSeen !== undefined && { lastSeen: iso(lastSeen) }),
  }));
  return { since: iso(putBack.since), desks };
}

export interface ContinueOptions {
  without: readonly string[];
  reason: string;
}

/** Has a ledger that was put back wait no longer for the desks that are named, by their name or id. */
export async function continueWithout(session: Session, { without, reason }: ContinueOptions): Promise<ExitCode> {
  const { output } = session;
  const { putBack, gone } = await withLedger(session, 'continue', async ({ call }, ledger) => {
    const { desks = [] } = (await call('team.status', { ledger })).putBack ?? {};
    const missing = desks.filter(({ desk, name }) => without.includes(desk) || without.includes(name));
    const unknown = without.filter((wanted) => !desks.some(({ desk, name }) => wanted === desk || wanted === name));
    if (unknown.length > 0)
      throw usageError(
        fact('The ledger does not wait for {unknown}. “tranship team status” shows for which.', {
          unknown: unknown.join(', '),
        }),
      );
    const left = await call('team.continueWithout', { ledger, desks: missing.map(({ desk }) => desk), reason });
    return { ...left, gone: missing };
  });
  const names = gone.map(({ name, person }) => `${name} (${person})`).join(', ');
  output.say(
    message('The ledger waits no longer for {names}. What these alone have sent since the backup may be sent again.', {
      names,
    }),
  );
  sayPutBack(output, putBack);
  output.emit('summary', { without: gone.map(({ desk }) => desk), putBack: putBackForPrograms(putBack) });
  return exitCodes.done;
}

export interface RequireReleaseOptions {
  longer: boolean;
  reason: string;
}

/** Requires a release of all that is sent, or asks another administrator to end that, or does so. */
export async function requireRelease(session: Session, { longer, reason }: RequireReleaseOptions): Promise<ExitCode> {
  const word = await withLedger(session, 'require-release', ({ call }, ledger) =>
    call('team.requireRelease', { ledger, isRequired: longer, reason }),
  );
  session.output.say(releaseWords[word]());
  session.output.emit('summary', { release: word });
  return exitCodes.done;
}

const releaseWords: Record<CommandOutput<'team.requireRelease'>, () => string> = {
  required: () => message('From now on, only what another person has released is sent.'),
  ending: () => message('A release is required until another administrator says the same with “--no-longer”.'),
  ended: () => message('This ledger requires no release any more.'),
};

export interface RolesOptions {
  give?: TeamRole;
  to?: string;
  withdraw?: TeamRole;
  from?: string;
  all: boolean;
}

/** Gives or withdraws a role where that is asked for, then shows who has which. */
export async function roles(session: Session, { give, to, withdraw, from, all }: RolesOptions): Promise<ExitCode> {
  if ((give === undefined) !== (to === undefined)) throw usageError(fact('--give and --to need each other.'));
  if ((withdraw === undefined) !== (from === undefined))
    throw usageError(fact('--withdraw and --from need each other.'));
  const change = {
    ...(give !== undefined && to !== undefined && { give: { role: give, person: to } }),
    ...(withdraw !== undefined && from !== undefined && { withdraw: { role: withdraw, person: from } }),
  };
  const appointments = await withLedger(session, 'roles', ({ call }, ledger) =>
    call('team.roles', { ledger, ...change }),
  );
  const shown = appointments.filter(({ withdrawnAt }) => all || withdrawnAt === null);
  session.output.table(
    [
      message('person'),
      message('role'),
      message('given by'),
      message('on'),
      ...(all ? [message('withdrawn by'), message('on')] : []),
    ],
    shown.map(({ person, role, givenBy, givenAt, withdrawnBy, withdrawnAt }) => [
      ...[person, roleToType(role), givenBy, day(Date.parse(givenAt))],
      ...(all ? [withdrawnBy ?? '', withdrawnAt === null ? '' : day(Date.parse(withdrawnAt))] : []),
    ]),
  );
  session.output.emit('summary', { appointments: shown, roles: teamRoles });
  return exitCodes.done;
}

/** With the word that --give and --withdraw take, where it is another one. */
function roleToType(role: string): string {
  const words = roleInWords(role);
  return words === role ? role : `${words} (${role})`;
}

function portsFrom(session: Session, tell: Tell = () => {}): LedgerOfCallPorts {
  const { environment, policy, output, interrupted: signal, call } = session;
  return {
    environment,
    policy: policy.values,
    tell,
    signal,
    connections: async () => (await session.kept()).connections,
    askPassword: ({ person, name }) => askSecret(message('Password of {person} for {name}: ', { person, name }), call),
    onJudgeAlone: (error) => output.warn(error),
  };
}

/** @file `tranship team …`: sets up the ledger that several desks share, and says who may do what in it. */

import { AppError } from '../../../../src-shared/errors.ts';
import { type TeamRole, teamRoles } from '../../../../src-shared/team-roles.ts';
import { LedgerConnection, type LedgerPorts } from '../../../team/connection/ledger-connection.ts';
import type { Offer } from '../../../team/offers/offer.ts';
import type { ReleaseRule, ReleaseWord } from '../../../team/offers/release-rule.ts';
import { type Migrated, migrateLedger, setUpLedger } from '../../../team/set-up.ts';
import { TeamLedger } from '../../../team/team-ledger.ts';
import { chosenLedger, ledgerAddressFrom } from '../../../wire/credentials/ledger-address.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { askSecret, type Terminal } from '../prompt.ts';
import { day } from '../wording.ts';

/** What a call must say to reach a ledger. */
type LedgerCall = Terminal & Pick<Call, 'environment' | 'policy'>;

/** Runs `work` with the ledger that the environment names, and always closes it afterwards. */
export async function withLedger<Result>(
  call: LedgerCall,
  work: (ledger: TeamLedger) => Promise<Result>,
): Promise<Result> {
  const ledger = await TeamLedger.open(portsFrom(call));
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

/** @throws AppError team.refused where there is none that this person may see */
export async function findOffer(ledger: TeamLedger, id: number): Promise<Offer> {
  const found = await ledger.findOffer(id);
  if (found === undefined) throw refused(`There is no offer ${id} that you may see.`);
  return found;
}

export function refused(reason: string): AppError {
  return new AppError('team.refused', { reason });
}

/** Sets up the ledger; called again, it appoints another administrator. */
export async function init(call: Call, { administrator }: { administrator: string }): Promise<ExitCode> {
  return await changing(call, async (connection) => {
    const migrated = await setUpLedger(connection, administrator);
    const { name } = connection.address;
    call.output.say(
      migrated.from === 0 ? `The team ledger is set up in ${name}.` : `The team ledger in ${name} was there already.`,
    );
    call.output.say(
      `${administrator} is an administrator and gives roles with “tranship team roles --give ROLE --to PERSON”.`,
    );
    return { ...migrated, administrator };
  });
}

export async function migrate(call: Call): Promise<ExitCode> {
  return await changing(call, async (connection) => {
    const migrated = await migrateLedger(connection);
    const { from, to } = migrated;
    call.output.say(
      from === to
        ? `The team ledger has version ${to} already.`
        : `The team ledger went from version ${from} to ${to}.`,
    );
    return migrated;
  });
}

async function changing(call: Call, change: (connection: LedgerConnection) => Promise<Migrated>): Promise<ExitCode> {
  const connection = await LedgerConnection.open(portsFrom(call));
  try {
    call.output.emit('summary', await change(connection));
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

export async function status(call: Call): Promise<ExitCode> {
  return await withLedger(call, async (ledger) => {
    const found = await ledger.status();
    const { person, roles: mine, version, server, encryption } = found;
    call.output.say(`The team ledger ${found.ledger} has version ${version}, on PostgreSQL ${server}.`);
    call.output.say(
      encryption === null ? 'It is reached by a socket of this computer.' : `It is reached by ${encryption}.`,
    );
    call.output.say(`You are ${person}: ${mine.length === 0 ? 'no role' : mine.join(', ')}.`);
    for (const line of releaseLines(found.release)) call.output.say(line);
    const { ledger: set } = call.policy.values;
    if (found.release === undefined && set?.release === 'required')
      call.output.say('The policy of this computer requires a release, although the ledger does not.');
    call.output.emit('summary', found);
    return exitCodes.done;
  });
}

function releaseLines(release: ReleaseRule | undefined): string[] {
  if (release === undefined) return ['It requires no release of what is sent.'];
  const { by, at, reason, ending } = release;
  const required = `Only what another person has released is sent, as ${by} said on ${day(Date.parse(at))}: ${reason}`;
  if (ending === undefined) return [required];
  const asked = `${ending.by} asked on ${day(Date.parse(ending.at))} to end that: ${ending.reason}`;
  return [required, `${asked} It ends once another administrator says the same.`];
}

export interface RequireReleaseOptions {
  longer: boolean;
  reason: string;
}

/** Requires a release of all that is sent, or asks another administrator to end that, or does so. */
export async function requireRelease(call: Call, { longer, reason }: RequireReleaseOptions): Promise<ExitCode> {
  return await withLedger(call, async (ledger) => {
    const word = await ledger.requireRelease(longer, reason);
    call.output.say(releaseWords[word]);
    call.output.emit('summary', { release: word });
    return exitCodes.done;
  });
}

const releaseWords: Record<ReleaseWord, string> = {
  required: 'From now on, only what another person has released is sent.',
  ending: 'A release is required until another administrator says the same with “--no-longer”.',
  ended: 'This ledger requires no release any more.',
};

export interface RolesOptions {
  give?: TeamRole;
  to?: string;
  withdraw?: TeamRole;
  from?: string;
  all: boolean;
}

/** Gives or withdraws a role where that is asked for, then shows who has which. */
export async function roles(call: Call, { give, to, withdraw, from, all }: RolesOptions): Promise<ExitCode> {
  if ((give === undefined) !== (to === undefined)) throw usageError('--give and --to need each other.');
  if ((withdraw === undefined) !== (from === undefined)) throw usageError('--withdraw and --from need each other.');
  return await withLedger(call, async (ledger) => {
    if (give !== undefined && to !== undefined) await ledger.giveRole(to, give);
    if (withdraw !== undefined && from !== undefined) await ledger.withdrawRole(from, withdraw);
    const appointments = await ledger.appointments();
    const shown = appointments.filter(({ withdrawnAt }) => all || withdrawnAt === null);
    call.output.table(
      ['person', 'role', 'given by', 'on', ...(all ? ['withdrawn by', 'on'] : [])],
      shown.map(({ person, role, givenBy, givenAt, withdrawnBy, withdrawnAt }) => [
        ...[person, role, givenBy, day(Date.parse(givenAt))],
        ...(all ? [withdrawnBy ?? '', withdrawnAt === null ? '' : day(Date.parse(withdrawnAt))] : []),
      ]),
    );
    call.output.emit('summary', { appointments: shown, roles: teamRoles });
    return exitCodes.done;
  });
}

/** The ledger of the policy, or of the variables. */
function portsFrom(call: LedgerCall): LedgerPorts {
  const { environment, policy } = call;
  const address = chosenLedger(policy.values.ledger, environment) ?? ledgerAddressFrom(environment);
  return { address, askPassword: () => askSecret(`Password of ${address.person} for ${address.name}: `, call) };
}

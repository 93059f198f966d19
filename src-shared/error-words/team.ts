/** @file Errors of the team ledger. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind, moment } from './wording.ts';

export const teamErrors = {
  'team.address': kind<{ problem: Said }>(
    false,
    () => message('The address of the team ledger cannot be used'),
    ({ problem }) => ({
      detail: problem,
      remedy: message('Ask IT for the address of the team ledger.'),
      remedyInTerminal: message(
        'Set TRANSHIP_LEDGER to postgresql://PERSON@HOST:PORT/DATABASE, and TRANSHIP_LEDGER_AUTHORITY to the file of its certificate authority.',
      ),
    }),
  ),
  'team.unreachable': kind<{ ledger: string; reason: Said }>(
    true,
    () => message('The team ledger does not answer'),
    ({ ledger, reason }) => ({
      detail: fact('{ledger}: {reason}. It may have done what it has not confirmed.', { ledger, reason }),
      remedy: message('What waits for the ledger continues by itself once it answers. Otherwise, try again later.'),
    }),
  ),
  'team.put-back': kind<{ ledger: string; since: string; desks: string }>(
    true,
    () => message('The team ledger was put back, and waits for desks'),
    ({ ledger, since, desks }) => ({
      detail:
        desks === ''
          ? fact(
              '{ledger} was put back to an earlier state, as it noticed on {since}. For a minute, it only hears what other desks have sent since.',
              { ledger, since: moment(since) },
            )
          : fact(
              '{ledger} was put back to an earlier state, as it noticed on {since}. These desks have not told it yet what they have sent since: {desks}.',
              { ledger, since: moment(since), desks },
            ),
      remedy: message(
        'Start Tranship at these desks. Once all have told it, what waits is sent by itself. Where one does not come back, say on the page Team that it is not waited for.',
      ),
      remedyInTerminal: message(
        'Run “tranship work” at these desks. Once all have told it, “tranship work” sends what waits. Where one does not come back: “tranship team continue --without DESK --reason TEXT”.',
      ),
    }),
  ),
  'team.not-trusted': kind<{ ledger: string; reason: Said }>(
    false,
    () => message('The team ledger cannot prove who it is'),
    ({ ledger, reason }) => ({
      detail: fact('{ledger}: {reason}. No password was sent.', { ledger, reason }),
      remedy: message('Ask IT for the certificate authority of the team ledger.'),
      remedyInTerminal: message(
        'Set TRANSHIP_LEDGER_AUTHORITY to the file (PEM) of the authority that issued the certificate of the server, which must name the host as TRANSHIP_LEDGER does.',
      ),
    }),
  ),
  'team.unsafe-sign-in': kind<{ ledger: string; reason: Said }>(
    false,
    () => message('Signing in to the team ledger is not safe'),
    ({ ledger, reason }) => ({
      detail: fact('{ledger}: {reason}. Your password did not leave this computer.', { ledger, reason }),
      remedy: message(
        'Ask IT to set its server up as the section “How a person signs in” about the team ledger says. If it was set up so already, another computer may pose as it: tell IT so.',
      ),
    }),
  ),
  'team.sign-in': kind<{ ledger: string; person: string; reason: Said }>(
    false,
    () => message('The team ledger does not let you in'),
    ({ ledger, person, reason }) => ({
      detail: fact('{ledger} refused {person}: {reason}.', { ledger, person, reason }),
      remedy: message('Ask an administrator of the team ledger for a login and a role.'),
      remedyInTerminal: message(
        'Set TRANSHIP_LEDGER_PASSWORD, or ask an administrator for a role: “tranship team roles --give maker --to PERSON”.',
      ),
    }),
  ),
  'team.pooler': kind<{ ledger: string; problem: Said }>(
    false,
    () => message('The pooler in front of the team ledger is not set up for it'),
    ({ ledger, problem }) => ({
      detail: fact('{ledger}: {problem}', { ledger, problem }),
      remedy: message('Ask IT to set the pooler up as the section “Behind PgBouncer” about the team ledger says.'),
    }),
  ),
  'team.not-set-up': kind<{ ledger: string }>(
    false,
    () => message('There is no team ledger in this database'),
    ({ ledger }) => ({
      detail: fact('{ledger} was never set up.', { ledger }),
      remedy: message('Ask IT to set up the team ledger.'),
      remedyInTerminal: message(
        'The owner of the database sets it up with “tranship team init --administrator PERSON”.',
      ),
    }),
  ),
  'team.older': kind<{ ledger: string; version: number; known: number }>(
    false,
    () => message('The team ledger is older than this Tranship'),
    ({ ledger, version, known }) => ({
      detail: fact('{ledger} has version {version}; this Tranship needs version {known}.', {
        ledger,
        version,
        known,
      }),
      remedy: message('Ask IT to update the team ledger.'),
      remedyInTerminal: message('The owner of the database updates it with “tranship team migrate”, after a backup.'),
    }),
  ),
  'team.newer': kind<{ ledger: string; version: number; known: number }>(
    false,
    () => message('This Tranship is older than the team ledger'),
    ({ ledger, version, known }) => ({
      detail: fact('{ledger} has version {version}; this Tranship knows versions up to {known}. It did nothing.', {
        ledger,
        version,
        known,
      }),
      remedy: message('Update Tranship on this computer.'),
    }),
  ),
  'team.part-lost': kind<{ part: string }>(
    false,
    () => message('Another desk sends this part now'),
    ({ part }) => ({
      detail: fact(
        'Part {part}: this desk did not answer in time, or was away from the team ledger, so the part was given to another desk.',
        { part },
      ),
      remedy: message('There is nothing to do: the other desk finds out what had arrived.'),
    }),
  ),
  'team.no-bytes': kind<{ file: string; bytes: number }>(
    true,
    () => message('A file of the team is not to be had here'),
    ({ file, bytes }) => ({
      detail: fact(
        '{file} ({bytes, number} bytes): no file of this size was found. Its parts are left to other desks.',
        { file, bytes },
      ),
      remedy: message('Make the folder with the file available on this computer.'),
      remedyInTerminal: message('Name the folder in which the file is: “tranship work --team --files FOLDER”.'),
    }),
  ),
  'team.refused': kind<{ reason: Said }>(
    false,
    () => message('The team ledger refused it'),
    ({ reason }) => ({
      detail: reason,
      remedy: message('Nothing was changed. The sentence above says what is missing.'),
      remedyInTerminal: message(
        'Nothing was changed. “tranship team status” shows your roles, “tranship team offers” the offers.',
      ),
    }),
  ),
  'team.release-required': kind<{ ledger: string }>(
    false,
    () => message('Only what another person has released is sent'),
    ({ ledger }) => ({
      detail: fact(
        'The team ledger {ledger} requires a release, and a single transaction has no offer that another person could release.',
        { ledger },
      ),
      remedy: message('Send it in a file, and offer that for release.'),
      remedyInTerminal: message(
        'Send it in a file: “tranship team offer FILE --connection NAME --reason TEXT”, then “tranship send FILE”.',
      ),
    }),
  ),
  'team.suspended': kind<{ reason: Said }>(
    true,
    () => message('The team ledger lets this desk send no longer'),
    ({ reason }) => ({
      detail: fact('{reason} Nothing is lost: this desk begins nothing more, and other desks take over its parts.', {
        reason,
      }),
      remedy: message(
        'Ask an administrator of the team ledger for the role “sender”, or to mend the login. This desk then continues by itself.',
      ),
    }),
  ),
  'team.package': kind<{ path: string; problem: Said }>(
    false,
    () => message('The sealed package cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem} Nothing of it was written.', { path, problem }),
      remedy: message('Copy the package again. If that does not help, ask who sealed it for another one.'),
      remedyInTerminal: message(
        'Copy the package again. If that does not help, ask who sealed it for another one: “tranship team pack”.',
      ),
    }),
  ),
  'team.package-passphrase': kind<{ path: string }>(
    false,
    () => message('The passphrase does not open the sealed package'),
    ({ path }) => ({
      detail: fact('{path} was sealed with another passphrase, or its first bytes were changed since.', { path }),
      remedy: message('Ask who sealed the package for its passphrase, by another way than that of the package.'),
      remedyInTerminal: message(
        'Set TRANSHIP_PACKAGE_PASSPHRASE to the passphrase that who sealed it tells you, by another way than that of the package.',
      ),
    }),
  ),
};

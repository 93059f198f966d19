/**
 * @file Parts of sentences that stand in errors: why something failed, what is wrong with a value. They are made in English,
 * and stored with the error; here they are said in the language that is spoken. What is not among them stays as it came, such
 * as what the service answers.
 */

import type { FactValues } from '../languages/fact.ts';
import { english } from '../languages/languages.ts';
import { message, spokenLanguage } from '../languages/message.ts';
import { retelling, type Telling } from '../languages/retold.ts';
import { exportReasons, formatNames } from './exports.ts';
import { jsonFaultInWords } from './json-faults.ts';

/** What the system answers about files: `src-main/ground/files/file-errors.ts`. */
const ofTheSystem: readonly Telling[] = [
  () => message('you do not have permission'),
  () => message('the system does not allow it'),
  () => message('the drive is read-only'),
  () => message('a parent folder is missing and cannot be created'),
  () => message('there is a file where a folder is needed'),
  () => message('there is a file or a link where a folder is needed'),
  () => message('a link leads to another place'),
  () => message('another folder has taken its place'),
  () => message('it belongs to another user'),
  () => message('it is no plain file'),
  () => message('it is not there any more'),
  () => message('there is a folder where a file is needed'),
  () => message('something else already has this name'),
  () => message('the links in the path form a circle'),
  () => message('the name is too long'),
  () => message('the system does not take this name or this operation'),
  () => message('Tranship has too many files open'),
  () => message('this computer has too many files open'),
  () => message('your disk quota is used up'),
  () => message('the file would be larger than the drive or the system allows'),
  () => message('the drive reports an error'),
  () => message('another program is using it'),
  () => message('it is a program that is running'),
  () => message('it is on another drive'),
  () => message('it is not empty'),
  () => message('the drive is not connected'),
  () => message('the device is not connected'),
  () => message('it is not open for this'),
  () => message('its reader has closed it'),
  () => message('this computer is out of memory'),
  (given) => message('it needs more than {megabytes} MB of memory', given),
  () => message('the drive cannot do this'),
  () => message('the drive does not answer'),
  (given) => message('the system answers {code}', given),
  () => message('there is a file of this name already'),
  () => message('there is something that is no file'),
  (given) => message('Windows keeps the name {name} for a device', given),
  () => message('Windows takes no colon in a name'),
  () => message('Windows takes no space or full stop at the end of a name'),
  (given) => message('it has too many folders called {name}', given),
];

/** Why a host cannot be reached or trusted: `src-main/wire/network/failures.ts`. */
const ofTheNetwork: readonly Telling[] = [
  () => message('the name could not be resolved'),
  () => message('the name could not be resolved at the moment'),
  () => message('nothing answers on this port'),
  () => message('there is no route to this host'),
  () => message('the host is down'),
  () => message('there is no network'),
  () => message('this machine does not allow the connection'),
  () => message('no answer in time'),
  () => message('the other side closed it'),
  () => message('it was aborted'),
  () => message('the network was interrupted'),
  () => message('the answer did not come in time'),
  () => message('the answer is incomplete'),
  () => message('it ended too early'),
  () => message('the host offers only encryption that is no longer safe (before TLS 1.2)'),
  () => message('the host and this computer have no kind of encryption in common'),
  // As it was stored before the clock was doubted.
  () => message('it has expired'),
  () => message('it has expired; is the clock of this machine right?'),
  () => message('it is not valid yet; is the clock of this machine right?'),
  () => message('it was revoked'),
  () => message('its issuer is not trusted'),
  () => message('it is self-signed'),
  () => message('its issuer is not known to this machine'),
  () => message('it belongs to another host'),
  () => message('what answers there does not encrypt; is the port right?'),
  () => message('the answer cannot be read'),
  (given) => message('no answer within {seconds} s', given),
  (given) => message('nothing moved for {seconds} s', given),
  () => message('no report came'),
  () => message('it asked for a pause, which is not over yet'),
  () => message('it does not answer as a proxy does'),
  () => message('the address set by hand is not the address of a proxy'),
  (given) => message('this computer names only kinds of proxy that Tranship does not support ({kinds})', given),
  (given) => message('it accepts only {kinds}, which Tranship does not speak', given),
  () => message('its address is not an https address'),
  (given) => message('the system did not give them within {seconds} s', given),
  () => message('no explanation'),
];

/** Why a proxy gets no ticket, and why authorities are not taken: `src-main/wire/network/`. */
const ofProxies: readonly Telling[] = [
  () => message('it asks for Kerberos, which knows proxies by their names and not by an IP address'),
  () => message('it asks for Kerberos, and its name is no host name'),
  (given) => message('it asks for Kerberos, and {program}, which gets the tickets, is missing', given),
  (given) => message('it asks for Kerberos, and {program}, which gets the tickets, cannot be started ({code})', given),
  (given) => message('it asks for Kerberos, and {program} of this computer cannot speak it', given),
  () => message('this computer has only NTLM for it, which Tranship does not speak'),
  () => message('the Kerberos server does not answer'),
  () => message('the sign-in of this user has expired'),
  () => message('the clock of this computer differs from that of the Kerberos server'),
  () => message('the Kerberos server cannot be reached; is this computer in the bank’s network?'),
  (given) => message('Kerberos does not know it by the name {host}', given),
  () => message('this user is not signed in to Kerberos'),
  () => message('the system gives none, and does not say why'),
  (given) => message('the system says “{answer}”', given),
  () => message('they contain a private key, which must stay with its owner'),
  () => message('there is no certificate in PEM form'),
  () => message('one of the certificates is not complete'),
  () => message('none is named'),
];

/** What is wrong with an address, or with a setting of encryption. */
const ofAddresses: readonly Telling[] = [
  () => message('is not spelled as an address must be'),
  () => message('contains a name or a password'),
  () => message('contains a #'),
  () => message('does not start with https://'),
  () => message('leads into a private network'),
  () => message('leads into a private network, and was allowed without the key of this data folder'),
  () => message('leads to this computer itself'),
  () => message('leads to a host that stores no files'),
  () => message('trusts every host, whatever its certificate'),
  () => message('writes the keys of all encrypted connections into a file'),
  () => message('prints what is exchanged to set up encryption'),
  () => message('accepts replies in which one host can hide those of another'),
  () => message('may print requests, with their tokens and signed addresses'),
  () => message('is empty'),
  () => message('is a whole address'),
  () => message('is not an id'),
  () => message('contains a backslash, a # or a line break'),
  () => message('contains a step upwards or a broken escape'),
  () => message('must be an address that starts with https://'),
  () => message('must start with https://, or the secret could be read'),
  () => message('must start with http:// or https://'),
  () => message('must not contain a name and a password'),
  () => message('must not contain a name and a password; enter these separately'),
  () => message('is not an address such as http://host:port'),
  () => message('must end after the port, as in http://host:port'),
  () => message('must end with the port, such as :3128'),
  () => message('is not an address of a proxy'),
];

/** What is wrong with a value that a person entered. */
const ofFields: readonly Telling[] = [
  () => message('may hold letters, digits, spaces, dots, dashes and underscores'),
  () => message('must not be empty'),
  () => message('must not be empty or contain spaces; usually it is tenant/<tenant-id>'),
  () => message('is not valid'),
  () => message('is damaged'),
  () => message('is damaged in the settings file'),
  () => message('is not a list in the settings file'),
  () => message('is taken by another connection'),
  () => message('is reserved for the connection in the environment variables'),
  () => message('is the connection of the practice tenant'),
  (given) => message('cannot be “{name}”, which is reserved for the connection in the environment variables', given),
  () => message('must be entered again, because the connection now leads elsewhere'),
  () => message('The proxy or an authority'),
  () => message('this is not a calendar day such as 2026-01-31'),
  () => message('only days that are over can be run again'),
  (given) => message('only the last {days} days can be run again', given),
  () => message('is the data folder of Tranship, is in it, or contains it'),
  () => message('has a name that Tranship gives to folders in watched ones, whose files were dealt with'),
  () => message('is not there, or is no folder'),
];

/** What has become of a file, and why it cannot be used. */
const ofFiles: readonly Telling[] = [
  () => message('The file is no longer the one that was checked, or cannot be read.'),
  () => message('was written to after it had been checked'),
  () => message('was written to since it was checked'),
  () => message('was written to while it was being checked'),
  () => message('was written to while it was being prepared'),
  () => message('changed while it was read'),
  () => message('has become shorter'),
  () => message('now has other content'),
  () => message('was replaced by another file while it was being sent'),
  (given) => message('had {before} bytes and now has {now}', given),
  () => message('the file has other bytes than were prepared.'),
  () => message('the other batches of its file are missing'),
  () => message('It was cancelled while it was being sent.'),
  () => message('by its settings, Tranship keeps no modification ids of what it sends'),
  () => message('nothing was read'),
  () => message('this is not UTF-8. Save it as UTF-8.'),
  ({ fault = '' }) => message('this is not valid JSON ({fault}).', { fault: jsonFaultInWords(String(fault)) }),
  () => message('this is not valid JSON.'),
  (given) => message('{path} appears more than once. Keep only the one that counts.', given),
];

/** Why no secret can be kept: `src-main/shells/`. */
const ofKeyStores: readonly Telling[] = [
  () => message('macOS does not give Tranship its key: the keychain is locked, or its use by Tranship was denied.'),
  () => message('Windows does not give Tranship its key: your sign-in to Windows cannot open it at the moment.'),
  () => message('The key store of this session (GNOME Keyring or KWallet) is locked, or does not run.'),
  () => message('Chromium has not written the key of Windows to the disk: it may be full, or not be writable.'),
  () => message('The system’s key store cannot be used.'),
  () => message('This session has no key store (GNOME Keyring or KWallet).'),
  () => message('The system’s key store does not answer.'),
  (given) =>
    message('The system’s key store has not answered for {seconds} seconds: it may be asking for a password.', given),
  () => message('This computer has no key store, so Tranship cannot store a client secret. Ask IT to set one up.'),
];

/** Who uses a queue: `src-main/shells/electron/desktop-window.ts`. Commands keep their names. */
const ofHolders: readonly Telling[] = [(given) => message('the Tranship window (process {process})', given)];

/** What an organisation sets: `src-main/policy/managed-settings.ts`. */
const ofThePolicy: readonly Telling[] = [
  () => message('the practice tenant cannot be started'),
  () => message('what the check finds faulty is not sent'),
  () => message('only files that another person has released are sent'),
  (given) => message('which connections can be used ({names})', given),
  () => message('the proxy'),
  () => message('the certificate authorities'),
  (given) => message('the storage hosts of “{connection}”', given),
  () => message('how long ended submissions are kept'),
  () => message('how long findings are kept'),
  () => message('how long reports are kept'),
  () => message('how long logs are kept'),
  () => message('where security events are forwarded'),
  () => message('the file that receives the end of the history'),
  () => message('whether an index of modification ids is kept'),
  () => message('the rules by which files are checked. Add the file again'),
  (given) =>
    message('what the check finds faulty is not sent, and no rule set makes the check less strict ({rules})', given),
];

/**
 * What the team ledger refuses: `src-main/team/migrations/`, and what a desk refuses before it asks:
 * `src-main/actions/team-offers.ts`, `src-main/team/ledger-gate.ts`.
 */
const ofTheLedger: readonly Telling[] = [
  (given) => message('Offer {id} is your own: another person has to decide it.', given),
  (given) => message('Offer {id} was released by {person} on {moment} UTC.', given),
  (given) => message('Offer {id} was refused by {person} on {moment} UTC.', given),
  (given) => message('Offer {id} is of other bytes (another SHA-256).', given),
  (given) => message('There is no offer {id}.', given),
  (given) => message('There is no offer {id} that you may see.', given),
  (given) =>
    message(
      'The same bytes were offered for the same destination by {person} on {moment} UTC (offer {id}, not decided yet).',
      given,
    ),
  (given) =>
    message(
      'The same bytes were offered for the same destination by {person} on {moment} UTC (offer {id}, released by {checker}).',
      given,
    ),
  (given) =>
    message('The file waits for the word of the team ledger {ledger}, and now no team ledger is named.', given),
  (given) => message('The file waits for the word of the team ledger {ledger}, and now {named} is named.', given),
  () => message('Your own copy of the file has to be checked before you release it.'),
  () => message('The file has to be checked before it is offered.'),
  (given) => message('The connection “{connection}” uses no team ledger.', given),
  (given) => message('{person} has no role in this ledger.', given),
  (given) => message('{person} does not have the role “{role}” in this ledger.', given),
];

/** What is wrong with what answers in place of the ledger: `src-main/team/connection/own-session.ts`. */
const ofMiddlemen: readonly Telling[] = [
  () => message('this server takes no changes, such as a standby that was not promoted'),
  () =>
    message(
      'The pooler gives each statement another connection, so that nothing can be changed as a whole. Its pool_mode must be “transaction” or “session”.',
    ),
  (given) =>
    message(
      'The pooler signs in as {login} for {person}, so that the ledger cannot tell who does what. Its settings of the database must name no user.',
      given,
    ),
];

/** What a server says that may pose as that of the ledger: `src-main/team/connection/`. */
const ofFalseServers: readonly Telling[] = [
  () => message('it offers no TLS: “ssl = on” has to be set there'),
  () => message('it does not answer the request for TLS as a server does'),
  () => message('it lets you in without a proof that it knows your password'),
  () => message('it does not prove that it knows your password'),
  (given) => message('it asks for your password in a form that a false server could use ({form})', given),
  () => message('it does not bind the sign-in to its certificate (SCRAM-SHA-256-PLUS), as behind a pooler'),
  () => message('it offers no sign-in by SCRAM-SHA-256'),
  (given) => message('it asks for a proof with {iterations} iterations, and from {least} to {most} are safe', given),
  () => message('its certificate is signed in a way to which a sign-in cannot be bound'),
  () => message('before it lets you in, it says what no PostgreSQL server says'),
  () => message('before it lets you in, it says more than a server has to'),
  () =>
    message(
      'it answered what no PostgreSQL server answers, so the connection was ended; if that goes on, let IT look at its server',
    ),
  () =>
    message(
      'it answered more than a team ledger ever holds, so the connection was ended; if that goes on, let IT look at its server',
    ),
];

export const reasons: readonly Telling[] = [
  ...[...ofTheSystem, ...ofTheNetwork, ...ofProxies, ...ofAddresses],
  ...[
    ...ofFields,
    ...ofFiles,
    ...ofKeyStores,
    ...ofHolders,
    ...ofThePolicy,
    ...ofTheLedger,
    ...ofMiddlemen,
    ...ofFalseServers,
  ],
  ...exportReasons,
];

/** The params of errors that hold such a part. All others are names, which stay as they are. */
const wordedParams: ReadonlySet<string> = new Set([
  'reason',
  'problem',
  'problems',
  'how',
  'danger',
  'effect',
  'what',
  'holder',
  'remedy',
  'packing',
  'readable',
]);

/** A reason by itself, in the language that is spoken. */
export const retoldReason = retelling(reasons, formatNames);

/** The values of an error, their words in the language that is spoken. */
export function inSpokenWords<Params extends FactValues>(params: Params): Params {
  if (spokenLanguage().code === english.code) return params;
  const worded = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' && wordedParams.has(name) ? [[name, retoldReason(value)]] : [],
  );
  return { ...params, ...Object.fromEntries(worded) };
}

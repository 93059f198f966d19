/** @file The texts of the page of connections. */

import type { ConnectionForm, DiagnosisStep } from '../../src-shared/contract.ts';
import type { DiagnosisSummary } from '../../src-shared/diagnosis-summary.ts';
import { message } from '../../src-shared/languages/message.ts';

export const connectionTexts = {
  title: message('Connections'),
  intro: message(
    'Each connection leads to one tenant of the service. A file stays with the connection it was added for.',
  ),
  add: message('New connection'),
  none: message('No connection yet'),
  noneHint: message('Add the values that the provider gave you, or try everything with the practice tenant first.'),
  base: message('Base address'),
  scope: message('Scope'),
  client: message('Client id'),
  storage: message('Files go to'),
  certificate: message('Client certificate'),
  choose: message('Choose a connection'),
  originNote: {
    'made-here': message('Created by Tranship; it runs on this computer and cannot be changed.'),
    policy: message('Set by your organisation. You can change only its secret and its certificate.'),
    environment: message('Set by the environment variables that Tranship was started with. Change it there.'),
  },
  open: (count: number) => message('{count, plural, one {# submission} other {# submissions}} under way', { count }),
  change: message('Change'),
  changeOf: (name: string) => message('Change {name}', { name }),
  diagnose: message('Diagnose'),
  diagnoseOf: (name: string) => message('Diagnose {name}', { name }),
  changeSecret: message('Change the secret…'),
  changeSecretOf: (name: string) => message('Change the secret of {name}', { name }),
  remove: message('Remove…'),
  removeOf: (name: string) => message('Remove {name}', { name }),
  removeTitle: (name: string) => message('Remove the connection {name}?', { name }),
  removeText: message(
    'Its addresses, its secret and its certificate are deleted from this computer. Nothing changes at the service.',
  ),
  removeOpen: (count: number) =>
    message(
      '{count, plural, one {# submission has not ended. Without this connection, Tranship can no longer send or follow it.} other {# submissions have not ended. Without this connection, Tranship can no longer send or follow them.}}',
      { count },
    ),
  removeConfirm: message('Remove'),
  keep: message('Go back'),
  saved: (name: string) => message('{name} is saved.', { name }),
  removed: (name: string) => message('{name} is removed.', { name }),
  secretSaved: (name: string) => message('{name} signs in with the new secret from now on.', { name }),
};

/** The credentials of a connection. */
export const signInTexts = {
  with: message('Signs in with'),
  ways: {
    secret: message('A stored secret'),
    certificate: message('A client certificate'),
    both: message('A stored secret and a client certificate'),
    nothing: message('Nothing yet: no secret is stored'),
  },
  locked: message('It cannot be decrypted now.'),
  session: message('Signed in'),
  signedIn: (minutes: number) =>
    minutes > 90
      ? message('For another {hours, number} h', { hours: Math.round(minutes / 60) })
      : message('For another {minutes, number} min', { minutes }),
  notSignedIn: message('Only when needed'),
  refused: message('No: the last sign-in was refused'),
  issuedBy: (issuer: string) => message('Issued by {issuer}', { issuer }),
  validity: message('Certificate is valid'),
  validUntil: (day: string) => message('Until {day}', { day }),
  expiresSoon: (days: number) =>
    days === 0
      ? message('It expires within a day. Replace it with a new one.')
      : message('{days, plural, one {# day} other {# days}} left. Ask for a new one now.', { days }),
  expired: message('It has expired, so the service refuses it. Replace it with a new one.'),
};

/** The dialog that replaces a secret. */
export const secretTexts = {
  title: (name: string) => message('Change the secret of {name}', { name }),
  goesOn: message('The queue keeps running: uploads continue, and the next sign-in uses the new secret.'),
  label: message('New client secret'),
  missing: message('Paste the new secret.'),
  save: message('Save the secret'),
  goBack: message('Keep the old one'),
};

export const ledgerTexts = {
  open: message('Team ledger…'),
  openOf: (name: string) => message('Team ledger of {name}', { name }),
  title: (name: string) => message('Team ledger of {name}', { name }),
  intro: message('With a team ledger, what one person offers over this connection another one releases.'),
  loading: message('Reading what is set…'),
  setBy: {
    policy: message('Your organisation has set the ledger. Say who you are in it.'),
    environment: message(
      'A variable of the computer sets the ledger and who you are in it. It cannot be changed here.',
    ),
  },
  place: message('Address of the ledger'),
  placeholder: message('postgresql://HOST:PORT/DATABASE'),
  placeHint: message('IT gives it to you. It contains no login and no password.'),
  person: message('Your login'),
  personHint: message('The one that your administrator of the ledger gave to you alone.'),
  password: message('Password of this login'),
  passwordHint: message('It is kept in the key store of this computer, and opens for this ledger only.'),
  passwordKept: message('A password is stored. Leave this empty to keep it.'),
  authority: message('Certificate authority of the ledger'),
  authorityUsual: message('Those that this computer trusts'),
  authorityKept: message('Its own authority is stored'),
  chooseAuthority: message('Choose its file (PEM)…'),
  notPem: (fileName: string) => message('{fileName} contains no certificate in PEM form.', { fileName }),
  remove: message('Use no ledger'),
  goBack: message('Cancel'),
  save: message('Save and try'),
};

/** Where nothing was bad. */
const testedWords: Partial<Record<DiagnosisSummary, (moment: string) => string>> = {
  works: (moment) => message('Tested on {moment}: no problem found', { moment }),
  'may-work': (moment) => message('Tested on {moment}: it may work, see what is doubtful', { moment }),
  untested: (moment) => message('Tested on {moment}: not to the end', { moment }),
};

export const diagnosisTexts = {
  result: (name: string) => message('Diagnosis of {name}', { name }),
  running: message('Diagnosing…'),
  done: (name: string, bad: number) =>
    bad === 0
      ? message('The diagnosis of {name} is done.', { name })
      : message('The diagnosis of {name} is done: {bad, plural, one {# problem} other {# problems}}.', { name, bad }),
  tested: (moment: string, summary: DiagnosisSummary, bad: number) =>
    testedWords[summary]?.(moment) ??
    message('Tested on {moment}: {bad, plural, one {# problem} other {# problems}} found', { moment, bad }),
  copy: message('Copy for the help desk'),
  storage: message('Also try the storage'),
  storageHint: message('Tranship asks the service for one upload address and sends no file to it.'),
};

export const stepNames: Record<DiagnosisStep['step'], string> = {
  name: message('Name'),
  proxy: message('Proxy'),
  encryption: message('Encryption'),
  token: message('Sign-in'),
  service: message('Service'),
  storage: message('Storage'),
  clock: message('Clock'),
  limits: message('Limits'),
};

export const outcomeWords: Record<DiagnosisStep['outcome'], string> = {
  good: message('Good'),
  doubtful: message('Check this'),
  bad: message('Does not work'),
  skipped: message('Not tried'),
};

export const formTexts = {
  newTitle: message('New connection'),
  changeTitle: (name: string) => message('Change {name}', { name }),
  back: message('Back to the connections'),
  pasteHint: message('If you received all values in one text, paste it into any field. Tranship fills in the others.'),
  pasted: (fields: readonly string[]) =>
    fields.length === 1
      ? message('Filled: {field}.', { field: fields.join() })
      : message('{count, plural, one {# field} other {# fields}} filled: {fields}.', {
          count: fields.length,
          fields: fields.join(', '),
        }),
  kind: message('Kind of tenant'),
  kinds: {
    production: { label: message('Production'), hint: message('Transactions that you send are monitored.') },
    test: { label: message('Test'), hint: message('A test tenant of the provider.') },
  },
  noStore: message('This computer cannot store a secret'),
  noStoreHint: message('Until it can, you can save no secret; the practice tenant needs none.'),
  secretStored: message(
    'A secret is stored and never shown. Enter it again if you change an address, the client or the scope.',
  ),
  replace: message('Replace it'),
  keepSecret: message('Keep the stored one'),
  openNote: (count: number) =>
    message(
      '{count, plural, one {# submission under way: until it has ended, you can change only the secret and the certificate.} other {# submissions under way: until they have ended, you can change only the secret and the certificate.}}',
      { count },
    ),
  save: message('Save connection'),
  cancel: message('Cancel'),
  kept: message('What you typed before is still here. A secret is never kept: enter it again.'),
  clear: message('Clear the form'),
  problems: (count: number) => message('{count, plural, one {# field} other {# fields}} to correct', { count }),
};

/** The client certificate in the form. */
export const certificateTexts = {
  title: message('Client certificate'),
  hint: message('Only if the provider or your IT gave you one. It is used with the secret or instead of it.'),
  choose: message('Choose the certificate…'),
  chooseHint: message('A file that ends in .pfx or .p12, or in .pem or .crt.'),
  chooseKey: message('Choose its key…'),
  keyMissing: message('This file contains no private key. Choose the file with the key as well.'),
  noCertificate: (fileName: string) =>
    message('{fileName} contains no certificate. Choose the certificate first, then its key.', { fileName }),
  noKey: (fileName: string) => message('{fileName} contains no private key.', { fileName }),
  tooLarge: (fileName: string) => message('{fileName} is too large for a certificate.', { fileName }),
  unreadable: (fileName: string) => message('{fileName} cannot be read.', { fileName }),
  file: message('Certificate'),
  key: message('Key'),
  passphrase: message('Passphrase of the key'),
  passphraseHint: message('The passphrase that came with the file. Leave this empty if there is none.'),
  other: message('Choose another'),
  stored: (subject: string) => message('Stored: {subject}', { subject }),
  replace: message('Replace it…'),
  remove: message('Remove the certificate'),
  removed: message('The certificate is removed when you save.'),
  keep: message('Keep the stored one'),
  discard: message('Discard'),
};

/** The fields that hold a text. */
export type TextField = Exclude<keyof ConnectionForm, 'kind' | 'certificate'>;
export type FormField = TextField | 'certificate';

/** Each field with the provider's usual name for its value. */
export const fieldTexts: Record<TextField, { label: string; hint: string; placeholder: string }> = {
  name: {
    label: message('Name'),
    hint: message('Tranship shows the connection under this name.'),
    placeholder: 'Nordbank',
  },
  baseUrl: { label: message('Base address'), hint: 'BASE_URL', placeholder: 'https://…' },
  tokenUrl: {
    label: message('Token address'),
    hint: 'TOKEN_URL',
    placeholder: 'https://…/oauth2/token',
  },
  clientId: { label: message('Client id'), hint: 'CLIENT_ID', placeholder: '' },
  scope: { label: message('Scope'), hint: 'TENANT_SCOPE', placeholder: 'tenant/…' },
  secret: { label: message('Client secret'), hint: 'CLIENT_SECRET', placeholder: '' },
};

/** @file The texts of the page of connections. */

import type { ConnectionForm, DiagnosisStep } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

export const connectionTexts = {
  title: 'Connections',
  intro: 'Each connection leads to one tenant of the service. A file stays with the connection it was added for.',
  add: 'New connection',
  none: 'No connection yet',
  noneHint: 'Add the values that the provider gave you, or try everything with the practice tenant first.',
  base: 'Base address',
  scope: 'Scope',
  client: 'Client id',
  storage: 'Files go to',
  certificate: 'Client certificate',
  choose: 'Choose a connection',
  originNote: {
    'made-here': 'Created by Tranship; it runs on this computer and cannot be changed.',
    policy: 'Set by your organisation. You can change only its secret and its certificate.',
    environment: 'Set by the environment variables that Tranship was started with. Change it there.',
  },
  open: (count: number) => (count === 1 ? '1 submission under way' : `${count} submissions under way`),
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  diagnose: 'Diagnose',
  diagnoseOf: (name: string) => `Diagnose ${name}`,
  changeSecret: 'Change the secret…',
  changeSecretOf: (name: string) => `Change the secret of ${name}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the connection ${name}?`,
  removeText:
    'Its addresses, its secret and its certificate are deleted from this computer. Nothing changes at the service.',
  removeOpen: (count: number) =>
    `${count === 1 ? '1 submission has' : `${count} submissions have`} not ended. Without this connection, Tranship can no longer send or follow ${count === 1 ? 'it' : 'them'}.`,
  removeConfirm: 'Remove',
  keep: 'Go back',
  saved: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is removed.`,
  secretSaved: (name: string) => `${name} signs in with the new secret from now on.`,
};

/** The credentials of a connection. */
export const signInTexts = {
  with: 'Signs in with',
  ways: {
    secret: 'A stored secret',
    certificate: 'A client certificate',
    both: 'A stored secret and a client certificate',
    nothing: 'Nothing yet: no secret is stored',
  },
  session: 'Signed in',
  signedIn: (minutes: number) =>
    minutes > 90 ? `For another ${Math.round(minutes / 60)} h` : `For another ${minutes} min`,
  notSignedIn: 'Only when needed',
  issuedBy: (issuer: string) => `Issued by ${issuer}`,
  validity: 'Certificate is valid',
  validUntil: (day: string) => `Until ${day}`,
  expiresSoon: (days: number) =>
    days === 0
      ? 'It expires within a day. Replace it with a new one.'
      : `${counted(days, 'day')} left. Ask for a new one now.`,
  expired: 'It has expired, so the service refuses it. Replace it with a new one.',
};

/** The dialog that replaces a secret. */
export const secretTexts = {
  title: (name: string) => `Change the secret of ${name}`,
  goesOn: 'The queue keeps running: uploads continue, and the next sign-in uses the new secret.',
  label: 'New client secret',
  missing: 'Paste the new secret.',
  save: 'Save the secret',
  goBack: 'Keep the old one',
};

export const diagnosisTexts = {
  result: (name: string) => `Diagnosis of ${name}`,
  running: 'Diagnosing…',
  done: (name: string, bad: number) =>
    bad === 0 ? `The diagnosis of ${name} is done.` : `The diagnosis of ${name} is done: ${counted(bad, 'problem')}.`,
  tested: (moment: string, bad: number) =>
    `Tested on ${moment}: ${bad === 0 ? 'no problem found' : `${counted(bad, 'problem')} found`}`,
  copy: 'Copy for the help desk',
  storage: 'Also try the storage',
  storageHint: 'Tranship asks the service for one upload address and sends no file to it.',
};

export const stepNames: Record<DiagnosisStep['step'], string> = {
  name: 'Name',
  proxy: 'Proxy',
  encryption: 'Encryption',
  token: 'Sign-in',
  service: 'Service',
  storage: 'Storage',
  clock: 'Clock',
  limits: 'Limits',
};

export const outcomeWords: Record<DiagnosisStep['outcome'], string> = {
  good: 'Good',
  doubtful: 'Check this',
  bad: 'Does not work',
  skipped: 'Not tried',
};

export const formTexts = {
  newTitle: 'New connection',
  changeTitle: (name: string) => `Change ${name}`,
  back: 'Back to the connections',
  pasteHint: 'If you received all values in one text, paste it into any field. Tranship fills in the others.',
  pasted: (fields: readonly string[]) =>
    fields.length === 1 ? `Filled: ${fields[0]}.` : `${fields.length} fields filled: ${fields.join(', ')}.`,
  kind: 'Kind of tenant',
  kinds: {
    production: { label: 'Production', hint: 'Transactions that you send are monitored.' },
    test: { label: 'Test', hint: 'A test tenant of the provider.' },
  },
  noStore: 'This computer cannot store a secret',
  noStoreHint: 'Until it can, you can save no secret; the practice tenant needs none.',
  secretStored: 'A secret is stored and never shown. Enter it again if you change an address, the client or the scope.',
  replace: 'Replace it',
  keepSecret: 'Keep the stored one',
  openNote: (count: number) =>
    `${connectionTexts.open(count)}: until ${count === 1 ? 'it has' : 'they have'} ended, you can change only the secret and the certificate.`,
  save: 'Save connection',
  cancel: 'Cancel',
  kept: 'What you typed before is still here. A secret is never kept: enter it again.',
  clear: 'Clear the form',
  problems: (count: number) => `${counted(count, 'field')} to correct`,
};

/** The client certificate in the form. */
export const certificateTexts = {
  title: 'Client certificate',
  hint: 'Only if the provider or your IT gave you one. It is used with the secret or instead of it.',
  choose: 'Choose the certificate…',
  chooseHint: 'A file that ends in .pfx or .p12, or in .pem or .crt.',
  chooseKey: 'Choose its key…',
  keyMissing: 'This file contains no private key. Choose the file with the key as well.',
  noCertificate: (fileName: string) =>
    `${fileName} contains no certificate. Choose the certificate first, then its key.`,
  noKey: (fileName: string) => `${fileName} contains no private key.`,
  tooLarge: (fileName: string) => `${fileName} is too large for a certificate.`,
  unreadable: (fileName: string) => `${fileName} cannot be read.`,
  file: 'Certificate',
  key: 'Key',
  passphrase: 'Passphrase of the key',
  passphraseHint: 'The passphrase that came with the file. Leave this empty if there is none.',
  other: 'Choose another',
  stored: (subject: string) => `Stored: ${subject}`,
  replace: 'Replace it…',
  remove: 'Remove the certificate',
  removed: 'The certificate is removed when you save.',
  keep: 'Keep the stored one',
  discard: 'Discard',
};

/** The fields that hold a text. */
export type TextField = Exclude<keyof ConnectionForm, 'kind' | 'certificate'>;
export type FormField = TextField | 'certificate';

/** Each field with the provider's usual name for its value. */
export const fieldTexts: Record<TextField, { label: string; hint: string; placeholder: string }> = {
  name: { label: 'Name', hint: 'Tranship shows the connection under this name.', placeholder: 'Nordbank' },
  baseUrl: { label: 'Base address', hint: 'BASE_URL', placeholder: 'https://…' },
  tokenUrl: { label: 'Token address', hint: 'TOKEN_URL', placeholder: 'https://…/oauth2/token' },
  clientId: { label: 'Client id', hint: 'CLIENT_ID', placeholder: '' },
  scope: { label: 'Scope', hint: 'TENANT_SCOPE', placeholder: 'tenant/…' },
  secret: { label: 'Client secret', hint: 'CLIENT_SECRET', placeholder: '' },
};

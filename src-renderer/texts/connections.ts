/** @file The texts of the page of connections. */

import type { ConnectionForm, DiagnosisStep } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

export const connectionTexts = {
  title: 'Connections',
  intro: 'Each connection leads to one tenant of the service. A file stays with the connection it was added for.',
  add: 'New connection',
  none: 'No connection yet',
  noneHint: 'Add the values that the provider gave you, or try everything with the practice tenant first.',
  base: 'Service',
  scope: 'Scope',
  client: 'Client id',
  certificate: 'Client certificate',
  choose: 'Choose a connection',
  originNote: {
    'made-here': 'Made by Tranship, runs on this computer. It cannot be changed.',
    environment: 'Given by the variables that this process was started with. It is changed there.',
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
  removeText: 'Its address and what it signs in with are forgotten on this computer. Nothing changes at the service.',
  removeOpen: (count: number) =>
    `${count === 1 ? '1 submission has' : `${count} submissions have`} not ended: without this connection nothing more of ${count === 1 ? 'it' : 'them'} can be sent or followed.`,
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
  notSignedIn: 'Only when it is needed',
  issuedBy: (issuer: string) => `Issued by ${issuer}`,
  validity: 'Certificate is valid',
  validUntil: (day: string) => `Until ${day}`,
  expiresSoon: (days: number) =>
    days === 0
      ? 'It ends within a day. Put a new one in its place.'
      : `${counted(days, 'day')} left. Ask for a new one now.`,
  expired: 'It has ended: the service refuses it. Put a new one in its place.',
};

/** The dialog that replaces a secret. */
export const secretTexts = {
  title: (name: string) => `Change the secret of ${name}`,
  goesOn: 'The queue goes on: what is on its way stays on its way, and the next sign-in uses the new secret.',
  label: 'New client secret',
  missing: 'Paste the new secret.',
  save: 'Save the secret',
  goBack: 'Keep the old one',
};

export const diagnosisTexts = {
  result: (name: string) => `Diagnosis of ${name}`,
  running: 'Looking further…',
  done: (name: string, bad: number) =>
    bad === 0 ? `The diagnosis of ${name} is done.` : `The diagnosis of ${name} is done: ${counted(bad, 'problem')}.`,
  copy: 'Copy for the help desk',
  storage: 'Also try the storage',
  storageHint: 'The service is asked for one upload address, which is then used up without a file.',
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
  doubtful: 'Please look',
  bad: 'Does not work',
  skipped: 'Not tried',
};

export const formTexts = {
  newTitle: 'New connection',
  changeTitle: (name: string) => `Change ${name}`,
  back: 'Back to the connections',
  pasteHint: 'Did you get all values in one text? Copy it and paste it into any field: the others fill themselves.',
  pasted: (fields: readonly string[]) =>
    fields.length === 1 ? `Filled: ${fields[0]}.` : `${fields.length} fields filled: ${fields.join(', ')}.`,
  kind: 'Which kind of tenant is it?',
  kinds: {
    production: { label: 'Production', hint: 'What is sent counts and is monitored.' },
    test: { label: 'Test', hint: 'A test tenant of the provider.' },
  },
  noStore: 'A secret cannot be kept on this computer',
  noStoreHint: 'It is used until Tranship is closed, and asked for again after that.',
  secretStored: 'A secret is stored. It is never shown again.',
  replace: 'Replace it',
  keepSecret: 'Keep the stored one',
  openNote: (count: number) =>
    `${connectionTexts.open(count)}: only the secret and the certificate can be changed until ${count === 1 ? 'it has' : 'they have'} ended.`,
  save: 'Save connection',
  cancel: 'Cancel',
};

/** The client certificate in the form. */
export const certificateTexts = {
  title: 'Client certificate',
  hint: 'Only if the provider or your IT gave you one. It is used beside the secret, or in its place.',
  choose: 'Choose the certificate…',
  chooseHint: 'A file that ends in .pfx or .p12, or in .pem or .crt.',
  chooseKey: 'Choose its key…',
  keyMissing: 'This file holds no private key. Choose the file with the key as well.',
  noCertificate: (fileName: string) => `${fileName} holds no certificate. Choose the certificate first, then its key.`,
  noKey: (fileName: string) => `${fileName} holds no private key.`,
  tooLarge: (fileName: string) => `${fileName} is far too large for a certificate.`,
  unreadable: (fileName: string) => `${fileName} cannot be read.`,
  file: 'Certificate',
  key: 'Key',
  passphrase: 'Passphrase of the key',
  passphraseHint: 'As it was given to you with the file. Leave it empty if there is none.',
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
  name: { label: 'Name', hint: 'As it is called everywhere in Tranship.', placeholder: 'Nordbank' },
  baseUrl: { label: 'Address of the service', hint: 'BASE_URL', placeholder: 'https://…' },
  tokenUrl: { label: 'Address for signing in', hint: 'TOKEN_URL', placeholder: 'https://…/oauth2/token' },
  clientId: { label: 'Client id', hint: 'CLIENT_ID', placeholder: '' },
  scope: { label: 'Scope of the tenant', hint: 'TENANT_SCOPE', placeholder: 'tenant/…' },
  secret: { label: 'Client secret', hint: 'CLIENT_SECRET', placeholder: '' },
};

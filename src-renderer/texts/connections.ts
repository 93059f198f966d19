/** @file The words of the page of connections. */

import type { ConnectionForm, DiagnosisStep } from '../../src-preload/contract.ts';

export const connectionTexts = {
  title: 'Connections',
  intro: 'Each connection leads to one tenant of the service. A file stays with the connection it was added for.',
  add: 'New connection',
  none: 'No connection yet',
  noneHint: 'Add the values that the provider gave you, or try everything with the practice tenant first.',
  base: 'Service',
  scope: 'Scope',
  client: 'Client id',
  secret: 'Secret',
  secretStored: 'A secret is stored',
  secretMissing: 'No secret is stored',
  originNote: {
    'made-here': 'Made by Tranship, runs on this computer. It cannot be changed.',
    environment: 'Given by the variables that this process was started with. It is changed there.',
  },
  open: (count: number) => (count === 1 ? '1 submission under way' : `${count} submissions under way`),
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  test: 'Test',
  testOf: (name: string) => `Test ${name}`,
  testing: 'Testing…',
  testResult: (name: string) => `Test of ${name}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the connection ${name}?`,
  removeText: 'Its address and its secret are forgotten on this computer. Nothing changes at the service.',
  removeOpen: (count: number) =>
    `${count === 1 ? '1 submission has' : `${count} submissions have`} not ended: without this connection nothing more of ${count === 1 ? 'it' : 'them'} can be sent or followed.`,
  removeConfirm: 'Remove',
  keep: 'Go back',
  saved: (name: string) => `${name} is saved.`,
  removed: (name: string) => `${name} is removed.`,
};

export const stepNames: Record<DiagnosisStep['step'], string> = {
  name: 'Name',
  proxy: 'Way and proxy',
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
    `${connectionTexts.open(count)}: only the secret can be changed until ${count === 1 ? 'it has' : 'they have'} ended.`,
  save: 'Save connection',
  cancel: 'Cancel',
};

export type FormField = Exclude<keyof ConnectionForm, 'kind'>;

/** Each field with the provider's own name for its value. */
export const fieldTexts: Record<FormField, { label: string; hint: string; placeholder: string }> = {
  name: { label: 'Name', hint: 'As it is called everywhere in Tranship.', placeholder: 'Nordbank' },
  baseUrl: { label: 'Address of the service', hint: 'BASE_URL', placeholder: 'https://…' },
  tokenUrl: { label: 'Address for signing in', hint: 'TOKEN_URL', placeholder: 'https://…/oauth2/token' },
  clientId: { label: 'Client id', hint: 'CLIENT_ID', placeholder: '' },
  scope: { label: 'Scope of the tenant', hint: 'TENANT_SCOPE', placeholder: 'tenant/…' },
  secret: { label: 'Client secret', hint: 'CLIENT_SECRET', placeholder: '' },
};

/** @file The texts of the page of connections. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { ConnectionForm, DiagnosisStep } from '../../src-shared/contract.ts';
import type { DiagnosisSummary } from '../../src-shared/diagnosis-summary.ts';
import { message } from '../../src-shared/languages/message.ts';

export const connectionTexts = {
  none: message('No connection yet'),
  originNote: {
    'made-here': message(
      'Created by Tranship, and runs on this computer. Its address and its secret stay as they are.',
    ),
    policy: message('Set by your organisation. You can change only its secret and its certificate.'),
    environment: message('Set by the environment variables that Tranship was started with. Change it there.'),
  },
  hoursOf: (name: string) => message('Hours and bandwidth of {name}', { name: connectionInWords(name) }),
  diagnoseOf: (name: string) => message('Diagnose {name}', { name: connectionInWords(name) }),
};

/** The credentials of a connection. */
export const signInTexts = {
  ways: {
    secret: message('A stored secret'),
    certificate: message('A client certificate'),
    both: message('A stored secret and a client certificate'),
    nothing: message('Nothing yet: no secret is stored'),
  },
  signedIn: (minutes: number) =>
    minutes > 90
      ? message('For another {hours, number} h', { hours: Math.round(minutes / 60) })
      : message('For another {minutes, number} min', { minutes }),
  expiresSoon: (days: number) =>
    days === 0
      ? message('It expires within a day. Replace it with a new one.')
      : message('{days, plural, one {# day} other {# days}} left. Ask for a new one now.', { days }),
};

export const ledgerTexts = {
  setBy: {
    policy: message('Your organisation has set the ledger. Say who you are in it.'),
    environment: message(
      'A variable of the computer sets the ledger and who you are in it. It cannot be changed here.',
    ),
  },
};

/** Where nothing was bad. */
const testedWords: Partial<Record<DiagnosisSummary, (moment: string) => string>> = {
  works: (moment) => message('Tested on {moment}: no problem found', { moment }),
  'may-work': (moment) => message('Tested on {moment}: it may work, see what is doubtful', { moment }),
  untested: (moment) => message('Tested on {moment}: not to the end', { moment }),
};

export const diagnosisTexts = {
  done: (name: string, bad: number) =>
    bad === 0
      ? message('The diagnosis of {name} is done.', { name })
      : message('The diagnosis of {name} is done: {bad, plural, one {# problem} other {# problems}}.', { name, bad }),
  tested: (moment: string, summary: DiagnosisSummary, bad: number) =>
    testedWords[summary]?.(moment) ??
    message('Tested on {moment}: {bad, plural, one {# problem} other {# problems}} found', { moment, bad }),
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
  pasted: (fields: readonly string[]) =>
    fields.length === 1
      ? message('Filled: {field}.', { field: fields.join() })
      : message('{count, plural, one {# field} other {# fields}} filled: {fields}.', {
          count: fields.length,
          fields: fields.join(', '),
        }),
  kinds: {
    production: { label: message('Production'), hint: message('Transactions that you send are monitored.') },
    test: { label: message('Test'), hint: message('A test environment of the provider.') },
  },
  noStoreHint: message('Until it can, you can save no secret; the practice service needs none.'),
};

/** The client certificate in the form. */
export const certificateTexts = {
  keep: message('Keep the stored one'),
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

/** @file The connections of the sample app, one of them with every feature, and the result of a diagnosis. */

import type {
  ConnectionForm,
  ConnectionRow,
  Diagnosis,
  DiagnosisStep,
  NetworkForm,
  NetworkState,
} from '../../src-shared/contract.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const observed = [
  { name: 'Transaction summary', path: '/api/observability/transactions/summary' },
  { name: 'Rule execution', path: '/api/observability/rules/executions' },
  { name: 'Data export', path: '/api/observability/exports' },
];

export const sampleConnections = (now: number): ConnectionRow[] => [
  {
    ...connection('Nordbank', 'production', 'https://api.nordbank.example', 3),
    signedInUntil: now + 42 * MINUTE - 20_000,
    certificate: {
      subject: 'CN=tranship.nordbank.example, O=Nordbank AB',
      issuer: 'Nordbank Issuing CA 3',
      validUntil: now + 12 * DAY + MINUTE,
    },
  },
  {
    ...connection('Nordbank UAT', 'test', 'https://uat.nordbank.example', 0),
    hasSecret: false,
    observed: [],
    certificate: { subject: 'CN=uat.nordbank.example', issuer: 'Nordbank Issuing CA 3', validUntil: now - 3 * DAY },
  },
  connection('Practice', 'practice', 'http://127.0.0.1:4100', 1),
];

function connection(
  name: string,
  kind: ConnectionRow['kind'],
  baseUrl: string,
  openSubmissions: number,
): ConnectionRow {
  return {
    name,
    kind,
    baseUrl,
    tokenUrl: `${baseUrl}/oauth2/token`,
    clientId: 'tranship-client',
    scope: 'tenant/nordbank',
    hasSecret: true,
    origin: kind === 'practice' ? 'made-here' : 'stored',
    openSubmissions,
    observed,
  };
}

/** The row that a form produces. */
export function rowAfter(form: ConnectionForm, before: ConnectionRow | undefined, now: number): ConnectionRow {
  const { secret, certificate, ...rest } = form;
  const sample = {
    subject: 'CN=picked.nordbank.example',
    issuer: 'Nordbank Issuing CA 3',
    validUntil: now + 300 * DAY,
  };
  const kept = certificate === undefined ? before?.certificate : certificate === 'none' ? undefined : sample;
  return {
    ...rest,
    hasSecret: secret !== undefined || before?.hasSecret === true,
    origin: 'stored',
    openSubmissions: before?.openSubmissions ?? 0,
    observed: before?.observed ?? observed,
    ...(kept !== undefined && { certificate: kept }),
  };
}

const good = (step: DiagnosisStep['step'], sentence: string, milliseconds: number): DiagnosisStep => ({
  step,
  outcome: 'good',
  sentence,
  milliseconds,
});

/** Sends each step after a while; a diagnosis that asks for the storage finds it. */
export async function sampleDiagnosis(askForStorage: boolean, tell: (step: DiagnosisStep) => void): Promise<Diagnosis> {
  const steps: DiagnosisStep[] = [
    good('name', 'api.nordbank.example is 192.0.2.10.', 12),
    good('proxy', 'By the proxy http://proxy.nordbank.example:8080, which lets it through.', 31),
    {
      step: 'encryption',
      outcome: 'doubtful',
      sentence:
        'The connection is encrypted, but the certificate comes from “Nordbank Inspection CA”, not from the provider.',
      remedy: 'The network of the bank looks into this connection. If that is meant to be, nothing is to be done.',
      milliseconds: 88,
    },
    good('token', 'The client id, the secret and the scope were accepted.', 212),
    {
      step: 'service',
      outcome: 'bad',
      sentence: 'The service says that these credentials may not ask about batches.',
      remedy: 'Ask the provider to enable batch upload for this tenant.',
      milliseconds: 95,
    },
    askForStorage
      ? good('storage', 'storage.nordbank.example answers.', 140)
      : {
          step: 'storage',
          outcome: 'skipped',
          sentence: 'Where the storage is, is known only after an upload.',
          milliseconds: 0,
        },
    good('clock', 'The clock of this computer agrees with the service’s, to the second.', 0),
    good('limits', 'No limit was touched.', 0),
  ];
  for (const step of steps) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    tell(step);
  }
  return {
    steps,
    text: `Diagnosis of Nordbank\n${steps.map(({ step, sentence }) => `${step}: ${sentence}`).join('\n')}`,
  };
}

/** The network settings after a change. */
export function networkAfter({ proxyPassword, ...form }: NetworkForm, before: NetworkState): NetworkState {
  return { ...form, hasProxyPassword: proxyPassword === undefined ? before.hasProxyPassword : proxyPassword !== '' };
}

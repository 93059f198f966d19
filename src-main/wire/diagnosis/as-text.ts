/** @file A diagnosis as plain text for the help desk: with full host names, without secrets. */

import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import type { StepInWords } from '../../../src-shared/diagnosis-step.ts';
import { redactAll, shortenedId } from '../../ground/redaction.ts';
import type { Connection } from '../credentials/connection.ts';

export interface DiagnosisInfo {
  /** Of Tranship. */
  version: string;
  /** When the diagnosis was made (ms since the epoch). */
  at: number;
  /** What the organisation has set on this computer: each key with its value. */
  policy?: Readonly<Record<string, string>>;
}

const outcomes: Record<DiagnosisStep['outcome'], string> = {
  good: 'good',
  doubtful: 'DOUBTFUL',
  bad: 'BAD',
  skipped: 'not tried',
};

/** The steps that have ended so far, under a heading that names the connection. */
export function diagnosisAsText(
  { name, baseUrl, tokenUrl, clientId }: Connection,
  steps: readonly StepInWords[],
  { version, at, policy = {} }: DiagnosisInfo,
): string {
  const lines = [
    `Diagnosis of the connection “${name}”, ${new Date(at).toISOString()}`,
    `Tranship ${version}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `Service  ${baseUrl}`,
    `Sign-in  ${tokenUrl}`,
    `Client   ${shortenedId(clientId)}`,
    ...Object.entries(policy).map(([key, value]) => `Set by your organisation: ${key}: ${value}`),
    '',
    ...steps.flatMap(({ step, outcome, sentence, remedy, milliseconds }) => [
      `${step.padEnd(10)}  ${outcomes[outcome].padEnd(9)}  ${sentence} (${milliseconds} ms)`,
      ...(remedy === undefined ? [] : [`${' '.repeat(23)}→ ${remedy}`]),
    ]),
  ];
  return redactAll(`${lines.join('\n')}\n`);
}

/** @file Which field of the form a refusal is about. Pure. */

import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { type FormField, fieldTexts, type TextField } from '../texts/connections.ts';

export interface FieldProblem {
  field: FormField;
  problem: string;
}

/** The field and what is wrong with it; undefined where the refusal is about none of them. */
export function fieldProblem(error: ErrorRecord): FieldProblem | undefined {
  const { code, params } = error;
  if (code === 'connection.exists') return { field: 'name', problem: describeError(error).title };
  if (code === 'secret.no-store' || code === 'auth.no-secret') {
    return { field: 'secret', problem: describeError(error).title };
  }
  if (code.startsWith('certificate.')) return { field: 'certificate', problem: wordsOf(error) };
  if (code !== 'connection.invalid') return undefined;
  // The place may be named from further outside: “connections.Nordbank.baseUrl”.
  const last = String(params['field']).split('.').at(-1);
  const field = Object.keys(fieldTexts).find((name): name is TextField => name === last);
  return field === undefined ? undefined : { field, problem: `${fieldTexts[field].label} ${params['problem']}.` };
}

/** All that is to be said, for what can be wrong with a certificate is more than a field tells. */
function wordsOf(error: ErrorRecord): string {
  const { title, detail, remedy } = describeError(error);
  return `${title}. ${detail} ${remedy}`;
}

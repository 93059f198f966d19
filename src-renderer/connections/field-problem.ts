/** @file Finds the form field that a refusal concerns. Pure. */

import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import type { FactValue } from '../../src-shared/languages/fact.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type FormField, fieldTexts, type TextField } from '../texts/connections.ts';

export interface FieldProblem {
  field: FormField;
  problem: string;
}

/** The field and its problem; undefined when the refusal concerns none of them. */
export function fieldProblem(error: ErrorRecord): FieldProblem | undefined {
  const { code, params } = error;
  if (code === 'connection.exists') return { field: 'name', problem: describeError(error).title };
  if (code === 'secret.no-store' || code === 'auth.no-secret') {
    return { field: 'secret', problem: describeError(error).title };
  }
  if (code.startsWith('certificate.')) return { field: 'certificate', problem: wordsOf(error) };
  if (code !== 'connection.invalid') return undefined;
  // The field may have a longer path: “connections.Nordbank.baseUrl”.
  const last = String(params['field']).split('.').at(-1);
  const field = Object.keys(fieldTexts).find((name): name is TextField => name === last);
  return field === undefined ? undefined : problemOfField({ field, problem: params['problem'] ?? '' });
}

/** A problem that begins with the name of its field. */
export const problemOfField = ({ field, problem }: { field: TextField; problem: FactValue }): FieldProblem => ({
  field,
  problem: message(
    '{field} {problem}.',
    { field: fieldTexts[field].label, problem },
    { context: 'the rest of a sentence' },
  ),
});

/** The complete text, because a problem with a certificate is more than the field's name tells. */
function wordsOf(error: ErrorRecord): string {
  const { title, detail, remedy } = describeError(error);
  return `${title}. ${detail} ${remedy}`;
}

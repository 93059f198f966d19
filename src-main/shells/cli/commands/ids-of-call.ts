/** @file The modification ids that a call asks about, and the words for those that were not found. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { largest, readSmall, smallOf } from '../../../ground/files/small-file.ts';
import type { Call } from '../call.ts';
import { usageError } from '../output.ts';
import { grouped } from '../wording.ts';

/** As many ids that were not found are named. */
const MOST_NAMED = 20;

export interface IdsOfCall {
  /** A file with one id a line; `-` is what is piped in. */
  from?: string;
}

/** Each once, those of the call first. @throws AppError usage.*, file.* */
export async function idsOfCall(
  given: readonly string[],
  { from }: IdsOfCall,
  call: Pick<Call, 'ports' | 'interrupted'>,
): Promise<string[]> {
  const ids = [...new Set([...given.map((id) => id.trim()), ...(from === undefined ? [] : await idsFrom(from, call))])];
  if (ids.length === 0) throw usageError(fact('Name at least one modification id, or a file of them with --from.'));
  return ids;
}

/** One id a line, without blanks around it. @throws AppError file.* */
async function idsFrom(from: string, call: Pick<Call, 'ports' | 'interrupted'>): Promise<string[]> {
  const most = largest.record;
  const { ports, interrupted: signal } = call;
  const text = from === '-' ? await smallOf(ports.stdin, from, most, signal) : await readSmall(from, most, signal);
  return text
    .toString()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** @param isIncomplete whether some files could not be searched */
export function notFoundInWords(ids: readonly string[], isIncomplete: boolean): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more =
    ids.length > MOST_NAMED ? ` ${message('and {grouped} more', { grouped: grouped(ids.length - MOST_NAMED) })}` : '';
  const where = isIncomplete ? ` ${message('in the files that could be searched')}` : '';
  return message('Not found{where}: {named}{more}.', { where, named, more });
}

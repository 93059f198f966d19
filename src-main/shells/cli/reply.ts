/** @file Replies whose shape the contract does not show: a table for people where possible, the whole reply for programs. */

import { AppError } from '../../../src-shared/errors.ts';
import { tableOf } from '../../wire/service/reply-table.ts';
import type { ApiReply } from '../../wire/service/service-client.ts';
import type { Output } from './output.ts';
import { counted, plain } from './wording.ts';

/** Of a longer reply only the beginning has been read. */
const LONGEST_READ = 1024 * 1024;
const LONGEST_EXCERPT = 200;

/**
 * The reply, if it is whole: half of one would be taken for all of it.
 * @param mayBeText whether it may be something else than JSON, such as CSV
 * @throws AppError service.bad-reply
 */
export function wholeReply(reply: ApiReply, endpoint: string, { mayBeText = false } = {}): ApiReply {
  const text = reply.text.trim();
  const isText = mayBeText && !/^[[{"]/.test(text);
  if (reply.json !== undefined || (isText && text.length < LONGEST_READ)) return reply;
  const excerpt = text === '' ? 'nothing' : `no whole JSON, but “${plain(text.slice(0, LONGEST_EXCERPT))}…”`;
  throw new AppError('service.bad-reply', { endpoint, excerpt });
}

/** Shows a reply to people; programs get it with the summary. */
export function showReply(output: Output, { json, text }: Pick<ApiReply, 'json' | 'text'>): void {
  const table = tableOf(json);
  if (table === undefined) {
    output.sayLines(text.trim() === '' ? ['The reply is empty.'] : text.trim().split(/\r?\n/));
    return;
  }
  const { columns, rows, omitted } = table;
  output.table(columns, rows);
  if (omitted.rows > 0) output.say(`Not shown: ${counted(omitted.rows, 'row')}.`);
  if (omitted.columns > 0) output.say(`Not shown: ${counted(omitted.columns, 'column')}.`);
  output.say('This table rounds long numbers and may omit parts; --json prints the whole reply.');
}

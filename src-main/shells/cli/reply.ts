/** @file Replies whose shape the contract with the service does not show: a table for people where possible, all of it for programs. */

import type { TableReply } from '../../../src-shared/contract.ts';
import { message } from '../../../src-shared/languages/message.ts';
import type { Output } from './output.ts';
import { counted } from './wording.ts';

/** Shows a reply to people; programs get it with the summary. */
export function showReply(output: Output, { text, table }: TableReply): void {
  if (table === undefined) {
    output.sayLines(text.trim() === '' ? [message('The reply is empty.')] : text.trim().split(/\r?\n/));
    return;
  }
  const { columns, rows, omitted } = table;
  output.table(columns, rows);
  if (omitted.rows > 0) output.say(message('Not shown: {what}.', { what: counted(omitted.rows, 'row') }));
  if (omitted.columns > 0) output.say(message('Not shown: {what}.', { what: counted(omitted.columns, 'column') }));
  output.say(message('This table may omit parts; --json prints the whole reply.'));
}

/** The reply as programs get it: as it came, and as JSON where it is that. */
export function replyForPrograms({ table: _, ...reply }: TableReply): object {
  try {
    const json: unknown = JSON.parse(reply.text.replace(/^\uFEFF/, ''));
    return { ...reply, json };
  } catch {
    return reply;
  }
}

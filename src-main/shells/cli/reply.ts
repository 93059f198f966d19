/** @file Replies of the service whose shape nobody has promised: a table for people where they can be one, all of it for programs. */

import { tableOf } from '../../service/reply-table.ts';
import type { ApiReply } from '../../service/service-client.ts';
import type { Output } from './output.ts';
import { counted, plain } from './wording.ts';

/** Shows a reply to people; programs get it with the summary. */
export function showReply(output: Output, { json, text }: Pick<ApiReply, 'json' | 'text'>): void {
  const table = tableOf(json);
  if (table === undefined) {
    output.say(text.split('\n').map(plain).join('\n').trim() || 'The reply is empty.');
    return;
  }
  const { columns, rows, omitted } = table;
  output.table(columns, rows);
  if (omitted.rows > 0) output.say(`${counted(omitted.rows, 'row')} more are left out.`);
  if (omitted.columns > 0) output.say(`${counted(omitted.columns, 'column')} more are left out.`);
  output.say('This rounds long numbers and may leave parts out; --json shows the reply whole.');
}

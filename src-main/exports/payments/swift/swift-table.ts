/** @file Messages of SWIFT MT as a table: a row for each transaction, in the columns of all payment messages. */

import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { NotedTable } from '../../around-rows.ts';
import { RowCollector } from '../../row-collector.ts';
import type { Piece } from '../../rows.ts';
import { type SourceInOrder, unreadable } from '../../structured-source.ts';
import { textsOf } from '../../xml/xml-source.ts';
import { MessageAccount } from '../message-facts.ts';
import { paymentColumns } from '../payment-columns.ts';
import { paymentRows } from '../payment-rows.ts';
import { type MessageField, SwiftText } from './message-fields.ts';
import { swiftTitles } from './message-kinds.ts';
import { StatementMessage, StatementsOfFile } from './statement-message.ts';
import { TransferMessage } from './transfer-message.ts';

export type SwiftReading = Extract<Reading, { format: 'swift' }>;

/** @param type of the first message, such as 940 */
export function swiftTable(source: SourceInOrder, reading: SwiftReading, type: string): NotedTable {
  let account = new MessageAccount();
  return {
    table: {
      name: '',
      columns: [...paymentColumns],
      reading: { ...reading, message: type },
      pieces: (signal) => {
        account = new MessageAccount();
        return pieces(source, { first: type, account }, signal);
      },
      message: () => account.facts(`MT${type}`),
    },
    notes: [],
  };
}

interface MessageRows {
  onField(field: MessageField): void;
  end(): void;
}

async function* pieces(
  source: SourceInOrder,
  { first, account }: { first: string; account: MessageAccount },
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const collector = new RowCollector();
  const rows = paymentRows(collector, account);
  const file = new StatementsOfFile();
  let message: MessageRows | undefined;
  let line = 0;
  const text = new SwiftText({
    onMessage: ({ type = first, uetr, line: begins }) => {
      line = begins;
      if (!Object.hasOwn(swiftTitles, type))
        throw unreadable(source.shownPath, `The message on line ${begins} is an MT${type}, which is not read.`, {
          remedy: 'Choose files with MT103, MT940 or MT942 only.',
        });
      message =
        type === '103'
          ? new TransferMessage(rows, { uetr, line: begins })
          : new StatementMessage(rows, file, type === '942');
    },
    onField: (field) => message?.onField(field),
    onEnd: (isWhole) => {
      if (!isWhole)
        throw unreadable(
          source.shownPath,
          `The message on line ${line} has no end: the file has probably been cut off.`,
        );
      message?.end();
      message = undefined;
    },
  });
  for await (const { text: part } of textsOf(source, signal)) {
    text.push(part);
    yield* collector.takeReady();
  }
  text.end();
  const problem = file.problemAtEnd();
  if (problem !== undefined) rows.onProblem(problem);
  yield* collector.takeRest();
}

/** @file Messages of ISO 20022 as a table: a row for each transaction, whatever it is wrapped in. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { NotedTable } from '../../around-rows.ts';
import type { Piece } from '../../rows.ts';
import { type SourceInOrder, unreadable } from '../../structured-source.ts';
import { readXmlText } from '../../xml/xml-source.ts';
import { MessageAccount } from '../message-facts.ts';
import { paymentColumns } from '../payment-columns.ts';
import { PaymentPieces } from '../payment-rows.ts';
import { type Frame, MessageReader, type Transaction } from './message-reader.ts';
import { OrderRows } from './order-rows.ts';
import { StatementRows } from './statement-rows.ts';

export type Iso20022Reading = Extract<Reading, { format: 'iso20022' }>;

/** Rejects with AppError `file.*`, among them `file.export-unreadable`, and with the signal's reason. */
export async function iso20022Table(
  source: SourceInOrder,
  reading: Iso20022Reading,
  signal: AbortSignal,
): Promise<NotedTable> {
  const found = await messageOf(source, signal);
  if (found === undefined) throw withoutStatement(source);
  let account = new MessageAccount();
  return {
    table: {
      name: '',
      columns: [...paymentColumns],
      reading: { ...reading, message: found.message },
      pieces: (ofReading) => {
        account = new MessageAccount();
        return pieces(source, account, ofReading);
      },
      message: () => account.facts(found.name),
    },
    notes: [],
  };
}

/** The first message that may have transactions, such as camt.053, and its name with the version. */
async function messageOf(
  source: SourceInOrder,
  signal: AbortSignal,
): Promise<{ message: string; name: string } | undefined> {
  let found: { message: string; name: string } | undefined;
  const reader = new MessageReader({
    onMessage: (message, name) => {
      found ??= { message, name };
    },
    onTransaction: () => {},
    onEnd: () => {},
  });
  for await (const _ of readXmlText(source, reader, signal)) if (found !== undefined) break;
  return found;
}

const withoutStatement = (source: SourceInOrder) =>
  unreadable(source.shownPath, fact('It is a message of ISO 20022, but no statement and no transaction is in it.'), {
    remedy: fact('Check that it is the right file.'),
  });

async function* pieces(source: SourceInOrder, account: MessageAccount, signal: AbortSignal): AsyncGenerator<Piece> {
  const rows = new PaymentPieces(account);
  const [statements, orders] = [new StatementRows(rows), new OrderRows(rows)];
  const of = (message: string) => (message.startsWith('camt.') ? statements : orders);
  const reader = new MessageReader({
    onTransaction: (transaction: Transaction) => of(transaction.message).onTransaction(transaction),
    onOther: (message: string) =>
      rows.onProblem(
        fact(
          'A message {name} is among the messages: it is not read, and was left out. Check whether it has transactions.',
          { name: message },
        ),
      ),
    onEnd: (level: string, frame: Frame, message: string) => of(message).onEnd(level, frame, message),
  });
  for await (const _ of readXmlText(source, reader, signal)) yield* rows.takeReady();
  if (account.isEmpty) throw withoutStatement(source);
  yield* rows.takeRest();
}

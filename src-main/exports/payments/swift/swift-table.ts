/** @file Messages of SWIFT MT as a table: a row for each transaction, in the columns of all payment messages. */

import { assertNever } from '../../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { NotedTable } from '../../around-rows.ts';
import type { Piece } from '../../rows.ts';
import { type SourceInOrder, unreadable } from '../../structured-source.ts';
import { textsOf } from '../../xml/xml-source.ts';
import { MessageAccount } from '../message-facts.ts';
import { paymentColumns } from '../payment-columns.ts';
import { PaymentPieces, type PaymentRows } from '../payment-rows.ts';
import { ConfirmationMessage } from './confirmation-message.ts';
import { type MessageField, SwiftText } from './message-fields.ts';
import { ACKNOWLEDGEMENT, NOT_SENT, swiftKinds } from './message-kinds.ts';
import { OrderMessage } from './order-message.ts';
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
  const rows = new PaymentPieces(account);
  const file = new StatementsOfFile();
  const others = new OtherMessages();
  let message: MessageRows | undefined;
  let begins = 0;
  let isRead = false;
  const text = new SwiftText({
    onMessage: ({ type = first, uetr, line }) => {
      begins = line;
      message = rowsOf(type, { rows, file, uetr, line });
      if (message === undefined) others.add(type, line);
      else isRead = true;
    },
    onField: (field) => message?.onField(field),
    onEnd: (isWhole) => {
      if (!isWhole)
        throw unreadable(
          source.shownPath,
          fact('The message on line {line} has no end: the file has probably been cut off.', { line: begins }),
        );
      message?.end();
      message = undefined;
    },
  });
  for await (const { text: part } of textsOf(source, signal)) {
    text.push(part);
    yield* rows.takeReady();
  }
  text.end();
  if (!isRead)
    throw unreadable(source.shownPath, fact('No message of SWIFT with transactions is in it.'), { remedy: PAYMENTS });
  for (const problem of [file.problemAtEnd(), ...others.problems()]) if (problem !== undefined) rows.onProblem(problem);
  yield* rows.takeRest();
}

const PAYMENTS = fact('Choose the statement or the order itself, such as an MT940 or an MT103.');

interface Shared {
  rows: PaymentRows;
  file: StatementsOfFile;
  uetr: string | undefined;
  line: number;
}

/** undefined for a message that has no transactions, or whose are not read. */
function rowsOf(type: string, { rows, file, uetr, line }: Shared): MessageRows | undefined {
  const layout = Object.hasOwn(swiftKinds, type) ? swiftKinds[type]?.layout : undefined;
  switch (layout) {
    case undefined:
      return undefined;
    case 'statement':
      return new StatementMessage(rows, file, type === '942');
    case 'transfer':
      return new TransferMessage(rows, { uetr, line });
    case 'orders':
      return new OrderMessage(rows, { type, line });
    case 'confirmation':
      return new ConfirmationMessage(rows, file, { isCredit: type === '910', line });
    default:
      return assertNever(layout);
  }
}

/** Messages among others that are not read: each kind is named once. */
class OtherMessages {
  readonly #kinds = new Map<string, { count: number; line: number }>();

  add(type: string, line: number): void {
    // It says that another message was taken, and nothing of its own.
    if (type === ACKNOWLEDGEMENT) return;
    const known = this.#kinds.get(type);
    if (known === undefined) this.#kinds.set(type, { count: 1, line });
    else known.count += 1;
  }

  /** Full sentences. */
  problems(): Fact[] {
    return [...this.#kinds].map(([type, { count, line }]) => {
      if (type === NOT_SENT)
        return fact(
          'Messages that the network of SWIFT has refused (451:1) are in it, {count} of them, the first on line {line}: they were never sent, and were left out.',
          { count, line },
        );
      return fact(
        'Messages MT{type} are among the messages, {count} of them, the first on line {line}: they are not read, and were left out. Check whether they have transactions.',
        { type, count, line },
      );
    });
  }
}

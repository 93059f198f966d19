/** @file MT940 and MT942: each field 61 is a transaction, with the field 86 behind it. */

import { MessageSum } from '../control-figures.ts';
import type { RowsOfMessage } from '../iso20022/statement-rows.ts';
import { creditorOf, debtorOf, keyOf, type OwnSide, type Payment, reference } from '../payment-columns.ts';
import { entryDetails } from './entry-details.ts';
import type { MessageField } from './message-fields.ts';
import { balanceOf, nearestDate, swiftAmount, swiftDate } from './swift-values.ts';

/**
 * The value date, the day of the entry, the mark (R for a reversal, E for what is expected), the last letter of the currency,
 * the amount, the type, the reference of the customer, that of the bank; more on a line of its own.
 */
const ENTRY = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,15},\d{0,15})([A-Z][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;
const SUM_OF_REPORT = /^(\d{1,9})([A-Z]{3})(.*)$/;

export class StatementMessage {
  readonly #rows: RowsOfMessage;
  #account: string | undefined;
  #number: string | undefined;
  #reference: string | undefined;
  #currency: string | undefined;
  #opening: string | undefined;
  #entries = new MessageSum();
  #sides = { C: new MessageSum(), D: new MessageSum() };
  #open: Payment | undefined;
  #position = 0;

  constructor(rows: RowsOfMessage) {
    this.#rows = rows;
  }

  onField({ tag, lines }: MessageField): void {
    const [text = ''] = lines;
    if (tag === '86' && this.#open !== undefined) {
      this.#finish(lines);
      return;
    }
    if (tag !== '86') this.#finish(undefined);
    switch (tag) {
      case '20':
        this.#reference = text.trim();
        break;
      case '25':
      case '25P':
        this.#account = text.trim();
        break;
      case '28':
      case '28C':
        this.#number = text.trim();
        break;
      case '60F':
      case '60M': {
        const balance = balanceOf(text);
        this.#currency = balance?.currency;
        this.#opening = balance?.amount;
        break;
      }
      case '34F':
        this.#currency ??= /^[A-Z]{3}/.exec(text)?.[0];
        break;
      case '61':
        this.#entry(lines);
        break;
      case '62F':
      case '62M': {
        const problem = this.#entries.balanceProblem(this.#name(), this.#opening, balanceOf(text)?.amount);
        if (problem !== undefined) this.#rows.onProblem(problem);
        break;
      }
      case '90C':
      case '90D':
        this.#compare(tag === '90C' ? 'C' : 'D', text);
        break;
    }
  }

  end(): void {
    this.#finish(undefined);
  }

  #name(): string {
    return `Statement ${[this.#number, this.#account].filter((part) => part !== undefined).join(' of account ')}`.trim();
  }

  #compare(side: 'C' | 'D', text: string): void {
    const [, count, , amount] = SUM_OF_REPORT.exec(text.trim()) ?? [];
    const where = `${this.#name()}, ${side === 'C' ? 'credits' : 'debits'},`;
    const sum = this.#sides[side];
    for (const problem of [sum.countProblem(where, count), sum.sumProblem(where, swiftAmount(amount))])
      if (problem !== undefined) this.#rows.onProblem(problem);
  }

  #entry(lines: readonly string[]): void {
    this.#position += 1;
    const [, value, entered, mark = '', , number, type, references = '', more] = ENTRY.exec(lines.join('\n')) ?? [];
    const amount = swiftAmount(number);
    if (amount === undefined || this.#currency === undefined) {
      const why =
        amount === undefined
          ? `is not written as the standard says: “${lines[0] ?? ''}”`
          : 'has no currency: its statement has no opening balance (60F)';
      this.#rows.onRefused(`Entry ${this.#position} of ${this.#name()} ${why}. Ask for the file again.`);
      return;
    }
    const isReversal = mark.startsWith('R');
    // A reversed credit goes out, a reversed debit comes in.
    const isCredit = mark.endsWith('C') !== isReversal;
    this.#entries.add(amount, !isCredit);
    this.#sides[isCredit ? 'C' : 'D'].add(amount);
    const valueDate = swiftDate(value);
    const [customer = '', bank] = references.split('//');
    const servicer = reference(bank);
    const ownSide: OwnSide = isCredit ? 'creditor' : 'debtor';
    this.#open = {
      Key:
        servicer === undefined
          ? keyOf(this.#account, this.#number ?? this.#reference, value, String(this.#position))
          : keyOf(this.#account, servicer),
      Date: nearestDate(entered, valueDate) ?? valueDate,
      'Value date': valueDate,
      Amount: amount,
      Currency: this.#currency,
      Direction: isCredit ? 'CRDT' : 'DBIT',
      Reversal: isReversal ? 'true' : undefined,
      Status: mark.startsWith('E') ? 'expected' : undefined,
      'Own side': ownSide,
      'Instruction id': customer.trim(),
      'Servicer reference': servicer,
      'Transaction code': type,
      'Additional information': more?.trim(),
      'Message id': this.#reference,
      Statement: this.#number,
      'Own account': this.#account,
    };
  }

  /** @param lines of field 86 */
  #finish(lines: readonly string[] | undefined): void {
    const payment = this.#open;
    this.#open = undefined;
    if (payment === undefined) return;
    const { counterparty, endToEnd, mandate, remittance, code } =
      lines === undefined ? { counterparty: {} } : { ...entryDetails(lines) };
    const own = { account: this.#account };
    const isOwnDebtor = payment['Own side'] === 'debtor';
    this.#rows.onPayment({
      ...payment,
      ...debtorOf(isOwnDebtor ? own : counterparty),
      ...creditorOf(isOwnDebtor ? counterparty : own),
      Key: payment['Servicer reference'] === undefined ? payment.Key : keyOf(payment.Key, reference(endToEnd)),
      'End-to-end id': endToEnd,
      'Mandate id': mandate,
      Remittance: remittance,
      'Transaction code': [payment['Transaction code'], code].filter((part) => part !== undefined).join(' '),
    });
  }
}

/** @file MT940 and MT942: each field 61 is a transaction, with the field 86 behind it. */

import { exactAmount } from '../../../../src-shared/exact-amount.ts';
import { BalanceChain, MessageSum } from '../control-figures.ts';
import type { StatedTotal } from '../message-facts.ts';
import {
  accountAsKnown,
  creditorOf,
  DistinctKeys,
  debtorOf,
  isIban,
  keyOfBooked,
  type OwnSide,
  type Payment,
  reference,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { type EntryDetails, entryDetails } from './entry-details.ts';
import type { MessageField } from './message-fields.ts';
import { type Balance, balanceOf, nearestDate, swiftAmount, swiftDate } from './swift-values.ts';

/**
 * The value date, the day of the entry, the mark (R for a reversal, E for what is expected), the last letter of the currency,
 * the amount, the type, the reference of the customer, that of the bank; more on a line of its own.
 */
const ENTRY = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,15},\d{0,15})([A-Z][A-Z0-9]{3})([^\n]*)(?:\n([\s\S]*))?$/;
const SUM_OF_REPORT = /^(\d{1,9})([A-Z]{3})(.*)$/;

/** What the messages of a file have in common. */
export class StatementsOfFile {
  readonly balances = new BalanceChain();
  readonly keys = new DistinctKeys();
  /** Of the account whose page was last, while another page is to follow. */
  pageOf: string | undefined;

  /** Why the file is not whole; a full sentence. */
  problemAtEnd(): string | undefined {
    if (this.pageOf === undefined) return undefined;
    return `The last page of the statement of account ${this.pageOf} is missing: it has no final balance (62F). Ask for all of its pages.`;
  }
}

export class StatementMessage {
  readonly #rows: PaymentRows;
  readonly #file: StatementsOfFile;
  readonly #isReport: boolean;
  #hasEnd = false;
  #account: string | undefined;
  #number: string | undefined;
  #reference: string | undefined;
  #currency: string | undefined;
  #opening: string | undefined;
  #entries = new MessageSum();
  #sides = { C: new MessageSum(), D: new MessageSum() };
  readonly #stated: { [Side in 'C' | 'D']?: { count: number; amount: bigint | undefined } } = {};
  #open: Payment | undefined;
  #position = 0;

  /** @param isReport MT942, which has no balances */
  constructor(rows: PaymentRows, file: StatementsOfFile, isReport: boolean) {
    this.#rows = rows;
    this.#file = file;
    this.#isReport = isReport;
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
        this.#account = accountOf25(text);
        break;
      case '28':
      case '28C':
        this.#number = text.trim();
        break;
      case '60F':
      case '60M':
        this.#open60(tag, balanceOf(text));
        break;
      case '34F':
        this.#currency ??= /^[A-Z]{3}/.exec(text)?.[0];
        break;
      case '61':
        this.#entry(lines);
        break;
      case '62F':
      case '62M':
        this.#close62(tag, balanceOf(text));
        break;
      case '90C':
      case '90D':
        this.#compare(tag === '90C' ? 'C' : 'D', text);
        break;
    }
  }

  end(): void {
    this.#finish(undefined);
    if (!this.#isReport && !this.#hasEnd)
      this.#rows.onProblem(
        `${this.#name()} has no closing balance (62F): it has probably been cut off. Ask for it again.`,
      );
    this.#rows.onPart(this.#statedTotal());
  }

  #open60(tag: string, balance: Balance | undefined): void {
    this.#currency = balance?.currency;
    this.#opening = balance?.amount;
    const account = this.#account ?? '';
    if (tag === '60M' && this.#file.pageOf !== account)
      this.#rows.onProblem(
        `The first page of ${this.#name()} is missing: it begins with a balance in between (60M). Ask for all of its pages.`,
      );
    const problem = this.#file.balances.problem(this.#name(), account, balance?.amount, undefined);
    if (problem !== undefined) this.#rows.onProblem(problem);
  }

  #close62(tag: string, balance: Balance | undefined): void {
    this.#hasEnd = true;
    const account = this.#account ?? '';
    this.#file.pageOf = tag === '62M' ? account : undefined;
    this.#rows.onFigure(this.#entries.balanceFigure(this.#name(), this.#opening, balance?.amount));
    const problems = [
      balance !== undefined && this.#currency !== undefined && balance.currency !== this.#currency
        ? `${this.#name()} begins in ${this.#currency} and closes in ${balance.currency}. Ask for it again.`
        : undefined,
      this.#file.balances.problem(this.#name(), account, undefined, balance?.amount),
    ];
    for (const problem of problems) if (problem !== undefined) this.#rows.onProblem(problem);
  }

  #name(): string {
    return `Statement ${[this.#number, this.#account].filter((part) => part !== undefined).join(' of account ')}`.trim();
  }

  #compare(side: 'C' | 'D', text: string): void {
    const [, count, , amount] = SUM_OF_REPORT.exec(text.trim()) ?? [];
    const where = `${this.#name()}, ${side === 'C' ? 'credits' : 'debits'},`;
    const sum = this.#sides[side];
    const stated = swiftAmount(amount);
    this.#rows.onFigure(sum.countFigure(where, count, 'entries'));
    this.#rows.onFigure(sum.sumFigure(where, stated));
    this.#stated[side] = { count: Number(count), amount: exactAmount(stated ?? '') };
  }

  /** What the report says of credits and debits, where it is true of the transactions that were made. */
  #statedTotal(): StatedTotal | undefined {
    const { C: credits, D: debits } = this.#sides;
    const count = credits.count + debits.count;
    if (count === 0) return undefined;
    const stated = [this.#stated.C ?? noEntries(credits), this.#stated.D ?? noEntries(debits)];
    const amount = stated.reduce<bigint | undefined>((sum, side) => plus(sum, side?.amount), 0n);
    if (amount === undefined || amount !== plus(credits.sum, debits.sum) || this.#currency === undefined) return {};
    const isCounted = stated.reduce((sum, side) => sum + (side?.count ?? Number.NaN), 0) === count;
    return { sum: { currency: this.#currency, amount }, ...(isCounted && { count }) };
  }

  #entry(lines: readonly string[]): void {
    this.#position += 1;
    this.#rows.onEntry();
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
    const isExpected = mark.startsWith('E');
    if (!isExpected) {
      this.#entries.add(amount, !isCredit);
      this.#sides[isCredit ? 'C' : 'D'].add(amount);
    }
    const valueDate = swiftDate(value);
    const [customer = '', bank] = references.split('//');
    const servicer = reference(bank);
    const ownSide: OwnSide = isCredit ? 'creditor' : 'debtor';
    this.#open = {
      Date: nearestDate(entered, valueDate) ?? valueDate,
      'Value date': valueDate,
      Amount: amount,
      Currency: this.#currency,
      Direction: isCredit ? 'CRDT' : 'DBIT',
      Reversal: isReversal ? 'true' : undefined,
      Status: isExpected ? 'expected' : undefined,
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
    const { counterparty, ultimate, endToEnd, mandate, remittance, code }: Partial<EntryDetails> =
      lines === undefined ? {} : entryDetails(lines);
    const written = [payment['Instruction id'], payment['Additional information']?.split('\n')[0]];
    const account = counterparty?.account ?? written.map((one) => accountAsKnown(one)).find((one) => isIban(one ?? ''));
    const other = { ...counterparty, account };
    const own = { account: this.#account };
    const isOwnDebtor = payment['Own side'] === 'debtor';
    const whole: Payment = {
      ...payment,
      ...debtorOf(isOwnDebtor ? own : other),
      ...creditorOf(isOwnDebtor ? other : own),
      [isOwnDebtor ? 'Ultimate creditor name' : 'Ultimate debtor name']: ultimate,
      'End-to-end id': endToEnd,
      'Mandate id': mandate,
      Remittance: remittance,
      'Transaction code': [payment['Transaction code'], code].filter((part) => part !== undefined).join(' '),
    };
    this.#rows.onPayment({ ...whole, Key: this.#file.keys.distinct(keyOfBooked(whole)) });
  }
}

/** A report need not state the side on which it has no entries. */
const noEntries = ({ count }: MessageSum) => (count === 0 ? { count, amount: 0n } : undefined);

const plus = (one: bigint | undefined, other: bigint | undefined): bigint | undefined =>
  one === undefined || other === undefined ? undefined : one + other;

/** The currency may stand behind the account, with or without a space. */
function accountOf25(text: string): string | undefined {
  const account = accountAsKnown(text);
  if (account === undefined || isIban(account)) return account;
  const [, bare] = /^(.+)[A-Z]{3}$/.exec(account) ?? [];
  return bare !== undefined && (isIban(bare) || /^\d{8}\/\d+$/.test(bare)) ? bare : account;
}

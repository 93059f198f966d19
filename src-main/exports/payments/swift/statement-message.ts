/** @file MT940, MT942 and MT950: each field 61 is a transaction, with the fields 86 behind it. */

import { exactAmount } from '../../../../src-shared/exact-amount.ts';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import { BalanceChain, creditsOf, debitsOf, MessageSum } from '../control-figures.ts';
import { DistinctKeys } from '../distinct-keys.ts';
import type { StatedTotal } from '../message-facts.ts';
import {
  accountAsKnown,
  creditorOf,
  debtorOf,
  isIban,
  keyOfBooked,
  type OwnSide,
  type Payment,
  reference,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { entryDetails } from './entry-details.ts';
import type { MessageField } from './message-fields.ts';
import { readEntry } from './statement-entry.ts';
import { StatementNumbers } from './statement-numbers.ts';
import { accountOf25, balanceOf, nearestDate, swiftAmount } from './swift-values.ts';

const SUM_OF_REPORT = /^(\d{1,9})([A-Z]{3})(.*)$/;

/** What the messages of a file have in common. */
export class StatementsOfFile {
  readonly balances = new BalanceChain();
  readonly numbers = new StatementNumbers();
  readonly keys = new DistinctKeys();
  /** Of the account whose page was last, while another page is to follow. */
  pageOf: string | undefined;

  /** Why the file is not whole; a full sentence. */
  problemAtEnd(): Fact | undefined {
    if (this.pageOf === undefined) return undefined;
    return fact(
      'The last page of the statement of account {account} is missing: it has no final balance (62F). Ask for all of its pages.',
      { account: this.pageOf },
    );
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
  #day: string | undefined;
  readonly #stated: { [Side in 'C' | 'D']?: { count: number; amount: bigint | undefined } } = {};
  #open: Payment | undefined;
  /** Whether the open transaction came in, before a reversal took it back. */
  #cameIn = false;
  /** The fields 86 behind it, as their lines. */
  #details: (readonly string[])[] = [];
  #position = 0;

  /** @param isReport MT942, which has no balances */
  constructor(rows: PaymentRows, file: StatementsOfFile, isReport: boolean) {
    this.#rows = rows;
    this.#file = file;
    this.#isReport = isReport;
  }

  onField({ tag, lines, line }: MessageField): void {
    const [text = ''] = lines;
    if (tag === '86') {
      // One behind the closing balance is about the whole statement.
      if (this.#open !== undefined) this.#details.push(lines);
      return;
    }
    this.#finish();
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
        this.#open60(tag, text);
        break;
      case '34F':
        this.#currency ??= /^[A-Z]{3}/.exec(text)?.[0];
        break;
      case '61':
        this.#entry(lines, line);
        break;
      case '62F':
      case '62M':
        this.#close62(tag, text);
        break;
      case '90C':
      case '90D':
        this.#compare(tag === '90C' ? 'C' : 'D', text);
        break;
    }
  }

  end(): void {
    this.#finish();
    const problem = this.#file.numbers.problem(this.#name(), this.#inCurrency(), this.#number, this.#day);
    if (problem !== undefined) this.#rows.onProblem(problem);
    if (!this.#isReport && !this.#hasEnd)
      this.#rows.onProblem(
        fact('{where} has no closing balance (62F): it has probably been cut off. Ask for it again.', {
          where: this.#name(),
        }),
      );
    this.#rows.onPart(this.#statedTotal());
  }

  /** Some accounts are kept in several currencies under one number. */
  #inCurrency(): string {
    return `${this.#account ?? ''} ${this.#currency ?? ''}`;
  }

  #open60(tag: string, text: string): void {
    const balance = balanceOf(text);
    this.#currency = balance?.currency ?? /^[CD]\d{6}([A-Z]{3})/.exec(text)?.[1];
    this.#opening = balance?.amount;
    this.#day = balance?.day;
    if (balance === undefined) this.#rows.onProblem(unreadableOpening(this.#name(), text));
    const account = this.#inCurrency();
    if (tag === '60M' && this.#file.pageOf !== account.trim())
      this.#rows.onProblem(
        fact(
          'The first page of {where} is missing: it begins with a balance in between (60M). Ask for all of its pages.',
          { where: this.#name() },
        ),
      );
  }

  #close62(tag: string, text: string): void {
    this.#hasEnd = true;
    const balance = balanceOf(text);
    this.#day = balance?.day ?? this.#day;
    if (balance === undefined) this.#rows.onProblem(unreadableClosing(this.#name(), text));
    const account = this.#inCurrency();
    this.#file.pageOf = tag === '62M' ? account.trim() : undefined;
    this.#rows.onFigure(this.#entries.balanceFigure(this.#name(), this.#opening, balance?.amount));
    if (balance !== undefined && this.#currency !== undefined && balance.currency !== this.#currency)
      this.#rows.onProblem(
        fact('{where} begins in {first} and closes in {last}. Ask for it again.', {
          where: this.#name(),
          first: this.#currency,
          last: balance.currency,
        }),
      );
    const balances = { account, opening: this.#opening, closing: balance?.amount };
    this.#rows.onFigure(this.#file.balances.next(this.#name(), balances));
  }

  #name(): Fact {
    const [number, account] = [this.#number, this.#account];
    if (number !== undefined && account !== undefined)
      return fact('Statement {number} of account {account}', { number, account });
    const name = number ?? account;
    return name === undefined ? fact('Statement') : fact('Statement {name}', { name });
  }

  #compare(side: 'C' | 'D', text: string): void {
    const [, count, , amount] = SUM_OF_REPORT.exec(text.trim()) ?? [];
    const whole = this.#name();
    const where = side === 'C' ? creditsOf(whole) : debitsOf(whole);
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

  #entry(lines: readonly string[], line: number): void {
    this.#position += 1;
    this.#rows.onEntry();
    const entry = readEntry(lines);
    const where = fact('Entry {position} of {statement}, on line {line},', {
      position: this.#position,
      statement: this.#name(),
      line,
    });
    if ('problem' in entry) {
      this.#rows.onRefused(entry.problem({ where, line: lines[0] ?? '' }));
      return;
    }
    if (this.#currency === undefined) {
      this.#rows.onRefused(
        fact('{where} has no currency: its statement has no opening balance (60F). Ask for the file again.', { where }),
      );
      return;
    }
    if (this.#hasEnd)
      this.#rows.onProblem(
        fact('{where} stands behind the closing balance (62F), which does not count it. Ask for the file again.', {
          where,
        }),
      );
    const { amount, valueDate, isReversal, isExpected } = entry;
    const isCredit = entry.isCredit !== isReversal;
    if (!isExpected) {
      this.#entries.add(amount, !isCredit);
      this.#sides[isCredit ? 'C' : 'D'].add(amount);
    }
    const ownSide: OwnSide = isCredit ? 'creditor' : 'debtor';
    this.#cameIn = entry.isCredit;
    this.#open = {
      Date: nearestDate(entry.entered, valueDate) ?? valueDate,
      'Value date': valueDate,
      Amount: amount,
      Currency: this.#currency,
      Direction: isCredit ? 'CRDT' : 'DBIT',
      Reversal: isReversal ? 'true' : undefined,
      Status: isExpected ? 'expected' : undefined,
      'Own side': ownSide,
      'Instruction id': entry.customerReference.trim(),
      'Servicer reference': reference(entry.bankReference),
      'Transaction code': entry.type,
      'Additional information': entry.more,
      'Message id': this.#reference,
      Statement: this.#number,
      'Own account': this.#account,
    };
  }

  #finish(): void {
    const payment = this.#open;
    const { counterparty, ultimate, endToEnd, mandate, purpose, remittance, code, more } = entryDetails(
      this.#details,
      this.#cameIn,
    );
    this.#open = undefined;
    this.#details = [];
    if (payment === undefined) return;
    const written = [payment['Instruction id'], payment['Additional information']?.split('\n')[0]];
    const account = counterparty?.account ?? written.map((one) => accountAsKnown(one)).find((one) => isIban(one ?? ''));
    const other = { ...counterparty, account };
    const own = { account: this.#account };
    const isOwnDebtor = payment['Own side'] === 'debtor';
    const information = [payment['Additional information'], more].filter((part) => part !== undefined);
    const whole: Payment = {
      ...payment,
      ...debtorOf(isOwnDebtor ? own : other),
      ...creditorOf(isOwnDebtor ? other : own),
      [isOwnDebtor ? 'Ultimate creditor name' : 'Ultimate debtor name']: ultimate,
      'End-to-end id': endToEnd,
      'Mandate id': mandate,
      Purpose: purpose,
      Remittance: remittance,
      'Transaction code': [payment['Transaction code'], code].filter((part) => part !== undefined).join(' '),
      'Additional information': information.length === 0 ? undefined : information.join('\n'),
    };
    this.#rows.onPayment({ ...whole, Key: this.#file.keys.distinct(keyOfBooked(whole)) });
  }
}

/** A report need not state the side on which it has no entries. */
const noEntries = ({ count }: MessageSum) => (count === 0 ? { count, amount: 0n } : undefined);

const plus = (one: bigint | undefined, other: bigint | undefined): bigint | undefined =>
  one === undefined || other === undefined ? undefined : one + other;

const unreadableOpening = (where: Fact, line: string): Fact =>
  fact(
    'The opening balance (60F) of {where} is not written as the standard says (C261123EUR1234,56): “{line}”. Ask for the file again.',
    { where, line },
  );

const unreadableClosing = (where: Fact, line: string): Fact =>
  fact(
    'The closing balance (62F) of {where} is not written as the standard says (C261123EUR1234,56): “{line}”. Ask for the file again.',
    { where, line },
  );

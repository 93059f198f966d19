/**
 * @file camt.052, camt.053 and camt.054: a transaction is a `TxDtls`, with what it inherits from its entry, its statement
 * and the account; an entry without details is one itself. Credit or debit decides on which side the own account stands.
 */

import { amountText, exactAmount } from '../../../../src-shared/exact-amount.ts';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import {
  amountFigure,
  BalanceChain,
  countFigure,
  creditsOf,
  debitsOf,
  isTrue,
  MessageSum,
  netOf,
} from '../control-figures.ts';
import { DistinctKeys } from '../distinct-keys.ts';
import type { StatedTotal } from '../message-facts.ts';
import { keyOfBooked, notBooked, type Payment, problemOfAmount, problemOfDay } from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { numberOfName, pathsOf, type XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { accountOf } from './parties.ts';
import { amountOfDetail, factsOf, ofEntry, paymentOf, type StatementFacts } from './statement-payment.ts';

const ENTRY = numberOfName('Ntry');
const NEITHER = fact('neither');
const ofStatement = pathsOf({
  id: 'Id',
  account: 'Acct',
  balances: 'Bal',
  isLastPage: 'StmtPgntn/LastPgInd RptPgntn/LastPgInd',
  currency: 'Acct/Ccy',
  net: 'TxsSummry/TtlNtries/TtlNetNtry/Amt TxsSummry/TtlNtries/TtlNetNtryAmt',
  netDirection: 'TxsSummry/TtlNtries/TtlNetNtry/CdtDbtInd TxsSummry/TtlNtries/CdtDbtInd',
  entries: 'TxsSummry/TtlNtries/NbOfNtries',
  sum: 'TxsSummry/TtlNtries/Sum',
  credits: 'TxsSummry/TtlCdtNtries/NbOfNtries',
  sumOfCredits: 'TxsSummry/TtlCdtNtries/Sum',
  debits: 'TxsSummry/TtlDbtNtries/NbOfNtries',
  sumOfDebits: 'TxsSummry/TtlDbtNtries/Sum',
});
const ofBalance = pathsOf({ kind: 'Tp/CdOrPrtry/Cd', amount: 'Amt', direction: 'CdtDbtInd' });
const ofBatch = pathsOf({ count: 'Btch/NbOfTxs', sum: 'Btch/TtlAmt' });

/** More details of one entry are handed over before what stands behind them is known. */
const MOST_HELD = 1000;

/** A detail of the entry that is open. */
interface Detail {
  payment: Payment;
  /** Of the detail itself, in the currency of its entry. */
  amount: string | undefined;
  direction: string | undefined;
}

export class StatementRows {
  readonly #rows: PaymentRows;
  #held: Detail[] = [];
  /** Of the details of the entry that is open, as far as they were handed over. */
  #details = new MessageSum();
  #hasAllAmounts = true;
  /** Of the statement that is open. */
  #booked = newSums();
  /** As `booked`, with what is not booked. */
  #told = newSums();
  #keys = new DistinctKeys();
  readonly #balances = new BalanceChain();
  #isLastPage = true;
  #facts: (StatementFacts & { statement: XmlElement; last: XmlElement | undefined }) | undefined;

  constructor(rows: PaymentRows) {
    this.#rows = rows;
  }

  onTransaction({ element, around }: Transaction): void {
    const details = element.name === ENTRY ? undefined : element;
    const entry = details === undefined ? element : around.outer?.element;
    const statement = details === undefined ? around.element : around.outer?.outer?.element;
    if (entry === undefined || statement === undefined) return;
    const direction = details?.value(ofEntry.direction) ?? entry.value(ofEntry.direction);
    const amount = amountOfDetail(entry, details);
    const payment = paymentOf(entry, details, this.#factsOf(statement), direction);
    this.#held.push({ payment, amount, direction });
    this.#hasAllAmounts &&= amount !== undefined;
    this.#details.add(amount, direction === 'DBIT');
    // Several of them have amounts of their own; what stands behind them in the entry is not known yet.
    if (this.#held.length >= MOST_HELD) this.#handOver(entry, { isOnlyOne: false });
  }

  /** The same as long as nothing more of the statement came. */
  #factsOf(statement: XmlElement): StatementFacts {
    const { last } = statement;
    if (this.#facts?.statement !== statement || this.#facts.last !== last)
      this.#facts = { statement, last, ...factsOf(statement) };
    return this.#facts;
  }

  onEnd(level: string, frame: Frame, message: string): void {
    switch (level) {
      case 'NtryDtls':
        this.#endBatch(frame);
        return;
      case 'Ntry':
        this.#endEntry(frame);
        return;
      case '':
        if (!this.#isLastPage)
          this.#rows.onProblem(
            fact('The last page of the message is missing: another one should follow. Ask for all of its pages.'),
          );
        this.#isLastPage = true;
        return;
      default:
        this.#endStatement(frame, message);
    }
  }

  /** A batch says how many transactions it has; without any in it, they are in another message. */
  #endBatch({ element, outer, transactions }: Frame): void {
    const stated = element.value(ofBatch.count);
    if (outer === undefined || stated === undefined || transactions === 0) return;
    const name = entryName(outer.element);
    this.#rows.onFigure(countFigure(name, { kind: 'batch', stated, found: transactions }));
    const sum = this.#details.sum;
    // The amounts of several batches are added up together.
    if (outer.parts === 1 && this.#hasAllAmounts && sum !== undefined)
      this.#rows.onFigure(
        amountFigure(name, { kind: 'sum', stated: element.value(ofBatch.sum), found: sum < 0n ? -sum : sum }),
      );
  }

  #endEntry({ element: entry, transactions }: Frame): void {
    const isOnlyOne = transactions <= 1;
    const [amount, isDebit] = [entry.value(ofEntry.amount), entry.value(ofEntry.direction) === 'DBIT'];
    const [booked, sum] = [amount === undefined ? undefined : exactAmount(amount), this.#details.sum];
    const hasSum = transactions > 0 && booked !== undefined && sum !== undefined && this.#hasAllAmounts;
    // Of charges that were taken off, the entry says what is left.
    if (hasSum && !hasCharges(entry, this.#held)) {
      const found = amountText(isDebit ? -sum : sum);
      this.#rows.onFigure({ of: entryName(entry), kind: 'booked', stated: amountText(booked), found });
    }
    this.#handOver(entry, { isOnlyOne, information: entry.value(ofEntry.entryInformation) });
    this.#details = new MessageSum();
    this.#hasAllAmounts = true;
    this.#rows.onEntry();
    for (const sums of isNotBooked(entry) ? [this.#told] : [this.#booked, this.#told]) {
      sums.all.add(amount, isDebit);
      sums.absolute.add(amount);
      sums[isDebit ? 'debits' : 'credits'].add(amount);
    }
  }

  #handOver(
    entry: XmlElement,
    { isOnlyOne, information }: { isOnlyOne: boolean; information?: string | undefined },
  ): void {
    const currency = entry.at(ofEntry.amount)?.attributes['Ccy'];
    const isBooked = !isNotBooked(entry);
    const [name, within] = [entryName(entry), entryWithin(entry)];
    for (const { payment, amount, direction } of this.#held.splice(0)) {
      payment['Additional information'] ??= information;
      // What was booked counts: a single detail may speak of the amount before charges, or in another currency.
      payment.Amount = isOnlyOne ? entry.value(ofEntry.amount) : amount;
      payment.Currency = currency;
      if (isOnlyOne) noteOriginal(payment, amount);
      if (isBooked) {
        this.#booked.made.add(payment.Amount);
        this.#booked.currencies.add(currency);
      }
      const problem =
        !isOnlyOne && amount === undefined
          ? fact('{where} has several transactions, but not the amount of each: their sum alone cannot be divided.', {
              where: name,
            })
          : (problemOfDirection(name, payment) ?? problemOfAmount(within, payment) ?? problemOfDay(name, payment));
      if (problem !== undefined) this.#rows.onRefused(problem);
      else if (isOnlyOne && direction !== entry.value(ofEntry.direction))
        this.#rows.onRefused(
          fact('{where} is booked as {side}, but its transaction says {other}. Ask for the file again.', {
            where: name,
            side: entry.value(ofEntry.direction) ?? NEITHER,
            other: direction ?? NEITHER,
          }),
        );
      else {
        payment.Key = this.#keys.distinct(keyOfBooked(payment));
        this.#rows.onPayment(payment);
      }
    }
  }

  #endStatement({ element: statement }: Frame, message: string): void {
    const where = nameOf(message, statement.value(ofStatement.id) ?? '');
    const account = accountOf(statement.at(ofStatement.account)) ?? '';
    const { all, currencies } = this.#booked;
    const [currency] = currencies.size === 1 ? currencies : [];
    const opening = balanceOf(statement, ['OPBD', 'PRCD'], currency);
    const closing = balanceOf(statement, ['CLBD'], currency);
    const sides = [
      { name: 'absolute' as const, of: where, count: ofStatement.entries, total: ofStatement.sum },
      {
        name: 'credits' as const,
        of: creditsOf(where),
        count: ofStatement.credits,
        total: ofStatement.sumOfCredits,
      },
      { name: 'debits' as const, of: debitsOf(where), count: ofStatement.debits, total: ofStatement.sumOfDebits },
    ];
    for (const { name, of: side, count, total } of sides) {
      const figuresOf = (sums: Sums) => [
        sums[name].countFigure(side, statement.value(count), 'entries'),
        sums[name].sumFigure(side, statement.value(total)),
      ];
      // Some banks count what is not booked, too.
      const found = [this.#booked, this.#told].map(figuresOf);
      for (const figure of found.find((figures) => figures.every(isTrue)) ?? found[0] ?? [])
        this.#rows.onFigure(figure);
    }
    const net = statement.value(ofStatement.net);
    if (net !== undefined) {
      const stated = statement.value(ofStatement.netDirection) === 'DBIT' ? `-${net}` : net;
      this.#rows.onFigure(all.sumFigure(netOf(where), stated));
    }
    this.#rows.onFigure(all.balanceFigure(where, opening?.amount, closing?.amount));
    const inCurrency = `${account} ${currency ?? closing?.currency ?? ''}`;
    const balances = { account: inCurrency, opening: opening?.amount, closing: closing?.amount };
    this.#rows.onFigure(this.#balances.next(where, balances));
    const kept = [statement.value(ofStatement.currency), opening?.currency, closing?.currency].find(
      (one) => one !== undefined && one !== currency,
    );
    if (currency !== undefined && kept !== undefined)
      this.#rows.onProblem(
        fact('{where} is kept in {first}, but has entries in {last}. Ask for it again.', {
          where,
          first: kept,
          last: currency,
        }),
      );
    const stated = sides.map(({ total }) => exactAmount(statement.value(total) ?? ''));
    this.#rows.onPart(this.#statedTotal(stated));
    this.#isLastPage = statement.value(ofStatement.isLastPage) !== 'false';
    this.#booked = newSums();
    this.#told = newSums();
    this.#keys = new DistinctKeys();
  }

  /** The sum of all entries, or those of credits and debits, where the transactions that were made add up to the same. */
  #statedTotal([all, credits, debits]: readonly (bigint | undefined)[]): StatedTotal | undefined {
    const { made, currencies } = this.#booked;
    if (made.count === 0) return undefined;
    const amount = all ?? (credits === undefined || debits === undefined ? undefined : credits + debits);
    const [currency, ...others] = currencies;
    if (currency === undefined || others.length > 0 || amount === undefined || amount !== made.sum) return {};
    return { sum: { currency, amount } };
  }
}

const newSums = () => ({
  all: new MessageSum(),
  absolute: new MessageSum(),
  credits: new MessageSum(),
  debits: new MessageSum(),
  /** The transactions, in place of the entries. */
  made: new MessageSum(),
  currencies: new Set<string | undefined>(),
});

type Sums = ReturnType<typeof newSums>;

/** Pending, for information, or to come: nothing was booked, and the template leaves it out. */
function isNotBooked(entry: XmlElement): boolean {
  return notBooked.includes(entry.value(ofEntry.status) ?? '');
}

function hasCharges(entry: XmlElement, details: readonly Detail[]): boolean {
  return entry.at(ofEntry.charged) !== undefined || details.some(({ payment }) => payment.Charges !== undefined);
}

/** The amount of a single detail that is not what was booked. */
function noteOriginal(payment: Payment, amount: string | undefined): void {
  if (amount === undefined || payment.Amount === undefined || amount === payment.Amount) return;
  if (exactAmount(amount) === exactAmount(payment.Amount) || payment['Original amount'] !== undefined) return;
  payment['Original amount'] = amount;
  payment['Original currency'] = payment.Currency;
}

function nameOf(message: string, name: string): Fact {
  switch (message) {
    case 'camt.052':
      return name === '' ? fact('Account report') : fact('Account report {name}', { name });
    case 'camt.054':
      return name === '' ? fact('Notification') : fact('Notification {name}', { name });
    default:
      return name === '' ? fact('Statement') : fact('Statement {name}', { name });
  }
}

function entryName(entry: XmlElement): Fact {
  const name = entry.value(ofEntry.name);
  return name === undefined ? fact('An entry') : fact('Entry {name}', { name });
}

/** As it stands within a sentence. */
function entryWithin(entry: XmlElement): Fact {
  const name = entry.value(ofEntry.name);
  return name === undefined ? fact('an entry') : fact('entry {name}', { name });
}

/** Credit or debit says on which side the own account stands. */
function problemOfDirection(of: Fact, { 'Own side': side }: Payment): Fact | undefined {
  if (side !== undefined) return undefined;
  return fact('{name} does not say whether it is a credit or a debit (CdtDbtInd). Ask for the file again.', {
    name: of,
  });
}

/** A balance with its sign; of several, that in the currency of the entries. */
function balanceOf(
  statement: XmlElement,
  codes: readonly string[],
  currency: string | undefined,
): { amount: string; currency: string | undefined } | undefined {
  const found = statement.all(ofStatement.balances).flatMap((one) => {
    const amount = codes.includes(one.value(ofBalance.kind) ?? '') ? one.value(ofBalance.amount) : undefined;
    if (amount === undefined) return [];
    const sign = one.value(ofBalance.direction) === 'DBIT' ? '-' : '';
    return [{ amount: `${sign}${amount}`, currency: one.at(ofBalance.amount)?.attributes['Ccy'] }];
  });
  return found.find((one) => one.currency === currency) ?? found[0];
}

/**
 * @file camt.052, camt.053 and camt.054: a transaction is a `TxDtls`, with what it inherits from its entry, its statement
 * and the account; an entry without details is one itself. Credit or debit decides on which side the own account stands.
 */

import { amountText, exactAmount } from '../../../../src-shared/exact-amount.ts';
import { amountFigure, BalanceChain, countFigure, isTrue, MessageSum } from '../control-figures.ts';
import { DistinctKeys } from '../distinct-keys.ts';
import type { StatedTotal } from '../message-facts.ts';
import {
  dayOrTime,
  derivedCountry,
  keyOfBooked,
  notBooked,
  type OwnSide,
  type Party,
  type Payment,
  problemOfAmount,
  problemOfDay,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { numberOfName, pathsOf, type XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { accountOf, bicOf, filledFrom, partyOf, remittanceOf, sideOf, sidePaths } from './parties.ts';

const ENTRY = numberOfName('Ntry');
const ofStatement = pathsOf({
  id: 'Id',
  account: 'Acct',
  owner: 'Acct/Ownr',
  servicer: 'Acct/Svcr',
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
/** Of an entry, of its details, or of either. */
const of = pathsOf({
  amount: 'Amt',
  direction: 'CdtDbtInd',
  reversal: 'RvslInd',
  status: 'Sts/Cd Sts',
  booked: 'BookgDt/DtTm BookgDt/Dt ValDt/DtTm ValDt/Dt',
  valued: 'ValDt/DtTm ValDt/Dt',
  name: 'NtryRef AcctSvcrRef',
  entryReference: 'NtryRef',
  servicerReference: 'AcctSvcrRef',
  entryInformation: 'AddtlNtryInf',
  information: 'AddtlTxInf',
  returned: 'RtrInf',
  purpose: 'Purp/Cd Purp/Prtry',
  // Before version 3, the amount of a transaction stood among its details only.
  amounts: 'Amt AmtDtls/TxAmt/Amt AmtDtls/CntrValAmt/Amt AmtDtls/InstdAmt/Amt',
  ordered: 'AmtDtls/InstdAmt/Amt AmtDtls/TxAmt/Amt',
  rate: 'AmtDtls/InstdAmt/CcyXchg/XchgRate AmtDtls/TxAmt/CcyXchg/XchgRate AmtDtls/CntrValAmt/CcyXchg/XchgRate',
  charged: 'Chrgs',
  // Each of them, or else their sum.
  charges: 'Chrgs/Rcrd/Amt Chrgs/Amt Chrgs/TtlChrgsAndTaxAmt',
  domain: 'BkTxCd/Domn/Cd',
  family: 'BkTxCd/Domn/Fmly/Cd',
  subFamily: 'BkTxCd/Domn/Fmly/SubFmlyCd',
  ownCode: 'BkTxCd/Prtry/Cd',
  refMessage: 'Refs/MsgId',
  refServicer: 'Refs/AcctSvcrRef',
  refEndToEnd: 'Refs/EndToEndId',
  refTransaction: 'Refs/TxId',
  refInstruction: 'Refs/InstrId',
  refMandate: 'Refs/MndtId',
  refUetr: 'Refs/UETR',
});
const ofDebtor = sidePaths('Dbtr', 'RltdPties/', 'RltdAgts/');
const ofCreditor = sidePaths('Cdtr', 'RltdPties/', 'RltdAgts/');

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
    const direction = details?.value(of.direction) ?? entry.value(of.direction);
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
            'The last page of the message is missing: another one should follow. Ask for all of its pages.',
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
    const [amount, isDebit] = [entry.value(of.amount), entry.value(of.direction) === 'DBIT'];
    const [booked, sum] = [amount === undefined ? undefined : exactAmount(amount), this.#details.sum];
    const hasSum = transactions > 0 && booked !== undefined && sum !== undefined && this.#hasAllAmounts;
    // Of charges that were taken off, the entry says what is left.
    if (hasSum && !hasCharges(entry, this.#held)) {
      const found = amountText(isDebit ? -sum : sum);
      this.#rows.onFigure({ of: entryName(entry), kind: 'booked', stated: amountText(booked), found });
    }
    this.#handOver(entry, { isOnlyOne, information: entry.value(of.entryInformation) });
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
    const currency = entry.at(of.amount)?.attributes['Ccy'];
    const isBooked = !isNotBooked(entry);
    for (const { payment, amount, direction } of this.#held.splice(0)) {
      payment['Additional information'] ??= information;
      // What was booked counts: a single detail may speak of the amount before charges, or in another currency.
      payment.Amount = isOnlyOne ? entry.value(of.amount) : amount;
      payment.Currency = currency;
      if (isOnlyOne) noteOriginal(payment, amount);
      if (isBooked) {
        this.#booked.made.add(payment.Amount);
        this.#booked.currencies.add(currency);
      }
      const name = entryName(entry);
      const problem =
        !isOnlyOne && amount === undefined
          ? `${name} has several transactions, but not the amount of each: their sum alone cannot be divided.`
          : (problemOfAmount(name, payment) ?? problemOfDay(name, payment));
      if (problem !== undefined) this.#rows.onRefused(problem);
      else if (isOnlyOne && direction !== entry.value(of.direction))
        this.#rows.onRefused(
          `${name} is booked as ${entry.value(of.direction) ?? 'neither'}, but its transaction says ${direction ?? 'neither'}. Ask for the file again.`,
        );
      else {
        payment.Key = this.#keys.distinct(keyOfBooked(payment));
        this.#rows.onPayment(payment);
      }
    }
  }

  #endStatement({ element: statement }: Frame, message: string): void {
    const where = `${titles[message] ?? 'The statement'} ${statement.value(ofStatement.id) ?? ''}`.trim();
    const account = accountOf(statement.at(ofStatement.account)) ?? '';
    const { all, currencies } = this.#booked;
    const [currency] = currencies.size === 1 ? currencies : [];
    const opening = balanceOf(statement, ['OPBD', 'PRCD'], currency);
    const closing = balanceOf(statement, ['CLBD'], currency);
    const sides = [
      { name: 'absolute' as const, of: where, count: ofStatement.entries, total: ofStatement.sum },
      {
        name: 'credits' as const,
        of: `${where}, credits,`,
        count: ofStatement.credits,
        total: ofStatement.sumOfCredits,
      },
      { name: 'debits' as const, of: `${where}, debits,`, count: ofStatement.debits, total: ofStatement.sumOfDebits },
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
      this.#rows.onFigure(all.sumFigure(`${where}, net,`, stated));
    }
    this.#rows.onFigure(all.balanceFigure(where, opening?.amount, closing?.amount));
    const inCurrency = `${account} ${currency ?? closing?.currency ?? ''}`;
    const balances = { account: inCurrency, opening: opening?.amount, closing: closing?.amount };
    this.#rows.onFigure(this.#balances.next(where, balances));
    const kept = statement.value(ofStatement.currency) ?? closing?.currency;
    if (currency !== undefined && kept !== undefined && kept !== currency)
      this.#rows.onProblem(`${where} is kept in ${kept}, but has entries in ${currency}. Ask for it again.`);
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
  return notBooked.includes(entry.value(of.status) ?? '');
}

function hasCharges(entry: XmlElement, details: readonly Detail[]): boolean {
  return entry.at(of.charged) !== undefined || details.some(({ payment }) => payment.Charges !== undefined);
}

/** The amount of a single detail that is not what was booked. */
function noteOriginal(payment: Payment, amount: string | undefined): void {
  if (amount === undefined || payment.Amount === undefined || amount === payment.Amount) return;
  if (exactAmount(amount) === exactAmount(payment.Amount) || payment['Original amount'] !== undefined) return;
  payment['Original amount'] = amount;
  payment['Original currency'] = payment.Currency;
}

const titles: Readonly<Record<string, string>> = {
  'camt.052': 'Account report',
  'camt.053': 'Statement',
  'camt.054': 'Notification',
};

function entryName(entry: XmlElement): string {
  const name = entry.value(of.name);
  return name === undefined ? 'An entry' : `Entry ${name}`;
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

function paymentOf(
  entry: XmlElement,
  details: XmlElement | undefined,
  { own, id }: StatementFacts,
  direction: string | undefined,
): Payment {
  const inner = details ?? entry;
  const code = codeOf(details) ?? codeOf(entry);
  const reversal = reversalOf(entry, details, code);
  const ownSide: OwnSide | undefined = direction === 'DBIT' ? 'debtor' : direction === 'CRDT' ? 'creditor' : undefined;
  const named = { debtor: sideOf(inner, ofDebtor), creditor: sideOf(inner, ofCreditor) };
  const { debtor, creditor } = sidesOf({ own, ownSide, ...named, isTakenBack: reversal !== undefined });
  const { amount, currency, rate } = exchangeOf(entry, details);
  // In one piece, as objects that are put together take several times as long to make.
  return {
    Key: undefined,
    UETR: uetrOf(details?.value(of.refUetr)),
    Date: dayOrTime(entry.value(of.booked)),
    'Value date': dayOrTime(entry.value(of.valued)),
    Amount: undefined,
    Currency: undefined,
    Direction: direction,
    Reversal: reversal,
    Status: entry.value(of.status),
    'Own side': ownSide,
    'Debtor name': debtor.name,
    'Debtor account': debtor.account,
    'Debtor BIC': debtor.bic,
    'Debtor country': debtor.country,
    'Debtor country derived': derivedCountry(debtor.account, debtor.bic),
    'Creditor name': creditor.name,
    'Creditor account': creditor.account,
    'Creditor BIC': creditor.bic,
    'Creditor country': creditor.country,
    'Creditor country derived': derivedCountry(creditor.account, creditor.bic),
    'Ultimate debtor name': named.debtor.ultimate,
    'Ultimate creditor name': named.creditor.ultimate,
    'Original amount': amount,
    'Original currency': currency,
    'Exchange rate': rate,
    Charges: chargesOf(inner) ?? chargesOf(entry),
    'End-to-end id': details?.value(of.refEndToEnd),
    'Transaction id': details?.value(of.refTransaction),
    'Instruction id': details?.value(of.refInstruction),
    'Servicer reference': reference(details?.value(of.refServicer)) ?? reference(entry.value(of.servicerReference)),
    'Entry reference': entry.value(of.entryReference),
    'Mandate id': details?.value(of.refMandate),
    'Transaction code': code,
    Purpose: inner.value(of.purpose),
    Remittance: remittanceOf(inner),
    'Additional information': details?.value(of.information),
    'Message id': details?.value(of.refMessage),
    Statement: id,
    'Own account': own.account,
  };
}

/** What each transaction of a statement inherits from it. */
interface StatementFacts {
  own: Party;
  id: string | undefined;
}

function factsOf(statement: XmlElement): StatementFacts {
  const { name, country } = partyOf(statement.at(ofStatement.owner));
  const [account, bic] = [accountOf(statement.at(ofStatement.account)), bicOf(statement.at(ofStatement.servicer))];
  return { own: { name, account, bic, country }, id: statement.value(ofStatement.id) };
}

/** A reversal says so itself; a return by its reason, or by the code of the transaction. */
function reversalOf(entry: XmlElement, details: XmlElement | undefined, code = ''): string | undefined {
  if (['true', '1'].includes(entry.value(of.reversal) ?? '')) return 'true';
  const isReturn = details?.at(of.returned) !== undefined || /\/(?:RRTN|RPCR|UPCT|UPDD|PRDD|ARET)\b/.test(code);
  return isReturn ? 'return' : undefined;
}

interface Sides {
  own: Party;
  ownSide: OwnSide | undefined;
  debtor: Party;
  creditor: Party;
  /** It takes another transaction back: a reversal, or a return. */
  isTakenBack: boolean;
}

/**
 * Money goes from debtor to creditor as the entry was booked. The parties of what is taken back are mostly named as in the
 * transaction before, so its counterparty stands on the other side; whoever has the account itself is never the counterparty.
 */
function sidesOf({ own, ownSide, debtor, creditor, isTakenBack }: Sides): { debtor: Party; creditor: Party } {
  if (ownSide === undefined) return { debtor, creditor };
  const isOwnDebtor = (ownSide === 'debtor') !== isTakenBack;
  const named = isOwnDebtor ? [debtor, creditor] : [creditor, debtor];
  const isOtherWay = !isOwn(named[0], own) && (isOwn(named[1], own) || !isNamed(named[1]));
  const [first, second] = isOtherWay ? [named[1], named[0]] : named;
  const owner = filledFrom(own, isOwn(first, own) ? (first ?? {}) : {});
  const counterparty = second ?? {};
  return ownSide === 'debtor' ? { debtor: owner, creditor: counterparty } : { debtor: counterparty, creditor: owner };
}

function isNamed(party: Party | undefined): boolean {
  return party?.name !== undefined || party?.account !== undefined;
}

function isOwn(party: Party | undefined, own: Party): boolean {
  if (party?.account !== undefined) return party.account === own.account;
  return party?.name !== undefined && party.name === own.name;
}

/** In the currency of the account; undefined where only the entry has one. */
function amountOfDetail(entry: XmlElement, details: XmlElement | undefined): string | undefined {
  if (details === undefined) return entry.value(of.amount);
  const currency = entry.at(of.amount)?.attributes['Ccy'];
  return details.oneOf(of.amounts, ({ attributes }) => attributes['Ccy'] === currency)?.text.trim();
}

/** What was ordered in another currency, and the rate. */
function exchangeOf(
  entry: XmlElement,
  details: XmlElement | undefined,
): { amount: string | undefined; currency: string | undefined; rate: string | undefined } {
  const currency = entry.at(of.amount)?.attributes['Ccy'];
  const isOther = ({ attributes }: XmlElement) => attributes['Ccy'] !== currency;
  const original =
    details?.oneOf(of.ordered, isOther) ?? entry.oneOf(of.ordered, isOther) ?? details?.oneOf(of.amount, isOther);
  return {
    amount: original?.text.trim(),
    currency: original?.attributes['Ccy'],
    rate: details?.value(of.rate) ?? entry.value(of.rate),
  };
}

function chargesOf(element: XmlElement): string | undefined {
  const amounts = element.all(of.charges);
  if (amounts.length === 0) return undefined;
  return amounts.map(({ text, attributes }) => `${text.trim()} ${attributes['Ccy'] ?? ''}`.trim()).join('; ');
}

/** Such as PMNT/RCDT/ESCT, and that of the bank. */
function codeOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined;
  let code = '';
  for (const paths of [of.domain, of.family, of.subFamily]) {
    const part = element.value(paths);
    if (part !== undefined) code += code === '' ? part : `/${part}`;
  }
  const own = element.value(of.ownCode);
  if (own === undefined) return code === '' ? undefined : code;
  return code === '' ? own : `${code} ${own}`;
}

/**
 * @file camt.052, camt.053 and camt.054: a transaction is a `TxDtls`, with what it inherits from its entry, its statement
 * and the account; an entry without details is one itself. Credit or debit decides on which side the own account stands.
 */

import { amountText, exactAmount } from '../../../../src-shared/exact-amount.ts';
import { BalanceChain, MessageSum } from '../control-figures.ts';
import type { StatedTotal } from '../message-facts.ts';
import {
  creditorOf,
  DistinctKeys,
  dayOrTime,
  debtorOf,
  keyOfBooked,
  notBooked,
  type OwnSide,
  type Party,
  type Payment,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import type { XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { accountOf, bicOf, filledFrom, partyOf, remittanceOf, sideOf } from './parties.ts';

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
  #keys = new DistinctKeys();
  readonly #balances = new BalanceChain();
  #isLastPage = true;

  constructor(rows: PaymentRows) {
    this.#rows = rows;
  }

  onTransaction({ element, around }: Transaction): void {
    const details = element.name === 'Ntry' ? undefined : element;
    const entry = details === undefined ? element : around.outer?.element;
    const statement = details === undefined ? around.element : around.outer?.outer?.element;
    if (entry === undefined || statement === undefined) return;
    const direction = details?.value('CdtDbtInd') ?? entry.value('CdtDbtInd');
    const amount = amountOfDetail(entry, details);
    const payment = paymentOf(entry, details, statement, direction);
    this.#held.push({ payment, amount, direction });
    this.#hasAllAmounts &&= amount !== undefined;
    this.#details.add(amount, direction === 'DBIT');
    // Several of them have amounts of their own; what stands behind them in the entry is not known yet.
    if (this.#held.length >= MOST_HELD) this.#handOver(entry, { isOnlyOne: false });
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

  /** A batch says how many transactions it has, and their sum. */
  #endBatch({ element, outer, transactions }: Frame): void {
    const stated = element.value('Btch/NbOfTxs');
    if (outer === undefined || stated === undefined || transactions === 0 || Number(stated) === transactions) return;
    this.#rows.onProblem(
      `${entryName(outer.element)} says that it is a batch of ${stated} transactions, but ${transactions} are in it. Ask for the file again.`,
    );
  }

  #endEntry({ element: entry, transactions }: Frame): void {
    const isOnlyOne = transactions <= 1;
    const [amount, isDebit] = [entry.value('Amt'), entry.value('CdtDbtInd') === 'DBIT'];
    const [booked, sum] = [amount === undefined ? undefined : exactAmount(amount), this.#details.sum];
    const isOther = booked !== undefined && sum !== undefined && sum !== (isDebit ? -booked : booked);
    // Of charges that were taken off, the entry says what is left.
    if (isOther && this.#hasAllAmounts && !hasCharges(entry, this.#held))
      this.#rows.onProblem(
        `${entryName(entry)} is booked with ${amountText(booked)}, but its transactions add up to ${amountText(sum < 0n ? -sum : sum)}. Ask for the file again.`,
      );
    this.#handOver(entry, { isOnlyOne, information: entry.value('AddtlNtryInf') });
    this.#details = new MessageSum();
    this.#hasAllAmounts = true;
    this.#rows.onEntry();
    if (isNotBooked(entry)) return;
    this.#booked.all.add(amount, isDebit);
    this.#booked.absolute.add(amount);
    this.#booked[isDebit ? 'debits' : 'credits'].add(amount);
  }

  #handOver(
    entry: XmlElement,
    { isOnlyOne, information }: { isOnlyOne: boolean; information?: string | undefined },
  ): void {
    const currency = entry.at('Amt')?.attributes['Ccy'];
    const isBooked = !isNotBooked(entry);
    for (const { payment, amount, direction } of this.#held.splice(0)) {
      payment['Additional information'] ??= information;
      // What was booked counts: a single detail may speak of the amount before charges, or in another currency.
      payment.Amount = isOnlyOne ? entry.value('Amt') : amount;
      payment.Currency = currency;
      if (isOnlyOne) noteOriginal(payment, amount);
      if (isBooked) {
        this.#booked.made.add(payment.Amount);
        this.#booked.currencies.add(currency);
      }
      if (payment.Amount === undefined)
        this.#rows.onRefused(
          `${entryName(entry)} has several transactions, but not the amount of each: their sum alone cannot be divided.`,
        );
      else if (currency === undefined)
        this.#rows.onRefused(`An amount of ${entryName(entry)} has no currency (Ccy). Ask for the file again.`);
      else if (isOnlyOne && direction !== entry.value('CdtDbtInd'))
        this.#rows.onRefused(
          `${entryName(entry)} is booked as ${entry.value('CdtDbtInd') ?? 'neither'}, but its transaction says ${direction ?? 'neither'}. Ask for the file again.`,
        );
      else {
        payment.Key = this.#keys.distinct(keyOfBooked(payment));
        this.#rows.onPayment(payment);
      }
    }
  }

  #endStatement({ element: statement }: Frame, message: string): void {
    const of = `${titles[message] ?? 'The statement'} ${statement.value('Id') ?? ''}`.trim();
    const account = accountOf(statement.at('Acct')) ?? '';
    const [opening, closing] = [balanceOf(statement, ['OPBD', 'PRCD']), balanceOf(statement, ['CLBD'])];
    const { all, absolute, credits, debits } = this.#booked;
    const sides = [
      { sum: absolute, of, path: 'TxsSummry/TtlNtries' },
      { sum: credits, of: `${of}, credits,`, path: 'TxsSummry/TtlCdtNtries' },
      { sum: debits, of: `${of}, debits,`, path: 'TxsSummry/TtlDbtNtries' },
    ];
    for (const { sum, of: side, path } of sides) {
      this.#rows.onFigure(sum.countFigure(side, statement.value(`${path}/NbOfNtries`), 'entries'));
      this.#rows.onFigure(sum.sumFigure(side, statement.value(`${path}/Sum`)));
    }
    this.#rows.onFigure(all.balanceFigure(of, opening, closing));
    const gap = this.#balances.problem(of, account, opening, closing);
    if (gap !== undefined) this.#rows.onProblem(gap);
    const stated = sides.map(({ path }) => exactAmount(statement.value(`${path}/Sum`) ?? ''));
    this.#rows.onPart(this.#statedTotal(stated));
    this.#isLastPage = statement.value('StmtPgntn/LastPgInd', 'RptPgntn/LastPgInd') !== 'false';
    this.#booked = newSums();
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

/** Pending, for information, or to come: nothing was booked, and the template leaves it out. */
function isNotBooked(entry: XmlElement): boolean {
  return notBooked.includes(entry.value('Sts/Cd', 'Sts') ?? '');
}

function hasCharges(entry: XmlElement, details: readonly Detail[]): boolean {
  return entry.at('Chrgs') !== undefined || details.some(({ payment }) => payment.Charges !== undefined);
}

/** The amount of a single detail that is not what was booked. */
function noteOriginal(payment: Payment, amount: string | undefined): void {
  const isOther =
    amount !== undefined && payment.Amount !== undefined && exactAmount(amount) !== exactAmount(payment.Amount);
  if (!isOther || payment['Original amount'] !== undefined) return;
  payment['Original amount'] = amount;
  payment['Original currency'] = payment.Currency;
}

const titles: Readonly<Record<string, string>> = {
  'camt.052': 'Account report',
  'camt.053': 'Statement',
  'camt.054': 'Notification',
};

function entryName(entry: XmlElement): string {
  const name = entry.value('NtryRef', 'AcctSvcrRef');
  return name === undefined ? 'An entry' : `Entry ${name}`;
}

/** A balance with its sign. */
function balanceOf(statement: XmlElement, codes: readonly string[]): string | undefined {
  const balance = statement.all('Bal').find((one) => codes.includes(one.value('Tp/CdOrPrtry/Cd') ?? ''));
  const amount = balance?.value('Amt');
  return amount === undefined || balance?.value('CdtDbtInd') !== 'DBIT' ? amount : `-${amount}`;
}

function paymentOf(
  entry: XmlElement,
  details: XmlElement | undefined,
  statement: XmlElement,
  direction: string | undefined,
): Payment {
  const inner = details ?? entry;
  const reversal = reversalOf(entry, details);
  const ownSide: OwnSide | undefined = direction === 'DBIT' ? 'debtor' : direction === 'CRDT' ? 'creditor' : undefined;
  const own: Party = {
    ...partyOf(statement.at('Acct/Ownr')),
    account: accountOf(statement.at('Acct')),
    bic: bicOf(statement.at('Acct/Svcr')),
  };
  const [debtor, creditor] = [
    sideOf(inner, 'Dbtr', 'RltdPties/', 'RltdAgts/'),
    sideOf(inner, 'Cdtr', 'RltdPties/', 'RltdAgts/'),
  ];
  const sides = sidesOf({ own, ownSide, debtor, creditor, isTakenBack: reversal !== undefined });
  const refs = (path: string) => details?.value(`Refs/${path}`);
  return {
    UETR: uetrOf(refs('UETR')),
    Date: dayOrTime(entry.value('BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt')),
    'Value date': dayOrTime(entry.value('ValDt/DtTm', 'ValDt/Dt')),
    Direction: direction,
    Reversal: reversal,
    Status: entry.value('Sts/Cd', 'Sts'),
    'Own side': ownSide,
    ...debtorOf(sides.debtor),
    ...creditorOf(sides.creditor),
    'Ultimate debtor name': debtor.ultimate,
    'Ultimate creditor name': creditor.ultimate,
    ...exchangeOf(entry, details),
    Charges: chargesOf(inner) ?? chargesOf(entry),
    'End-to-end id': refs('EndToEndId'),
    'Transaction id': refs('TxId'),
    'Instruction id': refs('InstrId'),
    'Servicer reference': reference(refs('AcctSvcrRef')) ?? reference(entry.value('AcctSvcrRef')),
    'Entry reference': entry.value('NtryRef'),
    'Mandate id': refs('MndtId'),
    'Transaction code': codeOf(details) ?? codeOf(entry),
    Purpose: inner.value('Purp/Cd', 'Purp/Prtry'),
    Remittance: remittanceOf(inner),
    'Additional information': details?.value('AddtlTxInf'),
    'Message id': refs('MsgId'),
    Statement: statement.value('Id'),
    'Own account': own.account,
  };
}

/** A reversal says so itself; a return by its reason, or by the code of the transaction. */
function reversalOf(entry: XmlElement, details: XmlElement | undefined): string | undefined {
  if (['true', '1'].includes(entry.value('RvslInd') ?? '')) return 'true';
  const code = codeOf(details) ?? codeOf(entry) ?? '';
  const isReturn = details?.at('RtrInf') !== undefined || /\/(?:RRTN|RPCR|UPCT|UPDD|PRDD|ARET)\b/.test(code);
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
  if (details === undefined) return entry.value('Amt');
  const currency = entry.at('Amt')?.attributes['Ccy'];
  // Before version 3, the amount of a transaction stood among its details only.
  const amounts = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'].flatMap(
    (path) => details.at(path) ?? [],
  );
  return amounts.find(({ attributes }) => attributes['Ccy'] === currency)?.text.trim();
}

/** What was ordered in another currency, and the rate. */
function exchangeOf(
  entry: XmlElement,
  details: XmlElement | undefined,
): Pick<Payment, 'Original amount' | 'Original currency' | 'Exchange rate'> {
  const currency = entry.at('Amt')?.attributes['Ccy'];
  const within = [details, entry].filter((one) => one !== undefined);
  const amounts = [
    ...within.flatMap((one) => [one.at('AmtDtls/InstdAmt/Amt'), one.at('AmtDtls/TxAmt/Amt')]),
    details?.at('Amt'),
  ];
  const original = amounts.find((one) => one !== undefined && one.attributes['Ccy'] !== currency);
  const rate = within
    .map((one) =>
      one.value(
        'AmtDtls/InstdAmt/CcyXchg/XchgRate',
        'AmtDtls/TxAmt/CcyXchg/XchgRate',
        'AmtDtls/CntrValAmt/CcyXchg/XchgRate',
      ),
    )
    .find((one) => one !== undefined);
  return {
    'Original amount': original?.text.trim(),
    'Original currency': original?.attributes['Ccy'],
    'Exchange rate': rate,
  };
}

/** Each of them, or else their sum. */
function chargesOf(element: XmlElement): string | undefined {
  const amounts = ['Chrgs/Rcrd/Amt', 'Chrgs/Amt', 'Chrgs/TtlChrgsAndTaxAmt']
    .map((path) => element.all(path))
    .find((found) => found.length > 0);
  return amounts?.map(({ text, attributes }) => `${text.trim()} ${attributes['Ccy'] ?? ''}`.trim()).join('; ');
}

/** Such as PMNT/RCDT/ESCT, and that of the bank. */
function codeOf(element: XmlElement | undefined): string | undefined {
  const [domain, family, sub, own] = [
    element?.value('BkTxCd/Domn/Cd'),
    element?.value('BkTxCd/Domn/Fmly/Cd'),
    element?.value('BkTxCd/Domn/Fmly/SubFmlyCd'),
    element?.value('BkTxCd/Prtry/Cd'),
  ];
  const codes = [domain, family, sub].filter((code) => code !== undefined).join('/');
  return [codes, own].filter((code) => code !== undefined && code !== '').join(' ') || undefined;
}

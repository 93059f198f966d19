/**
 * @file camt.052, camt.053 and camt.054: a transaction is a `TxDtls`, with what it inherits from its entry, its statement
 * and the account; an entry without details is one itself. Credit or debit decides on which side the own account stands.
 */

import { MessageSum } from '../control-figures.ts';
import {
  creditorOf,
  debtorOf,
  keyOf,
  type OwnSide,
  type Party,
  type Payment,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import type { XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { accountOf, bicOf, filledFrom, partyOf, remittanceOf, sideOf } from './parties.ts';

/** More details of one entry are handed over before what stands behind them is known. */
const MOST_HELD = 1000;

/** What a statement makes of transactions; problems are full sentences. */
export interface RowsOfMessage {
  onPayment(payment: Payment): void;
  /** The next row cannot be read. */
  onRefused(problem: string): void;
  /** The message does not agree with itself. */
  onProblem(problem: string): void;
}

export class StatementRows {
  readonly #rows: RowsOfMessage;
  /** Details of the entry that is open. */
  #held: Payment[] = [];
  /** Of the statement that is open. */
  #entries = new MessageSum();
  #absolute = new MessageSum();

  constructor(rows: RowsOfMessage) {
    this.#rows = rows;
  }

  onTransaction({ element, around, position }: Transaction): void {
    const entry = element.name === 'Ntry' ? element : around.outer?.element;
    const statementFrame = element.name === 'Ntry' ? around : around.outer?.outer;
    if (entry === undefined || statementFrame === undefined) return;
    const details = element.name === 'Ntry' ? undefined : element;
    const isOnlyOne = details === undefined;
    const within = isOnlyOne ? 0 : (around.outer?.transactions ?? position);
    const entryNumber = statementFrame.parts;
    this.#held.push(paymentOf(entry, details, statementFrame.element, { within, entryNumber }));
    if (this.#held.length >= MOST_HELD) this.#flush(undefined, entry);
  }

  onEnd(level: string, frame: Frame, message: string): void {
    if (level === 'Ntry') {
      this.#endEntry(frame);
      return;
    }
    if (level !== '' && level !== 'NtryDtls') this.#endStatement(frame, message);
  }

  #endEntry({ element: entry, transactions }: Frame): void {
    // Amounts that the details leave to the entry are known only where there is one.
    const isOnlyOne = transactions <= 1;
    for (const payment of this.#held) {
      if (payment.Amount !== undefined || !isOnlyOne) continue;
      payment.Amount = entry.value('Amt');
      payment.Currency = entry.at('Amt')?.attributes['Ccy'];
    }
    const stated = entry.value('NtryDtls/Btch/NbOfTxs');
    if (stated !== undefined && transactions > 1 && Number(stated) !== transactions)
      this.#rows.onProblem(
        `${entryName(entry)} says that it is a batch of ${stated} transactions, but ${transactions} are in it. Ask for the file again.`,
      );
    this.#flush(entry.value('AddtlNtryInf'), entry);
    const isDebit = entry.value('CdtDbtInd') === 'DBIT';
    this.#entries.add(entry.value('Amt'), isDebit);
    this.#absolute.add(entry.value('Amt'));
  }

  #flush(information: string | undefined, entry: XmlElement): void {
    for (const payment of this.#held.splice(0)) {
      payment['Additional information'] ??= information;
      if (payment.Amount === undefined)
        this.#rows.onRefused(
          `${entryName(entry)} has several transactions, but not the amount of each: their sum alone cannot be divided.`,
        );
      else if (payment.Currency === undefined)
        this.#rows.onRefused(`An amount of ${entryName(entry)} has no currency (Ccy). Ask for the file again.`);
      else this.#rows.onPayment(payment);
    }
  }

  #endStatement({ element: statement }: Frame, message: string): void {
    const where = `${titles[message] ?? 'The statement'} ${statement.value('Id') ?? ''}`.trim();
    const [opening, closing] = [balanceOf(statement, ['OPBD', 'PRCD']), balanceOf(statement, ['CLBD'])];
    const problems = [
      this.#entries
        .countProblem(where, statement.value('TxsSummry/TtlNtries/NbOfNtries'))
        ?.replace('transactions', 'entries'),
      this.#absolute.sumProblem(where, statement.value('TxsSummry/TtlNtries/Sum')),
      this.#entries.balanceProblem(where, opening, closing),
    ];
    for (const problem of problems) if (problem !== undefined) this.#rows.onProblem(problem);
    this.#entries = new MessageSum();
    this.#absolute = new MessageSum();
  }
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

interface Place {
  /** Among the details of its entry, from 1; 0 for an entry without any. */
  within: number;
  /** Among the entries of its statement, from 1. */
  entryNumber: number;
}

function paymentOf(
  entry: XmlElement,
  details: XmlElement | undefined,
  statement: XmlElement,
  { within, entryNumber }: Place,
): Payment {
  const inner = details ?? entry;
  const isReversal = entry.value('RvslInd') === 'true' || entry.value('RvslInd') === '1';
  const direction = details?.value('CdtDbtInd') ?? entry.value('CdtDbtInd');
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
  const sides = sidesOf({ own, ownSide, debtor, creditor, isReversal });
  const refs = (path: string) => details?.value(`Refs/${path}`);
  const uetr = uetrOf(refs('UETR'));
  const servicer = reference(refs('AcctSvcrRef')) ?? reference(entry.value('AcctSvcrRef'));
  const [endToEnd, transaction] = [refs('EndToEndId'), refs('TxId')];
  const number = within === 0 ? undefined : String(within);
  return {
    Key:
      servicer === undefined
        ? keyOf(own.account, uetr ?? keyOf(statement.value('Id'), String(entryNumber), number))
        : keyOf(own.account, servicer, uetr ?? reference(transaction) ?? reference(endToEnd), number),
    UETR: uetr,
    Date: entry.value('BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/DtTm', 'ValDt/Dt'),
    'Value date': entry.value('ValDt/DtTm', 'ValDt/Dt'),
    ...amountOf(entry, details),
    Direction: direction,
    Reversal: isReversal ? 'true' : undefined,
    Status: entry.value('Sts/Cd', 'Sts'),
    'Own side': ownSide,
    ...debtorOf(sides.debtor),
    ...creditorOf(sides.creditor),
    'Ultimate debtor name': debtor.ultimate,
    'Ultimate creditor name': creditor.ultimate,
    ...exchangeOf(entry, details),
    Charges: chargesOf(inner),
    'End-to-end id': endToEnd,
    'Transaction id': transaction,
    'Instruction id': refs('InstrId'),
    'Servicer reference': servicer,
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

interface Sides {
  own: Party;
  ownSide: OwnSide | undefined;
  debtor: Party;
  creditor: Party;
  isReversal: boolean;
}

/**
 * Money goes from debtor to creditor as the entry was booked. The parties of a reversal are named as in the transaction that
 * it takes back, so its counterparty stands on the other side.
 */
function sidesOf({ own, ownSide, debtor, creditor, isReversal }: Sides): { debtor: Party; creditor: Party } {
  if (ownSide === undefined) return { debtor, creditor };
  const isOwnDebtor = (ownSide === 'debtor') !== isReversal;
  const [ownNamed, counterparty] = isOwnDebtor ? [debtor, creditor] : [creditor, debtor];
  const isOther = ownNamed.account !== undefined && ownNamed.account !== own.account;
  const owner = filledFrom(own, isOther ? {} : ownNamed);
  return ownSide === 'debtor' ? { debtor: owner, creditor: counterparty } : { debtor: counterparty, creditor: owner };
}

/** In the currency of the account; absent where only the entry has one. */
function amountOf(entry: XmlElement, details: XmlElement | undefined): Pick<Payment, 'Amount' | 'Currency'> {
  const currency = entry.at('Amt')?.attributes['Ccy'];
  if (details === undefined) return { Amount: entry.value('Amt'), Currency: currency };
  const own = details.at('Amt');
  if (own !== undefined) return { Amount: own.text.trim(), Currency: own.attributes['Ccy'] };
  // Before version 3, the amount of a transaction stood among its details only.
  const amounts = ['TxAmt', 'CntrValAmt', 'InstdAmt'].flatMap((name) => details.at(`AmtDtls/${name}/Amt`) ?? []);
  const found = amounts.find(({ attributes }) => attributes['Ccy'] === currency);
  return found === undefined ? {} : { Amount: found.text.trim(), Currency: currency };
}

/** What was ordered in another currency, and the rate. */
function exchangeOf(
  entry: XmlElement,
  details: XmlElement | undefined,
): Pick<Payment, 'Original amount' | 'Original currency' | 'Exchange rate'> {
  const currency = entry.at('Amt')?.attributes['Ccy'];
  const within = [details, entry].filter((one) => one !== undefined);
  const amounts = within.flatMap((one) => [one.at('AmtDtls/InstdAmt/Amt'), one.at('AmtDtls/TxAmt/Amt')]);
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

function chargesOf(element: XmlElement): string | undefined {
  const amounts = [
    ...element.all('Chrgs/Rcrd/Amt'),
    ...element.all('Chrgs/Amt'),
    ...element.all('Chrgs/TtlChrgsAndTaxAmt'),
  ];
  const texts = amounts.map(({ text, attributes }) => `${text.trim()} ${attributes['Ccy'] ?? ''}`.trim());
  return texts.length === 0 ? undefined : texts.join('; ');
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

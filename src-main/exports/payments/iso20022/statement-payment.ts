/** @file What a transaction of an account statement says, with what it inherits from its entry and its statement. Pure. */

import {
  dayOrTime,
  derivedCountry,
  type OwnSide,
  type Party,
  type Payment,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import { pathsOf, type XmlElement } from './element.ts';
import { accountOf, bicOf, filledFrom, partyOf, remittanceOf, sideOf, sidePaths } from './parties.ts';

const ofStatement = pathsOf({ id: 'Id', account: 'Acct', owner: 'Acct/Ownr', servicer: 'Acct/Svcr' });
/** Of an entry, of its details, or of either. */
export const ofEntry = pathsOf({
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

/** Without what only its entry as a whole can tell: key, amount and currency. */
export function paymentOf(
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
    UETR: uetrOf(details?.value(ofEntry.refUetr)),
    Date: dayOrTime(entry.value(ofEntry.booked)),
    'Value date': dayOrTime(entry.value(ofEntry.valued)),
    Amount: undefined,
    Currency: undefined,
    Direction: direction,
    Reversal: reversal,
    Status: entry.value(ofEntry.status),
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
    'End-to-end id': details?.value(ofEntry.refEndToEnd),
    'Transaction id': details?.value(ofEntry.refTransaction),
    'Instruction id': details?.value(ofEntry.refInstruction),
    'Servicer reference':
      reference(details?.value(ofEntry.refServicer)) ?? reference(entry.value(ofEntry.servicerReference)),
    'Entry reference': entry.value(ofEntry.entryReference),
    'Mandate id': details?.value(ofEntry.refMandate),
    'Transaction code': code,
    Purpose: inner.value(ofEntry.purpose),
    Remittance: remittanceOf(inner),
    'Additional information': details?.value(ofEntry.information),
    'Message id': details?.value(ofEntry.refMessage),
    Statement: id,
    'Own account': own.account,
  };
}

/** What each transaction of a statement inherits from it. */
export interface StatementFacts {
  own: Party;
  id: string | undefined;
}

export function factsOf(statement: XmlElement): StatementFacts {
  const { name, country } = partyOf(statement.at(ofStatement.owner));
  const [account, bic] = [accountOf(statement.at(ofStatement.account)), bicOf(statement.at(ofStatement.servicer))];
  return { own: { name, account, bic, country }, id: statement.value(ofStatement.id) };
}

/** A reversal says so itself; a return by its reason, or by the code of the transaction. */
function reversalOf(entry: XmlElement, details: XmlElement | undefined, code = ''): string | undefined {
  if (['true', '1'].includes(entry.value(ofEntry.reversal) ?? '')) return 'true';
  const isReturn = details?.at(ofEntry.returned) !== undefined || /\/(?:RRTN|RPCR|UPCT|UPDD|PRDD|ARET)\b/.test(code);
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
export function amountOfDetail(entry: XmlElement, details: XmlElement | undefined): string | undefined {
  if (details === undefined) return entry.value(ofEntry.amount);
  const currency = entry.at(ofEntry.amount)?.attributes['Ccy'];
  return details.oneOf(ofEntry.amounts, ({ attributes }) => attributes['Ccy'] === currency)?.text.trim();
}

/** What was ordered in another currency, and the rate. */
function exchangeOf(
  entry: XmlElement,
  details: XmlElement | undefined,
): { amount: string | undefined; currency: string | undefined; rate: string | undefined } {
  const currency = entry.at(ofEntry.amount)?.attributes['Ccy'];
  const isOther = ({ attributes }: XmlElement) => attributes['Ccy'] !== currency;
  const original =
    details?.oneOf(ofEntry.ordered, isOther) ??
    entry.oneOf(ofEntry.ordered, isOther) ??
    details?.oneOf(ofEntry.amount, isOther);
  return {
    amount: original?.text.trim(),
    currency: original?.attributes['Ccy'],
    rate: details?.value(ofEntry.rate) ?? entry.value(ofEntry.rate),
  };
}

function chargesOf(element: XmlElement): string | undefined {
  const amounts = element.all(ofEntry.charges);
  if (amounts.length === 0) return undefined;
  return amounts.map(({ text, attributes }) => `${text.trim()} ${attributes['Ccy'] ?? ''}`.trim()).join('; ');
}

/** Such as PMNT/RCDT/ESCT, and that of the bank. */
function codeOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined;
  let code = '';
  for (const paths of [ofEntry.domain, ofEntry.family, ofEntry.subFamily]) {
    const part = element.value(paths);
    if (part !== undefined) code += code === '' ? part : `/${part}`;
  }
  const own = element.value(ofEntry.ownCode);
  if (own === undefined) return code === '' ? undefined : code;
  return code === '' ? own : `${code} ${own}`;
}

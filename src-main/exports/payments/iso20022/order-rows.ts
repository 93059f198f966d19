/**
 * @file pain.001, pain.008, pacs.008 and pacs.003: each `CdtTrfTxInf` or `DrctDbtTxInf` is a transaction, with what it
 * inherits from its group (`PmtInf`) and from the head of the message (`GrpHdr`).
 */

import { exactAmount } from '../../../../src-shared/exact-amount.ts';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import { MessageSum } from '../control-figures.ts';
import { DistinctKeys } from '../distinct-keys.ts';
import {
  creditorOf,
  dayOrTime,
  debtorOf,
  keyOf,
  type OwnSide,
  type Payment,
  plainAmount,
  problemOfAmount,
  problemOfDay,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { pathsOf, type XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { filledFrom, remittanceOf, sideOf, sidePaths } from './parties.ts';

const ofMessage = pathsOf({ head: 'GrpHdr', id: 'GrpHdr/MsgId' });
const ofHead = pathsOf({
  id: 'MsgId',
  day: 'IntrBkSttlmDt CreDtTm',
  sender: 'InstgAgt/FinInstnId/BICFI InstgAgt/FinInstnId/BIC',
});
/** Of a group, or of the head of a message. */
const ofControl = pathsOf({ count: 'NbOfTxs', sum: 'CtrlSum', settled: 'TtlIntrBkSttlmAmt' });
const ofGroup = pathsOf({
  id: 'PmtInfId',
  day: 'ReqdExctnDt/DtTm ReqdExctnDt/Dt ReqdExctnDt ReqdColltnDt',
  charges: 'ChrgBr',
  code: 'PmtTpInf/SvcLvl/Cd',
});
const of = pathsOf({
  amount: 'Amt/InstdAmt Amt/EqvtAmt/Amt IntrBkSttlmAmt InstdAmt',
  settled: 'IntrBkSttlmAmt',
  instructed: 'InstdAmt',
  uetr: 'PmtId/UETR',
  instruction: 'PmtId/InstrId',
  endToEnd: 'PmtId/EndToEndId',
  transaction: 'PmtId/TxId',
  day: 'IntrBkSttlmDt ReqdExctnDt/DtTm ReqdExctnDt/Dt ReqdColltnDt',
  rate: 'XchgRate XchgRateInf/XchgRate',
  charges: 'ChrgBr',
  mandate: 'DrctDbtTx/MndtRltdInf/MndtId',
  code: 'PmtTpInf/SvcLvl/Cd PmtTpInf/LclInstrm/Cd',
  purpose: 'Purp/Cd Purp/Prtry',
  sender: 'InstgAgt/FinInstnId/BICFI InstgAgt/FinInstnId/BIC',
});
const sides = [sidePaths('Dbtr'), sidePaths('Cdtr')] as const;

/** Whose order it is. Between banks, the message does not say whose customer is ours: that of the debtor, as in what we send. */
const ownSides: Readonly<Record<string, OwnSide | undefined>> = {
  'pain.001': 'debtor',
  'pain.008': 'creditor',
  'pacs.008': 'debtor',
  'pacs.003': 'debtor',
};

export class OrderRows {
  readonly #rows: PaymentRows;
  #message = new MessageSum();
  #group = new MessageSum();
  #keys = new DistinctKeys();
  /** Of the message, and of the file. */
  #groupIds = new DistinctKeys();
  readonly #uetrs = new DistinctKeys();
  #groups = 0;
  #currencies = new Set<string | undefined>();

  constructor(rows: PaymentRows) {
    this.#rows = rows;
  }

  onTransaction({ message, element, around, position }: Transaction): void {
    const group = around.outer === undefined ? undefined : around.element;
    const head = (around.outer ?? around).element.at(ofMessage.head);
    const payment = paymentOf({ message, element, group, head });
    this.#message.add(payment.Amount);
    this.#group.add(payment.Amount);
    this.#currencies.add(payment.Currency);
    const name = payment['End-to-end id'] ?? `${position}`;
    if (payment.UETR !== undefined && this.#uetrs.distinct(payment.UETR) !== payment.UETR)
      this.#rows.onProblem(
        fact('Two transactions have the UETR {id}, which belongs to one payment. Ask for the file again.', {
          id: payment.UETR,
        }),
      );
    const problem =
      problemOfAmount(fact('transaction {name}', { name }), payment) ??
      problemOfDay(fact('Transaction {name}', { name }), payment);
    if (problem !== undefined) this.#rows.onRefused(problem);
    else this.#rows.onPayment({ ...payment, Key: this.#keys.distinct(payment.Key ?? '') });
  }

  onEnd(level: string, { element }: Frame): void {
    const isMessage = level === '';
    const id = element.value(isMessage ? ofMessage.id : ofGroup.id) ?? '';
    const [sum, stated, of] = isMessage
      ? [this.#message, element.at(ofMessage.head), messageName(id)]
      : [this.#group, element, groupName(id)];
    const count = sum.countFigure(of, stated?.value(ofControl.count), 'transactions');
    const control = sum.sumFigure(of, stated?.value(ofControl.sum));
    const settled = isMessage ? sum.sumFigure(of, stated?.value(ofControl.settled)) : undefined;
    for (const figure of [count, control, settled]) this.#rows.onFigure(figure);
    this.#group = new MessageSum();
    // What counts is the message; its groups need not state anything.
    if (!isMessage) {
      this.#groups += 1;
      if (id !== '' && this.#groupIds.distinct(id) !== id)
        this.#rows.onProblem(
          fact('{where} is in the message twice: its transactions would be sent twice. Ask for the file again.', {
            where: of,
          }),
        );
      return;
    }
    this.#groupIds = new DistinctKeys();
    const [currency, ...others] = this.#currencies;
    const amount = exactAmount((control ?? settled)?.stated ?? '');
    const isOf = currency !== undefined && others.length === 0 && amount !== undefined && amount === sum.sum;
    for (let group = 1; group < this.#groups; group += 1) this.#rows.onPart(undefined);
    this.#rows.onPart(
      sum.count === 0
        ? undefined
        : {
            ...(count !== undefined && count.stated === count.found && { count: sum.count }),
            ...(isOf && { sum: { currency, amount } }),
          },
    );
    this.#groups = 0;
    this.#message = new MessageSum();
    this.#currencies = new Set();
    this.#keys = new DistinctKeys();
  }
}

const messageName = (id: string): Fact => (id === '' ? fact('Message') : fact('Message {id}', { id }));
const groupName = (id: string): Fact => (id === '' ? fact('Group') : fact('Group {id}', { id }));

interface Order {
  message: string;
  element: XmlElement;
  group: XmlElement | undefined;
  head: XmlElement | undefined;
}

function paymentOf({ message, element, group, head }: Order): Payment {
  const [debtor, creditor] = sides.map((paths) => {
    const own = sideOf(element, paths);
    const outer = group && sideOf(group, paths);
    return { ...filledFrom(own, outer ?? {}), ultimate: own.ultimate ?? outer?.ultimate };
  });
  const amount = element.at(of.amount);
  const instructed = element.at(of.settled) === undefined ? undefined : element.at(of.instructed);
  const isExchanged = instructed !== undefined && instructed.attributes['Ccy'] !== amount?.attributes['Ccy'];
  const uetr = uetrOf(element.value(of.uetr));
  const [messageId, groupId] = [head?.value(ofHead.id), group?.value(ofGroup.id)];
  const [instruction, endToEnd, transaction] = [of.instruction, of.endToEnd, of.transaction].map((paths) =>
    element.value(paths),
  );
  // The ids of a message are unique for their sender only: the parties and the amount tell those of two senders apart.
  const content = keyOf(
    messageId,
    groupId,
    element.value(of.sender) ?? head?.value(ofHead.sender),
    debtor?.account ?? debtor?.name,
    creditor?.account ?? creditor?.name,
    plainAmount(amount?.text.trim()),
    amount?.attributes['Ccy'],
    reference(transaction),
    reference(instruction),
    reference(endToEnd),
  );
  return {
    Key: uetr ?? content,
    UETR: uetr,
    Date: dayOrTime(element.value(of.day) ?? group?.value(ofGroup.day) ?? head?.value(ofHead.day)),
    'Value date': undefined,
    Amount: amount?.text.trim(),
    Currency: amount?.attributes['Ccy'],
    'Own side': ownSides[message],
    ...debtorOf(debtor ?? {}),
    ...creditorOf(creditor ?? {}),
    'Ultimate debtor name': debtor?.ultimate,
    'Ultimate creditor name': creditor?.ultimate,
    'Original amount': isExchanged ? instructed.text.trim() : undefined,
    'Original currency': isExchanged ? instructed.attributes['Ccy'] : undefined,
    'Exchange rate': element.value(of.rate),
    Charges: element.value(of.charges) ?? group?.value(ofGroup.charges),
    'End-to-end id': endToEnd,
    'Transaction id': transaction,
    'Instruction id': instruction,
    'Entry reference': groupId,
    'Mandate id': element.value(of.mandate),
    'Transaction code': element.value(of.code) ?? group?.value(ofGroup.code),
    Purpose: element.value(of.purpose),
    Remittance: remittanceOf(element),
    'Message id': messageId,
  };
}

/**
 * @file pain.001, pain.008, pacs.008 and pacs.003: each `CdtTrfTxInf` or `DrctDbtTxInf` is a transaction, with what it
 * inherits from its group (`PmtInf`) and from the head of the message (`GrpHdr`).
 */

import { exactAmount } from '../../../../src-shared/exact-amount.ts';
import { MessageSum } from '../control-figures.ts';
import {
  creditorOf,
  DistinctKeys,
  dayOrTime,
  debtorOf,
  keyOf,
  type OwnSide,
  type Payment,
  reference,
  uetrOf,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import type { XmlElement } from './element.ts';
import type { Frame, Transaction } from './message-reader.ts';
import { filledFrom, remittanceOf, sideOf } from './parties.ts';

/** Whose order it is. Between banks, the message does not say which of them is ours. */
const ownSides: Readonly<Record<string, OwnSide | undefined>> = {
  'pain.001': 'debtor',
  'pain.008': 'creditor',
};

export class OrderRows {
  readonly #rows: PaymentRows;
  #message = new MessageSum();
  #group = new MessageSum();
  #keys = new DistinctKeys();
  #groups = 0;
  #currencies = new Set<string | undefined>();

  constructor(rows: PaymentRows) {
    this.#rows = rows;
  }

  onTransaction({ message, element, around, position }: Transaction): void {
    const group = around.outer === undefined ? undefined : around.element;
    const head = (around.outer ?? around).element.at('GrpHdr');
    const payment = paymentOf({ message, element, group, head });
    this.#message.add(payment.Amount);
    this.#group.add(payment.Amount);
    this.#currencies.add(payment.Currency);
    const name = payment['End-to-end id'] ?? `${position}`;
    if (payment.Amount === undefined)
      this.#rows.onRefused(`Transaction ${name} has no amount. Ask for the file again.`);
    else if (payment.Currency === undefined)
      this.#rows.onRefused(`The amount of transaction ${name} has no currency (Ccy). Ask for the file again.`);
    else this.#rows.onPayment({ ...payment, Key: this.#keys.distinct(payment.Key ?? '') });
  }

  onEnd(level: string, { element }: Frame): void {
    const isMessage = level === '';
    const [sum, stated, of] = isMessage
      ? [this.#message, element.at('GrpHdr'), `Message ${element.value('GrpHdr/MsgId') ?? ''}`.trim()]
      : [this.#group, element, `Group ${element.value('PmtInfId') ?? ''}`.trim()];
    const count = sum.countFigure(of, stated?.value('NbOfTxs'), 'transactions');
    const control = sum.sumFigure(of, stated?.value('CtrlSum'));
    const settled = isMessage ? sum.sumFigure(of, stated?.value('TtlIntrBkSttlmAmt')) : undefined;
    for (const figure of [count, control, settled]) this.#rows.onFigure(figure);
    this.#group = new MessageSum();
    // What counts is the message; its groups need not state anything.
    if (!isMessage) {
      this.#groups += 1;
      return;
    }
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

interface Order {
  message: string;
  element: XmlElement;
  group: XmlElement | undefined;
  head: XmlElement | undefined;
}

function paymentOf({ message, element, group, head }: Order): Payment {
  const [debtor, creditor] = (['Dbtr', 'Cdtr'] as const).map((role) => {
    const own = sideOf(element, role);
    const outer = group && sideOf(group, role);
    return { ...filledFrom(own, outer ?? {}), ultimate: own.ultimate ?? outer?.ultimate };
  });
  const amount =
    element.at('Amt/InstdAmt') ??
    element.at('Amt/EqvtAmt/Amt') ??
    element.at('IntrBkSttlmAmt') ??
    element.at('InstdAmt');
  const instructed = element.at('IntrBkSttlmAmt') === undefined ? undefined : element.at('InstdAmt');
  const isExchanged = instructed !== undefined && instructed.attributes['Ccy'] !== amount?.attributes['Ccy'];
  const uetr = uetrOf(element.value('PmtId/UETR'));
  const [messageId, groupId] = [head?.value('MsgId'), group?.value('PmtInfId')];
  const [instruction, endToEnd, transaction] = ['InstrId', 'EndToEndId', 'TxId'].map((id) =>
    element.value(`PmtId/${id}`),
  );
  const known = reference(transaction) ?? reference(instruction) ?? reference(endToEnd);
  const content =
    known ??
    keyOf(
      amount?.text,
      amount?.attributes['Ccy'],
      debtor?.account ?? debtor?.name,
      creditor?.account ?? creditor?.name,
    );
  return {
    Key: uetr ?? keyOf(messageId, groupId, content),
    UETR: uetr,
    Date: dayOrTime(
      element.value('IntrBkSttlmDt', 'ReqdExctnDt/DtTm', 'ReqdExctnDt/Dt', 'ReqdColltnDt') ??
        group?.value('ReqdExctnDt/DtTm', 'ReqdExctnDt/Dt', 'ReqdExctnDt', 'ReqdColltnDt') ??
        head?.value('IntrBkSttlmDt', 'CreDtTm'),
    ),
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
    'Exchange rate': element.value('XchgRate', 'XchgRateInf/XchgRate'),
    Charges: element.value('ChrgBr') ?? group?.value('ChrgBr'),
    'End-to-end id': endToEnd,
    'Transaction id': transaction,
    'Instruction id': instruction,
    'Entry reference': groupId,
    'Mandate id': element.value('DrctDbtTx/MndtRltdInf/MndtId'),
    'Transaction code':
      element.value('PmtTpInf/SvcLvl/Cd', 'PmtTpInf/LclInstrm/Cd') ?? group?.value('PmtTpInf/SvcLvl/Cd'),
    Purpose: element.value('Purp/Cd', 'Purp/Prtry'),
    Remittance: remittanceOf(element),
    'Message id': messageId,
  };
}

/**
 * @file MT101, MT102, MT104 and MT107: what stands before the first field 21 holds for all transactions, each of which begins with a
 * field 21; sums of them may follow.
 */

import { exactAmount } from '../../../../src-shared/exact-amount.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { MessageSum } from '../control-figures.ts';
import { DistinctKeys } from '../distinct-keys.ts';
import type { StatedTotal } from '../message-facts.ts';
import {
  creditorOf,
  debtorOf,
  keyOf,
  type OwnSide,
  type Party,
  type Payment,
  plainAmount,
  reference,
} from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import type { MessageField } from './message-fields.ts';
import { bicIn, chargesIn, endToEndIn, type Fields, partyIn, remittanceIn, textIn } from './swift-parties.ts';
import { exchangedIn, messageOn, noAmount, swiftAmount, swiftDate } from './swift-values.ts';

/** The fields of the parties, the first that there is, and those of their banks. */
interface OrderLayout {
  debtor: readonly string[];
  debtorBank: string;
  creditor: readonly string[];
  creditorBank: string;
  ownSide?: OwnSide;
}

const CREDITED = ['59', '59A', '59F'];
const transfer: OrderLayout = {
  debtor: ['50F', '50G', '50H', '50A', '50K'],
  debtorBank: '52A',
  creditor: CREDITED,
  creditorBank: '57A',
};
/** The field that is a creditor's elsewhere is the debtor's here. */
const debit: OrderLayout = { debtor: CREDITED, debtorBank: '57A', creditor: ['50A', '50K'], creditorBank: '52A' };
const layouts: Readonly<Record<string, OrderLayout>> = {
  '101': { ...transfer, ownSide: 'debtor' },
  // Between banks, it is not said whose customer is ours: that of the debtor, as in what we send.
  '102': { ...transfer, ownSide: 'debtor' },
  '104': { ...debit, ownSide: 'creditor' },
  '107': { ...debit, ownSide: 'debtor' },
};

export class OrderMessage {
  readonly #rows: PaymentRows;
  readonly #type: string;
  readonly #line: number;
  readonly #head = new Map<string, readonly string[]>();
  readonly #transactions: Map<string, readonly string[]>[] = [];
  readonly #totals = new Map<string, readonly string[]>();

  constructor(rows: PaymentRows, { type, line }: { type: string; line: number }) {
    this.#rows = rows;
    this.#type = type;
    this.#line = line;
  }

  onField({ tag, lines }: MessageField): void {
    const current = this.#transactions.at(-1);
    if (tag === '21') this.#transactions.push(new Map([[tag, lines]]));
    else if (current === undefined) setOnce(this.#head, tag, lines);
    else if (this.#totals.size > 0 || tag === '32A' || (tag === '32B' && current.has(tag)))
      setOnce(this.#totals, tag, lines);
    // Behind the sums of an MT102, which may begin with it.
    else if (tag === '19') this.#totals.set(tag, lines);
    else setOnce(current, tag, lines);
  }

  end(): void {
    const where = messageOn(this.#line);
    if (this.#transactions.length === 0)
      this.#rows.onProblem(fact('{where} has no transaction (field 21) in it. Ask for the file again.', { where }));
    const [sum, keys, currencies] = [new MessageSum(), new DistinctKeys(), new Set<string | undefined>()];
    for (const fields of this.#transactions) {
      const payment = this.#paymentOf(fields);
      sum.add(payment.Amount);
      currencies.add(payment.Currency);
      if (payment.Amount === undefined) {
        const name = fact('Transaction {id} of the message on line {line}', {
          id: textIn(fields, '21') ?? '',
          line: this.#line,
        });
        this.#rows.onRefused(noAmount(name, '32B', textIn(fields, '32B')));
      } else this.#rows.onPayment({ ...payment, Key: keys.distinct(payment.Key ?? '') });
    }
    const stated = this.#statedSum();
    this.#rows.onFigure(sum.sumFigure(where, stated));
    this.#rows.onPart(this.#transactions.length === 0 ? undefined : statedTotal(sum, stated, currencies));
  }

  /** 19, or what is settled, where no charges are in it. */
  #statedSum(): string | undefined {
    const sum = swiftAmount(textIn(this.#totals, '19'));
    if (sum !== undefined || this.#totals.has('71F') || this.#totals.has('71G')) return sum;
    const settled = textIn(this.#totals, this.#type === '102' ? '32A' : '32B');
    return swiftAmount(settled?.replace(/^(?:\d{6})?[A-Z]{3}/, ''));
  }

  #paymentOf(fields: Fields): Payment {
    const layout = layouts[this.#type] ?? transfer;
    const head = this.#head;
    const text = (tag: string) => textIn(fields, tag) ?? textIn(head, tag);
    const side = (tags: readonly string[], bank: string): Party => {
      const from = [fields, head].find((one) => tags.some((tag) => one.has(tag))) ?? head;
      const party = partyIn(from, tags);
      return { ...party, bic: bicIn(fields, bank) ?? bicIn(head, bank) ?? party.bic };
    };
    const debtor = side(layout.debtor, layout.debtorBank);
    const creditor = side(layout.creditor, layout.creditorBank);
    const [, currency, number] = /^([A-Z]{3})(.*)$/.exec(textIn(fields, '32B') ?? '') ?? [];
    const amount = swiftAmount(number);
    const settled = textIn(this.#totals, '32A')?.slice(0, 6);
    const [message, id] = [textIn(head, '20'), textIn(fields, '21')];
    const own = layout.ownSide === 'creditor' ? creditor.account : debtor.account;
    const parties = [debtor.account ?? debtor.name, creditor.account ?? creditor.name];
    return {
      Key: keyOf(own, message, textIn(head, '21R'), reference(id), plainAmount(amount), currency, ...parties),
      Date: swiftDate(text('30') ?? settled),
      Amount: amount,
      Currency: currency,
      'Own side': layout.ownSide,
      ...debtorOf(debtor),
      ...creditorOf(creditor),
      ...exchangedIn(textIn(fields, '33B'), text('36'), currency),
      Charges: chargesIn(fields) ?? textIn(head, '71A'),
      'End-to-end id': endToEndIn(fields),
      'Instruction id': id,
      'Entry reference': textIn(head, '21R'),
      'Mandate id': textIn(fields, '21C'),
      'Transaction code': text('23E') ?? textIn(head, '23'),
      Purpose: text('26T'),
      Remittance: remittanceIn(fields),
      'Message id': message,
    };
  }
}

/** What the message says of all its transactions, where it is true of them. */
function statedTotal(
  sum: MessageSum,
  stated: string | undefined,
  currencies: ReadonlySet<string | undefined>,
): StatedTotal {
  const [currency] = currencies;
  const amount = stated === undefined ? undefined : exactAmount(stated);
  const isTrue = amount !== undefined && amount === sum.sum && currencies.size === 1;
  return isTrue && currency !== undefined ? { sum: { currency, amount } } : {};
}

function setOnce(fields: Map<string, readonly string[]>, tag: string, lines: readonly string[]): void {
  if (!fields.has(tag)) fields.set(tag, lines);
}

/** @file MT103: the message is one transaction. */

import { creditorOf, debtorOf, keyOf, type Party, reference, uetrOf } from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import type { MessageField } from './message-fields.ts';
import { swiftAmount, swiftDate } from './swift-values.ts';

export class TransferMessage {
  readonly #rows: PaymentRows;
  readonly #uetr: string | undefined;
  readonly #line: number;
  readonly #fields = new Map<string, readonly string[]>();

  constructor(rows: PaymentRows, { uetr, line }: { uetr: string | undefined; line: number }) {
    this.#rows = rows;
    this.#uetr = uetrOf(uetr);
    this.#line = line;
  }

  onField({ tag, lines }: MessageField): void {
    if (!this.#fields.has(tag)) this.#fields.set(tag, lines);
  }

  end(): void {
    this.#read();
    this.#rows.onPart({});
  }

  #read(): void {
    const text = (tag: string) => this.#fields.get(tag)?.join(' ').trim();
    const [, date, currency, number] = /^(\d{6})([A-Z]{3})(.*)$/.exec(text('32A') ?? '') ?? [];
    const amount = swiftAmount(number);
    const id = text('20');
    if (amount === undefined) {
      this.#rows.onRefused(`The message on line ${this.#line} has no amount in field 32A. Ask for the file again.`);
      return;
    }
    const [, originalCurrency, original] = /^([A-Z]{3})(.*)$/.exec(text('33B') ?? '') ?? [];
    const isExchanged = originalCurrency !== undefined && originalCurrency !== currency;
    this.#rows.onPayment({
      Key: this.#uetr ?? keyOf(text('52A') ?? text('53B'), reference(id) ?? String(this.#line), date),
      UETR: this.#uetr,
      Date: swiftDate(date),
      Amount: amount,
      Currency: currency,
      ...debtorOf({ ...this.#party(['50A', '50F', '50K']), bic: this.#bic('52A') ?? this.#bic('50A') }),
      ...creditorOf({ ...this.#party(['59', '59A', '59F']), bic: this.#bic('57A') ?? this.#bic('59A') }),
      'Original amount': isExchanged ? swiftAmount(original) : undefined,
      'Original currency': isExchanged ? originalCurrency : undefined,
      'Exchange rate': text('36')?.replace(',', '.'),
      Charges: [text('71A'), text('71F'), text('71G')].filter((part) => part !== undefined).join(' '),
      'Instruction id': id,
      'Transaction code': text('23B'),
      'End-to-end id': /^\/ROC\/([^/]+)/.exec(text('70') ?? '')?.[1]?.trim(),
      Remittance: this.#fields
        .get('70')
        ?.join('')
        .replace(/^\/(?:RFB|ROC)\//, '')
        .trim(),
      'Additional information': text('72'),
      'Message id': id,
    });
  }

  /** The account on a line of its own; then lines of name and address, numbered in option F. */
  #party(tags: readonly string[]): Party {
    const tag = tags.find((one) => this.#fields.has(one));
    if (tag === undefined) return {};
    const lines = [...(this.#fields.get(tag) ?? [])];
    const account = lines[0]?.startsWith('/') ? lines.shift()?.slice(1).trim() : undefined;
    if (tag.endsWith('A')) return { account };
    if (!tag.endsWith('F')) return { account, name: lines[0]?.trim() };
    const numbered = (number: string) =>
      lines.filter((line) => line.startsWith(`${number}/`)).map((line) => line.slice(2).trim());
    const country = numbered('3')[0]?.split('/')[0];
    return { account, name: numbered('1').join(' '), ...(country !== undefined && { country }) };
  }

  #bic(tag: string): string | undefined {
    return this.#fields
      .get(tag)
      ?.find((line) => !line.startsWith('/'))
      ?.trim();
  }
}

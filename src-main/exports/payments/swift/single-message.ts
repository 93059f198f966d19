/** @file A message that is one payment: of its fields the first with each tag counts, and all are read at its end. */

import type { PaymentRows } from '../payment-rows.ts';
import type { MessageField } from './message-fields.ts';
import { textIn } from './swift-parties.ts';
import { messageOn, noAmount, swiftAmount } from './swift-values.ts';

export interface ReadMessage {
  fields: ReadonlyMap<string, readonly string[]>;
  text: (tag: string) => string | undefined;
  /** As field 32A has them; the date as six digits. */
  date: string | undefined;
  currency: string | undefined;
  amount: string;
}

export abstract class SingleMessage {
  protected readonly rows: PaymentRows;
  /** On which it begins. */
  protected readonly line: number;
  readonly #fields = new Map<string, readonly string[]>();

  constructor(rows: PaymentRows, line: number) {
    this.rows = rows;
    this.line = line;
  }

  onField({ tag, lines }: MessageField): void {
    if (!this.#fields.has(tag)) this.#fields.set(tag, lines);
  }

  end(): void {
    const fields = this.#fields;
    const text = (tag: string) => textIn(fields, tag);
    const [, date, currency, number] = /^(\d{6})([A-Z]{3})(.*)$/.exec(text('32A') ?? '') ?? [];
    const amount = swiftAmount(number);
    if (amount === undefined) this.rows.onRefused(noAmount(messageOn(this.line), '32A', text('32A')));
    else this.read({ fields, text, date, currency, amount });
    this.rows.onPart({});
  }

  protected abstract read(message: ReadMessage): void;
}

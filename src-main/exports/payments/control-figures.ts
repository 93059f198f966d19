/** @file Whether a payment message agrees with itself: its own counts, sums and balances against its transactions. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { MessageFigure } from '../../../src-shared/preparation-shapes.ts';

/** What a message says about itself, beside what is in it. Amounts as exact decimals. */
export type StatedFigure = MessageFigure;

/** Parts of a statement that state figures of their own. */
export const creditsOf = (where: Fact): Fact => fact('{where}, credits,', { where });
export const debitsOf = (where: Fact): Fact => fact('{where}, debits,', { where });
export const netOf = (where: Fact): Fact => fact('{where}, net,', { where });

/** What is not stated contradicts nothing. */
export const isTrue = (figure: StatedFigure | undefined): boolean =>
  figure === undefined || figure.stated === figure.found;

/** Why a figure is not right; a full sentence. */
export function problemOf({ of, kind, stated, found }: StatedFigure): Fact | undefined {
  if (stated === found) return undefined;
  switch (kind) {
    case 'transactions':
    case 'entries':
      return kind === 'transactions'
        ? fact(
            '{where} says that it has {stated} transactions, but {found} are in it: it is cut off, or was changed. Ask for it again.',
            { where: of, stated, found },
          )
        : fact(
            '{where} says that it has {stated} entries, but {found} are in it: it is cut off, or was changed. Ask for it again.',
            { where: of, stated, found },
          );
    case 'batch':
      return fact(
        '{where} says that it is a batch of {stated} transactions, but {found} are in it. Ask for the file again.',
        { where: of, stated, found },
      );
    case 'sum':
      return fact('{where} says that its amounts add up to {stated}, but they add up to {sum}. Ask for it again.', {
        where: of,
        stated,
        sum: found,
      });
    case 'booked':
      return fact('{where} is booked with {amount}, but its transactions add up to {sum}. Ask for the file again.', {
        where: of,
        amount: stated,
        sum: found,
      });
    case 'opening-balance':
      return fact(
        '{where} begins with {first}, but the statement before it closes with {last}: one between them is missing, or was changed.',
        { where: of, first: stated, last: found },
      );
    case 'closing-balance':
      return fact(
        '{where} closes with {stated}, but its opening balance and its entries give {sum}: an entry is missing, or was changed. Ask for it again.',
        { where: of, stated, sum: found },
      );
    default:
      return assertNever(kind);
  }
}

/** Of account statements: what comes behind a balance must go on from it, or lead to it where the newest one stands first. */
export class BalanceChain {
  /** By account and currency. */
  readonly #last = new Map<string, { opening: string | undefined; closing: string }>();

  /** The opening balance against the closing one of the statement before; undefined for the first one of an account. */
  next(
    of: Said,
    { account, opening, closing }: { account: string; opening?: string | undefined; closing?: string | undefined },
  ): StatedFigure | undefined {
    const before = this.#last.get(account);
    if (closing !== undefined) this.#last.set(account, { opening, closing });
    const [first, last] = [opening, before?.closing].map((text) =>
      text === undefined ? undefined : exactAmount(text),
    );
    if (first === undefined || last === undefined) return undefined;
    const leadsTo = closing !== undefined && exactAmount(closing) === exactAmount(before?.opening ?? '');
    return { of, kind: 'opening-balance', stated: amountText(first), found: amountText(leadsTo ? first : last) };
  }
}

/** Undefined where the message does not state it. */
export function countFigure(
  of: Said,
  {
    kind,
    stated = '',
    found,
  }: { kind: 'transactions' | 'entries' | 'batch'; stated: string | undefined; found: number },
): StatedFigure | undefined {
  const text = stated.trim();
  if (text === '') return undefined;
  // 007 and 7 are the same count.
  return { of, kind, stated: Number(text) === found ? String(found) : text, found: String(found) };
}

/** As `countFigure`; what cannot be read as an amount agrees with nothing. */
export function amountFigure(
  of: Said,
  {
    kind,
    stated = '',
    found,
  }: { kind: 'sum' | 'booked' | 'closing-balance'; stated: string | undefined; found: bigint },
): StatedFigure | undefined {
  const text = stated.trim();
  if (text === '') return undefined;
  const exact = exactAmount(text);
  return { of, kind, stated: exact === undefined ? text : amountText(exact), found: amountText(found) };
}

/** Adds up transactions exactly. Its figures are undefined where the message does not state one, or it cannot be compared. */
export class MessageSum {
  count = 0;
  /** Undefined once an amount could not be read. */
  get sum(): bigint | undefined {
    return this.#sum;
  }

  #sum: bigint | undefined = 0n;

  /** @param isSubtracted for a debit, where credits are added */
  add(amount: string | undefined, isSubtracted = false): void {
    this.count += 1;
    const exact = amount === undefined ? undefined : exactAmount(amount);
    this.#sum =
      this.#sum === undefined || exact === undefined ? undefined : this.#sum + (isSubtracted ? -exact : exact);
  }

  countFigure(of: Said, stated: string | undefined, kind: 'transactions' | 'entries'): StatedFigure | undefined {
    return countFigure(of, { kind, stated, found: this.count });
  }

  sumFigure(of: Said, stated: string | undefined): StatedFigure | undefined {
    if (this.#sum === undefined) return undefined;
    return amountFigure(of, { kind: 'sum', stated, found: this.#sum });
  }

  /** The closing balance against the opening one with all entries. Debit balances are negative. */
  balanceFigure(of: Said, opening: string | undefined, closing: string | undefined): StatedFigure | undefined {
    const first = opening === undefined ? undefined : exactAmount(opening);
    if (first === undefined || this.#sum === undefined) return undefined;
    return amountFigure(of, { kind: 'closing-balance', stated: closing, found: first + this.#sum });
  }
}

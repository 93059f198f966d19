/** @file Whether a payment message agrees with itself: its own counts, sums and balances against its transactions. Pure. */

import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';

/** Of account statements: what comes behind a balance must go on from it. */
export class BalanceChain {
  /** By account. */
  readonly #last = new Map<string, string>();

  /** Why a statement does not go on from the one before; a full sentence. */
  problem(
    where: string,
    account: string,
    opening: string | undefined,
    closing: string | undefined,
  ): string | undefined {
    const before = this.#last.get(account);
    if (closing !== undefined) this.#last.set(account, closing);
    const [first, last] = [opening, before].map((text) => (text === undefined ? undefined : exactAmount(text)));
    if (first === undefined || last === undefined || first === last) return undefined;
    return `${where} begins with ${amountText(first)}, but the statement before it closes with ${amountText(last)}: one between them is missing, or was changed.`;
  }
}

/** Adds up transactions exactly. */
export class MessageSum {
  count = 0;
  /** Undefined where an amount could not be read. */
  get sum(): bigint | undefined {
    return this.#sum;
  }

  /** Undefined once an amount could not be read. */
  #sum: bigint | undefined = 0n;

  /** @param isSubtracted for a debit, where credits are added */
  add(amount: string | undefined, isSubtracted = false): void {
    this.count += 1;
    const exact = amount === undefined ? undefined : exactAmount(amount);
    this.#sum =
      this.#sum === undefined || exact === undefined ? undefined : this.#sum + (isSubtracted ? -exact : exact);
  }

  /** Why a count that the message states is not that of its transactions; a full sentence. */
  countProblem(where: string, stated: string | undefined): string | undefined {
    if (stated === undefined || stated.trim() === '' || Number(stated) === this.count) return undefined;
    return `${where} says that it has ${stated.trim()} transactions, but ${this.count} are in it: it is cut off, or was changed. Ask for it again.`;
  }

  /** Why a sum that the message states is not that of its transactions; a full sentence. */
  sumProblem(where: string, stated: string | undefined): string | undefined {
    const exact = stated === undefined ? undefined : exactAmount(stated.trim());
    if (exact === undefined || this.#sum === undefined || exact === this.#sum) return undefined;
    return `${where} says that its amounts add up to ${amountText(exact)}, but they add up to ${amountText(this.#sum)}. Ask for it again.`;
  }

  /** Why the closing balance is not the opening one with all entries; a full sentence. Debit balances are negative. */
  balanceProblem(where: string, opening: string | undefined, closing: string | undefined): string | undefined {
    const [first, last] = [opening, closing].map((text) => (text === undefined ? undefined : exactAmount(text)));
    if (first === undefined || last === undefined || this.#sum === undefined) return undefined;
    const reached = first + this.#sum;
    if (reached === last) return undefined;
    return `${where} closes with ${amountText(last)}, but its opening balance and its entries give ${amountText(reached)}: an entry is missing, or was changed. Ask for it again.`;
  }
}

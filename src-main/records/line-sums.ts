/** @file What the transactions of sets of lines come to: reads the file once, line by line, and blocks its thread; see account-sums.ts. */

import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { LineSums } from '../../src-shared/account.ts';
import { isDateTime } from '../../src-shared/date-times.ts';
import { AppError } from '../../src-shared/errors.ts';
import { addedUp, exactAmount } from '../../src-shared/exact-amount.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { isCurrencyForm } from '../check/rules/codes.ts';
import { type Figures, transactionIn } from '../check/rules/figures.ts';
import { SourceFile } from '../check/source-file.ts';
import { FileTotals } from '../check/totals/file-totals.ts';
import { LineTotals } from '../check/totals/line-totals.ts';
import { namedPaymentOf, paidExactly } from '../fixing/line-payment.ts';
import { LineReader } from '../fixing/line-reader.ts';
import { isSpace } from '../ground/json/tokens.ts';
import { LineSet } from '../ground/line-set.ts';
import type { PartSum } from './control/control-figures.ts';

export interface SumsRequest {
  path: string;
  /** Of the file as it was checked. */
  sha256: string;
  /** Encoded sets of lines. */
  sets: readonly Uint8Array[];
}

const DAY_CHARACTERS = 10;
const nothingRead: Figures = { amount: undefined, currency: undefined, createdAt: undefined };

/**
 * `unsummed`: lines of the set that are in no sum, since their amount or currency cannot be read; `blank` are those of them that are blank;
 * `written` are those whose amount is a text that can be read in one way only. Absent if none.
 */
export type SetSums = LineSums & {
  unsummed: number;
  blank: number;
  written?: { lines: number; sums: LineSums['sums'] };
};

/** The sums of each set. @throws AppError file.*; file.changed where it is not the file that was checked */
export function sumLines(request: SumsRequest): SetSums[] {
  return filled(request, (lines) => new Group(lines)).map((group) => group.finish());
}

/** The same by currency and day. @throws as sumLines */
export function sumDays(request: SumsRequest): PartSum[][] {
  return filled(request, (lines) => new DayGroup(lines)).map((group) => group.finish());
}

/** What adds up a set of lines. */
interface Adding {
  wants: (line: number) => boolean;
  add(figures: Figures | undefined, line: Buffer): void;
  addBlank?(): void;
}

function filled<Kind extends Adding>({ path, sha256, sets }: SumsRequest, newGroup: (lines: LineSet) => Kind): Kind[] {
  const groups = sets.map((set) => newGroup(LineSet.decode(set)));
  const source = new SourceFile(path);
  const hash = createHash('sha256');
  try {
    const reader = new LineReader(source, { onBytes: (bytes) => hash.update(bytes) });
    for (const { number, text } of reader.lines()) {
      const wanted = groups.filter((group) => group.wants(number));
      const transaction = text === undefined || wanted.length === 0 ? undefined : transactionIn(text);
      if (transaction !== undefined && text !== undefined)
        for (const group of wanted) group.add(transaction.figures, text);
      else if (text?.every(isSpace)) for (const group of wanted) group.addBlank?.();
    }
    source.assertUnchanged();
  } finally {
    source.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new AppError('file.changed', { path, how: fact('was written to after it had been checked') });
  return groups;
}

class Group implements Adding {
  readonly wants: (line: number) => boolean;
  readonly #totals = new LineTotals();
  #transactions = 0;
  #unsummed: number;
  #blank = 0;
  #written: NonNullable<SetSums['written']> = { lines: 0, sums: [] };

  constructor(lines: LineSet) {
    this.wants = lines.inOrder();
    this.#unsummed = lines.size;
  }

  add(figures: Figures | undefined, line: Buffer): void {
    this.#transactions += 1;
    if (figures !== undefined && this.#totals.add(figures)) this.#unsummed -= 1;
    else this.#addWritten(line);
  }

  #addWritten(line: Buffer): void {
    const paid = paidExactly(namedPaymentOf(line.toString('utf8')) ?? {});
    if (paid === undefined) return;
    const { lines, sums } = this.#written;
    this.#written = { lines: lines + 1, sums: addedUp([...sums, paid]) };
  }

  addBlank(): void {
    this.#blank += 1;
  }

  finish(): SetSums {
    const whole = new FileTotals();
    whole.add(this.#totals.take());
    const { days: _, ...sums } = whole.finish();
    const written = this.#written;
    const counted = { transactions: this.#transactions, ...sums, unsummed: this.#unsummed, blank: this.#blank };
    return written.lines === 0 ? counted : { ...counted, written };
  }
}

class DayGroup implements Adding {
  readonly wants: (line: number) => boolean;
  readonly #parts = new Map<string, PartSum>();

  constructor(lines: LineSet) {
    this.wants = lines.inOrder();
  }

  add({ amount, currency: written = '', createdAt = '' }: Figures = nothingRead): void {
    const currency = isCurrencyForm(written) ? written : '';
    const day = isDateTime(createdAt) ? createdAt.slice(0, DAY_CHARACTERS) : '';
    const key = `${currency} ${day}`;
    const part = this.#parts.get(key) ?? { currency, day, count: 0, amount: 0n };
    // An amount without a currency is in no sum.
    const exact = amount === undefined || currency === '' ? undefined : exactAmount(amount);
    const isUnsummed = exact === undefined && currency !== '';
    this.#parts.set(key, {
      ...part,
      count: part.count + 1,
      amount: part.amount + (exact ?? 0n),
      ...(isUnsummed && { unsummed: (part.unsummed ?? 0) + 1 }),
    });
  }

  finish(): PartSum[] {
    return [...this.#parts.values()];
  }
}

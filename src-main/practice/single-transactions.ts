/** @file POST /event/transaction/v3 (§4 row 6): judges single transactions, and keeps what it received. */

import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import { type JsonReply, parseJson, unprocessable } from './exchange.ts';
import { faultsOf, isObject, type JsonObject } from './transaction-rules.ts';

/** A single transaction as tests and the demo see it. */
export interface PracticeTransaction {
  readonly modificationId: string;
  /** The latest bytes, as text. */
  readonly body: string;
  /** How often a transaction with this modification id was accepted. */
  readonly times: number;
  /** When it was accepted last, in milliseconds since the epoch. */
  readonly at: number;
}

interface KeptTransaction extends PracticeTransaction {
  readonly transactionId: string;
  /** YYYY-MM-DD, of the modification's created_at. */
  readonly day: string | null;
  readonly currency: string | null;
  readonly amount: number;
}

/** The sums of the transactions of one day in one currency. */
export interface DayTotal {
  day: string | null;
  currency: string | null;
  transactions: number;
  amount: number;
}

const MOST_TRANSACTIONS = 100_000;
/** Of all bodies together; transactions of the usual size stay far below it. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class SingleTransactions {
  readonly #clock: Clock;
  readonly #onboarded: ReadonlySet<string> | undefined;
  /** By modification id, in any letter case, in the order of first arrival. */
  readonly #kept = new Map<string, KeptTransaction>();
  #characters = 0;

  constructor(clock: Clock, onboarded: ReadonlySet<string> | undefined) {
    this.#clock = clock;
    this.#onboarded = onboarded;
  }

  /** The last 100,000, in the order of first arrival. */
  get all(): readonly PracticeTransaction[] {
    return [...this.#kept.values()].map(({ modificationId, body, times, at }) => ({ modificationId, body, times, at }));
  }

  /**
   * 201 for a new transaction, 200 for one that overwrites another, 422 for an invalid one, 400 for a body that is no
   * JSON.
   */
  receive(bytes: Buffer): JsonReply {
    const body = decode(bytes);
    const transaction = body === undefined ? undefined : parseJson(body);
    if (body === undefined || transaction === undefined) {
      return { status: 400, body: { message: 'The body is no JSON.' } };
    }
    if (!isObject(transaction)) {
      return unprocessable([{ loc: ['body'], msg: 'Input should be an object.', type: 'not_an_object' }]);
    }
    const faults = faultsOf(transaction, this.#onboarded);
    if (faults.length > 0) {
      return unprocessable(
        faults.map(({ code, field, message }) => ({
          loc: field === '' ? ['body'] : ['body', ...field.split('.')],
          msg: message,
          type: code.toLowerCase(),
        })),
      );
    }
    const { transactionId, modificationId, times } = this.#keep(transaction, body);
    return {
      status: times === 1 ? 201 : 200,
      body: {
        transaction_id: transactionId,
        status: 'ACCEPTED',
        request_uuid: transaction['request_uuid'] ?? null,
        transaction_external_id: transaction['transaction_external_id'] ?? null,
        modification_external_id: modificationId,
      },
    };
  }

  totals(): DayTotal[] {
    const totals = new Map<string, DayTotal>();
    for (const { day, currency, amount } of this.#kept.values()) {
      const key = `${day} ${currency}`;
      const total = totals.get(key) ?? { day, currency, transactions: 0, amount: 0 };
      totals.set(key, { ...total, transactions: total.transactions + 1, amount: total.amount + amount });
    }
    return [...totals.values()];
  }

  #keep(transaction: JsonObject, body: string): KeptTransaction {
    const { modification } = transaction;
    const { external_id: id, created_at: createdAt, currency, amount } = isObject(modification) ? modification : {};
    const modificationId = String(id);
    const key = modificationId.toLowerCase();
    const before = this.#kept.get(key);
    const kept: KeptTransaction = {
      transactionId: before?.transactionId ?? randomUUID(),
      modificationId,
      body,
      times: (before?.times ?? 0) + 1,
      at: this.#clock.now(),
      day: typeof createdAt === 'string' ? createdAt.slice(0, 10) : null,
      currency: typeof currency === 'string' ? currency : null,
      amount: typeof amount === 'number' ? amount : 0,
    };
    this.#kept.set(key, kept);
    this.#characters += body.length - (before?.body.length ?? 0);
    this.#forgetOldest();
    return kept;
  }

  #forgetOldest(): void {
    for (const [key, { body }] of this.#kept) {
      if (this.#kept.size <= MOST_TRANSACTIONS && this.#characters <= MOST_CHARACTERS) return;
      this.#kept.delete(key);
      this.#characters -= body.length;
    }
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

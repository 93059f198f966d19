/** @file The slots of a learned shape: the places of values, each with the check that its value must pass. */

import { Buffer } from 'node:buffer';
import type { RuleSet } from '../rules/rule-set.ts';
import type { FieldKind } from '../rules/transaction-fields.ts';
import { FigureChecks } from './figure-checks.ts';
import type { Described } from './line-state.ts';
import { endOfAmount, endOfScalar, latestMoment, type Moment } from './number-checks.ts';
import { endOfCountry, endOfCurrency, endOfFilledText, endOfListed, endOfText, endOfUuid } from './text-checks.ts';

/** The end of a line, which has no value. */
export const LINE_END = 0;
export const MODIFICATION_ID = 1;
const UUID = 2;
const TEXT = 3;
const FILLED_TEXT = 4;
const COUNTRY = 5;
const CURRENCY = 6;
const AMOUNT = 7;
const SCALAR = 8;
/** The interface has one date and time, that of the modification. */
const DATE_TIME = 9;
const MODIFICATION_AMOUNT = 10;
const MODIFICATION_CURRENCY = 11;
/** From this number on, one slot for each list of texts. */
const LISTED = 12;

/** Slots of a single field, by its key in `modification`. */
const modificationSlots: ReadonlyMap<string, number> = new Map([
  ['external_id', MODIFICATION_ID],
  ['amount', MODIFICATION_AMOUNT],
  ['currency', MODIFICATION_CURRENCY],
]);

export class Slots {
  /** The values that the checks have read since the last `clear`. */
  readonly figures = new FigureChecks();
  readonly #latest: Moment;
  readonly #lists: (readonly Uint8Array[])[] = [];
  readonly #slotOfKind: Readonly<Record<FieldKind, number | undefined>>;

  /** `now` is in milliseconds since the epoch, to recognise dates in the future. */
  constructor({ allowed }: RuleSet, now: number) {
    this.#latest = latestMoment(now);
    this.#slotOfKind = {
      uuid: UUID,
      country: COUNTRY,
      currency: CURRENCY,
      amount: AMOUNT,
      'date-time': DATE_TIME,
      text: TEXT,
      identifier: FILLED_TEXT,
      'entity-type': this.#listed(['unknown']),
      'open-object': undefined,
      payment_method: this.#listed(allowed.payment_method),
      payment_type: this.#listed(allowed.payment_type),
      'modification.type': this.#listed(allowed['modification.type']),
      risk_assessment: this.#listed(allowed.risk_assessment),
    };
  }

  /**
   * The slot for a text, or for another value that is neither object nor list; undefined when it is not allowed there.
   * `modificationKey` is its key if it is a field of `modification`.
   */
  slotFor(expected: Described | undefined, isText: boolean, modificationKey?: string): number | undefined {
    if (expected === 'open') return isText ? TEXT : SCALAR;
    if (typeof expected !== 'string') return undefined;
    const slot = this.#slotOfKind[expected];
    if (isText !== (slot !== AMOUNT)) return undefined;
    return modificationSlots.get(modificationKey ?? '') ?? slot;
  }

  /** Where the value at `at` ends; -1 when the judge must decide about it. */
  endOf(slot: number, view: DataView, at: number, limit: number): number {
    switch (slot) {
      case LINE_END:
        return at;
      case MODIFICATION_ID:
      case UUID:
        return endOfUuid(view, at, limit);
      case TEXT:
        return endOfText(view, at, limit);
      case FILLED_TEXT:
        return endOfFilledText(view, at, limit);
      case COUNTRY:
        return endOfCountry(view, at, limit);
      case CURRENCY:
        return endOfCurrency(view, at, limit);
      case AMOUNT:
        return endOfAmount(view, at, limit);
      case SCALAR:
        return endOfScalar(view, at, limit);
      case DATE_TIME:
        return this.figures.endOfDateTime(view, at, limit, this.#latest);
      case MODIFICATION_AMOUNT:
        return this.figures.endOfAmount(view, at, limit);
      case MODIFICATION_CURRENCY:
        return this.figures.endOfCurrency(view, at, limit);
      default:
        return endOfListed(view, at, limit, this.#lists[slot - LISTED] ?? []);
    }
  }

  #listed(texts: readonly string[] | undefined): number {
    if (texts === undefined) return TEXT;
    this.#lists.push(texts.map((text) => Buffer.from(JSON.stringify(text).slice(1))));
    return LISTED + this.#lists.length - 1;
  }
}

/**
 * @file Accepts lines that have the shape of earlier ones. Exports come from machines, so their lines are alike. A line
 * in which the judge found nothing teaches the bytes around its values; later lines are compared with them byte by
 * byte, and their values are checked in place, without making texts or objects. Everything uncertain goes to the judge:
 * a shape accepts, and never has to explain.
 */

import { Buffer } from 'node:buffer';
import { MAX_LINE_BYTES } from '../rules/line-judge.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { ReadFigures } from './figure-checks.ts';
import { ShapeLearner } from './shape-learner.ts';
import { LENGTH, LINE_START, LITERAL, NEXT_WAY, NO_WAY, ShapeTable, SLOT, STEP, TAKEN, TARGET } from './shape-table.ts';
import { LINE_END, MODIFICATION_ID, Slots } from './slots.ts';

const UNSURE = -1;

/** Learning must pay: how many lines are learned at first, and how many must be accepted for each further one. */
const LEARNED_AT_FIRST = 2000;
const ACCEPTED_PER_LEARNED = 8;

export class LearnedShapes {
  readonly #table = new ShapeTable();
  readonly #slots: Slots;
  readonly #learner: ShapeLearner;
  #block: Uint8Array = new Uint8Array();
  /** A view of the same bytes that reads numbers of any width at any position. */
  #view: DataView = new DataView(this.#block.buffer);
  #modificationIdAt = UNSURE;
  #accepted = 0;
  #learned = 0;

  /** `now` is in milliseconds since the epoch, for dates in the future. */
  constructor(ruleSet: RuleSet, now: number) {
    this.#slots = new Slots(ruleSet, now);
    this.#learner = new ShapeLearner(this.#table, this.#slots);
  }

  /**
   * Where in the block the last accepted line's `modification.external_id` begins (36 characters); -1 if it has none.
   */
  get modificationIdAt(): number {
    return this.#modificationIdAt;
  }

  /** The amount, currency and date of the last accepted line; valid until the next line. */
  get figures(): ReadFigures {
    return this.#slots.figures;
  }

  /**
   * The offset after the newline (LF or CRLF) of the line that starts at `start`, if the line judge would certainly
   * find a transaction without complaints; -1 when the judge must decide. Reads nothing at or after `limit`.
   */
  accept(block: Uint8Array, start: number, limit: number): number {
    if (block !== this.#block) this.#turnTo(block);
    const view = this.#view;
    const { firstWay, ways } = this.#table;
    const slots = this.#slots;
    let state = LINE_START;
    let at = start;
    this.#modificationIdAt = UNSURE;
    slots.figures.clear();
    for (;;) {
      let before = NO_WAY;
      let way = firstWay[state] ?? NO_WAY;
      let slot = LINE_END;
      let end = UNSURE;
      while (way !== NO_WAY) {
        slot = ways[way + SLOT] ?? LINE_END;
        const valueAt = at + (ways[way + LENGTH] ?? 0);
        if (valueAt <= limit && this.#isLiteralAt(way, at, valueAt)) {
          end = slots.endOf(slot, view, valueAt, limit);
          if (end !== UNSURE) {
            if (slot === MODIFICATION_ID) this.#modificationIdAt = valueAt;
            break;
          }
        }
        before = way;
        way = ways[way + NEXT_WAY] ?? NO_WAY;
      }
      if (way === NO_WAY) return UNSURE;
      ways[way + TAKEN] = (ways[way + TAKEN] ?? 0) + 1;
      if (before !== NO_WAY) this.#table.promote(state, way);
      at = end;
      if (slot === LINE_END) {
        if (at - start > MAX_LINE_BYTES) return UNSURE;
        this.#accepted++;
        return at;
      }
      state = ways[way + TARGET] ?? LINE_START;
    }
  }

  /**
   * Learns from the line in [start, next), including its newline, in which the judge found a transaction and no fault.
   */
  learn(block: Uint8Array, start: number, next: number): void {
    if (this.#learned >= LEARNED_AT_FIRST + this.#accepted / ACCEPTED_PER_LEARNED) return;
    this.#learned++;
    this.#learner.learn(Buffer.from(block.buffer, block.byteOffset + start, next - start).toString('latin1'));
  }

  #turnTo(block: Uint8Array): void {
    this.#block = block;
    this.#view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  }

  #isLiteralAt(way: number, start: number, end: number): boolean {
    const view = this.#view;
    const { literals, ways } = this.#table;
    let index = ways[way + LITERAL] ?? 0;
    let at = start;
    const lastStep = end - STEP;
    if (start <= lastStep) {
      while (at < lastStep && view.getFloat64(at, true) === literals[index]) {
        at += STEP;
        index++;
      }
      return at >= lastStep && view.getFloat64(lastStep, true) === literals[index];
    }
    while (at < end && view.getUint8(at) === literals[index]) {
      at++;
      index++;
    }
    return at === end;
  }
}

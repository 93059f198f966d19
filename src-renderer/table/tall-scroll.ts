/**
 * @file Scrolls through more rows than fit into the tallest element of a browser (about 33 million pixels, half of that
 * at 200 % zoom). The element has at most a safe height. If that is less than the height of all rows, small movements
 * of the scroll bar move the rows by the same distance, and large ones move to the same share of the whole. Pure.
 */

/** Safe at every zoom. */
const TALLEST = 4_000_000;

export class TallScroll {
  /** The height of the element. */
  readonly elementHeight: number;
  readonly #total: number;
  readonly #viewport: number;
  /** How far the rows are ahead of the scroll bar. */
  #ahead = 0;
  #last = 0;

  /** @param total the height of all rows; @param viewport the height of the visible part */
  constructor(total: number, viewport: number, tallest = TALLEST) {
    this.#total = total;
    this.#viewport = viewport;
    this.elementHeight = Math.min(total, Math.max(tallest, 2 * viewport));
  }

  /** The offset among all rows for a position of the scroll bar; call once for each movement. */
  offsetAt(scrollTop: number): number {
    const moved = Math.abs(scrollTop - this.#last);
    this.#last = scrollTop;
    const room = this.elementHeight - this.#viewport;
    const range = this.#total - this.#viewport;
    if (this.elementHeight >= this.#total) return scrollTop;
    if (moved > this.#viewport || scrollTop <= 0 || scrollTop >= room) {
      this.#ahead = Math.round(Math.min(1, scrollTop / room) * range) - scrollTop;
    }
    return Math.max(0, Math.min(range, scrollTop + this.#ahead));
  }

  /** The scroll bar's position for an offset among all rows. */
  scrollTopFor(offset: number): number {
    if (this.elementHeight >= this.#total) return offset;
    const range = this.#total - this.#viewport;
    const room = this.elementHeight - this.#viewport;
    const within = Math.max(0, Math.min(range, offset));
    const near = within - this.#ahead;
    const isNear = Math.abs(near - this.#last) <= this.#viewport && near > 0 && near < room;
    const scrollTop = isNear ? near : Math.round((within / range) * room);
    this.#ahead = within - scrollTop;
    this.#last = scrollTop;
    return scrollTop;
  }

  /** How far a row that lies at `offset` among all rows must stand from the top of the element. */
  topOf(offset: number): number {
    return offset - this.#ahead;
  }
}

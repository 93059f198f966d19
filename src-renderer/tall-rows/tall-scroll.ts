/**
 * @file Scrolling through more rows than a browser can make an element tall for (about 33 million pixels, half of that at
 * 200 % zoom). The element has at most a safe height; where it is not tall enough, small movements of its scroll bar move
 * the rows by as much, and big ones lead to the same share of the whole. Pure.
 */

/** Safe at every zoom. */
const TALLEST = 4_000_000;

export class TallScroll {
  /** How tall the element is. */
  readonly elementHeight: number;
  readonly #total: number;
  readonly #viewport: number;
  /** What the rows are ahead of the scroll bar. */
  #ahead = 0;
  #last = 0;

  /** @param total the height of all rows; @param viewport what can be seen of them at once */
  constructor(total: number, viewport: number, tallest = TALLEST) {
    this.#total = total;
    this.#viewport = viewport;
    this.elementHeight = Math.min(total, Math.max(tallest, 2 * viewport));
  }

  /** Where among all rows the scroll bar stands now; ask once for each of its movements. */
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

  /** Where the scroll bar must stand for this place among all rows. */
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

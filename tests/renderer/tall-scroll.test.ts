import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TallScroll } from '../../src-renderer/table/tall-scroll.ts';

const million = () => new TallScroll(36_000_000, 500);

describe('Rows that fit', () => {
  it('Rows that fit scroll normally', () => {
    const scroll = new TallScroll(36_000, 500);
    expect([scroll.elementHeight, scroll.offsetAt(1234), scroll.scrollTopFor(777), scroll.topOf(36)]).toEqual([
      36_000, 1234, 777, 36,
    ]);
  });
});

describe('A million rows', () => {
  it('A million rows fit into an element that a browser can make', () => {
    expect(million().elementHeight).toBe(4_000_000);
  });

  it('A million rows move as far as the wheel', () => {
    const scroll = million();
    expect([100, 200, 320].map((scrollTop) => scroll.offsetAt(scrollTop))).toEqual([100, 200, 320]);
  });

  it('A million rows are half scrolled when the scroll bar is dragged half way', () => {
    expect(million().offsetAt((4_000_000 - 500) / 2)).toBe((36_000_000 - 500) / 2);
  });

  it('A million rows end where the scroll bar ends', () => {
    const scroll = million();
    expect(scroll.offsetAt(4_000_000 - 500)).toBe(36_000_000 - 500);
  });

  it('A million rows are at the beginning when the scroll bar is back at its top', () => {
    const scroll = million();
    scroll.offsetAt(2_000_000);
    expect(scroll.offsetAt(0)).toBe(0);
  });

  it('A million rows continue from a place after a jump', () => {
    const scroll = million();
    const jumped = scroll.offsetAt(2_000_000);
    expect(scroll.offsetAt(2_000_040)).toBe(jumped + 40);
  });

  it('A million rows scroll to a requested place', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(36_000_000 - 500), { minLength: 1 }), (offsets) => {
        const scroll = million();
        for (const offset of offsets) {
          expect(scroll.offsetAt(scroll.scrollTopFor(offset))).toBeCloseTo(offset, -1);
        }
      }),
    );
  });

  it('Visible rows of a million are always inside the element', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4_000_000 - 500), { minLength: 1 }), (tops) => {
        const scroll = million();
        for (const top of tops) {
          const offset = scroll.offsetAt(top);
          const place = scroll.topOf(offset);
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThanOrEqual(36_000_000 - 500);
          expect(Math.abs(place - top)).toBeLessThanOrEqual(500);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepPlace, keptPlace, windowPlace } from '../../../src-main/shells/electron/window-place.ts';
import { MemorySettings } from '../../memory-stores.ts';

const first = { x: 0, y: 25, width: 1440, height: 875 };
const second = { x: 1440, y: 0, width: 1920, height: 1080 };
const place = { x: 100, y: 100, width: 1000, height: 700, isMaximised: false };

describe('the place of the window', () => {
  it('is where it was', () => {
    expect(windowPlace(place, [first, second])).toEqual(place);
  });

  it('is in the middle at first', () => {
    expect(windowPlace(undefined, [first])).toEqual({ width: 1280, height: 800, isMaximised: false });
  });

  it.each([['a text'], [{ x: 'left' }], [{ ...place, width: -5 }], [{ ...place, x: Number.NaN }], [null]])(
    'The window is centred when %j was stored',
    (kept) => {
      expect(windowPlace(kept, [first])).not.toHaveProperty('x');
    },
  );

  it('is on the first screen, as large as before, when its own is gone', () => {
    expect(windowPlace({ ...place, x: 2000 }, [first])).toEqual({ width: 1000, height: 700, isMaximised: false });
  });

  it('moves wholly onto the screen that shows most of it', () => {
    expect(windowPlace({ ...place, x: 1300 }, [first, second])).toMatchObject({ x: 1440, y: 100 });
  });

  it('stays maximised', () => {
    expect(windowPlace({ ...place, isMaximised: true }, [first]).isMaximised).toBe(true);
  });

  it('The window is always completely on one of the screens', () => {
    const position = fc.integer({ min: -5000, max: 5000 });
    const area = fc.record({
      x: position,
      y: position,
      width: fc.integer({ min: 640, max: 4000 }),
      height: fc.integer({ min: 480, max: 3000 }),
    });
    const kept = fc.record({
      x: position,
      y: position,
      width: fc.integer({ min: 1, max: 6000 }),
      height: fc.integer({ min: 1, max: 6000 }),
      isMaximised: fc.boolean(),
    });
    fc.assert(
      fc.property(kept, fc.array(area, { minLength: 1 }), (stored, areas) => {
        const { x = areas[0]?.x ?? 0, y = areas[0]?.y ?? 0, width, height } = windowPlace(stored, areas);
        const isInside = areas.some(
          (on) => x >= on.x && y >= on.y && x + width <= on.x + on.width && y + height <= on.y + on.height,
        );
        expect(isInside).toBe(true);
      }),
    );
  });

  it('The stored position is the one of the window when it is not maximised', () => {
    const settings = new MemorySettings();
    const bounds = { x: 1, y: 2, width: 900, height: 600 };
    keepPlace(settings, { getNormalBounds: () => bounds, isMaximized: () => true });
    expect(keptPlace(settings)).toEqual({ ...bounds, isMaximised: true });
  });
});

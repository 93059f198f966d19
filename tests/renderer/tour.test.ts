import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, placeBeside } from '../../src-renderer/tour/place-beside.ts';
import { stepsWith, tourSteps } from '../../src-renderer/tour/tour-steps.ts';
import { createTourStore } from '../../src-renderer/tour/tour-store.ts';
import { createWindowUseStore } from '../../src-renderer/window-use-store.ts';
import { handlersDouble } from '../shells/electron/handlers.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

function tour(hasSeenTour: boolean) {
  const bridge = bridgeTo(handlersDouble());
  const use = createWindowUseStore(bridge);
  use.getState().know({ hasSeenTour, singleStrokes: true, recentCommands: [] });
  const store = createTourStore(use);
  const stored = () => bridge.calls.flatMap(({ name, input }) => (name === 'settings.change' ? [input] : []));
  return { store, stored, step: () => store.getState().step };
}

describe('The tour', () => {
  it('has four steps, and is then remembered as seen', () => {
    const { store, step, stored } = tour(false);
    store.getState().offer();
    const seen = [step()];
    for (let next = 0; next < 4; next++) {
      store.getState().next(tourSteps);
      seen.push(step());
    }
    expect(seen).toEqual(['add', 'follow', 'state', 'commands', undefined]);
    expect(stored()).toEqual([{ window: { hasSeenTour: true, singleStrokes: true, recentCommands: [] } }]);
  });

  it('shows nothing about following files while there are none, but stays where it is once the last one goes', () => {
    expect(stepsWith(false, 'add')).toEqual(['add', 'state', 'commands']);
    expect(stepsWith(false, 'follow')).toEqual(tourSteps);
    expect(stepsWith(true, 'add')).toEqual(tourSteps);
  });

  it('is never offered again, once it was skipped, but shown when it is asked for', () => {
    const { store, step } = tour(false);
    store.getState().offer();
    store.getState().end();
    store.getState().offer();
    expect(step()).toBeUndefined();
    store.getState().begin();
    expect(step()).toBe('add');
  });

  it('is not offered before it is known whether it was seen', () => {
    const store = createTourStore(createWindowUseStore(bridgeTo(handlersDouble())));
    store.getState().offer();
    expect(store.getState().step).toBeUndefined();
  });

  it('goes back, but not before its beginning', () => {
    const { store, step } = tour(true);
    store.getState().begin();
    store.getState().next(tourSteps);
    store.getState().back(tourSteps);
    store.getState().back(tourSteps);
    expect(step()).toBe('add');
  });
});

describe('The card of the tour', () => {
  const card = { width: 300, height: 150 };
  const window = { width: 1280, height: 800 };

  it.each<[string, Box, { left: number; top: number }]>([
    ['below', { left: 100, top: 20, width: 80, height: 30 }, { left: 100, top: 60 }],
    ['below, moved inside', { left: 1200, top: 20, width: 70, height: 30 }, { left: 972, top: 60 }],
    ['above', { left: 100, top: 700, width: 80, height: 60 }, { left: 100, top: 540 }],
    [
      'in the corner, away from the rows that follow a row',
      { left: 80, top: 200, width: 1200, height: 44 },
      { left: 972, top: 642 },
    ],
    ['above a row that lies in the corner', { left: 80, top: 640, width: 1200, height: 44 }, { left: 80, top: 480 }],
    ['after', { left: 0, top: 0, width: 170, height: 800 }, { left: 180, top: 8 }],
    ['before', { left: 1100, top: 0, width: 180, height: 800 }, { left: 790, top: 8 }],
    ['in the corner', { left: 0, top: 0, width: 1280, height: 800 }, { left: 972, top: 642 }],
    ['in the corner that it covers least', { left: 250, top: 100, width: 1030, height: 700 }, { left: 8, top: 8 }],
  ])('stands %s', (_where, target, place) => {
    expect(placeBeside(target, card, window)).toEqual(place);
  });

  it('stands in a corner where the first row of a list lies below its target, and at its other side where that is free', () => {
    const row = { left: 0, top: 120, width: 1280, height: 52 };
    const button = { left: 1100, top: 10, width: 120, height: 34 };
    expect(placeBeside(button, card, window, [row])).toEqual({ left: 972, top: 642 });
    expect(placeBeside({ ...button, top: 300 }, card, window, [{ ...row, top: 360 }])).toEqual({ left: 972, top: 140 });
    expect(placeBeside(undefined, card, window, [{ ...row, top: 700 }])).toEqual({ left: 972, top: 8 });
  });

  it('stays inside of the window wherever its target is, and never over it where there is room on a side', () => {
    const side = fc.integer({ min: -200, max: 1400 });
    const length = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(side, side, length, length, (left, top, width, height) => {
        const at = placeBeside({ left, top, width, height }, card, window);
        expect(at.left).toBeGreaterThanOrEqual(8);
        expect(at.top).toBeGreaterThanOrEqual(8);
        expect(at.left + card.width).toBeLessThanOrEqual(window.width - 8);
        expect(at.top + card.height).toBeLessThanOrEqual(window.height - 8);
        const isRoom =
          (top >= 0 && top + height + 10 + card.height <= 792) ||
          (top - 10 - card.height >= 8 && top <= 800) ||
          (left >= 0 && left + width + 10 + card.width <= 1272) ||
          (left - 10 - card.width >= 8 && left <= 1280);
        const isApart =
          at.top >= top + height ||
          at.top + card.height <= top ||
          at.left >= left + width ||
          at.left + card.width <= left;
        if (isRoom) expect(isApart).toBe(true);
      }),
    );
  });
});

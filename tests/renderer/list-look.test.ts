import { describe, expect, it } from 'vitest';
import { createListLook } from '../../src-renderer/queue/list-look.ts';
import { handlersDouble } from '../shells/electron/handlers.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

function openLook() {
  const bridge = bridgeTo(handlersDouble());
  const stored = () => bridge.calls.filter(({ name }) => name === 'settings.change').map(({ input }) => input);
  return { look: createListLook(bridge), stored };
}

describe('How the list looks', () => {
  it('A choice shows at once, and is stored with the choices before', () => {
    const { look, stored } = openLook();
    look.getState().know({ rows: 'comfortable', grouping: 'single', details: 'page', detailsWidth: 500 });
    look.getState().change({ rows: 'compact' });
    expect(look.getState().rows).toBe('compact');
    expect(stored()).toEqual([{ list: { rows: 'compact', grouping: 'single', details: 'page', detailsWidth: 500 } }]);
  });

  it('The details are never narrower or wider than can be used, and a drag stores nothing on its way', () => {
    const { look, stored } = openLook();
    const widths = [100, 400.4, 3000].map((width) => {
      look.getState().widen(width);
      return look.getState().detailsWidth;
    });
    expect(widths).toEqual([320, 400, 640]);
    expect(stored()).toEqual([]);
    look.getState().change({});
    expect(stored()).toEqual([
      { list: { rows: 'comfortable', grouping: 'together', details: 'beside', detailsWidth: 640 } },
    ]);
  });
});

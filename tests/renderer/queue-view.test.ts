import { describe, expect, it } from 'vitest';
import { usualWish } from '../../src-renderer/queue/arrangement.ts';
import { createQueueView, wishOf } from '../../src-renderer/queue/queue-view.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const id = (number: number) => submissionIdSchema.parse(number);
const shown = [9, 8, 7, 6, 5].map(id);

function openView() {
  const view = createQueueView();
  return { ...view.getState(), selected: () => [...view.getState().selected] };
}

describe('A range of selected submissions', () => {
  it('A range goes from the submission ticked last to this one', () => {
    const view = openView();
    view.toggleSelected(id(8));
    view.selectTo(id(6), shown);
    expect(view.selected()).toEqual([8, 7, 6]);
  });

  it('A range can go upwards', () => {
    const view = openView();
    view.toggleSelected(id(6));
    view.selectTo(id(9), shown);
    expect(view.selected()).toEqual([6, 9, 8, 7]);
  });

  it('A range begins at this submission when none was ticked', () => {
    const view = openView();
    view.selectTo(id(7), shown);
    view.selectTo(id(5), shown);
    expect(view.selected()).toEqual([7, 6, 5]);
  });

  it('A range begins again when another filter shows others', () => {
    const view = openView();
    view.toggleSelected(id(9));
    view.wish({ group: 'done' });
    view.selectTo(id(7), shown);
    expect(view.selected()).toEqual([7]);
  });
});

describe('A submission that is gone', () => {
  it('A removed submission is no longer selected', () => {
    const view = openView();
    view.select([id(9), id(8)]);
    view.unselect([id(9)]);
    expect(view.selected()).toEqual([8]);
  });

  it('Once several that were selected are removed, one that could not be is no longer selected either', () => {
    const view = openView();
    view.select([id(9), id(8), id(7)]);
    view.unselect([id(9), id(8)]);
    expect(view.selected()).toEqual([]);
  });

  it('One that the list no longer shows is no longer selected', () => {
    const view = openView();
    view.select([id(9), id(8)]);
    view.show([id(8), id(7)]);
    expect(view.selected()).toEqual([8]);
  });
});

describe('Files that a filter hides', () => {
  it('count as new from the moment at which the filter was chosen, and not again when only the order changes', () => {
    let newest = 4;
    const view = createQueueView(() => newest);
    const chosen = (wish: Parameters<ReturnType<typeof view.getState>['wish']>[0]) => {
      view.getState().wish(wish);
      return view.getState().since;
    };
    expect(chosen({ search: 'may' })).toBe(4);
    newest = 7;
    expect([
      chosen({ order: { column: 'name', direction: 'ascending' } }),
      chosen({ search: 'may' }),
      chosen({ search: 'ma' }),
    ]).toEqual([4, 4, 7]);
    newest = 9;
    expect([chosen({ group: 'needs' }), chosen({})]).toEqual([9, 9]);
  });
});

describe('Before the queue is there', () => {
  it('nothing counts as new; what comes after it is there does', () => {
    let newest: number | undefined;
    const view = createQueueView(() => newest);
    view.getState().wish({ search: 'may' });
    expect(view.getState().since).toBeUndefined();
    newest = 12;
    view.getState().begin();
    newest = 15;
    view.getState().begin();
    expect(view.getState().since).toBe(12);
  });
});

describe('Show all', () => {
  it('clears each filter and the search, and keeps the order', () => {
    const view = createQueueView();
    const order = { column: 'size', direction: 'ascending' } as const;
    view.getState().wish({ search: 'may', group: 'done', states: ['held'], connections: ['x'], added: 'today', order });
    view.getState().showAll();
    expect(wishOf(view.getState())).toEqual({ ...usualWish, order });
  });
});

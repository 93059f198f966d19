import { expect, it } from 'vitest';
import { actionsChosen } from '../../src-renderer/queue/entry-actions.ts';
import { row } from '../shells/rows.ts';

const done = [row(1, { state: 'processed' }), row(2, { state: 'processed' })];
const sending = row(3, { state: 'uploading' });
const chosen = (...of: Parameters<typeof actionsChosen>) =>
  actionsChosen(...of).map(({ action, rows }) => `${action} ${rows.map(({ id }) => id)}`);

it('A step is for the row alone while nothing is selected', () => {
  expect(chosen('file', [sending], [])).toContain('cancel 3');
});

it('A step is for all that are selected, also at a row that is not, and never for that one', () => {
  expect(chosen('file', [sending], done)).toEqual(['remove 1,2']);
  expect(chosen('file', [sending], [row(4, { state: 'processed' })])).toEqual(['remove 4']);
});

it('A way leads on from the row, whatever is selected', () => {
  const held = row(5, { state: 'held', errors: 2 });
  expect(chosen('file', [held], done)).toEqual(expect.arrayContaining(['remove 1,2', 'seeErrors 5']));
  expect(chosen('file', [held], done)).not.toContain('cancel 5');
});

it('A group leads to the first of its files that is to be corrected, before its steps', () => {
  const held = [row(6, { state: 'held', errors: 2 }), row(7, { state: 'held', errors: 1 })];
  expect(chosen('group', [...done, ...held], [])[0]).toBe('correct 6,7');
  expect(chosen('group', done, [])).not.toContain('correct');
});

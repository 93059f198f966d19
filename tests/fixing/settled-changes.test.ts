/** @file What was changed in a line is told once for each field: as it came, and as it is sent. */

import { expect, it } from 'vitest';
import type { LoggedChange } from '../../src-main/fixing/change-entries.ts';
import { settled } from '../../src-main/fixing/settled-changes.ts';

const lineOf = (amount: string, country = '"SE"') => `{"modification":{"amount":${amount}},"country":${country}}`;
const text = (line: string) => JSON.stringify(line);
const place = { line: 7, newLine: 5 };
const byHand = (before: string, after: string, more: Partial<LoggedChange> = {}): LoggedChange => ({
  ...{ ...place, step: 'by-hand', before: text(before), after: text(after) },
  ...more,
});
const step = (name: string, field: string, before?: string, after?: string): LoggedChange => ({
  ...{ ...place, step: name, field, before, after },
});
const amount = 'modification.amount';

it('A value that was typed, and that a step then put into the required form, was changed once, for the reason of the person', () => {
  const entries = [
    byHand(lineOf('1'), lineOf('"3416,82"'), { reason: 'told by telephone' }),
    step('number-from-text', amount, '"3416,82"', '3416.82'),
  ];
  expect(settled(entries)).toEqual([
    {
      ...{ ...place, step: 'by-hand', further: ['number-from-text'] },
      ...{ field: amount, before: '1', after: '3416.82', reason: 'told by telephone' },
    },
  ]);
});

it('What a step did to another field of a line by hand is a change of that step', () => {
  const entries = [byHand(lineOf('1'), lineOf('2')), step('upper-case', 'country', '"se"', '"SE"')];
  expect(settled(entries).map(({ step: done, field }) => [done, field])).toEqual([
    ['by-hand', amount],
    ['upper-case', 'country'],
  ]);
});

it('Of steps that follow one another, the value between them is not told', () => {
  const entries = [
    step('trim', 'country', '" se"', '"se"'),
    step('upper-case', 'country', '"se"', '"SE"'),
    step('drop-field', 'note', '1'),
    step('set-missing', 'note', undefined, '2'),
  ];
  expect(settled(entries)).toEqual([
    { ...place, step: 'trim', further: ['upper-case'], field: 'country', before: '" se"', after: '"SE"' },
    { ...place, step: 'drop-field', further: ['set-missing'], field: 'note', before: '1', after: '2' },
  ]);
});

it('A key that comes twice was changed twice', () => {
  const entries = [step('trim', 'x', '" a"', '"a"'), step('trim', 'x', '" b"', '"b"')];
  expect(settled(entries)).toEqual(entries);
});

it('A text is the same however it is spelled in the line', () => {
  const entries = [byHand(lineOf('1'), lineOf('1', '"\\u0061"')), step('upper-case', 'country', '"\\u0061"', '"A"')];
  expect(settled(entries)).toMatchObject([{ field: 'country', before: '"SE"', after: '"A"' }]);
});

it('A line that is told as a whole is told as it is sent, with what the steps did to it', () => {
  const entries = [
    byHand('no json', lineOf('"1,5"'), { sent: text(lineOf('1.5')) }),
    step('number-from-text', amount, '"1,5"', '1.5'),
  ];
  expect(settled(entries)).toEqual([
    {
      ...{ ...place, step: 'by-hand', further: ['number-from-text'] },
      ...{ before: text('no json'), after: text(lineOf('1.5')) },
    },
  ]);
});

it('A list from before, which has no line as it was sent, is told as it stands', () => {
  const entries = [byHand('no json', lineOf('"1,5"')), step('number-from-text', amount, '"1,5"', '1.5')];
  expect(settled(entries)).toEqual(entries);
});

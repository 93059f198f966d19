/** @file The words for states that the history keeps. */

import { expect, it } from 'vitest';
import { storedStateName } from '../../src-shared/state-words.ts';

it('A state has the words that the queue has for it', () => {
  expect([storedStateName('rejected'), storedStateName('uploading')]).toEqual(['Rejected', 'Sending']);
});

it('A state of another version stands as it is', () => {
  expect(storedStateName('quarantined')).toBe('quarantined');
});

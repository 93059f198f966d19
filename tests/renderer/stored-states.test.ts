/** @file The words for states that the history keeps. */

import { expect, it } from 'vitest';
import { storedStateInWords } from '../../src-renderer/texts/states.ts';

it('A state has the words that the queue has for it', () => {
  expect([storedStateInWords('rejected'), storedStateInWords('uploading')]).toEqual(['Rejected', 'Sending']);
});

it('A state of another version stands as it is', () => {
  expect(storedStateInWords('quarantined')).toBe('quarantined');
});

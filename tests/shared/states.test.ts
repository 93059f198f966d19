import { describe, expect, it } from 'vitest';
import { batchStateNames, endStates, factsOf, submissionStateNames } from '../../src-shared/states.ts';

describe('the table of states', () => {
  it('says of each state that ends a submission how it ends, and of no other', () => {
    for (const state of submissionStateNames) {
      const { phase, end } = factsOf(state);
      expect([state, end !== undefined]).toEqual([state, phase === 'ended']);
    }
  });

  it('asks no one to look at a success, and offers no other try for it', () => {
    const good = submissionStateNames.map(factsOf).filter(({ end }) => end === 'success');
    expect(good.map(({ needsPerson, canRetry }) => [needsPerson, canRetry])).toEqual([[false, false]]);
  });

  it('lets nothing happen to a batch that has ended', () => {
    for (const state of endStates) {
      const { isActive, pauseStops, isDoubtful } = factsOf(state);
      expect([state, isActive, pauseStops, isDoubtful]).toEqual([state, false, false, false]);
    }
  });

  it('puts every state in which something moves before every end', () => {
    const firstEnd = batchStateNames.findIndex((state) => factsOf(state).phase === 'ended');
    const after = batchStateNames.slice(firstEnd);
    expect(after.every((state) => factsOf(state).phase === 'ended')).toBe(true);
  });
});

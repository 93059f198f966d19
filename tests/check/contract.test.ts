import { expect, it } from 'vitest';
import { judgeEntities } from '../../src-main/check/rules/entities.ts';

const known = { by_external_id: 'client-1' };
const unknown = { external_entity_type: 'unknown', unknown: { external_id: 'x', risk_assessment: 'LOW' } };
const rulesBroken = (transaction: Record<string, unknown>) =>
  judgeEntities(transaction, 'either').map(({ rule, path }) => ({ rule, path }));

it('§7 an entity in both forms fails the validation', () => {
  expect(rulesBroken({ sender: known, receiver: { ...known, ...unknown } })).toEqual([
    { rule: 'entity.both-forms', path: 'receiver' },
  ]);
});

it('§7 a transaction whose main entity is not a known one fails the validation', () => {
  expect(rulesBroken({ sender: unknown, receiver: unknown })).toEqual([{ rule: 'entity.main-not-known', path: '' }]);
});

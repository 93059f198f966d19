import { expect, it } from 'vitest';
import { scheduledRules } from '../../src-renderer/rules/schedule-rules.ts';

it('The ids and names of the rules are read from a schedule', () => {
  const table = { columns: ['status', 'rule_id', 'name'], rows: [['LIVE', 'R-1', 'Cash']] };
  expect(scheduledRules(table)).toEqual([{ id: 'R-1', name: 'Cash' }]);
});

it.each(['rule_id', 'ruleId', 'Rule ID', 'id', 'rule', 'external_id', 'rule_name'])(
  'The rules of a schedule are found in a column called %s',
  (column) => {
    expect(scheduledRules({ columns: ['when', column], rows: [['daily', 'R-1']] }).map(({ id }) => id)).toEqual([
      'R-1',
    ]);
  },
);

it('A rule that runs on several days is listed once', () => {
  expect(
    scheduledRules({
      columns: ['id', 'day'],
      rows: [
        ['R-1', 'Monday'],
        ['R-1', 'Friday'],
      ],
    }),
  ).toHaveLength(1);
});

it('No rules are found when nothing looks like a rule', () => {
  expect(scheduledRules({ columns: ['day'], rows: [['Monday']] })).toEqual([]);
  expect(scheduledRules(undefined)).toEqual([]);
});

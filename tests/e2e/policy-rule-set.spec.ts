/** @file The rules of the check where the organisation has set them: to be read, with the reason, and not to be changed. */

import { goToPage } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

test.use({ policy: { ruleSet: { mainEntity: 'sender', required: ['sender', 'modification'] } } });
test.skip(({ shell }) => shell !== 'browser', 'The policy of a story needs the shell of the test itself.');

test('the form shows the rules of the organisation, and takes no change', async ({ page }) => {
  await goToPage(page, 'Settings');
  const rules = page.getByRole('region', { name: 'Rules of the check' });
  await expect(rules.getByText('Set by your organisation.')).toBeVisible();
  await expect(rules.getByText('The organisation has fixed these rules')).toBeVisible();
  const sender = rules.getByRole('radio', { name: 'The sender' });
  await expect(sender).toBeChecked();
  await expect(sender).toBeDisabled();
  await expect(rules.getByRole('button', { name: 'Show the effect…' })).toHaveCount(0);
  await inspect(page, 'rules of the organisation');

  await rules.getByText('JSON', { exact: true }).click();
  const json = rules.getByRole('textbox', { name: 'Rule set (JSON)' });
  await expect(json).toHaveValue(/"mainEntity": "sender"/);
  await expect(json).not.toBeEditable();
});

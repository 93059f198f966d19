/** @file Lines that share an id are a list of pairs; of those that say different things, a person says which goes. */

import { transactionLine } from '../cli/transactions.ts';
import { addConnection, expectState, goToPage, leaveLineOut, openFaults } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('each pair tells what it pays, and both of its lines are seen; one is left out, and put back', async ({
  page,
  workplace,
}) => {
  const [twice, paid] = [transactionLine(), transactionLine()];
  const changed = paid.replace('"amount":1250', '"amount":99.5');
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), twice, paid, twice, changed]);
  const pairs = page.getByRole('grid', { name: 'Lines that share an id' });
  const different = pairs.getByRole('row', { name: /^3 and 5 / });
  const same = pairs.getByRole('row', { name: /^2 and 4 / });
  await expect(different).toContainText(/1,250.00 EUR · 29 Feb 2024, 12:30:45\s*99.50 EUR · 29 Feb 2024, 12:30:45/);
  await expect(different).toContainText('The contents differ');
  await expect(same).toContainText('1,250.00 EUR · 29 Feb 2024, 12:30:45');
  await expect(same).toContainText('The contents are the same');

  // What only a person can decide comes first; both of its lines are there, with what differs.
  const look = page.getByRole('region', { name: 'Before and after' });
  await expect(look.getByRole('article', { name: 'Line 3' })).toContainText('modification.amount: 1250');
  await expect(look.getByRole('article', { name: 'Line 5' })).toContainText('What is marked differs from line 3.');
  await inspect(page, 'a pair that says different things', ['light', 'dark']);
  await pairs.focus();
  await page.keyboard.press('ArrowDown');
  await expect(look.getByRole('heading', { name: 'Lines 2 and 4' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const keep = look.getByRole('button', { name: 'Keep this one: line 3' });
  await expect(keep).toBeFocused();
  const differs = look.getByRole('table', { name: 'What differs' });
  await expect(differs.getByRole('row', { name: 'Amount 1,250.00 99.50' })).toBeVisible();
  await expect(differs.locator('tbody tr')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(different).toContainText('line 5 is left out');
  await expect(keep).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('4 errors left')).toBeVisible();

  // None of the two may be right.
  await leaveLineOut(page, look.getByRole('button', { name: 'Leave both out…' }), 'Neither was paid.', 2);
  await expect(different).toContainText('lines 3 and 5 are left out');
  await expect(look.getByRole('article', { name: 'Line 3' })).toContainText('left out of the corrected file');
  await expect(page.getByText('4 → 2 left')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('4 errors left')).toBeVisible();

  await leaveLineOut(page, look.getByRole('button', { name: 'Leave line 5 out…' }), 'The branch typed it again.');
  await expect(different).toContainText('line 5 is left out');
  await expect(look.getByRole('button', { name: /^(Leave|Correct) line/ })).toHaveCount(0);
  await expect(page.getByText('4 → 2 left')).toBeVisible();
  await look.getByRole('button', { name: 'Put line 5 back' }).click();
  await expect(page.getByText('4 errors left')).toBeVisible();
  await page.getByRole('button', { name: 'Undo an earlier step' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Undo line 5, put back', 'Undo line 5, left out']);
  await page.keyboard.press('Escape');
  await leaveLineOut(page, look.getByRole('button', { name: 'Leave line 3 out…' }));
  await expect(different).toContainText('line 3 is left out');

  // Of those that say the same, the step leaves out the second.
  await expect(page.getByRole('navigation').getByText('You need not give a reason for copies')).toBeVisible();
  await page.getByRole('button', { name: 'Leave out 1 duplicate' }).click();
  await expect(same).toContainText('line 4 is left out');
  await expect(pairs.getByText('0 open')).toBeVisible();
  await expect(page.getByText('4 → 0 left')).toBeVisible();

  // What was settled is there when the window is loaded again, and can be undone.
  await page.reload();
  await expect(different).toContainText('line 3 is left out');
  await expect(same).toContainText('line 4 is left out');
  await expect(pairs.getByText('0 open')).toBeVisible();
  await expect(page.getByText('4 → 0 left')).toBeVisible();
  await different.click();
  await look.getByRole('button', { name: 'Put line 3 back' }).click();
  await expect(page.getByText('4 → 2 left')).toBeVisible();
  await expect(different).not.toContainText('left out');
  await look.getByRole('button', { name: 'Keep this one: line 3' }).click();

  // Who leaves a payment out says why, and the receipt says what was kept in its place.
  await page.getByRole('button', { name: /^Send (the )?3 lines/ }).click();
  const why = page.getByRole('dialog', { name: 'Why is this line left out?' });
  await expect(why).toContainText('Line 5 was left out by hand.');
  await inspect(page, 'why a line is left out', ['light', 'dark']);
  await why.getByRole('textbox').fill('The branch typed it again.');
  await page.keyboard.press('Tab');
  await why.getByRole('button', { name: /^Send (the )?3 lines/ }).click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Receipt…' }).click();
  const paper = page.getByRole('dialog', { name: 'Receipt of november.corrected.jsonl' }).frameLocator('iframe');
  await expect(paper.getByText('Left out by hand: line 3 with the same id was kept')).toBeVisible();
  await expect(paper.getByRole('row', { name: /^Together\s+1,349\.50 EUR$/ })).toBeVisible();
  await expect(paper.getByText('Reason given: “The branch typed it again.”').first()).toBeVisible();
});

test('of each id whose lines say different things, the last line is kept at once, for a reason, and undone at once', async ({
  page,
  workplace,
}) => {
  const first = [transactionLine(), transactionLine(), transactionLine()];
  const later = first.map((line, at) => line.replace('"amount":1250', `"amount":${at + 2}`));
  // What a program has cut off is no id: those may be different payments.
  const cutOff = [transactionLine(), transactionLine()].map((line) =>
    line.replace(/("modification":\{"external_id":)"[^"]+"/, '$1"1.23457E+35"'),
  );
  await openFaults(page, `${workplace.folder}/november.jsonl`, [...first, transactionLine(), ...later, ...cutOff]);
  await page
    .getByRole('navigation', { name: 'Kinds of faults' })
    .getByRole('button', { name: /used twice/ })
    .click();
  const pairs = page.getByRole('grid', { name: 'Lines that share an id' });
  const keep = page.getByRole('button', { name: 'Of all 3, keep…' });
  await expect(keep).toBeVisible();
  await inspect(page, 'several ids whose lines differ', ['light', 'dark']);
  await keep.click();
  await page.getByRole('menuitem', { name: 'None of them' }).click();
  const none = page.getByRole('dialog', { name: 'Leave 6 lines out?' });
  await expect(none).toContainText('No line with these ids is sent.');
  await none.getByRole('textbox').fill('None was paid.');
  await none.getByRole('button', { name: 'Leave 6 lines out' }).click();
  await expect(pairs.getByRole('row', { name: /^1 and 5 / })).toContainText('lines 1 and 5 are left out');
  await expect(pairs.getByText('1 open')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const decide = async () => {
    await keep.click();
    await page.getByRole('menuitem', { name: 'The last line of each id' }).click();
    const question = page.getByRole('dialog', { name: 'Leave 3 lines out?' });
    await expect(question).toContainText(
      '3 ids are used by lines with different contents. Of each id, the last line stays;',
    );
    await inspect(page, 'one line of each id', ['light', 'dark']);
    await question.getByRole('textbox').fill('The later one counts.');
    await question.getByRole('button', { name: 'Leave 3 lines out' }).click();
  };
  await decide();
  await expect(pairs.getByText('1 open')).toBeVisible();
  await expect(pairs.getByRole('row', { name: /^1 and 5 / })).toContainText('line 1 is left out');
  await expect(pairs.getByRole('row', { name: /^8 and 9 / })).toContainText('This is no UUID');
  await expect(keep).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(keep).toBeVisible();
  await decide();
  await page.getByRole('button', { name: 'Other ways' }).click();
  await page.getByRole('menuitem', { name: 'Correct and send, and leave the faulty lines out…' }).click();
  const why = page.getByRole('dialog', { name: 'Why are these lines left out?' });
  await expect(why.getByText(/^4 lines · 1,259\.00 EUR/)).toBeVisible();
  await expect(why).toContainText(/Send to.*Nordbank/);
  await expect(why).toContainText('Why are the 2 faulty lines left out that are not corrected?');
  await inspect(page, 'why faulty lines are left out');
  await why.getByRole('textbox').fill('The ids are lost.');
  await why.getByRole('button', { name: /^Send (the )?4 lines/ }).click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Receipt…' }).click();
  const paper = page.getByRole('dialog', { name: 'Receipt of november.corrected.jsonl' }).frameLocator('iframe');
  await expect(paper.getByText('Left out by hand: line 5 with the same id was kept')).toBeVisible();
  await expect(paper.getByText('Reason given: “The later one counts.”').first()).toBeVisible();
  await expect(paper.getByText('Reason given: “The ids are lost.”').first()).toBeVisible();
});

test('a copy that was left out is found by its id, with what became of it', async ({ page, workplace }) => {
  const twice = transactionLine();
  await openFaults(page, `${workplace.folder}/november.jsonl`, [twice, transactionLine(), twice]);
  await page.getByRole('button', { name: 'Leave out 1 duplicate' }).click();
  await page.getByRole('button', { name: /^Send (the )?2 / }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');
  const id = /"modification":\{[^}]*"external_id":"([^"]+)"/.exec(twice)?.[1] ?? '';
  await page.getByRole('searchbox').fill(id);
  const places = page.getByRole('table', { name: new RegExp(id) });
  const copy = places
    .getByRole('row', { name: /^november\.jsonl/ })
    .filter({ hasText: 'Left out: line 1 has the same id' });
  await expect(copy).toHaveCount(1);
  await expect(places.getByText('Left out: line 1 has the same id')).toHaveCount(1);
  await inspect(page, 'a copy that was left out');
});

test('of hundreds of pairs, those in sight are drawn, and what is scrolled to stays in sight', async ({
  page,
  workplace,
}) => {
  const lines = Array.from({ length: 245 }, (_, at) =>
    transactionLine().replace('"amount":1250', `"amount":${at + 1}`),
  );
  await openFaults(page, `${workplace.folder}/november.jsonl`, [...lines, ...lines]);
  const pairs = page.getByRole('grid', { name: 'Lines that share an id' });
  await expect(pairs).toHaveAttribute('aria-rowcount', '246');
  await pairs.getByRole('row', { name: /^1 and 246 / }).hover();
  await page.mouse.wheel(0, 100_000);
  await expect(pairs.getByRole('row', { name: /^245 and 490 / })).toContainText('245.00 EUR');
  expect(await pairs.getByRole('row').count()).toBeLessThan(40);
  await pairs.getByRole('row', { name: /^245 and 490 / }).click();
  await expect(page.getByRole('article', { name: 'Line 490' })).toContainText('It says the same as line 245.');
});

/** @file A machine policy that cannot be used keeps the desktop app from starting, in words. */

import { whyNoPolicyPlace } from '../../cli/policy-place.ts';
import { expect, test } from './desktop-story.ts';

const why = whyNoPolicyPlace();

test.skip(why !== undefined, why ?? '');

test.describe('with a policy that is no JSON', () => {
  test.use({ policy: '{ "practice": ' });

  test('a policy that cannot be read keeps the app from starting, and says where it is', async ({ desk }) => {
    const double = desk.start();
    const { title, content } = await double.act('error-box');
    expect(`${title} ${content}`).toContain('/etc/tranship/policy.json');
    expect(await double.ended).not.toBe(0);
    expect(double.acts('tray')).toEqual([]);
  });
});

test.describe('with a value of the wrong form', () => {
  test.use({ policy: { practice: 'no' } });

  test('half a policy is none that the app would start with', async ({ desk }) => {
    const double = desk.start();
    const { content } = await double.act('error-box');
    expect(content).toContain('practice');
    expect(await double.ended).not.toBe(0);
    expect(double.acts('tray')).toEqual([]);
  });
});

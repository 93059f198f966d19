/** @file That V8 still knows the mode, and what it is worth: an unknown one would only be complained of. */

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Makes objects of which some stay, as a queue that is read does; tells how much V8 keeps for those made lately. */
const script = (before: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  ${before}
  const kept = [];
  for (let number = 0; number < 300_000; number++)
    kept[number % 60_000] = JSON.parse(JSON.stringify({ number, text: 'x'.repeat(200), list: [{ number }] }));
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size);`;

function keptBy(before: string): number {
  const options = ['--input-type=module', '--eval', script(before)];
  const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  expect(stderr).toBe('');
  return Number(stdout);
}

it('a process that stays keeps little more memory than it uses', () => {
  const source = JSON.stringify(new URL('../../src-main/ground/memory.ts', import.meta.url).href);
  const saving = keptBy(`import { saveMemory } from ${source}; saveMemory();`);
  expect(saving).toBeGreaterThan(0);
  expect(saving).toBeLessThan(keptBy('') / 3);
});

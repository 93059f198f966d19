/** @file The measured time of processes: that of this one, and on Linux of those that it started. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { processorTime, statusOf } from './processor-time.ts';

const computing = (seconds: number) =>
  `const { user } = process.cpuUsage(); while (process.cpuUsage().user < user + ${seconds * 1_000_000}) for (let count = 0; count < 1e7; count++);`;

describe.runIf(process.platform === 'linux')('The time of a child', () => {
  it('counts when it has ended', () => {
    const begun = processorTime();
    spawnSync(process.execPath, ['-e', computing(0.1)]);
    expect(processorTime() - begun).toBeGreaterThan(0.1);
  });

  it('counts while it lives, and with the time of its own children', async () => {
    const begun = processorTime();
    const grandchild = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(computing(0.1))}])`;
    const child = spawn(process.execPath, ['-e', `${grandchild}; console.log('done'); setInterval(() => {}, 1000)`]);
    await once(child.stdout, 'data');
    expect(processorTime() - begun).toBeGreaterThan(0.1);
    child.kill();
    await once(child, 'exit');
  });
});

it('A process may have any name', () => {
  const line = '42 (a) b (c)) S 7 42 42 0 -1 4194304 124 0 0 0 100 20 3 1 20 0 1 0 189936 3932160 526';
  expect(statusOf(line)).toEqual({ parent: 7, seconds: 1.24 });
});

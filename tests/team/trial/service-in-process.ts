/** @file Starts the service of a trial in a process of its own, which ends with the test. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { accessSchema, type IndependentService, type ServiceOptions } from './independent-service.ts';

const program = fileURLToPath(new URL('./service-process.ts', import.meta.url));

export async function startServiceProcess(options: ServiceOptions): Promise<IndependentService> {
  // It ends with its input, also where this process is killed.
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error('The service of the trial did not start.'))),
  ]);
  return {
    access: accessSchema.parse(JSON.parse(z.string().parse(line))),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

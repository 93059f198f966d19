/**
 * @file An opponent in a process of its own, with its journal in a file: only the network is between it and the product.
 * As a program (`node own-process.ts OPTIONS-AS-JSON`) it prints how to reach it as one line of JSON, and ends with its
 * input, also where the process that started it is killed.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Access, serve, steadyClock } from './carried.ts';
import { journalLine } from './journal.ts';
import { misfortuneSchema } from './misfortune.ts';
import { Opponent } from './opponent.ts';

const optionsSchema = z.strictObject({
  /** The file of its journal. */
  journal: z.string(),
  misfortunes: z.array(misfortuneSchema).default([]),
  /** As those of an opponent in this process. */
  life: z.array(z.string()).default(['PROCESSED']),
  minute: z.number().default(60_000),
  bytesPerSecond: z.number().positive().optional(),
});
const accessSchema = z.object({
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
});
const program = fileURLToPath(import.meta.url);

export async function startOpponentProcess(
  options: z.input<typeof optionsSchema>,
): Promise<{ access: Access } & AsyncDisposable> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error('The opponent did not start.'))),
  ]);
  return {
    access: accessSchema.parse(JSON.parse(z.string().parse(line))),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

async function run(given: unknown): Promise<void> {
  const { journal, misfortunes, ...options } = optionsSchema.parse(given);
  try {
    // Its times are a measure: it must not wait for the processor behind others.
    setPriority(-10);
  } catch {
    // Only the system's administrator may; then the measure is a little stricter than the truth.
  }
  const file = openSync(journal, 'a', 0o600);
  const opponent = new Opponent({
    clock: steadyClock,
    ...options,
    onAnswered: (seen) => writeSync(file, journalLine(seen)),
  });
  opponent.misbehave(...misfortunes);
  const reachable = await serve(opponent);
  console.log(JSON.stringify(accessSchema.parse(reachable)));
  process.stdin.resume().once('end', () => reachable[Symbol.asyncDispose]());
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'));

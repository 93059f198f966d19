/** @file Runs the installed program as a person at a terminal would, and shows its progress. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const launcher = fileURLToPath(new URL('../../src-main/shells/cli/launch.cjs', import.meta.url));
const event = z.looseObject({ event: z.string() });
const news = z.looseObject({
  file: z.string().optional(),
  stage: z.string().optional(),
  number: z.number().optional(),
  state: z.string().optional(),
  remoteState: z.string().optional(),
  detail: z.string().optional(),
});

/** Calls `tranship … --json`; gives the exit code, the entries of a report, and the last line, the summary. */
export async function runTranship(
  call: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ exitCode: number; entries: unknown[]; summary: unknown }> {
  console.log(`\n$ tranship ${call.join(' ')}`);
  const child = spawn(process.execPath, [launcher, ...call, '--json'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const entries: unknown[] = [];
  let summary: unknown;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const parsed = event.parse(JSON.parse(line));
    if (parsed.event === 'summary') summary = parsed;
    else if (parsed.event === 'entry') entries.push(parsed);
    else show(parsed.event, news.parse(parsed));
  });
  const [exitCode] = await once(child, 'close');
  console.log(`  exit code ${exitCode}`);
  return { exitCode: z.number().parse(exitCode), entries, summary };
}

function show(kind: string, { stage, number, state, remoteState, detail }: z.infer<typeof news>): void {
  if (kind === 'submission') console.log(`  file: ${stage}`);
  if (kind === 'batch' && state !== 'waiting') console.log(`  batch ${number}: ${state} ${remoteState ?? ''}`);
  if (kind === 'trouble' || kind === 'error') console.log(`  ${detail}`);
}

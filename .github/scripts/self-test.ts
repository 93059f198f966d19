/**
 * @file `node .github/scripts/self-test.ts FOLDER PROGRAM`: starts the self-test of an installed app, shows each check, and
 * fails unless all hold; without PROGRAM, that of the built app on Electron as it comes. Its reports are in FOLDER, whatever
 * became of it.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { run } from './run.ts';

const MINUTES = 5;

const reportSchema = z.looseObject({
  ok: z.boolean(),
  checks: z.array(z.looseObject({ name: z.string().optional(), ok: z.boolean().optional() })).min(1),
});

export interface SelfTest {
  /** Null if the app had to be ended. */
  exitCode: number | null;
  /** What the app wrote; undefined if it wrote nothing. */
  report: string | undefined;
}

/** Runs the self-test in a data folder of its own. @param kept a folder for the reports, which stay there */
export async function startSelfTest(
  program: string,
  leading: readonly string[] = [],
  kept?: string,
): Promise<SelfTest> {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-self-test-'));
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const out = join(resolve(kept ?? folder), 'report.json');
  try {
    const exitCode = await ended(program, [...leading, '--self-test', out], join(folder, 'data'));
    return { exitCode, report: existsSync(out) ? readFileSync(out, 'utf8') : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

function ended(program: string, values: string[], home: string): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn(program, values, {
    stdio: 'inherit',
    timeout: MINUTES * 60_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, TRANSHIP_HOME: home },
  });
  child.on('error', reject);
  child.on('exit', resolve);
  return promise;
}

/** The report in lines. @throws Error unless the app wrote a report in which everything holds, and ended with 0 */
export function passed({ exitCode, report }: SelfTest): string {
  if (report === undefined) throw new Error(`The app ended with ${exitCode ?? 'no answer'} and wrote no report.`);
  const { ok, checks } = reportSchema.parse(JSON.parse(report));
  const lines = checks.map((check) => JSON.stringify(check)).join('\n');
  if (!ok || checks.some((check) => check.ok === false) || exitCode !== 0) {
    throw new Error(`${lines}\nThe self-test failed (exit code ${exitCode}).`);
  }
  return `${lines}\nThe self-test passed with ${checks.length} checks.`;
}

/** Where the npm package has put its runtime. */
function bareRuntime(): string {
  const path: unknown = createRequire(import.meta.url)('electron');
  return z.string().parse(path);
}

if (import.meta.main) {
  run(async ([folder, program]) => {
    if (folder === undefined) throw new Error('Name a folder for the reports.');
    const [started, leading] = program === undefined ? [bareRuntime(), [process.cwd()]] : [program, []];
    return passed(await startSelfTest(started, leading, folder));
  });
}

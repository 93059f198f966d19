/** @file Runs checks one after the other, each within its time, and all within theirs; none can end the others. */

import type { Clock } from '../../ground/clock.ts';

export interface Check {
  name: string;
  /** How long it may take, in milliseconds. */
  patience: number;
  /** Returns what it found, in words; throws what is wrong. `signal` aborts when its time is over. */
  run(signal: AbortSignal): Promise<string>;
}

export interface CheckResult {
  name: string;
  ok: boolean;
  /** How long it took, in whole milliseconds. */
  ms: number;
  detail: string;
}

/** @param patience for all of them, in milliseconds: what was not begun by then fails */
export async function runChecks(checks: readonly Check[], clock: Clock, patience: number): Promise<CheckResult[]> {
  const end = clock.now() + patience;
  const results: CheckResult[] = [];
  for (const check of checks) {
    const left = end - clock.now();
    if (left > 0) results.push(await runCheck({ ...check, patience: Math.min(check.patience, left) }, clock));
    else results.push({ name: check.name, ok: false, ms: 0, detail: 'It was not begun: the time for all is over.' });
  }
  return results;
}

async function runCheck({ name, patience, run }: Check, clock: Clock): Promise<CheckResult> {
  const begun = clock.now();
  const over = new AbortController();
  const ended = new AbortController();
  const late = clock.sleep(patience, ended.signal).then(() => {
    over.abort(new Error(`It did not end within ${patience / 1000} s.`));
    throw over.signal.reason;
  });
  const took = () => Math.round(clock.now() - begun);
  try {
    const detail = await Promise.race([run(over.signal), late]);
    return { name, ok: true, ms: took(), detail };
  } catch (thrown) {
    return { name, ok: false, ms: took(), detail: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}

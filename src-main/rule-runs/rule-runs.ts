/**
 * @file Runs the rules of the service and follows each run to its end. A run is stored before it is asked for: after
 * any end of Tranship, the next start knows what was asked for, what is running, and which outcomes are unknown.
 */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { dayOf } from '../../src-shared/calendar-days.ts';
import { toAppError } from '../../src-shared/errors.ts';
import { hasEnded } from '../../src-shared/service-shapes.ts';
import type { Clock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import {
  afterBrokenRequest,
  afterFailedRequest,
  afterLook,
  afterReply,
  afterStop,
  askedPause,
  type Look,
  pauseBefore,
} from './course.ts';
import { requireExecutionDate } from './execution-date.ts';
import { keepRuns, readRuns } from './kept-runs.ts';
import type { RuleRun, RuleRunWish, RuleService } from './rule-run.ts';

/** So many runs are kept, plus those that have not ended. */
const KEPT_RUNS = 100;

export interface RuleRunsPorts {
  file: SettingsFile;
  /** The service at the run's destination. @throws AppError connection.* */
  serviceFor: (run: Pick<RuleRun, 'connection' | 'destination'>) => RuleService;
  clock: Clock;
  /** Uniform in [0, 1). */
  random?: () => number;
}

type Listener = (runs: readonly RuleRun[]) => void;

interface Task {
  stop: AbortController;
  done: Promise<unknown>;
}

export class RuleRuns {
  readonly #ports: RuleRunsPorts;
  readonly #random: () => number;
  readonly #listeners = new Set<Listener>();
  /** The requests and questions under way, by the id of their run. */
  readonly #tasks = new Map<string, Task>();
  readonly #closing = new AbortController();
  #runs: readonly RuleRun[];

  /** Runs whose request had no reply when Tranship ended count as ended from now on. */
  constructor(ports: RuleRunsPorts) {
    this.#ports = ports;
    this.#random = ports.random ?? Math.random;
    // The time of that end is unknown; the result must be the same at each start.
    this.#runs = readRuns(ports.file).map((run) =>
      run.state === 'asking' ? afterBrokenRequest(run, run.askedAt) : run,
    );
  }

  /** Newest first. */
  list(): readonly RuleRun[] {
    return this.#runs;
  }

  /** Calls the listener with the whole list at each change; returns the function that ends this. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Asks the service to run the rules, once it is this run’s turn (a rerun may wait for a minute: `waitsUntil`), and
   * then follows the run. Resolves with the run once the service has replied; also with one that is `unknown` because
   * the reply was lost, or that was stopped before the reply came.
   * @throws AppError rule-run.date before anything is stored; connection.*, disk.full, folder.unusable; and what the
   * service throws when the rules do not run: auth.*, service.*, network.*
   */
  async start(wish: RuleRunWish): Promise<RuleRun> {
    const { clock } = this.#ports;
    requireExecutionDate(wish.kind, wish.executionDate, dayOf(clock.now()));
    const service = this.#ports.serviceFor(wish);
    const run: RuleRun = {
      id: randomUUID(),
      kind: wish.kind,
      connection: wish.connection,
      destination: wish.destination,
      executionDate: wish.executionDate,
      ruleIds: [...(wish.ruleIds ?? [])],
      force: wish.force ?? false,
      askedAt: clock.now(),
      submission: wish.submission,
      state: 'asking',
      status: '',
      accepted: [],
      rejected: [],
      reply: '',
    };
    const answered = await this.#work(run.id, (signal) => this.#ask(run, service, signal));
    if (answered.state === 'running') this.#follow(answered);
    return answered;
  }

  /** Follows all runs that have not ended. Call it at the start of the app. */
  goOn(): void {
    for (const run of this.#runs) if (run.state === 'running' && !this.#tasks.has(run.id)) this.#follow(run);
  }

  /** Ends the following of a run, which continues at the service. A run that has ended stays as it is. */
  stopFollowing(id: string): void {
    const run = this.#runs.find((one) => one.id === id);
    if (run?.state === 'running') this.#note(afterStop(run, this.#ports.clock.now()));
    this.#tasks.get(id)?.stop.abort();
  }

  /** Ends all work. The next `goOn` continues to follow the running ones. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([...this.#tasks.values()].map(({ done }) => done));
  }

  async #work<Result>(id: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const stop = new AbortController();
    const done = work(AbortSignal.any([stop.signal, this.#closing.signal]));
    const task = { stop, done };
    this.#tasks.set(id, task);
    try {
      return await done;
    } finally {
      if (this.#tasks.get(id) === task) this.#tasks.delete(id);
    }
  }

  /** Asks for a run until the service has replied; “too many requests” (§7) means to wait, and does not count. */
  async #ask(wanted: RuleRun, service: RuleService, signal: AbortSignal): Promise<RuleRun> {
    const { clock } = this.#ports;
    let run = wanted;
    let leastPause = 0;
    try {
      for (;;) {
        const pause = Math.max(leastPause, turnOf(run, service));
        run = this.#keep({ ...run, waitsUntil: pause > 0 ? clock.now() + pause : undefined });
        if (pause > 0) {
          leastPause = 0;
          await clock.sleep(pause, signal);
          continue;
        }
        try {
          return this.#note(afterReply(run, await requestOf(run, service, signal), clock.now()));
        } catch (thrown) {
          leastPause = askedPause(toAppError(thrown).toRecord());
          if (leastPause === 0) throw thrown;
        }
      }
    } catch (thrown) {
      if (signal.aborted) return this.#note(afterBrokenRequest(run, clock.now()));
      const error = toAppError(thrown);
      const failed = this.#note(afterFailedRequest(run, error, clock.now()));
      if (failed.state === 'unknown') return failed;
      throw error;
    }
  }

  #follow({ id }: RuleRun): void {
    // It rejects only when it is stopped, and no caller waits for it.
    this.#work(id, (signal) => this.#look(id, signal)).catch(() => undefined);
  }

  async #look(id: string, signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    let missingSince: number | undefined;
    for (let looks = 0; ; looks++) {
      const run = this.#runs.find((one) => one.id === id);
      if (run === undefined || hasEnded(run)) return;
      await clock.sleep(pauseBefore(looks, run.error, this.#random), signal);
      const look = await this.#lookOnce(run, signal);
      signal.throwIfAborted();
      const isMissing = look.kind === 'failure' && look.error.code === 'service.not-found';
      missingSince = isMissing ? (missingSince ?? clock.now()) : undefined;
      this.#note(afterLook(run, look, clock.now(), missingSince));
    }
  }

  async #lookOnce(run: RuleRun, signal: AbortSignal): Promise<Look> {
    try {
      const service = this.#ports.serviceFor(run);
      return { kind: 'status', status: await service.ruleRunStatus(run.executionId ?? '', signal) };
    } catch (thrown) {
      return { kind: 'failure', error: toAppError(thrown).toRecord() };
    }
  }

  /** Shows the run and stores it. @throws AppError disk.full, folder.unusable */
  #keep(run: RuleRun): RuleRun {
    this.#show(run);
    keepRuns(this.#ports.file, this.#runs);
    return run;
  }

  /** Shows the new state of a run even where it cannot be stored; the next change stores it too. */
  #note(run: RuleRun): RuleRun {
    const known = this.#runs.find(({ id }) => id === run.id);
    if (isDeepStrictEqual(run, known)) return run;
    this.#show(run);
    try {
      keepRuns(this.#ports.file, this.#runs);
    } catch {}
    return run;
  }

  #show(run: RuleRun): void {
    const isNew = this.#runs.every(({ id }) => id !== run.id);
    const runs = isNew ? [run, ...this.#runs] : this.#runs.map((one) => (one.id === run.id ? run : one));
    this.#runs = runs.filter((one, index) => index < KEPT_RUNS || !hasEnded(one));
    for (const listener of this.#listeners) listener(this.#runs);
  }
}

/** Milliseconds until it is this run’s turn (§8). Only the wait of reruns is long enough to be shown. */
function turnOf({ kind }: RuleRun, service: RuleService): number {
  return kind === 'rerun' ? service.rerunWait() : 0;
}

function requestOf({ kind, executionDate, ruleIds, force }: RuleRun, service: RuleService, signal: AbortSignal) {
  const request = { executionDate, ...(ruleIds.length > 0 && { ruleIds }), ...(force && { force }) };
  return kind === 'rerun' ? service.rerunRules(request, signal) : service.executeRules(request, signal);
}

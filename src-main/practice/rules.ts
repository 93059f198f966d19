/** @file The rules of the practice tenant, and their execution (§4 rows 7 to 10, wire-facts.md “Rules”). */

import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Clock, DAY } from '../ground/clock.ts';
import { type JsonReply, parseJson, unprocessable, unprocessableBody } from './exchange.ts';
import type { Misfortunes } from './misfortune.ts';

interface Rule {
  id: string;
  name: string;
  schedule: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  live: boolean;
}

/** All made up. */
const rules: readonly Rule[] = [
  { id: 'R-101', name: 'Large single payment', schedule: 'DAILY', live: true },
  { id: 'R-102', name: 'Many small payments', schedule: 'DAILY', live: true },
  { id: 'R-103', name: 'Payment to a high-risk country', schedule: 'DAILY', live: true },
  { id: 'R-201', name: 'Dormant customer awakes', schedule: 'WEEKLY', live: true },
  { id: 'R-301', name: 'Unusual monthly turnover', schedule: 'MONTHLY', live: true },
  { id: 'R-901', name: 'Round amounts (trial)', schedule: 'DAILY', live: false },
];

const runsOn = { DAILY: 'every day', WEEKLY: 'Monday', MONTHLY: 'first day of the month' } as const;

/** An execution as tests and the demo see it. */
export interface RuleExecution {
  readonly executionId: string;
  readonly kind: 'execute' | 'rerun';
  /** YYYY-MM-DD */
  readonly executionDate: string;
  readonly rules: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';
}

type StartedExecution = Omit<RuleExecution, 'status'> & { readonly fails: boolean };

const MOST_DAYS_BACK = 30;
const MOST_EXECUTIONS = 10_000;

const executionRequest = z.object({
  execution_date: z.iso.date(),
  rule_ids: z.array(z.string()).nullish(),
  force: z.boolean().default(false),
});

export interface RulesSettings {
  clock: Clock;
  misfortunes: Misfortunes;
  /** Milliseconds between two states of an execution. */
  pace: number;
}

export class Rules {
  readonly #settings: RulesSettings;
  /** Oldest first. */
  readonly #executions = new Map<string, StartedExecution>();

  constructor(settings: RulesSettings) {
    this.#settings = settings;
  }

  /** The last 10,000, oldest first. */
  get executions(): readonly RuleExecution[] {
    return [...this.#executions.values()].map((execution) => this.#seen(execution));
  }

  /** Endpoints 7 and 8. Days are in UTC. */
  execute(kind: RuleExecution['kind'], body: string): JsonReply {
    const request = executionRequest.safeParse(parseJson(body));
    if (!request.success) return unprocessableBody(request.error);
    const { execution_date: executionDate, rule_ids: ruleIds, force } = request.data;
    if (kind === 'rerun' && !this.#mayBeRerun(executionDate)) {
      const msg = `Only past dates can be rerun, at most ${MOST_DAYS_BACK} days back.`;
      return unprocessable([{ loc: ['body', 'execution_date'], msg, type: 'value_error' }]);
    }
    const accepted: string[] = [];
    const rejected: { rule_id: string; reason: string }[] = [];
    for (const id of new Set(ruleIds ?? rules.map((rule) => rule.id))) {
      const reason = this.#reasonAgainst(id, executionDate, force);
      if (reason === undefined) accepted.push(id);
      else rejected.push({ rule_id: id, reason });
    }
    const executionId = accepted.length === 0 ? null : this.#start(kind, executionDate, accepted);
    return {
      status: 200,
      body: { execution_id: executionId, accepted_rules: accepted, rejected_rules: rejected },
    };
  }

  /** Endpoint 9. */
  status(executionId: string): JsonReply {
    const execution = this.#executions.get(executionId.toLowerCase());
    if (execution === undefined) {
      return { status: 404, body: { detail: `There is no execution ${executionId}.` } };
    }
    const { status, executionDate, rules } = this.#seen(execution);
    const alertsOf = (rule: string) => (status === 'COMPLETED' ? madeUpAlerts(rule, executionDate) : null);
    return {
      status: 200,
      body: {
        execution_id: execution.executionId,
        execution_date: executionDate,
        status,
        message: status === 'FAILED' ? 'The execution failed.' : '',
        rules: rules.map((rule) => ({ rule_id: rule, alerts: alertsOf(rule) })),
      },
    };
  }

  /** Endpoint 10: the live rules, and when they run. */
  schedule(): JsonReply {
    const today = this.#today();
    const live = rules.filter((rule) => rule.live);
    return {
      status: 200,
      body: {
        rules: live.map(({ id, name, schedule }) => ({
          rule_id: id,
          name,
          schedule,
          runs_on: runsOn[schedule],
          next_execution_date: nextDay(schedule, today),
        })),
      },
    };
  }

  #start(kind: RuleExecution['kind'], executionDate: string, accepted: readonly string[]): string {
    const executionId = randomUUID();
    const fails = this.#settings.misfortunes.strike(['rules-fail']) !== undefined;
    const at = this.#settings.clock.now();
    this.#executions.set(executionId, { executionId, kind, executionDate, rules: accepted, at, fails });
    const [oldest] = this.#executions.keys();
    if (this.#executions.size > MOST_EXECUTIONS && oldest !== undefined) this.#executions.delete(oldest);
    return executionId;
  }

  #reasonAgainst(id: string, date: string, force: boolean): string | undefined {
    const rule = rules.find((each) => each.id === id);
    if (rule === undefined) return 'The rule is unknown.';
    if (!rule.live) return 'The rule is not live.';
    if (!isDue(rule.schedule, date)) return `The rule is not scheduled for ${date}.`;
    const ran = [...this.#executions.values()].some((past) => past.executionDate === date && past.rules.includes(id));
    return ran && !force ? `The rule has already run for ${date}.` : undefined;
  }

  #mayBeRerun(date: string): boolean {
    const daysBack = (Date.parse(this.#today()) - Date.parse(date)) / DAY;
    return daysBack >= 1 && daysBack <= MOST_DAYS_BACK;
  }

  /** Needs no timer: the state of an execution follows from the time. */
  #seen({ fails, ...execution }: StartedExecution): RuleExecution {
    const { clock, pace } = this.#settings;
    const passed = clock.now() - execution.at;
    const status = passed < pace ? 'PENDING' : passed < 2 * pace ? 'RUNNING' : fails ? 'FAILED' : 'COMPLETED';
    return { ...execution, status };
  }

  #today(): string {
    return isoDay(this.#settings.clock.now());
  }
}

function isDue(schedule: Rule['schedule'], date: string): boolean {
  if (schedule === 'DAILY') return true;
  const day = new Date(date);
  return schedule === 'WEEKLY' ? day.getUTCDay() === 1 : day.getUTCDate() === 1;
}

/** The first day of the schedule from `today` on. */
function nextDay(schedule: Rule['schedule'], today: string): string {
  let day = today;
  while (!isDue(schedule, day)) day = isoDay(Date.parse(day) + DAY);
  return day;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Looks like a count, and is the same at each call. */
function madeUpAlerts(rule: string, date: string): number {
  return createHash('sha256').update(`${rule} ${date}`).digest().readUInt8() % 8;
}

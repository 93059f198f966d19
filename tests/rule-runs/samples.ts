/** @file Rule runs for tests, and a service with scripted replies. */

import { randomUUID } from 'node:crypto';
import { dayFrom } from '../../src-main/rule-runs/execution-date.ts';
import type { RuleRun, RuleRunWish, RuleService } from '../../src-main/rule-runs/rule-run.ts';
import type {
  ApiReply,
  RuleRunReply,
  RuleRunRequest,
  RuleRunStatus,
} from '../../src-main/wire/service/service-client.ts';
import { dayOf } from '../../src-shared/calendar-days.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock } from '../fake-clock.ts';

export const now = new FakeClock().now();
export const yesterday = dayFrom(dayOf(now), -1);

export const wish: RuleRunWish = {
  kind: 'execute',
  connection: 'bank',
  destination: 'there',
  executionDate: yesterday,
};
export const rerunWish: RuleRunWish = { ...wish, kind: 'rerun' };

export function sampleRun(more: Partial<RuleRun> = {}): RuleRun {
  return {
    id: randomUUID(),
    kind: 'execute',
    connection: 'bank',
    destination: 'there',
    executionDate: yesterday,
    ruleIds: [],
    force: false,
    askedAt: now,
    state: 'running',
    executionId: 'x-1',
    status: '',
    accepted: ['R1'],
    rejected: [],
    reply: '',
    ...more,
  };
}

export function apiReply(text: string): ApiReply {
  return { status: 200, text, json: undefined, correlationId: randomUUID(), milliseconds: 12 };
}

export function replyWith(more: Partial<RuleRunReply> = {}): RuleRunReply {
  return { executionId: 'x-1', accepted: ['R1'], rejected: [], reply: apiReply('{"execution_id":"x-1"}'), ...more };
}

export function statusWith(outcome: RuleRunStatus['outcome'], status: string = outcome.toUpperCase()): RuleRunStatus {
  return { status, outcome, message: '', reply: apiReply(`{"status":"${status}"}`) };
}

export const notThere = () =>
  new AppError('service.not-found', { endpoint: 'GET status', reason: 'no such execution', form: 'json' });
export const unreachable = () => new AppError('network.unreachable', { host: 'api.example.com', reason: 'no network' });
export const tooMany = (seconds: number) => new AppError('service.rate-limited', { endpoint: 'POST rerun', seconds });

/** What the service does at one call: replies, fails, or lets the caller wait until it aborts. */
type Deed<Answer> = Answer | AppError | 'silence';

/** A service with a script: each call takes the next deed, and the last one again and again. */
export class ScriptedService implements RuleService {
  readonly requests: { kind: RuleRun['kind']; request: RuleRunRequest }[] = [];
  readonly asked: string[] = [];
  replies: Deed<RuleRunReply>[] = [replyWith()];
  statuses: Deed<RuleRunStatus>[] = [statusWith('done')];
  wait: () => number = () => 0;

  executeRules(request: RuleRunRequest, signal: AbortSignal): Promise<RuleRunReply> {
    this.requests.push({ kind: 'execute', request });
    return perform(this.replies, signal);
  }

  rerunRules(request: RuleRunRequest, signal: AbortSignal): Promise<RuleRunReply> {
    this.requests.push({ kind: 'rerun', request });
    return perform(this.replies, signal);
  }

  ruleRunStatus(executionId: string, signal: AbortSignal): Promise<RuleRunStatus> {
    this.asked.push(executionId);
    return perform(this.statuses, signal);
  }

  rerunWait(): number {
    return this.wait();
  }
}

async function perform<Answer extends object>(deeds: Deed<Answer>[], signal: AbortSignal): Promise<Answer> {
  const deed = deeds.length > 1 ? deeds.shift() : deeds[0];
  if (deed === 'silence')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  if (deed instanceof AppError) throw deed;
  if (deed === undefined || typeof deed === 'string') throw new Error('The script has come to its end.');
  return deed;
}

/** @file The commands that have the service run its rules, and those that show its observability data. */

import type { TableReply } from '../../src-shared/contract.ts';
import { AppError, saidBy } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { RuleRun } from '../rule-runs/rule-run.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { exactValueOf } from '../wire/service/exact-json.ts';
import { parseObservedPath } from '../wire/service/observability.ts';
import { tableOf } from '../wire/service/reply-table.ts';
import type { ApiReply } from '../wire/service/service-client.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type RuleCommands = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `rules.${string}` | `observability.${string}`>
>;

/** Of a longer reply only the beginning has been read. */
const LONGEST_READ = 1024 * 1024;
const LONGEST_EXCERPT = 200;

export function ruleCommands({ app, signal }: Pick<CommandPorts, 'app' | 'signal'>): RuleCommands {
  const { services, ruleRuns } = app;
  const serviceOf = (connection: string | undefined) => services.client(services.connection(connection));
  return {
    'rules.start': async ({ connection, kind, date, ruleIds, force, submission }) =>
      ruleRunRow(
        await ruleRuns.start({
          kind,
          connection,
          ruleIds,
          force,
          destination: destinationOf(services.connection(connection)),
          executionDate: date,
          ...(submission !== undefined && { submission }),
        }),
      ),
    'rules.list': () => ruleRuns.list().map(ruleRunRow),
    'rules.stopFollowing': ({ id }) => ruleRuns.stopFollowing(id),
    'rules.wait': ({ connection }) => ({ milliseconds: serviceOf(connection).rerunWait() }),
    'rules.status': async ({ executionId, connection }) => {
      const askedWith = ruleRuns.list().find((run) => run.executionId === executionId)?.connection;
      const { reply, ...status } = await orMissing(
        serviceOf(connection ?? askedWith).ruleRunStatus(executionId, signal),
        (reason) => new AppError('rule-run.unknown-id', { reason }),
      );
      return { ...status, reply: wholeTable(reply, 'GET /api/rules/status') };
    },
    'rules.schedule': async ({ connection }) =>
      wholeTable(await serviceOf(connection).ruleSchedule(signal), 'GET /api/rules/schedule'),
    'observability.paths': ({ connection }) => app.observedPaths.of(services.connection(connection).name),
    'observability.ask': async ({ connection, path: given }) => {
      const { path } = parseObservedPath({ name: 'a path', path: given.trim() });
      const reply = await orMissing(
        serviceOf(connection).observe(path, signal),
        (reason) => new AppError('service.nothing-there', { path, reason }),
      );
      return wholeTable(reply, `GET ${path.replace(/\?.*$/s, '')}`, { mayBeText: true });
    },
  };
}

/** A rule run as the window shows it. */
export function ruleRunRow({ destination: _, executionDate: date, ...run }: RuleRun) {
  return { ...run, date };
}

/** What a 404 of the service means to the person who asked: that what they named is not there. */
async function orMissing<Answer>(asked: Promise<Answer>, meaning: (said: Said) => AppError): Promise<Answer> {
  return await asked.catch((thrown: unknown) => {
    throw thrown instanceof AppError && thrown.code === 'service.not-found'
      ? meaning(saidBy(thrown.toRecord()))
      : thrown;
  });
}

/**
 * The reply, if it is whole: half of one would be taken for all of it.
 * @param mayBeText whether it may be something else than JSON, such as CSV
 * @throws AppError service.bad-reply
 */
function wholeTable(reply: ApiReply, endpoint: string, { mayBeText = false } = {}): TableReply {
  const { status, json, correlationId, milliseconds } = reply;
  const text = reply.text.trim();
  const isText = mayBeText && !/^[[{"]/.test(text) && text.length < LONGEST_READ;
  if (json === undefined && !isText) {
    const excerpt =
      text === '' ? fact('nothing') : fact('no whole JSON, but “{text}…”', { text: text.slice(0, LONGEST_EXCERPT) });
    throw new AppError('service.bad-reply', { endpoint, excerpt });
  }
  // Long numbers as they are written, as far as the reply is no more than can be read.
  const table = tableOf(json === undefined ? undefined : exactValueOf(reply.text.replace(/^\uFEFF/, '')));
  return { status, text: reply.text, correlationId, milliseconds, ...(table !== undefined && { table }) };
}

/** @file The commands that have the service run its rules, and those that show its observability data. */

import type { TableReply } from '../../src-shared/contract.ts';
import type { RuleRun } from '../rule-runs/rule-run.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { exactValueOf } from '../wire/service/exact-json.ts';
import { tableOf } from '../wire/service/reply-table.ts';
import type { ApiReply } from '../wire/service/service-client.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type RuleCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `rules.${string}` | 'observability.ask'>>;

export function ruleCommands({ app, signal }: Pick<CommandPorts, 'app' | 'signal'>): RuleCommands {
  const { services, ruleRuns } = app;
  const serviceOf = (connection: string) => services.client(services.connection(connection));
  return {
    'rules.start': async ({ connection, kind, date, ruleIds, force, submission }) =>
      ruleRunRow(
        await ruleRuns.start({
          ...{ kind, connection, ruleIds, force },
          destination: destinationOf(services.connection(connection)),
          executionDate: date,
          ...(submission !== undefined && { submission }),
        }),
      ),
    'rules.list': () => ruleRuns.list().map(ruleRunRow),
    'rules.stopFollowing': ({ id }) => ruleRuns.stopFollowing(id),
    'rules.wait': ({ connection }) => ({ milliseconds: serviceOf(connection).rerunWait() }),
    'rules.schedule': async ({ connection }) => asTable(await serviceOf(connection).ruleSchedule(signal)),
    'observability.ask': async ({ connection, path }) => asTable(await serviceOf(connection).observe(path, signal)),
  };
}

/** A rule run as the window shows it. */
export function ruleRunRow({ destination: _, executionDate: date, ...run }: RuleRun) {
  return { ...run, date };
}

function asTable({ status, text, json, correlationId, milliseconds }: ApiReply): TableReply {
  // Long numbers as they are written, as far as the reply is no more than can be read.
  const table = tableOf(json === undefined ? undefined : exactValueOf(text.replace(/^\uFEFF/, '')));
  return { status, text, correlationId, milliseconds, ...(table !== undefined && { table }) };
}

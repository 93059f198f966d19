/**
 * @file The schemas of a command, loaded when one of its kind is called first: to make those of all takes longer than most commands.
 */

import type { z } from 'zod';
import type { CommandName } from './channels.ts';

/** What a command takes and answers. */
export interface CommandSchemas {
  input: z.ZodType;
  output: z.ZodType;
}

type Table = () => Promise<Partial<Record<CommandName, CommandSchemas>>>;
const app: Table = async () => (await import('./commands/app.ts')).appCommands;
const queue: Table = async () => (await import('./commands/queue.ts')).queueCommands;
const submissions: Table = async () => (await import('./commands/submissions.ts')).submissionCommands;
const records: Table = async () => (await import('./commands/records.ts')).recordCommands;
const preparations: Table = async () => (await import('./commands/preparations.ts')).preparationCommands;
const connections: Table = async () => (await import('./commands/connections.ts')).connectionCommands;
const team: Table = async () => (await import('./commands/team.ts')).teamCommands;

/** What stands before the dot of its name. */
type Kind<Name extends string> = Name extends `${infer Before}.${string}` ? Before : never;
const tables: Record<Kind<CommandName>, Table> = {
  ...{ app, folder: app, keyStore: app, passphrase: app, practice: app, ruleSet: app, settings: app, updates: app },
  ...{ batch: queue, files: queue, queue },
  ...{ edits: submissions, report: submissions, submission: submissions },
  ...{ audit: records, history: records, observability: records, receipt: records, retention: records },
  ...{ statement: records },
  ...{ preparations, templates: preparations, watching: preparations },
  ...{ connections, network: connections, rules: connections, transaction: connections },
  team,
};

export async function schemasOf(name: CommandName): Promise<CommandSchemas> {
  const kind = name.slice(0, name.indexOf('.'));
  const table = new Map<string, Table>(Object.entries(tables)).get(kind);
  const schemas = (await table?.())?.[name];
  if (schemas === undefined) throw new Error(`The contract has no schemas of ${name}.`);
  return schemas;
}

/**
 * @file The contract between the app and its window: every command and event with its input and output schema. Both
 * sides take their types from this table, and the app validates. No schema may carry a token, a stored secret or a
 * signed address, and no command takes a path.
 */

import type { z } from 'zod';
import type { CommandName, EventName } from './channels.ts';
import { appCommands } from './commands/app.ts';
import { connectionCommands } from './commands/connections.ts';
import { preparationCommands } from './commands/preparations.ts';
import { queueCommands } from './commands/queue.ts';
import { recordCommands } from './commands/records.ts';
import { submissionCommands } from './commands/submissions.ts';
import { teamCommands } from './commands/team.ts';
import type { ErrorRecord } from './errors.ts';
import { events } from './events.ts';

export * from './app-shapes.ts';
export * from './audit-shapes.ts';
export * from './connection-shapes.ts';
export * from './correction-shapes.ts';
export type { DiagnosisStep } from './diagnosis-step.ts';
export * from './edit-shapes.ts';
export * from './finding-shapes.ts';
export * from './folder-shapes.ts';
export * from './history-shapes.ts';
export type { LeftOut } from './left-out.ts';
export * from './posting-shapes.ts';
export * from './preparation-shapes.ts';
export * from './queue-news-shapes.ts';
export * from './queue-shapes.ts';
export * from './receipt-shapes.ts';
export * from './recipe-shapes.ts';
export * from './report-shapes.ts';
export * from './rule-set-shapes.ts';
export * from './saving-shapes.ts';
export * from './service-shapes.ts';
export * from './settings-shapes.ts';
export * from './shapes.ts';
export * from './statement-shapes.ts';
export * from './team-history-shapes.ts';
export * from './team-shapes.ts';
export * from './template-shapes.ts';
export * from './watching-shapes.ts';
export { events };

export const commands = {
  ...appCommands,
  ...queueCommands,
  ...submissionCommands,
  ...recordCommands,
  ...preparationCommands,
  ...connectionCommands,
  ...teamCommands,
} satisfies Record<CommandName, { input: z.ZodType; output: z.ZodType }>;

export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<(typeof commands)[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;
/** An event with its payload; checking the name narrows the payload's type. */
export type Told = { [Name in EventName]: [name: Name, payload: EventPayload<Name>] }[EventName];

/** The result of every command: expected failures are data, not exceptions. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorRecord };

/**
 * @file The contract between the app and its window: every command and event with its input and output schema. Both
 * sides take their types from here, and only types: schemas are imported from where they are made, those of a command by
 * `command-schemas.ts`, and the app validates. No schema may carry a token, a stored secret or a signed address, and no
 * command takes a path.
 */

import type { z } from 'zod';
import type { CommandName, EventName } from './channels.ts';
import type { appCommands } from './commands/app.ts';
import type { connectionCommands } from './commands/connections.ts';
import type { preparationCommands } from './commands/preparations.ts';
import type { queueCommands } from './commands/queue.ts';
import type { recordCommands } from './commands/records.ts';
import type { submissionCommands } from './commands/submissions.ts';
import type { teamCommands } from './commands/team.ts';
import type { ErrorRecord } from './errors.ts';
import type { events } from './events.ts';

export type * from './app-shapes.ts';
export type * from './audit-shapes.ts';
export type * from './connection-shapes.ts';
export type * from './control-shapes.ts';
export type * from './correction-shapes.ts';
export type { DiagnosisStep } from './diagnosis-step.ts';
export type * from './edit-shapes.ts';
export type * from './finding-shapes.ts';
export type * from './folder-shapes.ts';
export type * from './history-shapes.ts';
export type { LeftOut } from './left-out.ts';
export type * from './posting-shapes.ts';
export type * from './preparation-shapes.ts';
export type * from './queue-news-shapes.ts';
export type * from './queue-shapes.ts';
export type * from './receipt-shapes.ts';
export type * from './recipe-shapes.ts';
export type * from './report-shapes.ts';
export type * from './rule-set-shapes.ts';
export type * from './saving-shapes.ts';
export type * from './service-shapes.ts';
export type * from './settings-shapes.ts';
export type * from './shapes.ts';
export type * from './statement-shapes.ts';
export type * from './team-history-shapes.ts';
export type * from './team-shapes.ts';
export type * from './template-shapes.ts';
export type * from './watching-shapes.ts';

type Commands = typeof appCommands &
  typeof queueCommands &
  typeof submissionCommands &
  typeof recordCommands &
  typeof preparationCommands &
  typeof connectionCommands &
  typeof teamCommands;

export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>;
/** What a handler is given. */
export type ValidInput<Name extends CommandName> = z.output<Commands[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<Commands[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;
/** An event with its payload; checking the name narrows the payload's type. */
export type Told = { [Name in EventName]: [name: Name, payload: EventPayload<Name>] }[EventName];

/** The result of every command: expected failures are data, not exceptions. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorRecord };

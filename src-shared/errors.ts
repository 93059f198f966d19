/**
 * @file Every failure that Tranship knows, and the class that carries it. The texts are in `error-words`, by subject.
 * Only codes and params cross process borders; both sides look the texts up here, each in the language that it speaks.
 */

import { auditingErrors } from './error-words/auditing.ts';
import { batchErrors } from './error-words/batches.ts';
import { connectionErrors } from './error-words/connections.ts';
import { credentialErrors } from './error-words/credentials.ts';
import { dataFolderErrors } from './error-words/data-folder.ts';
import { exportErrors } from './error-words/exports.ts';
import { fileErrors } from './error-words/files.ts';
import { fixingErrors } from './error-words/fixing.ts';
import { lineEditErrors } from './error-words/line-edits.ts';
import { networkErrors } from './error-words/network.ts';
import { policyErrors } from './error-words/policy.ts';
import { postingErrors } from './error-words/posting.ts';
import { preparingErrors } from './error-words/preparing.ts';
import { programErrors } from './error-words/program.ts';
import { queueErrors } from './error-words/queue.ts';
import { reportErrors } from './error-words/reports.ts';
import { ruleRunErrors } from './error-words/rule-runs.ts';
import { sendingHoursErrors } from './error-words/sending-hours.ts';
import { serviceErrors } from './error-words/service.ts';
import { submissionErrors } from './error-words/submissions.ts';
import { teamErrors } from './error-words/team.ts';
import { templateErrors } from './error-words/templates.ts';
import { updateErrors } from './error-words/updates.ts';
import { watchErrors } from './error-words/watching.ts';
import type { ErrorKind, ErrorParams, Wording } from './error-words/wording.ts';
import { type Said, valuesWithNames } from './languages/fact.ts';
import { inWords } from './languages/message.ts';
import { visible } from './visible-text.ts';

export type { ErrorParams } from './error-words/wording.ts';

/** Who reads the texts: a person in the window, or one in a terminal while a command runs or after it has ended. */
export type Audience = 'window' | 'terminal' | 'ended-command';

const catalogue = {
  ...credentialErrors,
  ...connectionErrors,
  ...serviceErrors,
  ...networkErrors,
  ...batchErrors,
  ...reportErrors,
  ...fileErrors,
  ...exportErrors,
  ...fixingErrors,
  ...templateErrors,
  ...lineEditErrors,
  ...postingErrors,
  ...preparingErrors,
  ...dataFolderErrors,
  ...queueErrors,
  ...submissionErrors,
  ...sendingHoursErrors,
  ...ruleRunErrors,
  ...programErrors,
  ...auditingErrors,
  ...policyErrors,
  ...updateErrors,
  ...watchErrors,
  ...teamErrors,
};

export type ErrorCode = keyof typeof catalogue;
export type ParamsOf<Code extends ErrorCode> = Parameters<(typeof catalogue)[Code]['words']>[0];

export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** An AppError as it crosses a process border or is stored. */
export interface ErrorRecord {
  code: ErrorCode;
  params: ErrorParams;
  retryable: boolean;
}

/**
 * The only error class. `message` is for logs; people read `title`, `detail` and `remedy` in the wording for the
 * window. `cause` keeps the original error for the log and never crosses a border.
 */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly params: ParamsOf<Code>;
  readonly retryable: boolean;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;

  constructor(code: Code, params: ParamsOf<Code>, options?: { cause?: unknown }) {
    const { retryable, title, detail, remedy } = describeError({ code, params });
    super(`${code}: ${detail}`, options);
    this.code = code;
    this.params = params;
    this.retryable = retryable;
    this.title = title;
    this.detail = detail;
    this.remedy = remedy;
  }

  toRecord(): ErrorRecord {
    return { code: this.code, params: this.params, retryable: this.retryable };
  }
}

/** The AppError that crossed a border as a record. */
export function fromRecord({ code, params }: ErrorRecord, options?: { cause?: unknown }): AppError {
  // The record was made from an AppError, which pairs each code with its own params.
  return new AppError(code, params as never, options);
}

/** The texts for an error that crossed a border or was stored. */
export function describeError(
  record: { code: ErrorCode; params: ErrorParams },
  audience: Audience = 'window',
): { title: string; detail: string; remedy: string; retryable: boolean } {
  const { retryable, title } = kindOf(record);
  const wording = wordingOf(record);
  return { retryable, title: title(), detail: inWords(wording.detail), remedy: remedyFor(audience, wording) };
}

/** What happened, for another error or what is kept: it becomes words where that is read. */
export const saidBy = (record: { code: ErrorCode; params: ErrorParams }): Said => wordingOf(record).detail;

/** The catalogue pairs each code with its own params; a record read back carries the pair it was written with. */
const kindOf = ({ code }: { code: ErrorCode }) => catalogue[code] as ErrorKind<ErrorParams>;

/** Values come from elsewhere, and errors are shown where nothing else stands before the eyes: in dialogs and logs. */
const wordingOf = (record: { code: ErrorCode; params: ErrorParams }): Wording =>
  kindOf(record).words(valuesWithNames(record.params, visible));

function remedyFor(audience: Audience, { remedy, remedyInTerminal = remedy, remedyOnceEnded }: Wording): string {
  switch (audience) {
    case 'window':
      return remedy;
    case 'terminal':
      return remedyInTerminal;
    case 'ended-command':
      return remedyOnceEnded ?? remedyInTerminal;
  }
}

/** The title of an error of which only the code is known. */
export function titleOfError(code: ErrorCode): string {
  return catalogue[code].title();
}

/** Any thrown value as an AppError; what is not one already is a mistake of ours and says so. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError('internal.unexpected', { problem: textOf(thrown) }, { cause: thrown });
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    // An object without a prototype, for example, has no text.
    return 'something was thrown that says nothing about itself';
  }
}

/** The default of an exhaustive switch: reaching it is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

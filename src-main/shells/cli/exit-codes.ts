/** @file The exit codes of the command line. Scripts rely on them; they never change their meaning. */

import type { AppError } from '../../../src-shared/errors.ts';

export const exitCodes = {
  /** Done, and accepted. */
  done: 0,
  /** The check or the service rejected something, or the policy of this computer refused it. */
  refused: 1,
  /** The call itself is wrong: an unknown option, a file that is not there. */
  usage: 2,
  /** The connection or its credentials, or a policy of this computer that cannot be used. */
  connection: 3,
  /** Interrupted, paused, offline, or waiting for a person or another process: it is all in the queue. */
  leftInQueue: 4,
  /** A mistake of ours, or a data folder that cannot be used, or an output that cannot be written. */
  internal: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of an error that ended a command. */
export function exitCodeOf({ code }: Pick<AppError, 'code'>): ExitCode {
  if (wrongCalls.has(code)) return exitCodes.usage;
  if (refusals.has(code)) return exitCodes.refused;
  if (heldElsewhere.has(code)) return exitCodes.leftInQueue;
  if (code === 'audit.no-key' || code === 'policy.unusable') return exitCodes.connection;
  const [area] = code.split('.');
  switch (area) {
    case 'usage':
    case 'rules':
    case 'recipe':
    case 'template':
    case 'control':
    case 'manifest':
    case 'file':
    case 'submission':
    case 'watch':
      return exitCodes.usage;
    case 'auth':
    case 'secret':
    case 'certificate':
    case 'connection':
    case 'network':
    case 'team':
      return exitCodes.connection;
    case 'service':
    case 'upload':
    case 'batch':
    case 'report':
    case 'rule-run':
    case 'policy':
      return exitCodes.refused;
    default:
      return exitCodes.internal;
  }
}

/** Another process has the data folder, or is at it, or the folder waits for a person. */
const heldElsewhere: ReadonlySet<AppError['code']> = new Set([
  'queue.locked',
  'queue.other-version',
  'queue.own-run',
  'queue.unanswered',
  'post.under-way',
  'folder.may-be-copy',
  'folder.in-use',
]);

/** The ledger refuses it, figures differ, or what was handed over or stored is not what it should be. */
const refusals: ReadonlySet<AppError['code']> = new Set([
  'control.differ',
  'submission.partly-sent',
  'queue.altered',
  'queue.foreign-schema',
  'team.refused',
  'team.release-required',
  'team.package',
  'team.package-passphrase',
]);

/** Asked for something that cannot be. */
const wrongCalls: ReadonlySet<AppError['code']> = new Set([
  'queue.unknown-id',
  'queue.unknown-payment',
  'queue.not-held',
  'queue.nothing-to-send',
  'submission.nothing-left',
  'queue.ids-not-kept',
  'edit.not-checked',
  'rule-run.date',
  'service.path-invalid',
  'preparation.folder-in-use',
  'preparation.finished',
  'preparation.too-many-files',
  'preparation.line-too-large',
  'preparation.payment-too-large',
  'preparation.nothing',
  'preparation.all-processed',
  'preparation.not-compared',
]);

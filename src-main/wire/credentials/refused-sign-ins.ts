/**
 * @file Whether the last sign-in of a connection was refused, kept in the settings: no one must take a connection for ready until a
 * sign-in has worked, neither in another window nor after a restart.
 */

import { z } from 'zod';
import type { AppError, ErrorRecord } from '../../../src-shared/errors.ts';
import { errorRecordSchema } from '../../../src-shared/shapes.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { Connection } from './connection.ts';
import { tokenKeyOf } from './token-store.ts';

const KEY = 'refusedSignIns';
const refusalsSchema = z.record(z.string(), z.unknown()).catch({});

/** What only a person can mend: the credentials, or where they are sent. */
const told: ReadonlySet<string> = new Set(['auth.refused', 'connection.token-address']);

/** Why the last sign-in was refused; undefined where it was not. */
export function refusedSignIn(settings: SettingsFile, connection: Connection): ErrorRecord | undefined {
  return errorRecordSchema.safeParse(refusalsSchema.parse(settings.get(KEY))[tokenKeyOf(connection)]).data;
}

/**
 * Notes how a sign-in went. A failure that passes by itself tells nothing.
 * @param failure undefined where it has worked
 * @returns whether something else is known now
 */
export function noteSignIn(settings: SettingsFile, connection: Connection, failure: AppError | undefined): boolean {
  if (failure !== undefined && !told.has(failure.code)) return false;
  const key = tokenKeyOf(connection);
  const { [key]: before, ...others } = refusalsSchema.parse(settings.get(KEY));
  if (before === undefined && failure === undefined) return false;
  settings.set(KEY, failure === undefined ? others : { ...others, [key]: failure.toRecord() });
  return true;
}

/** @file Which version a team ledger has, and whether this desk can work with it. */

import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import type { LedgerConnection } from './ledger-connection.ts';

const presenceSchema = z.tuple([z.object({ present: z.boolean() })]);
const versionSchema = z.tuple([z.object({ version: z.int().positive() })]);

/** Undefined where there is no ledger. @throws AppError team.sign-in where it may not be read */
export async function storedVersion(connection: LedgerConnection): Promise<number | undefined> {
  // From the catalogue, which everybody may read: a ledger that is closed to a person is not one that is missing.
  const [{ present }] = presenceSchema.parse(
    await connection.rows(
      `SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'tranship' AND c.relname = 'versions') AS present`,
    ),
  );
  if (!present) return undefined;
  const [{ version }] = versionSchema.parse(
    await connection.rows('SELECT max(version) AS version FROM tranship.versions'),
  );
  return version;
}

/** A version that this desk knows, or an older one. @throws AppError team.not-set-up, team.newer */
export function requireKnown({ address }: LedgerConnection, version: number | undefined, known: number): number {
  if (version === undefined) throw new AppError('team.not-set-up', { ledger: address.name });
  if (version > known) throw new AppError('team.newer', { ledger: address.name, version, known });
  return version;
}

/** Exactly the version of this desk. @throws AppError team.not-set-up, team.newer, team.older */
export async function requireCurrent(connection: LedgerConnection, known: number): Promise<void> {
  const version = requireKnown(connection, await storedVersion(connection), known);
  if (version < known) throw new AppError('team.older', { ledger: connection.address.name, version, known });
}

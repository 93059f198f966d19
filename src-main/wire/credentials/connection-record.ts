/** @file The form in which a connection is stored, with what it signs in with only as ciphertext. Pure. */

import { z } from 'zod';
import { tenantKindSchema } from '../../../src-shared/connection-shapes.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, packed, type Said, unpacked } from '../../../src-shared/languages/fact.ts';
import { whyUnprotected } from '../service/protected-address.ts';
import { identityDescriptionSchema } from './client-identity.ts';
import { type Connection, connectionSchema } from './connection.ts';
import type { Sealed } from './secret-box.ts';
import { signaturesSchema } from './signature.ts';

/** A stored connection, with the kind of its tenant. */
const storedConnectionSchema = connectionSchema.extend({
  /** Connections from before there were kinds may lead to production. */
  kind: tenantKindSchema.default('production'),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const sealedSchema = z.custom<Sealed>((value) => typeof value === 'string', packed(fact('is damaged'))).optional();

export const recordSchema = storedConnectionSchema.extend({
  sealedSecret: sealedSchema,
  sealedIdentity: sealedSchema,
  /** The parts of the sealed identity that may be shown, so that they need no decryption. */
  certificate: identityDescriptionSchema.optional().catch(undefined),
  /** Digests of the network route that each credential was entered for; it cannot be opened for another one. */
  sealedFor: z.record(z.string(), z.string()).optional().catch(undefined),
  signatures: signaturesSchema,
});
export type ConnectionRecord = z.infer<typeof recordSchema>;

/** The connection that a person or a caller gives, checked. @throws AppError connection.invalid */
export function parsedConnection(connection: Connection): StoredConnection {
  const parsed = storedConnectionSchema.safeParse(connection);
  if (!parsed.success) throw invalid(parsed.error);
  const [problem] = problemsOf(parsed.data);
  if (problem !== undefined) throw new AppError('connection.invalid', problem);
  return parsed.data;
}

/** What is wrong with the values of a connection, of each field the first; nothing when they can be stored. */
export function problemsOf(connection: Connection): { field: keyof Connection; problem: Said }[] {
  const { error } = storedConnectionSchema.safeParse(connection);
  return connectionSchema.keyof().options.flatMap((field) => {
    const isAddress = field === 'baseUrl' || field === 'tokenUrl';
    const found = error?.issues.find(({ path: [first] }) => first === field)?.message;
    const problem =
      (found === undefined ? undefined : unpacked(found)) ??
      (isAddress ? whyUnprotected(connection[field]) : undefined);
    return problem === undefined ? [] : [{ field, problem }];
  });
}

export function withoutCredentials(record: ConnectionRecord): StoredConnection {
  const { name, baseUrl, tokenUrl, clientId, scope, kind } = record;
  return { name, baseUrl, tokenUrl, clientId, scope, kind };
}

/** The name in a record as it is in the file, which may be broken. */
export function nameOf(raw: unknown): string | undefined {
  return typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string'
    ? raw.name
    : undefined;
}

/** The first fault; `where` precedes the field's name. */
export function invalid(error: z.ZodError, where = ''): AppError {
  const [issue] = error.issues;
  const field = `${where}${issue?.path.join('.') || 'record'}`;
  return new AppError('connection.invalid', { field, problem: issue?.message ?? packed(fact('is not valid')) });
}

/** @file When to say that a connection needs another client certificate. Pure. */

import type { ConnectionRow } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { HOUR } from '../../ground/clock.ts';

export type Certificate = NonNullable<ConnectionRow['certificate']>;

/** How long before the end of its validity Tranship asks for a new certificate. */
const TOLD_BEFORE = 30 * 24 * HOUR;

/** The notice about the certificate of a connection: that it has expired, or will within 30 days. */
export function expiryNotice(
  connection: string,
  { validUntil }: Pick<Certificate, 'validUntil'>,
  now: number,
): AppError | undefined {
  const params = { connection, at: new Date(validUntil).toISOString() };
  if (validUntil <= now) return new AppError('certificate.expired', params);
  if (validUntil <= now + TOLD_BEFORE) return new AppError('certificate.expires-soon', params);
  return undefined;
}

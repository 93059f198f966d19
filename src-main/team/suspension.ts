/** @file What a desk says when the team ledger no longer lets its person in: a role or a login can be given again. Pure. */

import { AppError, saidBy } from '../../src-shared/errors.ts';

/** Where it is the person whom the ledger refuses, as an error that passes by itself; otherwise as it was. */
export function suspension(error: AppError): AppError {
  if (error.code !== 'team.refused' && error.code !== 'team.sign-in') return error;
  return new AppError('team.suspended', { reason: saidBy(error) }, { cause: error });
}

/** @file What a 404 of the service means to the person who asked: that what they named is not there. */

import { AppError } from '../../../src-shared/errors.ts';

/** The answer; in place of service.not-found, what `meaning` makes of its words. */
export async function orMissing<Answer>(asked: Promise<Answer>, meaning: (said: string) => AppError): Promise<Answer> {
  return await asked.catch((thrown: unknown) => {
    throw thrown instanceof AppError && thrown.code === 'service.not-found' ? meaning(thrown.detail) : thrown;
  });
}

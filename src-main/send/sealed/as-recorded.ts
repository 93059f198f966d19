/** @file The submission as the history has recorded it, as far as that can be read from it: of some fields it has only a digest. Pure. */

import type { HistoryEvent } from '../storage/history.ts';
import { type Submission, submissionSchema } from '../submission.ts';
import { RecordedFields } from './recorded-fields.ts';

const readable = {
  common: ['name', 'content', 'addedAt', 'connection', 'paused'],
  check: ['sha256', 'bytes', 'modifiedAt', 'lines', 'transactions', 'valid', 'errors', 'warnings'],
  options: ['onInvalid', 'onUnknown', 'ingestValid', 'maxBatchBytes'],
} as const;

export function submissionAsRecorded(submission: Submission, events: readonly HistoryEvent[]): Submission {
  const { submission: recorded } = new RecordedFields(events);
  const told = (fields: readonly string[], within = '') =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const sealed = recorded.get(`${within}${field}`);
        return sealed === undefined ? [] : [[field, sealed.value]];
      }),
    );
  const { check, options } = submission;
  const as = {
    ...submission,
    ...told(readable.common),
    options: { ...options, ...told(readable.options, 'options.') },
    ...(check !== undefined && { check: { ...check, ...told(readable.check, 'check.') } }),
  };
  // What an entry says may have been edited as well: the receipt then names it, and has what is stored.
  return submissionSchema.safeParse(as).data ?? submission;
}

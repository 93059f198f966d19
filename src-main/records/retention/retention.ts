/** @file How long Tranship keeps what holds customer data, as a person or an administrator has set it. */

import { z } from 'zod';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';

const MOST_DAYS = 36_500;
const days = z.int().min(1).max(MOST_DAYS);
/** null: without a limit of time. */
const daysOrAlways = days.nullable();

/** In days. Nothing is touched before its submission has ended. */
const retentionSchema = z.object({
  /** Ended submissions stay in the queue for so long; null: until a person removes them. */
  submissions: daysOrAlways.catch(null),
  /** The findings of a submission, from its end; null: as long as the submission itself. */
  findings: daysOrAlways.catch(null),
  /** Reports of the service, from their arrival; null: as long as the submission. */
  reports: daysOrAlways.catch(null),
  /** The index of the modification ids of what was sent, from its purge; null: always. */
  ids: daysOrAlways.catch(null),
  logs: days.catch(14),
});
export type Retention = z.infer<typeof retentionSchema>;

const KEY = 'retention';

/** The stored settings. People edit the file, so an invalid value counts as missing. */
export function readRetention(file: SettingsFile): Retention {
  return retentionSchema.parse(keptObject(file, KEY));
}

/** Stores the settings. @throws AppError folder.unusable, disk.full */
export function keepRetention(file: SettingsFile, retention: Retention): void {
  file.set(KEY, retention);
}

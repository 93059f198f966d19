/** @file The runs of the rules in the settings file, newest first. */

import { z } from 'zod';
import { redactAll } from '../redaction.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { type RuleRun, ruleRunSchema } from './rule-run.ts';

const KEY = 'ruleRuns';
/** The settings file is written whole at each change, so of a reply it keeps the beginning only, and no secret. */
export const LONGEST_KEPT_REPLY = 10_000;

const keptSchema = z.array(z.unknown()).catch([]);

/** The runs that are kept; what does not fit (people edit the file) counts as not there. */
export function readRuns(file: SettingsFile): RuleRun[] {
  return keptSchema.parse(file.get(KEY)).flatMap((raw) => ruleRunSchema.safeParse(raw).data ?? []);
}

/** Keeps the runs. @throws AppError folder.unusable, disk.full */
export function keepRuns(file: SettingsFile, runs: readonly RuleRun[]): void {
  file.set(
    KEY,
    runs.map((run) => ({ ...run, reply: redactAll(run.reply).slice(0, LONGEST_KEPT_REPLY) })),
  );
}

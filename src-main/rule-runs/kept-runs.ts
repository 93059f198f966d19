/** @file The rule runs in the settings file, newest first. */

import { z } from 'zod';
import { redactAll } from '../ground/redaction.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { type RuleRun, ruleRunSchema } from './rule-run.ts';

const KEY = 'ruleRuns';
/** Each change writes the whole settings file, so only the beginning of a reply is kept, without secrets. */
export const LONGEST_KEPT_REPLY = 10_000;

const keptSchema = z.array(z.unknown()).catch([]);

/** The stored runs. People edit the file, so an invalid entry counts as missing. */
export function readRuns(file: SettingsFile): RuleRun[] {
  return keptSchema.parse(file.get(KEY)).flatMap((raw) => ruleRunSchema.safeParse(raw).data ?? []);
}

/** Stores the runs. @throws AppError folder.unusable, disk.full */
export function keepRuns(file: SettingsFile, runs: readonly RuleRun[]): void {
  file.set(
    KEY,
    runs.map((run) => ({ ...run, reply: redactAll(run.reply).slice(0, LONGEST_KEPT_REPLY) })),
  );
}

/** @file What is noted of the history and of security outside of the data folder, as a person has set it. */

import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { keptObject, type SettingsFile } from '../ground/settings/settings-file.ts';
import { readSyslogAddress } from './syslog-message.ts';

const auditSettingsSchema = z.object({
  /** The absolute path of the file that receives the head of the history; it may be on a share. */
  anchorFile: z.string().refine(isAbsolute).optional().catch(undefined),
  /** `syslog://host:port` (TCP), `syslogs://host:port` (TLS) or `syslog+udp://host:port`. */
  syslog: z
    .string()
    .refine((address) => readSyslogAddress(address) !== undefined)
    .optional()
    .catch(undefined),
});
export type AuditSettings = z.infer<typeof auditSettingsSchema>;

const KEY = 'audit';

/** The stored settings. People edit the file, so an invalid value counts as missing. */
export function readAuditSettings(file: SettingsFile): AuditSettings {
  return auditSettingsSchema.parse(keptObject(file, KEY));
}

/** Stores the settings. @throws AppError folder.unusable, disk.full */
export function keepAuditSettings(file: SettingsFile, { anchorFile, syslog }: AuditSettings): void {
  file.set(KEY, { ...(anchorFile !== undefined && { anchorFile }), ...(syslog !== undefined && { syslog }) });
}

/** The settings as an entry of the history records them, and as `recordSecurity` compares them. */
export function settingsAsText({ anchorFile, syslog }: AuditSettings): Record<'anchorFile' | 'syslog', string> {
  return { anchorFile: anchorFile ?? '', syslog: syslog ?? '' };
}

/** @file Notes at the start what the machine policy is, and what has changed in it since the last start. */

import { changesOf, type RecordSecurity } from '../audit/security-events.ts';
import type { Logs } from '../ground/logs/logs.ts';
import { keptObject, type SettingsFile } from '../ground/settings/settings-file.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { policyAsText } from '../policy/rules.ts';

/** The policy of the last start, as lines. It is only compared: nothing obeys it. */
const KEY = 'policySeen';

export interface PolicyNotePorts {
  file: SettingsFile;
  record: RecordSecurity;
  log: Pick<Logs, 'event'>;
}

/** @throws AppError folder.unusable, disk.full */
export function notePolicy({ values, sources, ignored }: MachinePolicy, { file, record, log }: PolicyNotePorts): void {
  const now = policyAsText(values);
  const texts = Object.entries(keptObject(file, KEY)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const before = Object.fromEntries(texts);
  const taken = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  const gone = taken.map((field) => ({ field, before: before[field], after: undefined }));
  const changes = [...changesOf(before, now), ...gone];
  if (changes.length > 0) {
    record({ kind: 'machine-policy-changed', changes });
    file.set(KEY, now);
  }
  if (sources.length > 0)
    log.event('info', 'policy.read', { from: sources.join(', '), keys: Object.keys(now).join(' ') });
  for (const { key, why } of ignored) log.event('warn', 'policy.ignored', { key, why });
}

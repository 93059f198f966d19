/**
 * @file The settings file with the policy above it. What the policy sets is read in place of what a person has stored,
 * and cannot be changed; what they have stored stays in the file, and counts again once the policy no longer sets it.
 */

import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { keptObject, type SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from './policy-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What people call these settings. */
const names: Readonly<Record<string, Said>> = {
  'retention.submissions': fact('how long ended submissions are kept'),
  'retention.findings': fact('how long findings are kept'),
  'retention.reports': fact('how long reports are kept'),
  'retention.ids': fact('how long the ids of what was sent are kept'),
  'retention.logs': fact('how long logs are kept'),
  'audit.syslog': fact('where security events are forwarded'),
  'audit.anchorFile': fact('the file that receives the end of the history'),
  'idIndex.kept': fact('whether an index of modification ids is kept'),
  'sending.onInvalid': fact('what the check finds faulty is not sent'),
  ruleSet: fact('the rules by which files are checked'),
};

/** The fields of the settings file that the policy sets, by the key they stand under. */
function fieldsOf({
  retention = {},
  syslog,
  anchorFile,
  serviceDecides,
  idIndex,
}: PolicyValues): Record<string, Fields> {
  return {
    retention: withoutAbsent(retention),
    audit: withoutAbsent({ syslog, anchorFile }),
    idIndex: withoutAbsent({ kept: idIndex }),
    ...(serviceDecides === false && { sending: { onInvalid: 'stop' } }),
  };
}

/** Those that it sets as a whole. */
function wholesOf({ ruleSet }: PolicyValues): Fields {
  return withoutAbsent({ ruleSet });
}

/** `set` throws AppError policy.managed for a value that the policy sets otherwise. */
export function withPolicy(file: SettingsFile, values: PolicyValues): SettingsFile {
  const wholes = wholesOf(values);
  const managed = new Map(Object.entries(fieldsOf(values)).filter(([, fields]) => Object.keys(fields).length > 0));
  return {
    get: (key) => {
      if (Object.hasOwn(wholes, key)) return wholes[key];
      const fields = managed.get(key);
      return fields === undefined ? file.get(key) : { ...keptObject(file, key), ...fields };
    },
    set: (key, value) => {
      if (Object.hasOwn(wholes, key)) {
        if (value !== wholes[key]) throw new AppError('policy.managed', { what: names[key] ?? key });
        return;
      }
      const fields = managed.get(key);
      file.set(key, fields === undefined ? value : besideManaged(key, value, fields, keptObject(file, key)));
    },
  };
}

/** @throws AppError policy.managed */
function besideManaged(key: string, value: unknown, fields: Fields, kept: object): Fields {
  const given: Fields = typeof value === 'object' && value !== null ? { ...value } : {};
  const differing = Object.keys(fields).find((field) => !isDeepStrictEqual(given[field], fields[field]));
  if (differing !== undefined) {
    const name = `${key}.${differing}`;
    throw new AppError('policy.managed', { what: names[name] ?? name });
  }
  const free = Object.entries(given).filter(([field]) => !Object.hasOwn(fields, field));
  const own = Object.entries(kept).filter(([field]) => Object.hasOwn(fields, field));
  return Object.fromEntries([...free, ...own]);
}

function withoutAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** @file What an auditor of the bank's systems wants to know: every event that decides who may do what, or where secrets go. */

import type { Account } from '../../src-shared/account.ts';
import type { SubmissionState } from '../../src-shared/states.ts';

/** A setting that decides where secrets or files go, before and after; undefined where there is none. */
export interface SettingChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** The fields in which two texts by name differ. */
export function changesOf(before: Record<string, string>, after: Record<string, string>): SettingChange[] {
  return Object.keys(after)
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => change.before !== change.after);
}

/** Values in events are never secrets: a secret is named by its field. */
export type SecurityEvent =
  | { kind: 'session-begun'; shell: 'browser' | 'terminal' | 'desktop'; session?: string }
  /** `why`: one sentence. */
  | { kind: 'session-refused'; shell: 'browser' | 'terminal'; why: string }
  | { kind: 'session-ended'; shell: 'browser' | 'terminal' | 'desktop'; session?: string; why: string }
  | { kind: 'connection-added' | 'connection-removed' | 'connection-confirmed'; connection: string }
  | { kind: 'connection-changed'; connection: string; changes: SettingChange[] }
  | { kind: 'credentials-renewed'; connection: string; fields: ('secret' | 'certificate')[] }
  | {
      kind: 'storage-host-kept' | 'storage-host-held' | 'storage-host-allowed' | 'storage-host-removed';
      connection: string;
      host: string;
    }
  | { kind: 'storage-rule-changed'; connection: string; changes: SettingChange[] }
  | { kind: 'proxy-changed' | 'authorities-changed' | 'policy-changed' | 'rule-set-changed'; changes: SettingChange[] }
  /** What the organisation has set on this computer is not what it was at the last start. */
  | { kind: 'machine-policy-changed'; changes: SettingChange[] }
  | { kind: 'network-confirmed' | 'passphrase-changed' }
  /** The key store has another key than the one that the folder's key was wrapped with; and a person had that one replaced. */
  | { kind: 'key-store-changed' | 'folder-key-replaced' }
  /** The data folder may be a copy, and a person has decided that it goes on. */
  | { kind: 'folder-confirmed'; reason: string }
  /** A sealed or signed value that does not belong where it was found. */
  | { kind: 'tampering-found'; what: string }
  | { kind: 'submission-approved'; submission: number; name: string; reason: string }
  /** Its last batch has ended: what became of each line. */
  | {
      kind: 'submission-ended';
      submission: number;
      name: string;
      connection: string;
      state: SubmissionState;
      account: Account;
    }
  /** One by one, past the queue. */
  | {
      kind: 'transactions-sent';
      connection: string;
      /** Of the file. */
      name: string;
      sha256: string;
      accepted: number;
      refused: number;
      unknown: number;
    }
  | { kind: 'data-purged'; submission: number; what: string[] }
  | {
      kind: 'exported';
      what:
        | 'receipt'
        | 'statement'
        | 'findings'
        | 'lines'
        | 'corrected'
        | 'report'
        | 'report-table'
        | 'results'
        | 'support-file'
        | 'history'
        | 'prepared'
        | 'queue';
      path: string;
    };

/** Records an event. Must not throw: what is recorded must not stop the work. */
export type RecordSecurity = (event: SecurityEvent) => void;

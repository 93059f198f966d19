/** @file What a watched folder needs of the rest of the app. */

import type { AppError, ErrorRecord } from '../../../src-shared/errors.ts';
import type { DetailFile, PreparedFile } from './journal-entry.ts';

/** A folder, and what is done with what lands in it. */
export interface WatchedFolderSettings {
  /** An absolute path. */
  folder: string;
  /** What prepares the files; without it they must be JSON Lines, and are taken as they are. */
  template?: string | undefined;
  connection: string;
  /** Whether files without findings are sent without a person. */
  release: boolean;
  /** Whether a person has said that other users put files into the folder, too. */
  shared: boolean;
  /** How long a file must not have changed, in milliseconds. */
  settleMs: number;
  /** The ending of the name of a second file that says that the first is complete, such as `.done`. */
  marker?: string | undefined;
}

export interface PreparationRequest {
  /** Of its copy in the data folder, which may be moved away. */
  path: string;
  /** What it was called in the watched folder. */
  name: string;
  /** A UUID: the same one after a crash, so that what an earlier attempt left behind is found. */
  claim: string;
}

export interface Preparation {
  /** In the data folder, in places that are always the same for a claim. */
  files: readonly PreparedFile[];
  /** How many rows could not be prepared. */
  faults: number;
  /** Something was found or left out that a person should see before anything is sent. */
  isDoubtful: boolean;
  /** Files that say what was found: they are put beside the original where it is refused. */
  details: readonly DetailFile[];
}

/** Rejects with an AppError that says why it cannot be prepared (one that is retryable: now), or with the signal's reason. */
export type Prepare = (request: PreparationRequest, signal: AbortSignal) => Promise<Preparation>;

/** What the check made of a submission. */
export type Verdict =
  /** It is sent by itself. */
  | { kind: 'released' }
  /** `note`: what the folder says beside the file, where it waits for more than the release that each file of its folder waits for. */
  | { kind: 'awaits-release'; note?: ErrorRecord }
  /** It is not sent unless a person wants it anyway. */
  | { kind: 'refused'; error: ErrorRecord };

export interface WatchQueue {
  /** Adds a prepared file. @param needsPerson whether it is never sent without a person. @throws AppError */
  add: (file: PreparedFile, settings: WatchedFolderSettings, needsPerson: boolean) => Promise<number>;
  /** The submission whose content is at this path, also one that was taken out of the queue. */
  addedAs: (path: string) => number | undefined;
  /** Whether it waits for somebody, or lines of it were accepted or may yet be: it was neither given up nor rejected. */
  stands: (submission: number) => boolean;
  /** Resolves once the check of the submission is over. Rejects with AppError where the queue stands still. */
  checked: (submission: number, signal: AbortSignal) => Promise<Verdict>;
  /** All submissions that wait for a person. */
  held: () => ReadonlySet<number>;
  /** All findings of the check, as the text of a CSV file; undefined where there are none. */
  findingsOf: (submission: number) => Iterable<string> | undefined;
}

/** What happens to a file, or to the folder. */
export type WatchEvent =
  | { kind: 'new' | 'growing' | 'replaced' | 'gone' | 'stands-still'; name: string; bytes: number }
  | { kind: 'claimed'; name: string; bytes: number }
  | { kind: 'prepared'; name: string; files: number; faults: number }
  | { kind: 'added'; name: string; submissions: readonly number[] }
  | { kind: 'done'; name: string; to: string; submissions: readonly number[]; awaitsRelease: boolean }
  | { kind: 'refused'; name: string; to: string; submissions: readonly number[]; error: ErrorRecord }
  /** It was dealt with, and had been taken out of the folder by then: so it is neither in `done` nor in `refused`. */
  | { kind: 'taken-away'; name: string; submissions: readonly number[] }
  /** Something does not continue for now; `name` is absent where that is the folder as a whole. */
  | { kind: 'trouble'; name?: string | undefined; error: AppError }
  | { kind: 'goes-on'; name?: string | undefined };

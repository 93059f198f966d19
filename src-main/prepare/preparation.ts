/** @file What a preparation is asked for, and what comes of it. */

import type { PreparationWork, Prepared } from '../../src-shared/preparation-shapes.ts';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { FileChoice } from '../exports/file-choice.ts';
import type { ControlFigure } from '../records/control/control-figures.ts';
import type { PreparedFile } from './output-file.ts';
import type { EarlierIds } from './processed-before.ts';
import type { TableNames } from './row-findings.ts';
import type { FileLimits, Grouping } from './split.ts';

export interface PreparationSource {
  /** An absolute path. */
  path: string;
  /** What it is called in the manifest and in findings: no path of this computer. */
  name: string;
  /** Which of the files in it are taken; all of them without it. */
  choice?: FileChoice | undefined;
  /** Of a file of refused rows: the SHA-256 of the manifest of the preparation that had refused them. */
  refusedBy?: string | undefined;
}

export interface PreparationRequest {
  /** In the order in which they are prepared. */
  sources: readonly PreparationSource[];
  template: Template;
  /** How the exports are read, in place of what the template says. */
  reading?: Reading | undefined;
  /** The folder for the files; without it nothing is written: that is a plan. */
  out?: string | undefined;
  /** What the files' names begin with. */
  name: string;
  limits: FileLimits;
  grouping: Grouping;
  /** All lines of a payment_external_id go into one file. */
  keepPayments: boolean;
  /** Threads that turn rows into lines. */
  threads: number;
  ruleSet: RuleSet;
  /** The figures of the source system, to be compared. */
  control?: readonly ControlFigure[] | undefined;
  /** A person typed them: what has none was not said, and is not to be nothing. */
  isControlPartial?: true | undefined;
  /** What went to the service before, to be compared, and perhaps left out. */
  earlier?: EarlierIds | undefined;
  /** The version of Tranship, for the manifest. */
  toolVersion: string;
  /** An empty folder for what is unpacked; its owner removes it. */
  workFolder: string;
}

export interface ProcessedRows {
  transactions: number;
  /** For each index of the request, in that order. */
  others: {
    transactions: number;
    /** The first of their rows. */
    first: (TableNames & { row: number })[];
    /** False where the index, or a part of it, cannot be read. */
    isWhole: boolean;
  }[];
}

export interface PreparationSummary
  extends Omit<Prepared, 'files' | 'processedBefore' | 'upload' | 'manifest' | 'findingsFile'> {
  files: PreparedFile[];
  /** Transactions that went to the service before, also where they are left out; absent where nothing was compared. */
  processedBefore?: ProcessedRows | undefined;
}

export interface PreparationProgress {
  step: 'comparing' | 'measuring' | 'preparing' | 'checking';
  rows: number;
  lines: number;
  /** Of the exports; of the written files while they are checked. */
  bytes: number;
  totalBytes: number;
  /** Of a plan, what is known so far. */
  outcome?: PreparationWork['outcome'];
}

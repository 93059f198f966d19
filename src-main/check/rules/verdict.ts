/** @file The verdict on a line, apart from the judge, which is loaded only for the first line that needs it. */

import type { Buffer } from 'node:buffer';
import type { Complaint } from '../findings/finding.ts';
import type { Figures } from './figures.ts';

/** What one line turned out to be. */
export interface LineVerdict {
  complaints: readonly Complaint[];
  /** True when the line parses to a JSON object. */
  isTransaction: boolean;
  /** `modification.external_id` as the line spells it; undefined when it is absent. */
  modificationId: string | undefined;
  /** Undefined for a line that is not a transaction or has no modification. */
  figures: Figures | undefined;
}

/** Judges the line in the bytes [start, end) of `block`: neither blank nor too long, and without its line end. */
export type LineJudge = (block: Buffer, start: number, end: number) => LineVerdict;

/** The verdict on a line that is no transaction, for this one reason. */
export function noTransaction(complaint: Complaint): LineVerdict {
  return { complaints: [complaint], isTransaction: false, modificationId: undefined, figures: undefined };
}

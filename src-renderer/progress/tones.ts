/** @file How far a submission is, in the three tones of its bar. Pure. */

import type { Stage, SubmissionRow } from '../../src-shared/contract.ts';
import { percentOf } from '../wording.ts';

export const tones = ['checked', 'sent', 'processed'] as const;
export type Tone = (typeof tones)[number];

export interface ToneShare {
  tone: Tone;
  /** From 0 to 1; never more than that of the tone before. */
  share: number;
  /** In whole per cent; 100 only when it is complete. */
  percent: number;
}

/** What the bar shows, of a submission or of several together. */
export type Progress = Pick<SubmissionRow, 'state' | 'checkedBytes' | 'bytes' | 'whole' | 'sent' | 'processed'>;

/** The shares of the whole file, from the first tone to the last. */
export function tonesOf({ state, checkedBytes, bytes = 0, whole, sent, processed }: Progress): ToneShare[] {
  const file: Stage = { bytes, batches: 0 };
  const checked = state === 'checking' ? partOf({ bytes: checkedBytes, batches: 0 }, file) : complete;
  return [
    { tone: 'checked', ...checked },
    { tone: 'sent', ...partOf(sent, whole) },
    { tone: 'processed', ...partOf(processed, whole) },
  ];
}

/** The tone that moves now, or moved last: no figure falls to 0 when the last byte has left. */
export function leadingTone(row: Progress): Tone {
  if (row.state === 'checking') return 'checked';
  const isSent = row.whole.bytes > 0 && row.sent.bytes >= row.whole.bytes;
  return isSent && row.processed.bytes > 0 ? 'processed' : 'sent';
}

const complete = { share: 1, percent: 100 };

function partOf(stage: Stage, whole: Stage): { share: number; percent: number } {
  const share = whole.bytes === 0 ? 0 : Math.min(1, stage.bytes / whole.bytes);
  return { share, percent: percentOf(stage, whole) };
}

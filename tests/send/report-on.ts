/** @file What a report has said of its batch, as an event of the machine. */

import { LineSet } from '../../src-main/ground/line-set.ts';
import type { BatchEvent, ReportSaid } from '../../src-main/send/machine/events.ts';
import { AppError } from '../../src-shared/errors.ts';

/** One that names these lines. */
export function reportOn(...rejected: number[]): Extract<BatchEvent, { kind: 'report-kept' }> {
  return { kind: 'report-kept', isEmpty: false, said: { kind: 'lines', rejected: LineSet.of(rejected), accepted: 0 } };
}

export const nothingClear: ReportSaid = {
  kind: 'unclear',
  error: new AppError('report.unclear', { why: 'cutOff' }).toRecord(),
};

/** @file The full progress of a submission on its page. */

import { Paper } from '@mantine/core';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { ProgressLegend } from '../progress/progress-legend.tsx';
import { progressTexts } from '../texts/progress.ts';

export function ProgressPanel({ row }: { row: SubmissionRow }) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={progressTexts.title}>
      <ProgressLegend row={row} />
    </Paper>
  );
}

/** @file The full progress of a submission on its page. */

import { Paper } from '@mantine/core';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ProgressLegend } from '../progress/progress-legend.tsx';

export function ProgressPanel({ row }: { row: SubmissionRow }) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={message('Progress')}>
      <ProgressLegend row={row} />
    </Paper>
  );
}

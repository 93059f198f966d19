/** @file The full progress of a submission: the stages with their amounts, and the speed. */

import { Paper, Text } from '@mantine/core';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { StageBars } from '../progress/stage-bars.tsx';
import { progressTexts } from '../texts/progress.ts';
import { duration, size } from '../wording.ts';

export function ProgressPanel({ row }: { row: SubmissionRow }) {
  const { speed } = row;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={progressTexts.title}>
      <StageBars row={row} isWide />
      {speed !== undefined && (
        <Text size="sm" mt={8}>
          {progressTexts.perSecond(size(speed.bytesPerSecond))}
          {speed.remainingMs !== undefined && ` · ${progressTexts.left(duration(speed.remainingMs))}`}
        </Text>
      )}
    </Paper>
  );
}

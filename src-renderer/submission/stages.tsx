/** @file How far a submission has come: the check while it runs, then the three stages of sending, never one for all. */

import { Paper, Progress, Text } from '@mantine/core';
import type { Stage, SubmissionRow } from '../../src-preload/contract.ts';
import { pageTexts, stageTexts } from '../texts/submission.ts';
import { duration, percentOf, size } from '../wording.ts';

export function Stages({ row }: { row: SubmissionRow }) {
  const { whole, pace } = row;
  const isChecking = row.state === 'checking';
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={pageTexts.moving}>
      {isChecking ? (
        <StageBar
          of="checked"
          stage={{ bytes: row.checkedBytes, batches: 0 }}
          whole={{ bytes: row.bytes ?? 0, batches: 0 }}
        />
      ) : (
        (['sent', 'accepted', 'seen'] as const).map((of) => <StageBar key={of} of={of} stage={row[of]} whole={whole} />)
      )}
      {pace !== undefined && (
        <Text size="sm" mt={6} className="figure-left">
          {stageTexts.pace(
            size(pace.bytesPerSecond),
            pace.remainingMs === undefined ? undefined : duration(pace.remainingMs),
          )}
        </Text>
      )}
    </Paper>
  );
}

function StageBar({ of, stage, whole }: { of: 'checked' | 'sent' | 'accepted' | 'seen'; stage: Stage; whole: Stage }) {
  const { label, meaning } = stageTexts[of];
  const percent = percentOf(stage, whole);
  return (
    <div className="stage" title={meaning}>
      <span>{label}</span>
      <Progress value={percent} size="md" aria-label={`${label}: ${meaning}`} />
      <span className="figure">{percent} %</span>
      <span className="small-print">
        {whole.batches > 1
          ? stageTexts.batches(stage.batches, whole.batches)
          : `${size(stage.bytes)} of ${size(whole.bytes)}`}
      </span>
    </div>
  );
}

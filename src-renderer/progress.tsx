/** @file How far a submission has come: the check while it runs, then the three stages of sending, never one for all. */

import type { Stage, SubmissionRow } from '../src-preload/contract.ts';
import { counted, stageInWords } from './wording.ts';

export function Progress({ row }: { row: SubmissionRow }) {
  if (row.state === 'checking') {
    const done = { bytes: row.checkedBytes, batches: 0 };
    return (
      <dl className="stages">
        <StageBar
          label="Checked"
          meaning="Read and checked on this computer"
          stage={done}
          whole={{ bytes: row.bytes ?? 0, batches: 0 }}
        />
      </dl>
    );
  }
  if (row.batches.length === 0) return <span className="quiet">Nothing sent</span>;
  const whole: Stage = {
    bytes: row.batches.reduce((total, batch) => total + batch.bytes, 0),
    batches: row.batches.length,
  };
  return (
    <>
      <dl className="stages">
        <StageBar label="Sent" meaning="Handed to the network" stage={row.sent} whole={whole} />
        <StageBar label="Accepted" meaning="The storage confirmed to have it" stage={row.accepted} whole={whole} />
        <StageBar label="Seen" meaning="The service knows it" stage={row.seen} whole={whole} />
      </dl>
      {whole.batches > 1 && (
        <span className="quiet">
          {row.seen.batches} of {counted(whole.batches, 'batch')} seen by the service
        </span>
      )}
    </>
  );
}

function StageBar({ label, meaning, stage, whole }: { label: string; meaning: string; stage: Stage; whole: Stage }) {
  return (
    <div title={meaning}>
      <dt>{label}</dt>
      <dd>
        <progress value={stage.bytes} max={Math.max(1, whole.bytes)} aria-label={label} />
        <span>{stageInWords(stage, whole)}</span>
      </dd>
    </div>
  );
}

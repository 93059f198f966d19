/** @file The batches of a submission: their states, their batch ids, and their reports and receipts. */

import { Anchor, Button, Group } from '@mantine/core';
import { IconFileText, IconReceipt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BatchRow, SubmissionRow } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CopiedValue, shortened } from '../copied-value.tsx';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { ReceiptDialog, type ReceiptSubject } from '../receipts/receipt-dialog.tsx';
import { useStores, useSubmissionViews } from '../stores.ts';
import { type Columns, DataTable } from '../table/data-table.tsx';
import { progressTexts } from '../texts/progress.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { batchTexts, hasReceipt } from '../texts/submission.ts';
import { counted, number, percentOf, size, timeOf } from '../wording.ts';
import classes from './batch-table.module.css';
import { ReportDialog, type ReportedBatch } from './report-dialog.tsx';
import { useSeeLine } from './use-go-to-line.ts';

const SHOWN_AT_ONCE = 100;

interface BatchTableProps {
  id: SubmissionRow['id'];
  batches: readonly BatchRow[];
  /** Of the check, in the file. */
  hasFindings: boolean;
}

export function BatchTable({ id, batches, hasFindings }: BatchTableProps) {
  const seeLine = useSeeLine(id);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { submissionViews } = useStores();
  const asksReport = useSubmissionViews(({ views }) => views.get(id)?.asksReport ?? false);
  const [reported, setReported] = useState<ReportedBatch>();
  useEffect(() => {
    if (!asksReport) return;
    submissionViews.getState().change(id, { asksReport: false });
    const index = batches.findIndex(hasReport);
    const batch = batches[index];
    if (batch !== undefined) setReported({ batch, position: index + 1 });
  }, [asksReport, batches, id, submissionViews]);
  const [receipt, setReceipt] = useState<ReceiptSubject>();
  const hidden = batches.length - shown;
  return (
    <>
      <DataTable
        label={message('Batches')}
        isInBlocks
        empty={message('No batches yet. Tranship cuts the file into batches once it is approved for sending.')}
        frame="bordered"
        className={classes['batches']}
        columns={columnsOf(setReported, setReceipt, hasFindings ? (line) => void seeLine(line) : undefined)}
        rows={batches.slice(0, shown)}
        keyOf={(batch) => batch.number}
      />
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {message('Show {count, plural, one {# more batch} other {# more batches}}', {
            count: Math.min(hidden, SHOWN_AT_ONCE),
          })}
        </Button>
      )}
      <ReportDialog id={id} reported={reported} onClose={() => setReported(undefined)} />
      <ReceiptDialog subject={receipt} onClose={() => setReceipt(undefined)} />
    </>
  );
}

const hasReport = ({ report }: BatchRow): boolean => report === 'kept' || report === 'wanted';

function columnsOf(
  onReport: (reported: ReportedBatch) => void,
  onReceipt: (subject: ReceiptSubject) => void,
  onLine: ((line: number) => void) | undefined,
): Columns<BatchRow> {
  const [batch, state, bytes, lines, attempts, service, proof] = batchTexts.columns;
  return [
    { heading: batch, isName: true, cell: (_, index) => number(index + 1) },
    { heading: state, cell: (row) => <State batch={row} /> },
    { heading: bytes, align: 'end', cell: (row) => size(row.bytes) },
    {
      heading: lines,
      align: 'end',
      cell: (row) => (
        <>
          {number(row.lines)}
          <LinesInFile batch={row} onLine={onLine} />
        </>
      ),
    },
    { heading: attempts, align: 'end', cell: (row) => number(row.attempts) },
    { heading: service, cell: (row) => <AtTheService batch={row} /> },
    {
      heading: proof,
      cell: (row, index) => (
        <Group gap={6} wrap="nowrap">
          {hasReport(row) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFileText size={14} aria-hidden />}
              aria-label={batchTexts.reportOf(index + 1)}
              onClick={() => onReport({ batch: row, position: index + 1 })}
            >
              {message('Report')}
            </Button>
          )}
          {hasReceipt(row) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconReceipt size={14} aria-hidden />}
              aria-label={`${receiptTexts.ofBatch(index + 1)}…`}
              onClick={() =>
                onReceipt({ title: receiptTexts.ofBatch(index + 1), receipt: { kind: 'receipt', batch: row.number } })
              }
            >
              {receiptTexts.button}
            </Button>
          )}
        </Group>
      ),
    },
  ];
}

/** Which lines of the file it carries; they lead to the findings in them. */
function LinesInFile({
  batch: { firstLine: first, lastLine: last },
  onLine,
}: {
  batch: BatchRow;
  onLine: ((line: number) => void) | undefined;
}) {
  if (first === undefined || last === undefined) return null;
  const words = message('{first, number} to {last, number}', { first, last });
  if (onLine === undefined) return <span className="small-print">{words}</span>;
  return (
    <Anchor
      component="button"
      type="button"
      className={classes['lines'] ?? ''}
      aria-label={message('Findings in lines {first, number} to {last, number}', { first, last })}
      onClick={() => onLine(first)}
    >
      {words}
    </Anchor>
  );
}

function State({ batch }: { batch: BatchRow }) {
  const wait = waitInWords(batch);
  return (
    <>
      <BatchBadge batch={batch} />
      {batch.state === 'uploading' && (
        <span className="small-print">
          {batchTexts.sent(progressTexts.percent(percentOf({ bytes: batch.sentBytes }, batch)))}
        </span>
      )}
      {batch.error !== undefined && <span className="small-print">{describeError(batch.error).title}</span>}
      {wait !== undefined && <span className="small-print">{wait}</span>}
    </>
  );
}

/** Until when the app waits for something. */
function waitInWords({ askedUntil, nextTryAt = 0 }: BatchRow): string | undefined {
  if (askedUntil !== undefined) return message('The service is asked until {time}', { time: timeOf(askedUntil) });
  return nextTryAt > Date.now() ? message('Next try at {time}', { time: timeOf(nextTryAt) }) : undefined;
}

function arrivalInWords(watched: BatchRow['watched'], id: string): string | undefined {
  const moved = watched.find(({ batchId, movedAt }) => batchId === id && movedAt !== undefined);
  return moved && message('did arrive ({state})', { state: moved.remoteState ?? '' });
}

function AtTheService({ batch }: { batch: BatchRow }) {
  const { batchId, remoteState, remoteMessage, abandoned, watched, doubled } = batch;
  return (
    <div className={classes['service']}>
      {batchId === undefined ? (
        <span className="small-print">{message('No id yet')}</span>
      ) : (
        <CopiedValue what={batchTexts.batchId} value={batchId} shown={shortened(batchId)} />
      )}
      {remoteState !== undefined && (
        <span className="small-print service-word" title={message('The state as the service names it')}>
          {remoteState}
        </span>
      )}
      {remoteMessage !== '' && <span className="small-print">{remoteMessage}</span>}
      {abandoned.length > 0 && (
        <details className="small-print" open={doubled !== undefined}>
          <summary>{counted(abandoned.length, 'abandoned id')}</summary>
          {abandoned.map((id) => (
            <div key={id}>
              <CopiedValue what={batchTexts.batchId} value={id} shown={shortened(id)} /> {arrivalInWords(watched, id)}
            </div>
          ))}
        </details>
      )}
    </div>
  );
}

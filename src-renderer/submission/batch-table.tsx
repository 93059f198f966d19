/** @file The batches of a submission: their states, their batch ids, and their reports and receipts. */

import { Button, Group, Paper, Table, Text } from '@mantine/core';
import { IconFileText, IconReceipt } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BatchRow, SubmissionRow } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { CopiedValue, shortened } from '../copied-value.tsx';
import { ColumnHeads } from '../frame/column-heads.tsx';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { ReceiptDialog, type ReceiptSubject } from '../receipts/receipt-dialog.tsx';
import { useStores, useSubmissionViews } from '../stores.ts';
import { progressTexts } from '../texts/progress.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { batchTexts, hasReceipt } from '../texts/submission.ts';
import { number, percentOf, size, timeOf } from '../wording.ts';
import classes from './batch-table.module.css';
import { ReportDialog, type ReportedBatch } from './report-dialog.tsx';

const SHOWN_AT_ONCE = 100;

export function BatchTable({ id, batches }: { id: SubmissionRow['id']; batches: readonly BatchRow[] }) {
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
  if (batches.length === 0) return <Text>{batchTexts.none}</Text>;
  const hidden = batches.length - shown;
  return (
    <>
      <Paper withBorder radius="md">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className={classes['wide']} aria-label={batchTexts.title} tabIndex={0}>
          <Table verticalSpacing={6} horizontalSpacing="md">
            <caption className="unseen">{batchTexts.caption(batches.length)}</caption>
            <ColumnHeads columns={batchTexts.columns} />
            <Table.Tbody>
              {batches.slice(0, shown).map((batch, index) => (
                <Batch
                  key={batch.number}
                  batch={batch}
                  position={index + 1}
                  onReport={() => setReported({ batch, position: index + 1 })}
                  onReceipt={() =>
                    setReceipt({
                      title: receiptTexts.ofBatch(index + 1),
                      receipt: { kind: 'receipt', batch: batch.number },
                    })
                  }
                />
              ))}
            </Table.Tbody>
          </Table>
        </section>
      </Paper>
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {batchTexts.more(Math.min(hidden, SHOWN_AT_ONCE))}
        </Button>
      )}
      <ReportDialog id={id} reported={reported} onClose={() => setReported(undefined)} />
      <ReceiptDialog subject={receipt} onClose={() => setReceipt(undefined)} />
    </>
  );
}

const hasReport = ({ report }: BatchRow): boolean => report === 'kept' || report === 'wanted';

interface BatchProps {
  batch: BatchRow;
  position: number;
  onReport: () => void;
  onReceipt: () => void;
}

function Batch({ batch, position, onReport, onReceipt }: BatchProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{number(position)}</Table.Th>
      <Table.Td>
        <BatchBadge batch={batch} />
        {batch.state === 'uploading' && (
          <span className="small-print">
            {batchTexts.sent(
              progressTexts.percent(
                percentOf({ bytes: batch.sentBytes, batches: 0 }, { bytes: batch.bytes, batches: 1 }),
              ),
            )}
          </span>
        )}
        {batch.error !== undefined && <span className="small-print">{describeError(batch.error).title}</span>}
        {waitInWords(batch) !== undefined && <span className="small-print">{waitInWords(batch)}</span>}
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''}>{size(batch.bytes)}</Table.Td>
      <Table.Td className={classes['figure'] ?? ''}>
        {number(batch.lines)}
        {batch.firstLine !== undefined && batch.lastLine !== undefined && (
          <span className="small-print">{batchTexts.lineRange(batch.firstLine, batch.lastLine)}</span>
        )}
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''}>{number(batch.attempts)}</Table.Td>
      <Table.Td>
        <AtTheService batch={batch} />
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          {hasReport(batch) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFileText size={14} aria-hidden />}
              aria-label={batchTexts.reportOf(position)}
              onClick={onReport}
            >
              {batchTexts.report}
            </Button>
          )}
          {hasReceipt(batch) && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconReceipt size={14} aria-hidden />}
              aria-label={`${receiptTexts.ofBatch(position)}…`}
              onClick={onReceipt}
            >
              {receiptTexts.button}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** Until when the app waits for something. */
function waitInWords({ askedUntil, nextTryAt = 0 }: BatchRow): string | undefined {
  if (askedUntil !== undefined) return batchTexts.askedUntil(timeOf(askedUntil));
  return nextTryAt > Date.now() ? batchTexts.nextTry(timeOf(nextTryAt)) : undefined;
}

function arrivalInWords(watched: BatchRow['watched'], id: string): string | undefined {
  const moved = watched.find(({ batchId, movedAt }) => batchId === id && movedAt !== undefined);
  return moved && batchTexts.arrived(moved.remoteState ?? '');
}

function AtTheService({ batch }: { batch: BatchRow }) {
  const { batchId, remoteState, remoteMessage, abandoned, watched, doubled } = batch;
  return (
    <div className={classes['service']}>
      {batchId === undefined ? (
        <span className="small-print">{batchTexts.noId}</span>
      ) : (
        <CopiedValue what={batchTexts.batchId} value={batchId} shown={shortened(batchId)} />
      )}
      {remoteState !== undefined && (
        <span className="small-print service-word" title={batchTexts.serviceState}>
          {remoteState}
        </span>
      )}
      {remoteMessage !== '' && <span className="small-print">{remoteMessage}</span>}
      {abandoned.length > 0 && (
        <details className="small-print" open={doubled !== undefined}>
          <summary>{batchTexts.abandoned(abandoned.length)}</summary>
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

/** @file The entries of the history as a table, with the way to what they are about. */

import { Anchor, Badge, Button, Paper, Table } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { HistoryEntry } from '../../src-shared/contract.ts';
import { happeningInWords } from '../../src-shared/history-words.ts';
import { shortened } from '../copied-value.tsx';
import { ColumnHeads } from '../frame/column-heads.tsx';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { historyTexts } from '../texts/history.ts';
import { storedStateInWords } from '../texts/states.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { dateFormat, duration } from '../wording.ts';
import classes from './history-page.module.css';

const MINUTE = 60_000;
const moments = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

interface EntryTableProps {
  entries: readonly HistoryEntry[];
  onRestore: (entry: HistoryEntry) => void;
}

export function EntryTable({ entries, onRestore }: EntryTableProps) {
  const { columns } = historyTexts;
  return (
    <Paper withBorder radius="md">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['wide']} aria-label={historyTexts.table} tabIndex={0}>
        <Table verticalSpacing="xs" horizontalSpacing="md">
          <ColumnHeads columns={Object.values(columns)} />
          <Table.Tbody>
            {entries.map((entry) => (
              <Entry key={entry.position} entry={entry} onRestore={onRestore} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Paper>
  );
}

function Entry({ entry, onRestore }: { entry: HistoryEntry } & Pick<EntryTableProps, 'onRestore'>) {
  const { at, batchId, state, remoteState, reason, user, machine } = entry;
  return (
    <Table.Tr>
      <Table.Td className={classes['moment'] ?? ''}>{moments().format(at)}</Table.Td>
      <Table.Td className={classes['subject'] ?? ''}>
        <Subject entry={entry} onRestore={onRestore} />
      </Table.Td>
      <Table.Td>
        {happeningInWords(entry)}
        {reason !== undefined && <span className="small-print">{historyTexts.reason(reason)}</span>}
        {batchId !== undefined && (
          <span className="small-print" title={batchId}>
            {historyTexts.batch(shortened(batchId))}
          </span>
        )}
      </Table.Td>
      <Table.Td>
        {state !== undefined && storedStateInWords(state)}
        {remoteState !== undefined && <span className="small-print service-word">{remoteState}</span>}
      </Table.Td>
      <Table.Td>
        <bdi>{user}</bdi>
        {machine !== undefined && <span className="small-print">{machine}</span>}
      </Table.Td>
    </Table.Tr>
  );
}

/** The file that it is about, with the way back of one that was removed. */
function Subject({ entry, onRestore }: { entry: HistoryEntry } & Pick<EntryTableProps, 'onRestore'>) {
  const { submission, fileName, kind, isRemoved, restorableUntil } = entry;
  const minutesLeft = useTimeLeft(isRemoved && kind === 'removed' ? restorableUntil : undefined, MINUTE);
  if (submission === undefined || fileName === undefined) return historyTexts.queue;
  const link = (
    <Anchor href={addressOf({ page: 'submission', id: submission })}>
      <bdi>{fileName}</bdi>
    </Anchor>
  );
  if (!isRemoved) return link;
  return (
    <>
      {link}{' '}
      <Badge variant="default" size="sm">
        {historyTexts.removed}
      </Badge>
      {kind === 'removed' && (
        <div className={classes['steps']}>
          {minutesLeft > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              title={historyTexts.restoreHint(duration(minutesLeft * MINUTE))}
              aria-label={historyTexts.restoreOf(fileName)}
              onClick={() => onRestore(entry)}
            >
              {historyTexts.restore}
            </Button>
          )}
          <ReceiptButton id={submission} fileName={fileName} size="compact-sm" />
        </div>
      )}
    </>
  );
}

/** @file The service's report on a batch: line by line beside what the check found, or as it came. */

import { Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BatchRow, ReportReading, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { inWords, message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { batchTexts } from '../texts/submission.ts';
import { RawReport } from './raw-report.tsx';
import { ReportTable } from './report-table.tsx';
import { StricterPanel } from './stricter-panel.tsx';

/** The batch whose report is shown. */
export interface ReportedBatch {
  batch: Pick<BatchRow, 'number' | 'remoteMessage'>;
  /** The batch's position in its file, from 1. */
  position: number;
}

export interface ReportDialogProps {
  /** The submission. */
  id: SubmissionRow['id'];
  reported: ReportedBatch | undefined;
  onClose: () => void;
}

export function ReportDialog({ id, reported, onClose }: ReportDialogProps) {
  return (
    <Dialog
      subject={reported}
      onClose={onClose}
      size="min(1200px, 96vw)"
      title={({ position }) => batchTexts.reportOf(position)}
      closeButtonProps={{ 'aria-label': message('Close the report') }}
    >
      {({ batch }) => <Report id={id} batch={batch} />}
    </Dialog>
  );
}

function Report({ id, batch }: Pick<ReportedBatch, 'batch'> & Pick<ReportDialogProps, 'id'>) {
  const saving = useSave();
  const reading = useReading(batch.number);
  const [view, setView] = useState<'table' | 'raw'>('table');
  const isTable = reading?.ok === true && reading.value.isKnown && view === 'table';
  return (
    <Stack gap="sm">
      {batch.remoteMessage !== '' && <Text>{batch.remoteMessage}</Text>}
      {reading === undefined && (
        <Group role="status">
          <Loader size="sm" />
          <Text size="sm">{message('Reading the report…')}</Text>
        </Group>
      )}
      {reading?.ok === false && <ErrorNotice error={reading.error} />}
      {reading?.ok === true && (
        <>
          <div>
            {reading.value.notes.map((note) => (
              <Text key={keyOfSaid(note)} size="sm" c="dimmed">
                {inWords(note)}
              </Text>
            ))}
          </div>
          {isTable ? <ReportTable id={id} batch={batch.number} reading={reading.value} /> : <RawReport batch={batch} />}
          {isTable && reading.value.counts.service > 0 && <StricterPanel batch={batch.number} />}
          <Group justify="space-between">
            {reading.value.isKnown ? (
              <SegmentedControl
                aria-label={message('How the report is shown')}
                value={view}
                // The control returns one of the values that it was given.
                onChange={(value) => setView(value as typeof view)}
                data={[
                  { value: 'table', label: message('By line') },
                  { value: 'raw', label: message('As it came') },
                ]}
              />
            ) : (
              <span />
            )}
            <Group gap="xs">
              {reading.value.isKnown && (
                <Button
                  leftSection={<IconDownload size={16} aria-hidden />}
                  onClick={() =>
                    saving.save({ kind: 'report-table', batch: batch.number, language: spokenLanguage().code })
                  }
                >
                  {message('Save the table…')}
                </Button>
              )}
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => saving.save({ kind: 'report', batch: batch.number })}
              >
                {message('Save the report…')}
              </Button>
            </Group>
          </Group>
        </>
      )}
      <SaveOutcome saving={saving} />
    </Stack>
  );
}

/** How the report was read; undefined while it is read. */
function useReading(batch: number): Result<ReportReading> | undefined {
  const bridge = useBridge();
  const [reading, setReading] = useState<Result<ReportReading>>();
  useEffect(() => {
    let isClosed = false;
    void bridge.invoke['report.reading']({ batch }).then((result) => {
      if (!isClosed) setReading(result);
    });
    return () => {
      isClosed = true;
    };
  }, [bridge, batch]);
  return reading;
}

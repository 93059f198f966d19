/** @file The service's report on a refused batch, as far as the window shows it. */

import { Button, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BatchRow, ReportExcerpt, Result } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { batchTexts } from '../texts/submission.ts';
import { size } from '../wording.ts';
import classes from './report-dialog.module.css';

/** The batch whose report is shown. */
export interface ReportedBatch {
  batch: Pick<BatchRow, 'number' | 'remoteMessage'>;
  /** The batch's position in its file, from 1. */
  position: number;
}

export function ReportDialog({ reported, onClose }: { reported: ReportedBatch | undefined; onClose: () => void }) {
  return (
    <Dialog
      subject={reported}
      onClose={onClose}
      size="xl"
      title={({ position }) => batchTexts.reportOf(position)}
      closeButtonProps={{ 'aria-label': batchTexts.closeReport }}
    >
      {({ batch }) => <Report batch={batch} />}
    </Dialog>
  );
}

function Report({ batch }: Pick<ReportedBatch, 'batch'>) {
  const bridge = useBridge();
  const saving = useSave();
  const [report, setReport] = useState<Result<ReportExcerpt>>();
  useEffect(() => {
    let isClosed = false;
    void bridge.invoke['batch.report']({ batch: batch.number }).then((result) => {
      if (!isClosed) setReport(result);
    });
    return () => {
      isClosed = true;
    };
  }, [bridge, batch.number]);
  return (
    <Stack gap="sm">
      {batch.remoteMessage !== '' && <Text>{batch.remoteMessage}</Text>}
      {report === undefined && (
        <Group role="status">
          <Loader size="sm" />
          <Text size="sm">{batchTexts.reportLoading}</Text>
        </Group>
      )}
      {report?.ok === false && <ErrorNotice error={report.error} />}
      {report?.ok === true && (
        <>
          <Text size="sm" c="dimmed">
            {report.value.fileName} · {size(report.value.bytes)}
          </Text>
          <Code block className={classes['text'] ?? ''} tabIndex={0}>
            {report.value.text}
          </Code>
          {report.value.isShortened && <Text size="sm">{batchTexts.reportShortened}</Text>}
          <Group justify="flex-end">
            <Button
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => saving.save({ kind: 'report', batch: batch.number })}
            >
              {batchTexts.saveReport}
            </Button>
          </Group>
        </>
      )}
      <SaveOutcome saving={saving} />
    </Stack>
  );
}

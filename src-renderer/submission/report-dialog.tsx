/** @file What the service says about a batch that it refused, as far as a window shows it. */

import { Button, Code, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BatchRow, ReportExcerpt, Result } from '../../src-preload/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { batchTexts } from '../texts/submission.ts';
import { size } from '../wording.ts';
import { SaveOutcome } from './save-outcome.tsx';
import { useSave } from './use-save.ts';

export function ReportDialog({
  batch,
  position,
  onClose,
}: {
  batch: Pick<BatchRow, 'number' | 'remoteMessage'>;
  position: number;
  onClose: () => void;
}) {
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
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={batchTexts.reportOf(position)}
      closeButtonProps={{ 'aria-label': batchTexts.closeReport }}
    >
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
            <Code block className="report-text" tabIndex={0}>
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
    </Modal>
  );
}

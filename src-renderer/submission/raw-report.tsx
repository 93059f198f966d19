/** @file The report as it came, as far as the window shows it. */

import { Code, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReportExcerpt, Result } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { size } from '../wording.ts';
import classes from './report-dialog.module.css';

export function RawReport({ batch }: { batch: { number: number } }) {
  const bridge = useBridge();
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
  if (report === undefined) return <Text size="sm">{message('Fetching the report…')}</Text>;
  if (!report.ok) return <ErrorNotice error={report.error} />;
  const { fileName, bytes, text, isShortened } = report.value;
  return (
    <>
      <Text size="sm" c="dimmed">
        {fileName} · {size(bytes)}
      </Text>
      <Code block className={classes['text'] ?? ''} tabIndex={0}>
        {text}
      </Code>
      {isShortened && (
        <Text size="sm">{message('Only the beginning is shown. Save the report to see all of it.')}</Text>
      )}
    </>
  );
}

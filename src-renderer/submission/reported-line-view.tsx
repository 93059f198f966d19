/** @file The line of the file that a row of a report is about, laid out for reading, with the place that the row names. */

import { Paper, Skeleton, Text, Title } from '@mantine/core';
import type { ShownLine, SubmissionRow } from '../../src-shared/contract.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { originInWords } from '../../src-shared/line-origin.ts';
import { CopiedValue } from '../copied-value.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FieldName } from '../field-name.tsx';
import { JsonText } from '../json-text/json-text.tsx';
import { findingTexts } from '../texts/submission.ts';
import classes from './source-line-view.module.css';
import { useSourceLine } from './source-line-view.tsx';

export function ReportedLineView({ id, shown }: { id: SubmissionRow['id']; shown: ShownLine | undefined }) {
  const number = shown?.line ?? 0;
  const line = useSourceLine(id, number);
  if (shown === undefined) {
    return (
      <Paper withBorder p="md" radius="md" className={`${classes['view']} ${classes['empty']}`}>
        <Text c="dimmed">{message('Choose a row to see its line here.')}</Text>
      </Paper>
    );
  }
  const path = shown.service.find(({ field }) => field !== undefined)?.field ?? shown.check[0]?.path ?? '';
  return (
    <Paper withBorder p="md" radius="md" component="section" className={classes['view'] ?? ''} aria-live="polite">
      <Title order={2} size="h5">
        {shown.line === null
          ? message('An entry that matches no line')
          : message('Line {line, number}', { line: shown.line })}
      </Title>
      {shown.origin !== undefined && <p className="small-print">{originInWords(shown.origin)}</p>}
      {shown.modificationId !== null && <CopiedValue what="Modification id" value={shown.modificationId} />}
      {path !== '' && <FieldName path={path} />}
      {shown.notes.map((note) => (
        <Text key={keyOfSaid(note)} size="sm">
          {inWords(note)}
        </Text>
      ))}
      {number > 0 && line === undefined && <Skeleton height={120} mt="sm" />}
      {line?.ok === false && <ErrorNotice error={line.error} />}
      {line?.ok === true && (
        <JsonText
          label={findingTexts.lineText}
          text={line.value.text}
          path={path}
          isShortened={line.value.isShortened}
        />
      )}
    </Paper>
  );
}

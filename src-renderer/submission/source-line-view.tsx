/** @file The line of a finding, laid out for reading, with the faulty place marked. */

import { Button, Group, Paper, Skeleton, Title } from '@mantine/core';
import { IconEdit, IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { LineOutcome } from '../../src-shared/account.ts';
import type { FindingRow, Result, SourceLine, SubmissionRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { originInWords } from '../../src-shared/line-origin.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FieldName } from '../field-name.tsx';
import { PreparationLink } from '../fixing/preparation-link.tsx';
import { JsonText } from '../json-text/json-text.tsx';
import { OutcomeName } from '../progress/account-bar.tsx';
import { addressOf } from '../routes.ts';
import { useLineEdits } from '../stores.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { findingTexts } from '../texts/submission.ts';
import { SeveritySign } from './severity-sign.tsx';
import classes from './source-line-view.module.css';

/** What may still be done with the lines of a file. */
export interface FindingsFile {
  /** They can be corrected: the service has not processed the file. */
  isCorrectable: boolean;
  /** A new preparation can take its place: nothing of it was sent. */
  isUnsent: boolean;
  /** A correction stands for what was missing of it. */
  wasCorrected: boolean;
}

/** The service does not have a line of these outcomes, and gets it with no file. */
const goesAlone: ReadonlySet<LineOutcome> = new Set<LineOutcome>(['rejected', 'invalid', 'leftOut']);

interface SourceLineViewProps {
  id: SubmissionRow['id'];
  finding: FindingRow;
  file: FindingsFile;
}

export function SourceLineView({ id, finding, file }: SourceLineViewProps) {
  const line = useSourceLine(id, finding.line);
  const outcome = line?.ok === true ? line.value.outcome : undefined;
  return (
    <Paper withBorder p="md" radius="md" component="section" className={classes['view'] ?? ''} aria-live="polite">
      <Title order={2} size="h5">
        {finding.line === 0 ? message('The file as a whole') : message('Line {line, number}', { line: finding.line })}
      </Title>
      <p className={classes['findingWords']}>
        <SeveritySign severity={finding.severity} />
        <span>{findingSentence(finding.message)}</span>
      </p>
      <p className="small-print">
        {ruleName(finding.rule)} <span className="service-word">{finding.rule}</span>
      </p>
      {finding.path !== '' && <FieldName path={finding.path} />}
      {finding.line > 0 && line === undefined && <Skeleton height={120} mt="sm" />}
      {line?.ok === false && <ErrorNotice error={line.error} />}
      {line?.ok === true && (
        <>
          {line.value.origin !== undefined && <p className="small-print">{originInWords(line.value.origin)}</p>}
          {outcome !== undefined && (
            <p className="small-print">
              <OutcomeName outcome={outcome} />
            </p>
          )}
          {line.value.isShortened && (
            <p className="small-print">{message('The line is very long; only its beginning is shown.')}</p>
          )}
          <JsonText
            label={findingTexts.lineText}
            text={line.value.text}
            path={finding.path}
            isShortened={line.value.isShortened}
          />
          <Group gap="xs" className={classes['ways'] ?? ''}>
            {file.isCorrectable && outcome !== 'accepted' && <CorrectLink id={id} line={finding.line} />}
            {file.isUnsent && finding.from !== undefined && (
              <PreparationLink id={id} of={{ line: finding.line, field: finding.path }} size="compact-sm" />
            )}
            {!line.value.isShortened && !file.wasCorrected && (outcome === undefined || goesAlone.has(outcome)) && (
              <Button
                component="a"
                variant="default"
                size="compact-sm"
                leftSection={<IconSend size={14} aria-hidden />}
                href={addressOf({ page: 'transactions', from: { submission: id, line: finding.line } })}
              >
                {message('Send this line alone')}
              </Button>
            )}
          </Group>
        </>
      )}
    </Paper>
  );
}

/** Leads to the editor of the line. */
function CorrectLink({ id, line }: { id: SubmissionRow['id']; line: number }) {
  const edited = useLineEdits(({ edits }) => edits.get(id)?.find((one) => one.line === line)?.kind);
  return (
    <>
      {edited !== undefined && <p className="small-print">{lineEditorTexts.standing[edited]}</p>}
      <Button
        component="a"
        size="compact-sm"
        leftSection={<IconEdit size={14} aria-hidden />}
        href={addressOf({ page: 'submission', id, line })}
      >
        {edited === undefined ? message('Correct this line…') : message('Correct it further…')}
      </Button>
    </>
  );
}

/** A line of the file; undefined until it is loaded. */
export function useSourceLine(id: SubmissionRow['id'], line: number): Result<SourceLine> | undefined {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<{ line: number; result: Result<SourceLine> }>();
  useEffect(() => {
    if (line === 0) return;
    let isOutdated = false;
    void bridge.invoke['submission.line']({ id, line }).then((result) => {
      if (!isOutdated) setLoaded({ line, result });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, line]);
  return loaded?.line === line ? loaded.result : undefined;
}

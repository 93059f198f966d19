/** @file The findings about the transaction, and the place that the selected one concerns. */

import { Paper, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FindingRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { FieldName } from '../field-name.tsx';
import { JsonText } from '../json-text/json-text.tsx';
import { useTransaction } from '../stores.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { transactionTexts } from '../texts/transactions.ts';
import classes from './transactions-page.module.css';

/** More than a person corrects before checking again. */
const MOST_SHOWN = 50;
/** A longer text is laid out only up to this length. */
const MOST_LAID_OUT = 200_000;

export function FindingsPanel() {
  const findings = useTransaction((state) => state.findings);
  const text = useTransaction((state) => state.text);
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="section"
      className={classes['panel'] ?? ''}
      aria-label={transactionTexts.findings}
      aria-live="polite"
    >
      <Title order={2} size="h5">
        {transactionTexts.findings}
      </Title>
      {findings === undefined ? (
        <Text size="sm" c="dimmed">
          {message('This text has not been checked yet.')}
        </Text>
      ) : findings.length === 0 ? (
        <>
          <p className={classes['clean']}>
            <IconCircleCheck size={18} aria-hidden /> {message('The check found no errors and no warnings.')}
          </p>
          <LaidOut text={text} path="" />
        </>
      ) : (
        <Found findings={findings} text={text} />
      )}
    </Paper>
  );
}

function Found({ findings, text }: { findings: readonly FindingRow[]; text: string }) {
  // Errors first, because they decide.
  const shown = useMemo(
    () => findings.toSorted((one, other) => rank(one) - rank(other)).slice(0, MOST_SHOWN),
    [findings],
  );
  const [chosen, setChosen] = useState(0);
  const finding = shown[chosen] ?? shown[0];
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      <Text size="sm">{transactionTexts.found(errors, findings.length - errors)}</Text>
      <ul className={classes['found']}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be equal, and rows never move.
          <li key={index}>
            <button type="button" aria-pressed={one === finding} onClick={() => setChosen(index)}>
              <SeveritySign severity={one.severity} />
              <span>
                {findingSentence(one.message)}
                <span className="small-print">
                  {ruleName(one.rule)} <span className="service-word">{one.rule}</span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {finding !== undefined && (
        <div className={classes['place']}>
          {finding.path !== '' && <FieldName path={finding.path} />}
          <LaidOut text={text} path={finding.path} />
        </div>
      )}
    </>
  );
}

/** A line of a file is hard to read; what is sent stays as it is. `path`: the place to mark, if any. */
function LaidOut({ text, path }: { text: string; path: string }) {
  return (
    <JsonText
      label={message('The transaction, formatted')}
      text={text.slice(0, MOST_LAID_OUT)}
      path={path}
      isShortened={text.length > MOST_LAID_OUT}
    />
  );
}

const rank = ({ severity }: FindingRow): number => (severity === 'error' ? 0 : 1);

/** @file What corrections make of a line, with what the check finds in that. */

import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { CorrectedLine, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { originInWords } from '../../src-shared/line-origin.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { useStores } from '../stores.ts';
import { changedLines } from './changed-lines.ts';
import classes from './correcting.module.css';
import { stepsOf } from './draft.ts';

interface LineChangeProps {
  id: SubmissionRow['id'];
  line: number;
  /** By a step that keeps another line: then it is shown as it stands in the file. */
  isLeftOut?: boolean;
  /** Of lines that share an id: another one, with which a person compares it, and whether they still share it. */
  besides?: number | undefined;
  sharesId?: boolean;
}

export function LineChange({ id, line, isLeftOut = false, besides, sharesId }: LineChangeProps) {
  const corrected = useCorrectedLine(id, line);
  const other = useCorrectedLine(id, besides ?? line);
  if (corrected === undefined || other === undefined) return <Loading>{message('Loading the line…')}</Loading>;
  if (!corrected.ok) return <ErrorNotice error={corrected.error} />;
  const { before, findings, origin } = corrected.value;
  const isGone = isLeftOut || corrected.value.isLeftOut;
  const after = isGone ? before : corrected.value.after;
  // Of one line alone, nobody knows what has become of the others.
  const isOver = (rule: string) => isGone || (sharesId === false && rule === 'modification.duplicate');
  const errors = findings.filter(({ severity, rule }) => severity === 'error' && !isOver(rule));
  const [first] = errors;
  if (before === undefined || after === undefined)
    return <Text size="sm">{message('This line is too long to be shown here.')}</Text>;
  const isWrong = first !== undefined || (sharesId === true && !isGone);
  const verdict = () => {
    if (isGone) return message('This line is left out of the corrected file.');
    if (first !== undefined) return findingSentence(first.message);
    return isWrong
      ? message('Another line has the same id, and other content.')
      : message('The check accepts this line.');
  };
  const fields = changedLines(
    before,
    after,
    errors.map(({ path }) => path),
    besides !== undefined && other.ok ? other.value.before : undefined,
  );
  const explanation = () => {
    if (before !== after)
      return message('Only what is marked changes. Everything else is sent byte for byte as in the file.');
    if (besides === undefined) return isGone ? undefined : message('Nothing changes this line yet.');
    return fields.some(({ kind }) => kind === 'differs')
      ? message('What is marked differs from line {line, number}.', { line: besides })
      : message('It says the same as line {line, number}.', { line: besides });
  };
  return (
    <>
      {origin !== undefined && <p className="small-print">{originInWords(origin)}</p>}
      <p className={classes['verdict']} role="status" data-right={!isWrong}>
        {isWrong ? <IconAlertTriangle size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
        <span>
          {verdict()}{' '}
          {errors.length > 1 &&
            message('{count, plural, one {The line has # more error.} other {The line has # more errors.}}', {
              count: errors.length - 1,
            })}
        </span>
      </p>
      <pre className={classes['change']}>
        {fields.map(({ kind, text, key }) => (
          <span key={key} data-kind={isGone && kind === 'wrong' ? 'same' : kind}>
            {`${kind === 'removed' ? '- ' : kind === 'added' ? '+ ' : '  '}${text}\n`}
          </span>
        ))}
      </pre>
      <Text size="xs" c="dimmed">
        {explanation()}
      </Text>
    </>
  );
}

function useCorrectedLine(id: SubmissionRow['id'], line: number): Result<CorrectedLine> | undefined {
  const bridge = useBridge();
  const { workbenches } = useStores();
  const turns = useStore(workbenches(id), (state) => state.turns);
  // Lines may have been corrected by hand since.
  const checkedAt = useStore(workbenches(id), (state) => state.checkedAt);
  const [loaded, setLoaded] = useState<{ line: number; result: Result<CorrectedLine> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after each check
  useEffect(() => {
    let isOutdated = false;
    void bridge.invoke['edits.corrected']({ id, line, steps: stepsOf(turns) }).then((result) => {
      if (!isOutdated) setLoaded({ line, result });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, line, turns, checkedAt]);
  return loaded?.line === line ? loaded.result : undefined;
}

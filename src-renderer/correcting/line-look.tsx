/** @file A line of the file before and after, with what the check finds in it; and its text, to be corrected by hand. */

import { ActionIcon, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconCircleCheck, IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { CorrectedLine, FaultEntry, FaultKind, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { useStores } from '../stores.ts';
import { usedUp } from '../used-up.ts';
import { changedLines } from './changed-lines.ts';
import classes from './correcting.module.css';
import { stepsOf } from './draft.ts';

/** With its editor: too much for a person who corrects by values. */
const ByHand = lazy(async () => ({ default: (await import('./by-hand.tsx')).ByHand }));

interface LineLookProps {
  id: SubmissionRow['id'];
  kind: FaultKind;
  entry: FaultEntry;
  /** One of its lines: the first, unless a person came for another. */
  line: number;
  isByHand: boolean;
  /** Another one that still has the fault. */
  next: number | undefined;
  /** Corrects a line by hand; undefined ends that. */
  onByHand: (line: number | undefined) => void;
  /** Looks at another line of the entry. */
  onLook: (line: number) => void;
}

export function LineLook({ id, kind, entry, line, isByHand, next, onByHand, onLook }: LineLookProps) {
  const { fault } = entry;
  const isEditing = isByHand && line > 0;
  return (
    <section className={classes['look']} aria-label={message('Before and after')} data-by-hand={isEditing}>
      <div className={classes['paneHead']}>
        <h2>{line === 0 ? message('The whole file') : message('Line {line, number}', { line })}</h2>
        {entry.next.length > 0 && line > 0 && !isEditing && <OtherLines entry={entry} line={line} onLook={onLook} />}
      </div>
      {line > 0 && !isEditing && (
        <>
          <Change id={id} line={line} />
          <Button
            size="xs"
            variant="default"
            className={classes['byHand'] ?? ''}
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => onByHand(line)}
          >
            {message('Correct this line by hand…')}
          </Button>
        </>
      )}
      {isEditing && (
        <Suspense fallback={<Loading>{message('Loading the line…')}</Loading>}>
          <ByHand
            id={id}
            line={line}
            kind={kind.name}
            next={next}
            onNext={onByHand}
            onEnd={() => onByHand(undefined)}
          />
        </Suspense>
      )}
      {line === 0 && fault.kind === 'whole-file' && <Text size="sm">{inWords(kind.message)}</Text>}
    </section>
  );
}

/** Which of its lines it is, and the way to the one before and after. */
function OtherLines({
  entry: { fault, first, next, lines },
  line,
  onLook,
}: Pick<LineLookProps, 'entry' | 'line' | 'onLook'>) {
  const shown = [first, ...next];
  const at = shown.indexOf(line);
  const step = (other: number | undefined, words: string, sign: ReactNode) => (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={words}
      title={words}
      {...usedUp(other === undefined)}
      onClick={() => other !== undefined && onLook(other)}
    >
      {sign}
    </ActionIcon>
  );
  return (
    <span className={classes['otherLines']}>
      <span className="small-print">
        {at < 0
          ? message('one of {lines, number}', { lines })
          : // Both of a pair are looked at; one of them goes.
            fault.kind === 'same-id'
            ? message(
                '{lines, plural, one {# line says the same as another} other {# lines say the same as another}}',
                { lines },
              )
            : message('{place, number} of {lines, number}', { place: at + 1, lines })}
      </span>
      {step(shown[at - 1], message('The line before with this fault'), <IconChevronLeft size={15} aria-hidden />)}
      {step(shown[at + 1], message('The next line with this fault'), <IconChevronRight size={15} aria-hidden />)}
    </span>
  );
}

function Change({ id, line }: { id: SubmissionRow['id']; line: number }) {
  const corrected = useCorrectedLine(id, line);
  if (corrected === undefined) return <Loading>{message('Loading the line…')}</Loading>;
  if (!corrected.ok) return <ErrorNotice error={corrected.error} />;
  const { before, after, isLeftOut, findings } = corrected.value;
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (isLeftOut) return <Text size="sm">{message('This line is left out of the corrected file.')}</Text>;
  if (before === undefined || after === undefined)
    return <Text size="sm">{message('This line is too long to be shown here.')}</Text>;
  return (
    <>
      <p className={classes['verdict']} role="status" data-right={first === undefined}>
        {first === undefined ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
        <span>
          {first === undefined ? message('The check accepts this line.') : inWords(first.message)}{' '}
          {errors.length > 1 &&
            message('{count, plural, one {It has # more error.} other {It has # more errors.}}', {
              count: errors.length - 1,
            })}
        </span>
      </p>
      <pre className={classes['change']}>
        {changedLines(
          before,
          after,
          errors.map(({ path }) => path),
        ).map(({ kind, text, key }) => (
          <span key={key} data-kind={kind}>
            {`${kind === 'removed' ? '- ' : kind === 'added' ? '+ ' : '  '}${text}\n`}
          </span>
        ))}
      </pre>
      <Text size="xs" c="dimmed">
        {before === after
          ? message('Nothing changes this line yet.')
          : message('Only what is marked changes. Everything else is sent byte for byte as in the file.')}
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

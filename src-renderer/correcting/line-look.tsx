/** @file A line of the file before and after, with what the check finds in it; and its text, to be corrected by hand. */

import { ActionIcon, Button, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { FaultEntry, SubmissionRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Loading } from '../frame/page.tsx';
import { usedUp } from '../used-up.ts';
import classes from './correcting.module.css';
import type { EntryOfFile, KindOfFile } from './draft.ts';
import { LeaveValueOut } from './leave-out.tsx';
import { LineChange } from './line-change.tsx';
import { PairLook } from './pair-look.tsx';
import { numbersOf } from './shared-lines.ts';

/** With its editor: too much for a person who corrects by values. */
const ByHand = lazy(async () => ({ default: (await import('./by-hand.tsx')).ByHand }));

interface LineLookProps {
  id: SubmissionRow['id'];
  kind: KindOfFile;
  entry: EntryOfFile;
  /** One of its lines: the first, unless a person came for another. */
  line: number;
  isByHand: boolean;
  /** Another one that still has a fault of the kind. */
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
    // Of lines of which nothing is left to decide, no button takes the focus, and the keyboard still scrolls.
    <section
      className={classes['look']}
      aria-label={message('Before and after')}
      data-by-hand={isEditing}
      tabIndex={fault.kind === 'shared' && !isEditing ? 0 : undefined}
    >
      <div className={classes['paneHead']}>
        <h2>{headingOf(entry, isEditing, line)}</h2>
        {entry.next.length > 0 && fault.kind !== 'shared' && line > 0 && !isEditing && (
          <OtherLines entry={entry} line={line} onLook={onLook} />
        )}
      </div>
      {fault.kind === 'shared' && !isEditing && <PairLook id={id} kind={kind} entry={entry} onByHand={onByHand} />}
      {line > 0 && fault.kind !== 'shared' && !isEditing && (
        <>
          <LineChange id={id} line={line} />
          <Button
            size="xs"
            variant="default"
            className={classes['byHand'] ?? ''}
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => onByHand(line)}
          >
            {message('Correct this line by hand…')}
          </Button>
          {fault.kind === 'value' && fault.isShortened !== true && entry.left > 0 && (
            <LeaveValueOut id={id} kind={kind} entry={entry} />
          )}
        </>
      )}
      {isEditing && (
        <Suspense fallback={<Loading>{message('Loading the line…')}</Loading>}>
          <ByHand
            id={id}
            line={line}
            kind={kind.name}
            field={kind.field}
            next={next}
            onNext={onByHand}
            onEnd={() => onByHand(undefined)}
          />
        </Suspense>
      )}
      {line === 0 && fault.kind === 'whole-file' && <Text size="sm">{findingSentence(kind.message)}</Text>}
    </section>
  );
}

function headingOf({ fault, alike = [] }: FaultEntry, isEditing: boolean, line: number): string {
  if (line === 0) return message('The whole file');
  return fault.kind === 'shared' && !isEditing
    ? message('Lines {lines}', { lines: numbersOf(alike.flat()) })
    : message('Line {line, number}', { line });
}

/** Which of its lines it is, and the way to the one before and after. */
function OtherLines({ entry: { first, next, lines }, line, onLook }: Pick<LineLookProps, 'entry' | 'line' | 'onLook'>) {
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
          : message('{place, number} of {lines, number}', { place: at + 1, lines })}
      </span>
      {step(shown[at - 1], message('The line before with this fault'), <IconChevronLeft size={15} aria-hidden />)}
      {step(shown[at + 1], message('The next line with this fault'), <IconChevronRight size={15} aria-hidden />)}
    </span>
  );
}

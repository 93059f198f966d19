/** @file The page on which a person corrects the faults of a file: kinds, values, a line before and after, and the bar that sends. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Anchor, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isKeyboardFree } from '../focus-page.ts';
import { BackLink, Loading } from '../frame/page.tsx';
import { useIsNarrow } from '../frame/use-is-narrow.ts';
import { addressOf } from '../routes.ts';
import { useQueue, useStores } from '../stores.ts';
import { fixingTexts } from '../texts/fixing.ts';
import { counted } from '../wording.ts';
import classes from './correcting.module.css';
import {
  decided,
  type EntryOfFile,
  entryOfLine,
  isOpenEntry,
  type KindOfFile,
  keyOf,
  kindsOf,
  linesIn,
  nextFaulty,
  withDecided,
} from './draft.ts';
import { focusFirstOpen } from './first-open.ts';
import { useKeptFocus } from './kept-focus.ts';
import { KindList } from './kind-list.tsx';
import { LineLook } from './line-look.tsx';
import { nextOpenKind } from './next-kind.ts';
import { SendBar } from './send-bar.tsx';
import { isOnlyRepeat, SENT_BEFORE, SentBefore } from './sent-before.tsx';
import { useSoughtLine } from './sought-line.ts';
import { Stays } from './stays.tsx';
import { ValueTable } from './value-table.tsx';

type Id = SubmissionRow['id'];

/** How soon it is asked again whether what is under way has ended. */
const AGAIN_MS = 1000;

interface CorrectPageProps {
  id: Id;
  /** The line that a person came for. */
  line?: number | undefined;
}

export function CorrectPage({ id, line }: CorrectPageProps) {
  const { workbenches } = useStores();
  const workbench = workbenches(id);
  const first = useStore(workbench, (state) => state.first);
  const error = useStore(workbench, (state) => state.error);
  const fileName = useQueue(({ list }) => list?.rows.get(id)?.fileName);
  // Then nothing can be sent from here.
  const isElsewhere = error?.code === 'submission.corrected';
  const correction = useQueue(({ list }) => list?.rows.get(id)?.story?.correctedBy);
  const isUnderWay = error?.code === 'submission.not-correctable';
  useEffect(() => void workbench.getState().open(), [workbench]);
  useEffect(() => {
    if (!isUnderWay) return;
    // The last report may come a moment later.
    const timer = setInterval(() => void workbench.getState().open(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [workbench, isUnderWay]);
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <BackLink href={addressOf({ page: 'submission', id })}>{fileName ?? message('Back')}</BackLink>
        <Title order={1} size="h4">
          {first !== undefined && isOnlyRepeat(first)
            ? message('Choose which lines go')
            : message('Correct', {}, { context: 'heading' })}
        </Title>
        {first !== undefined && <span className="small-print">{standingOf(first)}</span>}
      </header>
      {error !== undefined && (
        <ErrorNotice error={error}>
          {isElsewhere && correction !== undefined && (
            <Anchor size="sm" underline="always" href={addressOf({ page: 'submission', id: correction })}>
              {fixingTexts.open}
            </Anchor>
          )}
        </ErrorNotice>
      )}
      {first === undefined && error === undefined && <Loading>{message('Checking every line…')}</Loading>}
      {first !== undefined && !isElsewhere && <Bench id={id} first={first} line={line} />}
    </div>
  );
}

const standingOf = ({ faulty, errors, kinds, sentBefore }: Faults): string => {
  if (isOnlyRepeat({ kinds, sentBefore }) && sentBefore !== undefined)
    return message('{lines} went before', { lines: counted(sentBefore.lines, 'line') });
  return message('{lines}, {errors}, {kinds, plural, one {# kind} other {# kinds}}', {
    lines: counted(faulty, 'line'),
    errors: counted(errors, 'error'),
    kinds: kinds.length,
  });
};

function Bench({ id, first, line }: CorrectPageProps & { first: Faults }) {
  const { workbenches } = useStores();
  const workbench = workbenches(id);
  const last = useStore(workbench, (state) => state.last) ?? first;
  const turns = useStore(workbench, (state) => state.turns);
  const isChecking = useStore(workbench, (state) => state.isChecking);
  const corrected = new Set(isChecking ? turns.flatMap(({ byHand: of }) => of?.line ?? []) : []);
  const counted = useStore(workbench, (state) => state.counted);
  const checked = kindsOf(first, last);
  const kinds = isChecking ? withDecided(checked, turns, counted) : checked;
  const errorsLeft = Math.max(0, last.errors - linesIn(checked) + linesIn(kinds));
  const done = decided(turns);
  const sought = useSoughtLine(id, line, first);
  // The kind that is open at first stays, also once it is done: nothing jumps under the hand.
  const [openAtFirst] = useState(() => kinds.find(({ left }) => left > 0)?.name);
  const [chosenKind, setChosenKind] = useState<string>();
  const [chosenEntry, setChosenEntry] = useState<string>();
  const [looked, setLooked] = useState<number>();
  const [byHand, setByHand] = useState<number>();
  const { sentBefore } = last;
  const isOfSent = sentBefore !== undefined && (chosenKind === SENT_BEFORE || kinds.length === 0);
  const chosen = kinds.find(({ name }) => name === (chosenKind ?? sought?.kind ?? openAtFirst)) ?? kinds[0];
  const kind = isOfSent ? undefined : chosen;
  const entry = kind?.entries.find((one) => keyOf(kind, one) === (chosenEntry ?? sought?.entry)) ?? firstIn(kind, done);
  const isSought = kind !== undefined && entry !== undefined && keyOf(kind, entry) === sought?.entry;
  const shownLine = byHand ?? looked ?? (isSought ? sought.line : (entry?.first ?? 0));
  const look = (line: number | undefined) => {
    setLooked(line);
    setByHand(undefined);
  };
  const panes = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const shownKind = isOfSent ? SENT_BEFORE : kind?.name;
  const lookAtKind = (name: string) => {
    if (name === shownKind) return;
    setChosenKind(name);
    look(undefined);
  };
  const chooseKind = (name: string) => {
    flushSync(() => {
      setChosenKind(name);
      look(undefined);
    });
    // There, the values are below all kinds.
    if (isNarrow) panes.current?.querySelector('section')?.scrollIntoView();
  };
  const chooseEntry = (key: string) => {
    setChosenEntry(key);
    if (entry === undefined || kind === undefined || keyOf(kind, entry) !== key) look(undefined);
  };
  const correctByHand = (of: number | undefined) => {
    // The next line may be another entry.
    const other = kind && of !== undefined && entryOfLine(kind, entry, of);
    if (kind !== undefined && other) setChosenEntry(keyOf(kind, other));
    if (of !== undefined) setLooked(of);
    setByHand(of);
  };
  const keptFocus = useKeptFocus();
  // Where the work begins: all proposals, else the first kind.
  useEffect(() => {
    if (line === undefined && isKeyboardFree())
      panes.current?.querySelector<HTMLElement>('nav button:enabled')?.focus({ preventScroll: true });
  }, [line]);
  useKeys(id, (step) => {
    const next = nextOpenKind(kinds, kind?.name, step);
    if (next === undefined) return;
    chooseKind(next.name);
    panes.current?.querySelector<HTMLElement>('nav [aria-current="true"]')?.focus({ preventScroll: isNarrow });
  });
  return (
    <div className={classes['bench']} {...keptFocus}>
      <div ref={panes} className={classes['panes']} data-by-hand={byHand !== undefined}>
        <KindList
          id={id}
          kinds={kinds}
          sentBefore={sentBefore?.lines ?? 0}
          chosen={shownKind}
          onChoose={chooseKind}
          onLook={lookAtKind}
          onEnter={(name) => {
            chooseKind(name);
            focusFirstOpen(panes.current?.querySelector('section'));
          }}
        />
        {isOfSent && <SentBefore id={id} told={sentBefore} />}
        {kind !== undefined && (
          <ValueTable
            key={kind.name}
            id={id}
            kind={kind}
            kinds={kinds}
            done={done}
            chosen={entry}
            onChoose={chooseEntry}
            onByHand={correctByHand}
            onEnter={() => panes.current?.querySelector<HTMLElement>('section:last-child button')?.focus()}
          />
        )}
        {kind !== undefined && entry !== undefined && (
          <LineLook
            id={id}
            kind={kind}
            entry={entry}
            line={shownLine}
            isByHand={byHand !== undefined}
            next={nextFaulty(kind, entry, last, { line: shownLine, corrected })}
            onByHand={correctByHand}
            onLook={look}
          />
        )}
      </div>
      {/* There, it scrolls with the lines, and the bar leaves most of the window to them. */}
      {isNarrow && (
        <div className={classes['stays']} data-checking={isChecking}>
          <Stays id={id} last={last} />
        </div>
      )}
      <SendBar id={id} first={first} last={last} errorsLeft={errorsLeft} isByHand={byHand !== undefined} />
    </div>
  );
}

/** The first that is open. Of lines that share an id, what can be left out at once is no row of its own. */
const firstIn = (kind: KindOfFile | undefined, done: ReturnType<typeof decided>): EntryOfFile | undefined =>
  kind?.entries.find(({ fault }) => fault.kind === 'shared') ??
  kind?.entries.find((entry) => isOpenEntry(kind, entry, done)) ??
  kind?.entries[0];

/** Undo, redo, and the open kind above or below. */
function useKeys(id: Id, onMove: (step: 1 | -1) => void): void {
  const { workbenches } = useStores();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      const { undo, redo } = workbenches(id).getState();
      // In a line that is corrected by hand, what was typed is undone.
      const isByHand = event.target instanceof Element && event.target.closest('section[data-by-hand="true"]') !== null;
      const isTyped =
        isByHand || (event.target instanceof HTMLInputElement && event.target.value !== event.target.defaultValue);
      // In a list of choices, these keys open it.
      const isChoice = event.target instanceof Element && event.target.matches('select, [role="combobox"]');
      if (event.altKey && !isChoice && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
        onMove(event.key === 'ArrowDown' ? 1 : -1);
      else if (isCommand && event.key.toLowerCase() === 'z' && !isTyped) event.shiftKey ? redo() : undo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

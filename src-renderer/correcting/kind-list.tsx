/** @file The kinds of faults, with how many lines of each are left; and all proposals at once. */

import { Button } from '@mantine/core';
import { IconCheck, IconCopyMinus } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { sumsInWords } from '../../src-shared/amounts.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { causeOf, nameOf } from '../../src-shared/fault-kind-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useOffers } from '../palette/use-offers.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { useStores } from '../stores.ts';
import { useOneStop } from '../use-one-stop.ts';
import { counted, number } from '../wording.ts';
import classes from './correcting.module.css';
import { decided, duplicatesIn, type KindOfFile, proposalsIn } from './draft.ts';
import { noReasonInWords } from './fault-words.ts';
import { SENT_BEFORE, sentBeforeStanding, sentBeforeTitle } from './sent-before.tsx';

interface KindListProps {
  id: SubmissionRow['id'];
  kinds: readonly KindOfFile[];
  /** Lines that went before, which are no fault. */
  sentBefore: number;
  chosen: string | undefined;
  onChoose: (key: string) => void;
  /** By the keyboard, which stays in the list. */
  onLook: (key: string) => void;
  /** By Enter: leads to what is to be decided of it. */
  onEnter: (key: string) => void;
}

export function KindList({ id, kinds, sentBefore, chosen, onChoose, onLook, onEnter }: KindListProps) {
  const { workbenches } = useStores();
  const { take } = workbenches(id).getState();
  const turns = useStore(workbenches(id), (state) => state.turns);
  const sendsAgain = useStore(workbenches(id), (state) => state.sendsAgain);
  const all = proposalsIn(kinds, decided(turns));
  const duplicates = duplicatesIn(kinds, decided(turns));
  const [isUnderHand, setUnderHand] = useState(false);
  const oneStop = useOneStop<'ul'>('down');
  // A line has as many errors as it has values that are corrected.
  const allInWords =
    all &&
    message('Use all sure proposals, for {errors, plural, one {# error} other {# errors}}', { errors: all.lines });
  const duplicatesInWords = duplicates && copiesInWords(duplicates.lines, kinds);
  useOffers([
    { title: allInWords ?? '', isPossible: all !== undefined, run: () => all && take(all) },
    { title: duplicatesInWords ?? '', isPossible: duplicates !== undefined, run: () => duplicates && take(duplicates) },
  ]);
  const enter = (key: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onEnter(key);
  };
  const open = kinds.filter(({ left }) => left > 0);
  const hasDecided = turns.some(({ byHand }) => byHand === undefined);
  return (
    <nav
      className={classes['pane']}
      aria-label={message('Kinds of faults')}
      onPointerEnter={() => setUnderHand(true)}
      onPointerLeave={() => setUnderHand(false)}
    >
      {kinds.length > 0 && (
        <div className={classes['paneHead']}>
          <h2>
            {message('{count, plural, one {# kind of error} other {# kinds of errors}}', { count: kinds.length })}
          </h2>
          <span className="small-print">
            {message('{done, number} done, {open, number} open', {
              done: kinds.length - open.length,
              open: open.length,
            })}
          </span>
          {open.length > 1 && (
            <span className={classes['nextKind']} title={message('The next kind that is open')}>
              <KeysShown keys="Alt+↓" />
            </span>
          )}
        </div>
      )}
      <KeptPlace isHeld={isUnderHand} instead={hasDecided ? message('No sure proposal is left') : undefined}>
        {all !== undefined && (
          <Button
            variant="default"
            size="xs"
            className={classes['allProposals'] ?? ''}
            leftSection={<IconCheck size={16} aria-hidden />}
            title={message('Takes every new value that is sure. Each can be undone.')}
            onClick={() => take(all)}
          >
            {allInWords}
          </Button>
        )}
      </KeptPlace>
      <KeptPlace isHeld={isUnderHand} instead={undefined}>
        {duplicates !== undefined && (
          <>
            <Button
              variant="default"
              size="xs"
              className={classes['allProposals'] ?? ''}
              leftSection={<IconCopyMinus size={16} aria-hidden />}
              title={message('Of lines that say the same, the first stays. It can be undone.')}
              onClick={() => take(duplicates)}
            >
              {duplicatesInWords}
            </Button>
            <p className="small-print">{noReasonInWords('modification.duplicate')}</p>
          </>
        )}
      </KeptPlace>
      <ul className={classes['kinds']} {...oneStop}>
        {kinds.map((kind) => (
          <li key={kind.name}>
            <button
              type="button"
              aria-current={kind.name === chosen}
              data-done={kind.left === 0}
              onFocus={() => onLook(kind.name)}
              onClick={() => onChoose(kind.name)}
              onKeyDown={enter(kind.name)}
            >
              <span className={classes['field']}>{nameOf(kind)}</span>
              <span className={classes['left']}>{standing(kind)}</span>
              {kind.field !== '' && <span className={classes['cause']}>{causeOf(kind)}</span>}
              {kind.left > 0 && kind.left < kind.lines && (
                <progress className={classes['meter']} aria-hidden value={kind.lines - kind.left} max={kind.lines} />
              )}
            </button>
          </li>
        ))}
        {sentBefore > 0 && (
          <li>
            <button
              type="button"
              aria-current={chosen === SENT_BEFORE}
              data-done="true"
              onFocus={() => onLook(SENT_BEFORE)}
              onClick={() => onChoose(SENT_BEFORE)}
              onKeyDown={enter(SENT_BEFORE)}
            >
              <span className={classes['field']}>{sentBeforeTitle}</span>
              <span className={classes['left']}>{counted(sentBefore, 'line')}</span>
              <span className={classes['cause']}>{sentBeforeStanding[sendsAgain]}</span>
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface KeptPlaceProps {
  children: ReactNode;
  /** Whether what stands below is under the hand, and must not move. */
  isHeld: boolean;
  /** What is said once the button is gone. */
  instead: string | undefined;
}

/** As high as its button was, once that is gone, as long as the hand stays; except in one column, where the hole would fill the window. */
function KeptPlace({ children, isHeld, instead }: KeptPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const isThere = children !== false;
  useLayoutEffect(() => {
    if (isThere && place.current !== null) setHeight(place.current.getBoundingClientRect().height);
    // Nor does it move when the hand comes back.
    else if (!isHeld) setHeight(0);
  }, [isThere, isHeld]);
  const kept = isHeld ? height : 0;
  const style: CSSProperties & Record<'--kept', string> = { '--kept': `${kept}px` };
  if (!isThere && kept === 0 && instead === undefined) return null;
  return (
    <div ref={place} className={classes['keptPlace']} style={style}>
      {isThere ? children : <p className="small-print">{instead}</p>}
    </div>
  );
}

/** With what they pay: a person leaves no money out unseen. */
function copiesInWords(count: number, kinds: readonly KindOfFile[]): string {
  const sums = kinds.flatMap(({ entries }) => entries).flatMap((entry) => entry.sums ?? []);
  return sums.length === 0
    ? message('Leave out {count, plural, one {# duplicate} other {# duplicates}}', { count })
    : message('Leave out {count, plural, one {# duplicate} other {# duplicates}}: {sums}', {
        count,
        sums: sumsInWords(sums),
      });
}

function standing({ rule, left, lines }: KindOfFile): string {
  if (left === 0 && rule === 'line.blank')
    return message('{lines, plural, one {✓ # removed} other {✓ # removed}}', { lines });
  // Corrected, left out, or as it was, once the other one with its id is out.
  if (left === 0) return message('✓ {lines, number} done', { lines });
  return left >= lines
    ? message('{left, number} left', { left })
    : message('{left} of {lines} left', { left: number(left), lines: number(lines) });
}

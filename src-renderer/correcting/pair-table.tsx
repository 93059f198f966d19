/** @file The ids that several lines share: which lines, what they pay and when, whether they say the same, and which of them go. */

import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { LeaveOutQuestion, type LeavingOut } from '../line-editor/leave-out-question.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { useMeasuredRows } from '../table/rows-in-view.ts';
import classes from './correcting.module.css';
import { type EntryKey, type EntryOfFile, idsLeftOut, type KindOfFile, keyOf, oneOfEachKept } from './draft.ts';
import { useTake } from './leave-out.tsx';
import own from './pairs.module.css';
import { paymentInWords, usePayments } from './payments.ts';
import { isStillShared, isWholeId, numbersOf } from './shared-lines.ts';
import { useLeftOut } from './use-left-out.ts';
import { useOrigins } from './use-origins.ts';

const USUAL_HEIGHT = 56;
/** As in the style sheet. */
const HEAD_HEIGHT = 44;

interface PairTableProps {
  id: SubmissionRow['id'];
  kind: KindOfFile;
  /** In the order in which they are shown. */
  pairs: readonly EntryOfFile[];
  chosen: EntryKey | undefined;
  onChoose: (entry: EntryKey) => void;
  /** Goes to the lines of the chosen one. */
  onEnter: () => void;
}

export function PairTable({ id, kind, pairs, chosen, onChoose, onEnter }: PairTableProps) {
  const keyAt = (place: number) => pairs[place] && keyOf(kind, pairs[place]);
  const inView = useMeasuredRows({
    count: pairs.length,
    keyOf: (place) => keyAt(place) ?? place,
    usualHeight: USUAL_HEIGHT,
    headHeight: HEAD_HEIGHT,
    footHeight: 0,
    initialOffset: () => 0,
  });
  const { shown, bringIntoView } = inView;
  const payments = usePayments(
    id,
    shown.flatMap(({ index }) => pairs[index]?.alike?.flatMap(([line]) => line ?? []) ?? []),
  );
  const leftOut = useLeftOut(id);
  const origins = useOrigins(id);
  const isOpen = (pair: EntryOfFile) => isStillShared(pair, leftOut(pair));
  const place = pairs.findIndex((pair) => keyOf(kind, pair) === chosen);
  // Chosen by the line that a person came for; what is scrolled by hand stays where it is.
  const brought = useRef(0);
  useEffect(() => {
    if (place < 0 || place === brought.current) return;
    brought.current = place;
    bringIntoView(place);
  });
  const columns: Column<EntryOfFile>[] = [
    {
      heading: message('Lines and their id'),
      width: 'minmax(0, 1.5fr)',
      isName: true,
      cell: ({ fault, lines, alike = [] }) => (
        <>
          <span className={classes['value']}>{numbersOf(alike.flat())}</span>{' '}
          {lines > alike.flat().length && (
            <span>
              {message('and {count, plural, one {# more line} other {# more lines}}', {
                count: lines - alike.flat().length,
              })}
            </span>
          )}
          <bdi className={classes['origin']}>{origins(alike.flat())}</bdi>
          {fault.kind === 'shared' && <bdi className={own['sharedId']}>{fault.id}</bdi>}
        </>
      ),
    },
    {
      heading: message('Amount, date and time'),
      width: 'minmax(0, 1.2fr)',
      cell: ({ alike = [] }) => {
        const each = alike.flatMap(([line = 0]) => payments.get(line) ?? []);
        return [...new Set(each.map(paymentInWords))].map((said) => <bdi key={said}>{said}</bdi>);
      },
    },
    {
      heading: message('{open, number} open', { open: pairs.filter(isOpen).length }),
      width: 'minmax(0, 1fr)',
      cell: (pair) => {
        const { byHand, byStep } = leftOut(pair);
        const gone = [...byHand, ...byStep];
        return (
          <>
            <span>{sayingOf(pair)}</span>
            <span className={classes['quiet']}>
              {!isOpen(pair) && <IconCheck size={14} className={classes['done']} aria-label={message('Done')} />}{' '}
              {gone.length > 0 &&
                message('{count, plural, one {line {lines} is left out} other {lines {lines} are left out}}', {
                  count: gone.length,
                  lines: numbersOf(gone),
                })}
            </span>
          </>
        );
      },
    },
  ];
  const differing = pairs.filter((pair) => isOpen(pair) && (pair.alike ?? []).length > 1 && isWholeId(pair.fault));
  const unlisted = kind.left - pairs.reduce((sum, { left }) => sum + left, 0);
  return (
    <>
      {differing.length > 1 && <KeepOfEach id={id} kind={kind} pairs={differing} />}
      <DataTable
        label={message('Lines that share an id')}
        frame="plain"
        frameClass={own['pairs']}
        columns={columns}
        rows={pairs}
        keyOf={(pair) => keyOf(kind, pair)}
        rowLook={(pair) => ({ 'data-open': isOpen(pair) })}
        inView={inView}
        choice={{
          chosen: place < 0 ? undefined : place,
          onChoose: (index) => {
            const key = keyAt(index);
            if (key !== undefined) onChoose(key);
          },
          onEnter,
        }}
      />
      {unlisted > 0 && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {message(
            '{lines, plural, one {# more line shares an id. It is listed} other {# more lines share an id. They are listed}} once some of these are decided.',
            { lines: unlisted },
          )}
        </Text>
      )}
    </>
  );
}

/** The same decision about all ids whose lines say different things. */
function KeepOfEach({ id, kind, pairs }: Pick<PairTableProps, 'id' | 'kind' | 'pairs'>) {
  const leftOut = useLeftOut(id);
  const take = useTake(id);
  const [asked, setAsked] = useState<LeavingOut>();
  /** Those that are left out by it, and not already. */
  const linesOf = (keep: 'first' | 'last') =>
    pairs.reduce((sum, pair) => sum + leftOut(pair, { ofEach: keep }).byStep.length - leftOut(pair).byStep.length, 0);
  const ask = (keep: 'first' | 'last') => {
    const lines = linesOf(keep);
    setAsked({
      lines,
      sentences: [
        keep === 'first'
          ? message(
              '{count, plural, one {# id is} other {# ids are}} used by lines with different contents. Of each id, the first line stays; lines that differ from it are not sent.',
              { count: pairs.length },
            )
          : message(
              '{count, plural, one {# id is} other {# ids are}} used by lines with different contents. Of each id, the last line stays; lines that differ from it are not sent.',
              { count: pairs.length },
            ),
        message('Do this only where they are versions of one payment. It can be undone until you send.'),
      ],
      leaveOut: async (reason) => take(oneOfEachKept(kind, { keep, lines, reason })),
    });
  };
  const askNone = () => {
    const lines = pairs.reduce((sum, pair) => {
      const { byHand, byStep } = leftOut(pair);
      return sum + pair.lines - byHand.length - byStep.length;
    }, 0);
    setAsked({
      lines,
      sentences: [
        message(
          '{count, plural, one {# id is} other {# ids are}} used by lines with different contents. No line with {count, plural, one {this id} other {these ids}} is sent.',
          { count: pairs.length },
        ),
        message('It can be undone until you send.'),
      ],
      leaveOut: async (reason) => take(idsLeftOut(kind, pairs, { lines, reason })),
    });
  };
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-xs"
            className={own['ofEach'] ?? ''}
            rightSection={<IconChevronDown size={12} aria-hidden />}
            title={message('Leaves the others out. It can be undone.')}
          >
            {message('Of all {count, number}, keep…', { count: pairs.length })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ask('first')}>{message('The first line of each id')}</Menu.Item>
          <Menu.Item onClick={() => ask('last')}>{message('The last line of each id')}</Menu.Item>
          <Menu.Item onClick={askNone}>{message('None of them')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LeaveOutQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function sayingOf({ fault, alike = [] }: EntryOfFile): string {
  if (alike.length <= 1) return message('The contents are the same');
  return isWholeId(fault)
    ? message('The contents differ')
    : message('This is no UUID: these may be different payments, each of which needs its own id');
}

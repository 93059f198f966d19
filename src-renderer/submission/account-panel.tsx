/** @file What became of the lines of a submission, as a table: the outcomes add up to its file. */

import { Paper, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  type Account,
  type LineOutcome,
  lineOutcomes,
  linesOf,
  type NotSentKind,
  obstacleWords,
  type ReckonedAccount,
} from '../../src-shared/account.ts';
import { partsInWords, sumTogether, twiceInWords } from '../../src-shared/account-words.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { countedInWords, notSentRows, notSentTitle } from '../../src-shared/not-sent-words.ts';
import { useBridge } from '../bridge-context.ts';
import { AccountBar, OutcomeName } from '../progress/account-bar.tsx';
import { Sums } from '../progress/sums.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { accountTexts } from '../texts/account.ts';
import { number } from '../wording.ts';
import classes from './account-panel.module.css';
import { LeftOutPart } from './left-out-part.tsx';
import { SaveNotSent } from './save-not-sent.tsx';

interface AccountPanelProps {
  id: SubmissionRow['id'];
  account: Account;
  /** Of the first file of a story, with all that corrects it. */
  together: Account | undefined;
  /** Whether it is the account of a correction: then `together` is about another file, that of the bank. */
  isCorrection: boolean;
  /** How many of its lines the service has processed twice. */
  doubled: number | undefined;
  /** It was removed from the queue: then nothing more is done with it. */
  isRemoved: boolean;
}

export function AccountPanel({ id, account, together, isCorrection, doubled, isRemoved }: AccountPanelProps) {
  const { leftOut } = together ?? account;
  // On the page of a correction, its own lines and those of the bank's file in one table were read as parts of each other.
  const [inEnd, ofFile] = isCorrection ? [undefined, together] : [together, undefined];
  const shown = inEnd ?? account;
  const { sums, sumsObstacle, notSent = [], isAsked = false } = useSums(id, { own: account, inEnd });
  const isNone = (outcome: LineOutcome) => shown[outcome] + account[outcome] === 0;
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="section"
      className={classes['card'] ?? ''}
      aria-label={accountTexts.title}
    >
      <Title order={2} size="h5" mb={8}>
        {accountTexts.title}
      </Title>
      <AccountBar account={shown} height="panel" />
      <DataTable
        label={accountTexts.title}
        isInBlocks
        className={classes['table']}
        table={inEnd !== undefined && sums !== undefined ? { 'data-has-two': true } : {}}
        rows={lineOutcomes.filter((outcome) => !isNone(outcome) || outcome === 'accepted' || outcome === 'rejected')}
        keyOf={(outcome) => outcome}
        rowLook={(outcome) => ({ 'data-outcome': outcome, 'data-is-none': isNone(outcome) })}
        columns={[
          {
            heading: message('Outcome'),
            isName: true,
            cell: (outcome) => <OutcomeName outcome={outcome} />,
            foot: message('In the file'),
          },
          linesColumn(message('Lines'), shown),
          sums !== undefined && {
            heading: message('Sum'),
            align: 'end',
            className: classes['sums'],
            cell: (outcome) => <Sums sums={sums[outcome].sums} />,
            foot: <Sums sums={sumTogether(sums)} />,
          },
          inEnd !== undefined && {
            ...linesColumn(message('Before its correction'), account),
            className: classes['before'],
          },
        ]}
      />
      {isAsked && <p className="small-print">{message('Adding up what the lines pay…')}</p>}
      {ofFile !== undefined && (
        <p className={classes['of-file']}>
          {message('The bank’s file and its corrections together: {outcomes}.', { outcomes: partsInWords(ofFile) })}
        </p>
      )}
      {notSent.length > 0 && <NotSentTable kinds={notSent} />}
      {sumsObstacle !== undefined && (
        <p className={sumsObstacle === 'differ' ? classes['trouble'] : 'small-print'}>{obstacleWords[sumsObstacle]}</p>
      )}
      {leftOut > 0 && !isRemoved && (
        <LeftOutPart key={leftOut} id={id} isTold={notSent.some((kind) => kind.leftOut !== undefined)} />
      )}
      {(leftOut > 0 || notSent.length > 0) && !isRemoved && <SaveNotSent id={id} isLeftOut={leftOut > 0} />}
      {doubled !== undefined && <p className={classes['trouble']}>{twiceInWords(doubled)}</p>}
    </Paper>
  );
}

const linesColumn = (heading: string, account: Account): Column<LineOutcome> => ({
  heading,
  align: 'end',
  cell: (outcome) => <span data-is-none={account[outcome] === 0}>{number(account[outcome])}</span>,
  foot: number(linesOf(account)),
});

/** Why lines were not sent, and how much that is. */
function NotSentTable({ kinds }: { kinds: readonly NotSentKind[] }) {
  const counted = countedInWords(kinds);
  return (
    <>
      <DataTable
        label={notSentTitle()}
        isInBlocks
        className={classes['not-sent']}
        rows={notSentRows(kinds)}
        keyOf={({ name }) => name}
        rowLook={({ kind }) => ({ 'data-kind': kind })}
        columns={[
          { heading: notSentTitle(), isName: true, cell: ({ name }) => name },
          { heading: message('Lines'), align: 'end', cell: ({ lines }) => number(lines) },
          {
            heading: message('Sum'),
            align: 'end',
            cell: ({ sums = [], notes }) => (
              <>
                <Sums sums={sums} />
                {notes.map((note) => (
                  <div key={note} className="small-print">
                    {note}
                  </div>
                ))}
              </>
            ),
          },
        ]}
      />
      {counted !== '' && <p className="small-print">{counted}</p>}
    </>
  );
}

/** What the lines of each outcome pay, or why that is not known; neither while it is asked. It is asked once nothing is under way: the file may be read for it. */
function useSums(
  id: SubmissionRow['id'],
  { own, inEnd }: { own: Account; inEnd: Account | undefined },
): Pick<ReckonedAccount, 'sums' | 'sumsObstacle'> & { notSent?: NotSentKind[]; isAsked?: boolean } {
  const { pending, unsent, ...ended } = inEnd ?? own;
  const isCorrected = inEnd !== undefined;
  const bridge = useBridge();
  const [known, setKnown] = useState<{ of: string; told: ReckonedAccount | undefined; notSent: NotSentKind[] }>();
  const isOver = pending + unsent === 0;
  const of = JSON.stringify([id, isCorrected, ended]);
  useEffect(() => {
    if (!isOver) return;
    let isGone = false;
    void bridge.invoke['submission.account']({ id }).then((result) => {
      if (isGone) return;
      const value = result.ok ? (result.value ?? undefined) : undefined;
      setKnown({ of, told: isCorrected ? value?.corrected : value, notSent: value?.notSent ?? [] });
    });
    return () => {
      isGone = true;
    };
  }, [bridge, id, isOver, isCorrected, of]);
  return isOver && known?.of === of ? { ...known.told, notSent: known.notSent } : { isAsked: isOver };
}

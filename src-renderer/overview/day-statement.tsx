/** @file What became of a day's lines, with their sums of money: the statement of that day. */

import { useEffect, useState } from 'react';
import { linesOf } from '../../src-shared/account.ts';
import { dayOf } from '../../src-shared/calendar-days.ts';
import type { DayFigures, Statement } from '../../src-shared/contract.ts';
import {
  directionInWords,
  leftOutOfStatement,
  notCountedInWords,
  notesOnSums,
  practiceInWords,
} from '../../src-shared/statement-words.ts';
import { useBridge } from '../bridge-context.ts';
import { MoneyTable } from '../statement/money-table.tsx';
import { SubmissionLink } from '../statement/statement-content.tsx';
import { practisedIn } from './days.ts';
import classes from './overview-page.module.css';

/** Also of practice, which is counted apart. */
export const hasLines = (figures: DayFigures): boolean => linesOf(figures.account) + practisedIn([figures]) > 0;

/** Asked for again once the day has other figures; undefined where no file was added, and until the answer comes. */
export function useDayStatement(figures: DayFigures | undefined): Statement | undefined {
  const bridge = useBridge();
  const day = figures === undefined || !hasLines(figures) ? undefined : dayOf(figures.at);
  const key = JSON.stringify(figures);
  const [known, setKnown] = useState<{ day: string; statement: Statement }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the figures.
  useEffect(() => {
    if (day === undefined) return;
    let isWanted = true;
    void bridge.invoke['statement.read']({ from: day, to: day }).then((result) => {
      if (isWanted) setKnown(result.ok ? { day, statement: result.value } : undefined);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, day, key]);
  return known?.day === day ? known?.statement : undefined;
}

export function DayStatement({ statement }: { statement: Statement }) {
  const practice = practiceInWords(statement.files);
  return (
    <>
      {practice !== undefined && <p className={classes['practice']}>{practice}</p>}
      <MoneyTable statement={statement} isBrief />
      {statement.whole.length > 0 && <p className={classes['sentence']}>{directionInWords()}</p>}
      <LeftOutNote {...statement} />
      {[...notesOnSums(statement), ...notCountedInWords(statement)].map((note) => (
        <p key={note} className={classes['sentence']}>
          {note}
        </p>
      ))}
    </>
  );
}

/** The latest of them. */
const MOST_NAMED = 3;

/** No one must take these lines for accepted: those of the files that the table counts, also of files that are out of the list. */
function LeftOutNote({ files }: Pick<Statement, 'files'>) {
  const [words] = leftOutOfStatement({ files });
  if (words === undefined) return null;
  return (
    <p className={classes['leftOut']}>
      {words}{' '}
      {files
        .filter(({ leftOut }) => leftOut !== undefined)
        .slice(-MOST_NAMED)
        .map(({ submission, fileName }) => (
          <SubmissionLink key={submission} id={submission}>
            {fileName}
          </SubmissionLink>
        ))}
    </p>
  );
}

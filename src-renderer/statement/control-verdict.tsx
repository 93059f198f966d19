/** @file Whether the files have what the core system says; and apart from that, what was not compared. */

import type { ReactNode } from 'react';
import type { Statement } from '../../src-shared/contract.ts';
import { controlInWords, isWhole, notComparedInWords } from '../../src-shared/statement-control-words.ts';
import classes from './statement-page.module.css';

interface ControlVerdictProps {
  control: Statement['control'];
  /** Of more days or files that were not compared, only how many there are. */
  most?: number;
  /** Behind the verdict. */
  children?: ReactNode;
}

/** Where all of them stand below. */
const MOST_NAMED = 2;

export function ControlVerdict({ control, most = MOST_NAMED, children }: ControlVerdictProps) {
  return (
    <>
      <p className={classes['verdict']} data-verdict={verdictOn(control)}>
        {controlInWords(control)}
        {children}
      </p>
      {/* What has no figures is no difference. */}
      {notComparedInWords(control, most).map((note) => (
        <p key={note} className={classes['note']}>
          {note}
        </p>
      ))}
    </>
  );
}

/** Without figures there is none. */
function verdictOn(control: Statement['control']): 'right' | 'open' | 'wrong' {
  if (control === undefined) return 'open';
  if (!control.isEqual) return 'wrong';
  return isWhole(control) ? 'right' : 'open';
}

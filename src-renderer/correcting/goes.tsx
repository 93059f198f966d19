/** @file How many lines of a correction go, what they pay, and where to. */

import type { Faults } from '../../src-shared/contract.ts';
import { TenantName } from '../tenant-name.tsx';
import { questionTexts } from '../texts/steps.ts';
import classes from './correcting.module.css';
import { goesInWords } from './send-words.ts';

export interface Going {
  told: Faults;
  /** Empty where nothing is sent. */
  connection: string;
}

export const Goes = ({ told, connection }: Going) => (
  <p className={classes['goes']}>
    <span>{goesInWords(told)}</span>
    {connection !== '' && (
      <>
        <span>· {questionTexts.goesTo}</span> <TenantName name={connection} />
      </>
    )}
  </p>
);

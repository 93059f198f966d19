/** @file The texts of what a person sees before files go to Production. */

import { message } from '../../src-shared/languages/message.ts';
import type { Change } from '../steps/compared.ts';
import { number } from '../wording.ts';

export const releaseTexts = {
  transactions: message('Transactions'),
  sum: (currency: string) => message('Sum in {currency}', { currency }),
  firstDay: message('First day'),
  lastDay: message('Last day'),
  days: message('Days with transactions'),
  size: message('Size'),
  /** Where the speed is not known, only the limit of the service is. */
  earliestEnd: (moment: string) => message('not before {moment}; the speed of this line is not known yet', { moment }),
  none: message('none'),
};

/** The difference in words; the sign of it is no colour alone. */
export function changeInWords(change: Change): string {
  switch (change.kind) {
    case 'same':
      return message('the same');
    case 'more':
      return message('{percent} % more', { percent: number(change.percent) });
    case 'less':
      return message('{percent} % less', { percent: number(change.percent) });
    case 'new':
      return message('not there last time');
    case 'gone':
      return message('not there now');
  }
}

/** @file The texts of the overview. */

import { message } from '../../src-shared/languages/message.ts';
import { counted } from '../wording.ts';

export const overviewTexts = {
  title: message('Overview'),
  intro: message('What was sent, what became of it, and how long that took. Days are those of this computer.'),
  loading: message('Adding up…'),
  period: message('Time', {}, { context: 'period' }),
  periods: { 7: counted(7, 'day'), 30: counted(30, 'day'), 90: counted(90, 'day'), 400: counted(400, 'day') },
  empty: message('Nothing was sent or found in this time. Choose a longer time, or send a file.'),
  show: (title: string) => message('Show “{title}” as', { title }),
  picture: message('Picture'),
  table: message('Table'),
  batches: {
    title: message('Batches by day'),
    processed: message('Processed'),
    refused: message('Rejected'),
    failed: message('Failed'),
    sent: message('Sent'),
  },
  bytes: { title: message('Sent by day'), bytes: message('Sent') },
  times: { title: message('From arrival to processed'), median: message('Half within'), longest: message('Longest') },
  rules: { title: message('Found by the check, by rule'), rule: message('Rule'), count: message('Findings') },
  day: message('Day'),
  nothing: message('None in this time.'),
};

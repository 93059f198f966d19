/** @file The texts for the progress of a submission. */

import { counted, number } from '../wording.ts';

export const stageWords = {
  checked: { label: 'Checked', meaning: 'Read and checked on this computer' },
  sent: { label: 'Sent', meaning: 'Handed to the network' },
  accepted: { label: 'Accepted', meaning: 'The storage has confirmed it' },
  seen: { label: 'Seen', meaning: 'The service has named its state' },
};

export const progressTexts = {
  title: 'Progress',
  percent: (percent: number) => `${percent} %`,
  batches: (done: number, whole: number) => `${number(done)} of ${counted(whole, 'batch')}`,
  bytes: (done: string, whole: string) => `${done} of ${whole}`,
  perSecond: (size: string) => `${size}/s`,
  left: (time: string) => `${time} left`,
  allSeen: (batches: number) => (batches === 1 ? '1 batch' : `All ${number(batches)} batches`),
  allSeenMeaning: 'Sent, accepted and seen by the service',
  notCheckedYet: 'Not checked yet',
  nextTryIn: (time: string) => `Next try in ${time}`,
  nextTryAt: (time: string) => `Next try at ${time}`,
  tryingNow: 'Trying again',
  sentAgain: (size: string) => `${size} will be sent again`,
  sentAgainMeaning: 'An upload was broken off, and cannot continue in the middle',
  nothingYet: 'Nothing sent yet',
  nothing: 'Nothing was sent',
};

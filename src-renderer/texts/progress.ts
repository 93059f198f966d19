/** @file The texts for the progress of a submission. */

import { message } from '../../src-shared/languages/message.ts';
import type { Tone } from '../progress/tones.ts';

export const toneWords: Record<Tone, { label: string; meaning: string }> = {
  checked: { label: message('Checked'), meaning: message('Read and checked on this computer') },
  sent: { label: message('Sent'), meaning: message('Handed to the network') },
  processed: { label: message('Processed'), meaning: message('The service has processed it') },
};

/** What lies between sent and processed. */
export const stageWords = {
  accepted: { label: message('Arrived in the storage'), meaning: message('The storage has confirmed it') },
  seen: { label: message('Received by the service'), meaning: message('The service has it, and says how far it is') },
};

export const progressTexts = {
  /** Of a tone: “Sent 45 %”. */
  share: (label: string, percent: number) => message('{label} {percent} %', { label, percent }),
  percent: (percent: number) => message('{percent} %', { percent }),
  bytes: (done: string, whole: string) => message('{done} of {whole}', { done, whole }),
  perSecond: (size: string) => message('{size}/s', { size }),
  left: (time: string) => message('{time} left', { time }),
  nextTryAt: (time: string) => message('Next try at {time}', { time }),
};

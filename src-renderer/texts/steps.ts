/** @file The texts of the steps with a submission: the buttons, and the questions before steps with consequences. */

import type { Step } from '../steps/next-steps.ts';
import { counted } from '../wording.ts';

/** The label and the effect of each step. Three dots: a question always comes first. */
export const stepWords: Record<Step, { label: string; explanation: string }> = {
  approve: { label: 'Send anyway…', explanation: 'Sends the file although it was held back.' },
  pause: { label: 'Pause', explanation: 'Stops sending. The batch under way starts again from its beginning later.' },
  resume: { label: 'Resume', explanation: 'Goes on sending.' },
  retry: { label: 'Try again', explanation: 'Tries again what did not succeed.' },
  cancel: { label: 'Cancel…', explanation: 'Gives up what is not done yet.' },
  remove: { label: 'Remove', explanation: 'Takes it out of the list. Its history stays.' },
};

export const heldHint = 'Or correct the file and add it again: nothing of it has been sent.';

/** One file by its name, several by their number. */
const those = (count: number, fileName: string): string => (count === 1 ? fileName : counted(count, 'submission'));

export const questionTexts = {
  goesTo: 'It goes to',
  close: 'Go back',
  approve: {
    title: (count: number, fileName: string) => `Send ${those(count, fileName)} anyway?`,
    confirm: 'Send anyway',
    goBack: 'Do not send',
    twice: 'Transactions may be counted twice when it is sent again.',
    warned: (warnings: number) => `The check found ${counted(warnings, 'warning')}.`,
    faulty: (errors: number) => `The check found ${counted(errors, 'error')}.`,
    faultyBatches: (ingestValid: boolean | undefined) => {
      if (ingestValid === undefined) return 'The service may refuse batches that have errors in them.';
      return ingestValid
        ? 'The service is asked to take the valid lines and to refuse the others.'
        : 'The service will probably refuse every batch that holds a faulty line, its valid lines included.';
    },
    reason: 'Why is it sent again?',
    reasonHint: 'The history keeps your words for the auditor.',
    reasonMissing: 'Say in a few words why it is sent again.',
  },
  retry: {
    title: (count: number, fileName: string) => `Send ${those(count, fileName)} again?`,
    confirm: 'Send again',
    goBack: 'Wait',
    unknown: (batches: number) => [
      `It is not known whether ${counted(batches, 'batch')} arrived. Ask the provider first: the batch ids are in the table of batches.`,
      'If you wait, Tranship keeps asking the service and goes on by itself when the file turns out to have arrived.',
      'If you send again, a new id is used. If the first upload arrived after all, its transactions are then in twice.',
    ],
  },
  pause: {
    title: (count: number, fileName: string) => `Pause ${those(count, fileName)}?`,
    confirm: 'Pause',
    goBack: 'Keep going',
    costs: (size: string) => [
      `${size} that are on their way now have to be sent again when you resume: a batch cannot go on in its middle.`,
      'What has arrived stays.',
    ],
  },
  cancel: {
    title: (count: number, fileName: string) => `Give up ${those(count, fileName)}?`,
    confirm: 'Give up',
    goBack: 'Keep going',
    unchecked: 'The check stops. Nothing was sent.',
    unsent: (batches: number) => `${counted(batches, 'batch')} will not be sent.`,
    underWay: 'What is on its way right now is dropped. It cannot continue in the middle later.',
    atService: (batches: number) =>
      `${counted(batches, 'batch')} reached the service already. It may still process what it has; nobody can call that back.`,
    keeps: 'The files on your disk stay as they are, and so does the history.',
  },
  remove: {
    title: (count: number, fileName: string) => `Remove ${those(count, fileName)} from the list?`,
    confirm: 'Remove',
    goBack: 'Keep',
    keeps: 'The files on your disk are left alone, nothing changes at the service, and the history stays.',
  },
};

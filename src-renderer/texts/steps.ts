/** @file The texts of the steps with a submission: the buttons, and the questions before steps with consequences. */

import type { Step } from '../steps/next-steps.ts';
import { counted } from '../wording.ts';

/** The label and the effect of each step. Three dots: a question always comes first. */
export const stepWords: Record<Step, { label: string; explanation: string }> = {
  approve: { label: 'Send anyway…', explanation: 'Sends the file although it is held.' },
  allowHost: { label: 'Allow host…', explanation: 'Lets the files of this connection go to another storage host.' },
  pause: {
    label: 'Pause',
    explanation: 'Stops sending. A batch that is being sent starts again from its beginning when you resume.',
  },
  resume: { label: 'Resume', explanation: 'Continues sending.' },
  retry: { label: 'Try again', explanation: 'Tries again what did not succeed.' },
  cancel: { label: 'Cancel…', explanation: 'Cancels what has not ended.' },
  remove: { label: 'Remove', explanation: 'Removes it from the list. Its history stays.' },
};

export const heldHint = 'Nothing of it has been sent.';

/** One file by its name, several by their number. */
const those = (count: number, fileName: string): string => (count === 1 ? fileName : counted(count, 'submission'));

export const questionTexts = {
  goesTo: 'Send to',
  close: 'Go back',
  approve: {
    title: (count: number, fileName: string) => `Send ${those(count, fileName)} anyway?`,
    confirm: 'Send anyway',
    goBack: 'Do not send',
    twice: 'If it is sent again, transactions may be counted twice.',
    warned: (warnings: number) => `The check found ${counted(warnings, 'warning')}.`,
    faulty: (errors: number) => `The check found ${counted(errors, 'error')}.`,
    faultyBatches: (ingestValid: boolean | undefined) => {
      if (ingestValid === undefined) return 'The service may refuse batches that have errors in them.';
      return ingestValid
        ? 'Tranship asks the service to take the valid lines and to refuse the others.'
        : 'The service will probably refuse every batch that contains a faulty line, including its valid lines.';
    },
    reason: 'Why is it sent again?',
    reasonHint: 'The history keeps your reason for the auditor.',
    reasonMissing: 'Say in a few words why it is sent again.',
  },
  allowHost: {
    title: (_count: number, _fileName: string) => 'Allow another storage host?',
    confirm: 'Allow host',
    goBack: 'Do not allow',
    hosts: (host: string, kept: string) =>
      kept === ''
        ? `The files of this connection will go to ${host}.`
        : `So far, the files of this connection went to ${kept}. They may then also go to ${host}.`,
    ask: 'The owner of that host can read what is sent to it. Ask the provider first, by telephone or another known way.',
    goesOn: 'What waits for this connection continues by itself.',
  },
  retry: {
    title: (count: number, fileName: string) => `Send ${those(count, fileName)} again?`,
    confirm: 'Send again',
    goBack: 'Wait',
    unknown: (batches: number) => [
      `It is not known whether ${counted(batches, 'batch')} arrived. Ask the provider first: the batch ids are in the table of batches.`,
      'If you wait, Tranship keeps asking the service and continues by itself once it knows that the file arrived.',
      'If you send again, Tranship uses a new id. If the first upload did arrive, its transactions are then at the service twice.',
    ],
  },
  pause: {
    title: (count: number, fileName: string) => `Pause ${those(count, fileName)}?`,
    confirm: 'Pause',
    goBack: 'Keep going',
    costs: (size: string) => [
      `${size} of the batches being sent must be sent again when you resume: an upload cannot continue in the middle.`,
      'What has arrived stays.',
    ],
  },
  cancel: {
    title: (count: number, fileName: string) => `Cancel ${those(count, fileName)}?`,
    confirm: 'Cancel sending',
    goBack: 'Keep going',
    unchecked: 'The check stops. Nothing was sent.',
    unsent: (batches: number) => `${counted(batches, 'batch')} will not be sent.`,
    underWay: 'Uploads under way stop. They cannot continue in the middle later.',
    atService: (batches: number) =>
      `${counted(batches, 'batch')} already reached the service. The service may still process what it has; this cannot be undone.`,
    keeps: 'Your files and the history stay as they are.',
  },
  remove: {
    title: (count: number, fileName: string) => `Remove ${those(count, fileName)} from the list?`,
    confirm: 'Remove',
    goBack: 'Keep',
    keeps: 'Your files stay on the disk, nothing changes at the service, and the history stays.',
  },
};

/** @file The texts of the steps with a submission: the buttons, and the questions before steps with consequences. */

import type { Step, Way } from '../steps/next-steps.ts';
import { counted } from '../wording.ts';

/** The label and the effect of each step. Three dots: a question always comes first. */
export const stepWords: Record<Step, { label: string; explanation: string }> = {
  approve: { label: 'Send anyway…', explanation: 'Sends the file although it is held.' },
  release: { label: 'Send…', explanation: 'Sends the file, which waits for a person to release it.' },
  tryNow: { label: 'Try now', explanation: 'Tries at once, without waiting for the next try.' },
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

/** The label of each way to the place that helps, and what is there. */
export const wayWords: Record<Way, { label: string; explanation: string }> = {
  renewSecret: { label: 'Renew the secret', explanation: 'Asks for the secret of its connection.' },
  openConnection: { label: 'See the connection', explanation: 'Shows its connection, which needs you.' },
  openNetwork: { label: 'See the network', explanation: 'Shows the proxy and the authorities in the settings.' },
  seeErrors: { label: 'See the errors', explanation: 'Shows what the check found, and the ways to correct it.' },
  seeWarnings: { label: 'See the warnings', explanation: 'Shows what the check found.' },
  readReport: { label: 'Read the report', explanation: 'Shows what the service says about the refused lines.' },
  seeBatches: { label: 'See the batches', explanation: 'Shows its batches, with the ids to ask the provider about.' },
  seeEarlier: { label: 'See the earlier', explanation: 'Shows the submission that this went with before.' },
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
    reason: { 'sent-before': 'Why is it sent again?', errors: 'Why is it sent with errors?' },
    reasonHint: 'The history and the receipt keep your reason for the auditor.',
    reasonMissing: {
      'sent-before': 'Say in a few words why it is sent again.',
      errors: 'Say in a few words why it is sent with errors.',
    },
    typed: (connection: string) => `To send it to production, type “${connection}”`,
    typedMissing: (connection: string) => `Type the name of the connection: ${connection}`,
  },
  release: {
    title: (count: number, fileName: string) => `Send ${those(count, fileName)}?`,
    confirm: 'Send',
    goBack: 'Not yet',
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
    costs: (size: string, time: string) => [
      `About ${time} of sending is lost: ${size} must be sent again when you resume, because an upload cannot continue in the middle.`,
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

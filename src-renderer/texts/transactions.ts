/** @file The texts of the page that sends one transaction. */

import type { TenantKind } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

export const transactionTexts = {
  title: 'Single transaction',
  intro:
    'Sends one transaction immediately, for a correction or a test. Tranship checks it first and sends it unchanged.',
  text: 'The transaction (JSON)',
  placeholder: '{ "request_uuid": "…", "sender": { … }, … }',
  hint: 'Paste it, drop a file here, or choose one.',
  chooseFile: 'Choose a file…',
  clear: 'Clear',
  origin: (origin: string) => `From ${origin}`,
  line: (line: number, fileName: string) => `line ${number(line)}${fileName === '' ? '' : ` of ${fileName}`}`,
  tooLongToShow: (characters: number) =>
    `The text has ${number(characters)} characters; only the beginning is shown. All of it is checked and sent.`,
  several:
    'These are several lines. This page sends one transaction. For more, add the file to the queue as a batch, or use “tranship post” on the command line.',
  drop: 'Drop to use this transaction',
  dropHint: 'Nothing is sent until you confirm.',
  fileTooLarge: (fileName: string) =>
    `${fileName} is larger than 1 MB. One transaction cannot be that large: add the file to the queue.`,
  textTooLong:
    'This text has more than a million characters. One transaction cannot be that large: add it to the queue as a file.',
  fileUnreadable: (fileName: string) => `${fileName} cannot be read. Was it moved, or is it a folder?`,
  fileNoText: (fileName: string) => `${fileName} is not UTF-8 text. Choose the file with the transaction itself.`,
  lineNoText:
    'This line has bytes that are not UTF-8. It would not arrive as the file has it: correct it there first.',
  lineTooLong: 'This line is too long to load here. Copy it from the file.',
  check: 'Check',
  checkAgain: 'Check again',
  send: 'Send',
  sendAgain: 'Send again…',
  next: 'Next transaction',
  sendHint: 'Check this text before you send it.',
  sending: 'Waiting for the answer…',
  findings: 'Findings of the check',
  clean: 'The check found no errors and no warnings.',
  notChecked: 'This text has not been checked yet.',
  found: (errors: number, warnings: number) =>
    [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
      .filter((part) => part !== false)
      .join(' and '),
  laidOut: 'The transaction, formatted',
  reply: 'The service’s answer',
  accepted: 'Accepted',
  refused: 'Refused',
  acceptedMeaning: (connection: string) => `${connection} accepted the transaction.`,
  refusedMeaning: (connection: string) => `${connection} did not accept the transaction. Its answer says why.`,
};

/** The question before sending a transaction that has errors, or that goes to production. */
export const sendQuestionTexts = {
  title: { faulty: 'Send it anyway?', again: 'Send it again?', production: 'Send it to production?' },
  again: 'The service has already accepted it. With the same ids, this version replaces the earlier one.',
  faulty: (errors: number) => `The check found ${counted(errors, 'error')}.`,
  faultyConsequence:
    'The service will probably refuse it and say why. If the service accepts it, it accepts it unchanged.',
  production: 'It will be monitored for real.',
  overwrites: 'If it was sent before with the same ids, this version replaces the earlier one.',
  confirm: { faulty: 'Send anyway', again: 'Send again', production: 'Send it' },
  goBack: 'Do not send',
};

/** The meaning of sending it, by the kind of tenant. */
export const postingWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => `Send to PRODUCTION: ${name}`,
    meaning: 'This transaction will be monitored for real.',
  },
  test: { title: (name) => `Send to TEST: ${name}`, meaning: 'A test tenant: nothing is monitored for real.' },
  practice: { title: (name) => `PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};

/** @file The texts of the page that sends one transaction. */

import type { TenantKind } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

export const transactionTexts = {
  title: 'One transaction',
  intro:
    'Sends a single transaction at once, for a correction or a trial. It is checked here first, and sent exactly as it stands.',
  text: 'The transaction (JSON)',
  placeholder: '{ "request_uuid": "…", "sender": { … }, … }',
  hint: 'Paste it, drop a file here, or choose one.',
  chooseFile: 'Choose a file…',
  clear: 'Clear',
  origin: (origin: string) => `From ${origin}`,
  line: (line: number, fileName: string) => `line ${number(line)}${fileName === '' ? '' : ` of ${fileName}`}`,
  tooLongToShow: (characters: number) =>
    `Only the beginning is shown, for it has ${number(characters)} characters. All of it is checked and sent.`,
  several:
    'These are several lines. This page sends one transaction. For more, add the file to the queue as a batch, or use “tranship post” on the command line.',
  drop: 'Drop to take this transaction',
  dropHint: 'Nothing is sent before you say so.',
  fileTooLarge: (fileName: string) =>
    `${fileName} is larger than 1 MB. One transaction is never that large: add the file to the queue.`,
  textTooLong:
    'This is more than a million characters. One transaction is never that large: add it to the queue as a file.',
  fileUnreadable: (fileName: string) => `${fileName} cannot be read. Was it moved, or is it a folder?`,
  fileNoText: (fileName: string) => `${fileName} is not UTF-8 text. Choose the file with the transaction itself.`,
  lineTooLong: 'This line is too long to be taken over. Copy it out of the file.',
  check: 'Check',
  checkAgain: 'Check again',
  send: 'Send',
  sendAgain: 'Send again…',
  next: 'Next transaction',
  sendHint: 'It can be sent once this text has been checked.',
  sending: 'Waiting for the answer…',
  findings: 'What the check says',
  clean: 'The check found nothing to complain about.',
  notChecked: 'It has not been checked yet as it stands now.',
  found: (errors: number, warnings: number) =>
    [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
      .filter((part) => part !== false)
      .join(' and '),
  laidOut: 'The transaction, laid out for reading',
  reply: 'The service’s answer',
  accepted: 'Accepted',
  refused: 'Refused',
  acceptedMeaning: (connection: string) => `${connection} has taken the transaction.`,
  refusedMeaning: (connection: string) => `${connection} did not take the transaction. Its answer says why.`,
};

/** The question before sending a transaction that has errors, or that goes to production. */
export const sendQuestionTexts = {
  title: { faulty: 'Send it anyway?', again: 'Send it once more?', production: 'Send it to production?' },
  again: 'The service has accepted it already. With the same ids, this one takes the place of the earlier one.',
  faulty: (errors: number) => `The check found ${counted(errors, 'error')}.`,
  faultyConsequence: 'The service will probably refuse it, and say why. If it takes it, it takes it as it stands.',
  production: 'It will be monitored for real.',
  overwrites: 'If it was sent before with the same ids, this version takes the place of the earlier one.',
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

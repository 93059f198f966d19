/** @file The texts of the page that sends one transaction. */

import { message } from '../../src-shared/languages/message.ts';
import { found } from './found.ts';
import { wordsOfDestination } from './tenants.ts';

export const transactionTexts = {
  title: message('Single transaction'),
  intro: message(
    'Sends one transaction immediately, for a correction or a test. Tranship checks it first and sends it unchanged.',
  ),
  text: message('The transaction (JSON)'),
  placeholder: '{ "request_uuid": "…", "sender": { … }, … }',
  hint: message('Paste it, drop a file here, or choose one.'),
  chooseFile: message('Choose a file…'),
  clear: message('Clear'),
  origin: (origin: string) => message('From {origin}', { origin }),
  line: (line: number, fileName: string) =>
    fileName === ''
      ? message('line {line, number}', { line })
      : message('line {line, number} of {fileName}', { line, fileName }),
  tooLongToShow: (characters: number) =>
    message(
      'The text has {characters, number} characters; only the beginning is shown. All of it is checked and sent.',
      { characters },
    ),
  several: message(
    'These are several lines. This page sends one transaction. For more, add the file to the queue as a batch, or use “tranship post” on the command line.',
  ),
  drop: message('Drop to use this transaction'),
  dropHint: message('Nothing is sent until you confirm.'),
  fileTooLarge: (fileName: string) =>
    message('{fileName} is larger than 1 MB. One transaction cannot be that large: add the file to the queue.', {
      fileName,
    }),
  textTooLong: message(
    'This text has more than a million characters. One transaction cannot be that large: add it to the queue as a file.',
  ),
  fileUnreadable: (fileName: string) =>
    message('{fileName} cannot be read. Was it moved, or is it a folder?', { fileName }),
  fileNoText: (fileName: string) =>
    message('{fileName} is not UTF-8 text. Choose the file with the transaction itself.', { fileName }),
  lineNoText: message(
    'This line has bytes that are not UTF-8. It would not arrive as the file has it: correct it there first.',
  ),
  lineTooLong: message('This line is too long to load here. Copy it from the file.'),
  check: message('Check'),
  checkAgain: message('Check again'),
  send: message('Send'),
  sendAgain: message('Send again…'),
  next: message('Next transaction'),
  sendHint: message('Check this text before you send it.'),
  sending: message('Waiting for the answer…'),
  findings: message('Findings of the check'),
  clean: message('The check found no errors and no warnings.'),
  notChecked: message('This text has not been checked yet.'),
  found,
  laidOut: message('The transaction, formatted'),
  reply: message('The service’s answer'),
  accepted: message('Accepted'),
  refused: message('Rejected'),
  acceptedMeaning: (connection: string) => message('{connection} accepted the transaction.', { connection }),
  refusedMeaning: (connection: string) =>
    message('{connection} did not accept the transaction. Its answer says why.', { connection }),
};

/** The question before sending a transaction that has errors, or that goes to production. */
export const sendQuestionTexts = {
  title: {
    faulty: message('Send it anyway?'),
    again: message('Send it again?'),
    production: message('Send it to production?'),
  },
  confirm: { faulty: message('Send anyway'), again: message('Send again'), production: message('Send it') },
  goBack: message('Do not send'),
};

/** The meaning of sending it, by the kind of tenant. */
export const postingWords = wordsOfDestination(message('This transaction will be monitored for real.'));

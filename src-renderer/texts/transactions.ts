/** @file The texts of the page that sends one transaction. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { found } from './found.ts';
import { wordsOfDestination } from './tenants.ts';

export const transactionTexts = {
  placeholder: '{ "request_uuid": "…", "sender": { … }, … }',
  line: (line: number, fileName: string) =>
    fileName === ''
      ? message('line {line, number}', { line })
      : message('line {line, number} of {fileName}', { line, fileName }),
  drop: message('Drop to use this transaction'),
  dropHint: message('Nothing is sent until you confirm.'),
  findings: message('Findings of the check'),
  found,
  reply: message('The service’s answer'),
  accepted: message('Accepted'),
  refused: message('Rejected'),
  acceptedMeaning: (connection: string) =>
    message('{connection} accepted the transaction.', { connection: connectionInWords(connection) }),
  refusedMeaning: (connection: string) =>
    message('{connection} did not accept the transaction. Its answer says why.', {
      connection: connectionInWords(connection),
    }),
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

/** @file The texts of the first start. */

import { message } from '../../src-shared/languages/message.ts';

export const startTexts = {
  title: message('Welcome to Tranship'),
  intro: message(
    'Tranship checks your transaction exports on this computer, sends them safely, and shows how the service processes them.',
  ),
  practice: {
    title: message('Try it first'),
    text: message('A practice tenant on this computer, with a sample export. Nothing leaves this computer.'),
    button: message('Start to practise'),
  },
  check: {
    title: message('Check a file'),
    text: message(
      'See what is wrong with an export, its totals and its batches. This needs no connection, and sends nothing.',
    ),
    button: message('Choose files to check…'),
  },
  connect: {
    title: message('Send your files'),
    text: message('You need the addresses, the client id and the secret that the provider gave you.'),
    button: message('Connect to the service'),
  },
  prepare: {
    title: message('Prepare files offline'),
    text: message(
      'Make files that the service accepts of tables, workbooks and other exports. This needs no connection: another computer can send them.',
    ),
    button: message('Prepare an export'),
  },
};

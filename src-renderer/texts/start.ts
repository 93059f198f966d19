/** @file The texts of the first start. */

export const startTexts = {
  title: 'Welcome to Tranship',
  intro:
    'Tranship checks your transaction exports on this computer, sends them safely, and shows how the service processes them.',
  practice: {
    title: 'Try it first',
    text: 'A practice tenant on this computer, with a sample export. Nothing leaves this computer.',
    button: 'Start to practise',
  },
  connect: {
    title: 'Send your files',
    text: 'You need the addresses, the client id and the secret that the provider gave you.',
    button: 'Connect to the service',
  },
  prepare: {
    title: 'Prepare files offline',
    text: 'Make files that the service takes of tables, workbooks and other exports. This needs no connection: another computer can send them.',
    button: 'Prepare an export',
  },
};

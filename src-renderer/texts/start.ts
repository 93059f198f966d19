/** @file The texts of the first start. */

export const startTexts = {
  title: 'Welcome to Tranship',
  intro: 'It checks your transaction exports on this computer, sends them safely, and tells you what became of them.',
  practice: {
    title: 'Try it first',
    text: 'A practice tenant on this computer, with a sample export. Nothing leaves this computer.',
    button: 'Start to practise',
  },
  connect: {
    title: 'Start for real',
    text: 'You need the addresses, the client id and the secret that the provider gave you.',
    button: 'Connect to the service',
  },
};

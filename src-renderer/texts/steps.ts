/** @file The texts of the steps with a submission: the buttons, and the questions before steps with consequences. */

import { message } from '../../src-shared/languages/message.ts';
import { namesInWords } from '../../src-shared/names-in-words.ts';
import { factsOf } from '../../src-shared/states.ts';
import { type Action, isWay, newLinesIn, type Situation, type Step, type Way } from '../steps/next-steps.ts';

interface Words {
  label: string;
  /** Where there is little room; a part of the label. */
  short?: string;
  explanation: string;
}

/** The label and the effect of each step. Three dots: a question always comes first. */
export const stepWords: Record<Step, Words> = {
  approve: { label: message('Send anyway…'), explanation: message('Sends the file although it is held.') },
  release: { label: message('Send…'), explanation: message('Sends the file, which waits for a person to release it.') },
  send: {
    label: message('Send…'),
    explanation: message('Chooses a connection, and sends the file, which was only checked.'),
  },
  tryNow: { label: message('Try now'), explanation: message('Tries at once, without waiting for the next try.') },
  findFile: {
    label: message('Find the file…'),
    explanation: message('Says where the file is now. If it is the same file, it continues from there.'),
  },
  sendNow: {
    label: message('Send now'),
    explanation: message('Sends only this file without waiting; the sending hours stay. The history keeps who did.'),
  },
  allowHost: {
    label: message('Allow host…'),
    explanation: message('Lets the files of this connection go to the storage host that the service names.'),
  },
  pause: {
    label: message('Pause'),
    explanation: message('Stops sending. A batch that is being sent starts again from its beginning when you resume.'),
  },
  resume: { label: message('Resume'), explanation: message('Continues sending.') },
  retry: { label: message('Try again'), explanation: message('Tries again what did not succeed.') },
  cancel: { label: message('Cancel…'), explanation: message('Cancels what has not ended.') },
  remove: { label: message('Remove'), explanation: message('Removes it from the list. Its history stays.') },
};

/** The label of each way to the place that helps, and what is there. */
export const wayWords: Record<Way, Words> = {
  correct: {
    label: message('Correct rejected lines'),
    explanation: message(
      'Corrects the lines that were rejected, and sends them again. What was accepted is not sent again.',
    ),
  },
  renewSecret: { label: message('Renew the secret'), explanation: message('Asks for the secret of its connection.') },
  openConnection: {
    label: message('See the connection'),
    explanation: message('Shows its connection, which needs you.'),
  },
  openNetwork: {
    label: message('See the network'),
    explanation: message('Shows the proxy and the authorities in the settings.'),
  },
  seeErrors: {
    label: message('See the errors'),
    explanation: message('Shows what the check found, and the ways to correct it.'),
  },
  seeWarnings: { label: message('See the warnings'), explanation: message('Shows what the check found.') },
  readReport: {
    label: message('Read the report'),
    explanation: message('Shows what the service says about the rejected lines.'),
  },
  seeBatches: {
    label: message('See the batches'),
    explanation: message('Shows its batches, with the ids to ask the provider about.'),
  },
  seeEarlier: {
    label: message('See the earlier submission'),
    explanation: message('Shows the submission that was sent before.'),
  },
};

/** Of one submission: how many lines a step is about, or what trying again means for it. */
export function actionWords(
  action: Action,
  {
    state,
    account,
    error,
    errors = 0,
  }: Pick<Situation, 'state' | 'account' | 'error'> & Partial<Pick<Situation, 'errors'>>,
): Words {
  if (action === 'correct' && errors === 0 && newLinesIn({ error }) > 0) {
    const count = newLinesIn({ error });
    return {
      label: message('Choose which lines go: {count, plural, one {# is new} other {# are new}}…', { count }),
      short: message('Choose lines…'),
      explanation: message('Shows what went before and what of it differs now; what did not go before is sent.'),
    };
  }
  if (action === 'correct' && (account === undefined || account.rejected === 0))
    return {
      label: message('Correct…'),
      explanation: message('Corrects the faulty lines, and sends what is right.'),
    };
  if (action === 'correct' && account !== undefined) {
    return {
      ...wayWords.correct,
      label: message('Correct {count, plural, one {# rejected line} other {# rejected lines}}', {
        count: account.rejected,
      }),
      short: message('Correct {count, number}', { count: account.rejected }),
    };
  }
  if (action === 'retry' && factsOf(state).end === 'unclear') {
    return {
      label: message('Ask for the report again'),
      explanation: message('Asks the service again which lines of it were accepted.'),
    };
  }
  return isWay(action) ? wayWords[action] : stepWords[action];
}

export const heldHint = message('Nothing of it has been sent.');

export const questionTexts = {
  goesTo: message('Send to'),
  close: message('Go back'),
  approve: {
    title: (count: number, fileName: string) =>
      message('Send {count, plural, =1 {{fileName}} other {# submissions}} anyway?', { count, fileName }),
    confirm: message('Send anyway'),
    goBack: message('Do not send'),
    twice: message('What is sent again may be counted twice.'),
    warned: (warnings: number) =>
      message('The check found {warnings, plural, one {# warning} other {# warnings}}.', { warnings }),
    faulty: (errors: number) =>
      message('The check found {errors, plural, one {# error} other {# errors}}.', { errors }),
    faultyBatches: (ingestValid: boolean | undefined) => {
      if (ingestValid === undefined) return message('The service may reject batches that have errors in them.');
      return ingestValid
        ? message('Tranship asks the service to accept the valid lines and to reject the others.')
        : message(
            'The service will probably reject every batch that contains a faulty line, including its valid lines.',
          );
    },
    reason: {
      'sent-before': message('Why is it sent again?'),
      errors: message('Why is it sent with errors?'),
      several: message('Why are they sent anyway?'),
      'given-up': message('Why are these lines given up?'),
    },
    reasonHint: message('The history and the receipt keep your reason for the auditor.'),
    reasonMissing: {
      'sent-before': message('Say in a few words why it is sent again.'),
      errors: message('Say in a few words why it is sent with errors.'),
      several: message('Say in a few words why they are sent anyway.'),
      'given-up': message('Say in a few words why they are given up.'),
    },
    typed: (connection: string) => message('To send it to production, type “{connection}”', { connection }),
    typedMissing: (connection: string) => message('Type the name of the connection: {connection}', { connection }),
  },
  release: {
    title: (count: number, fileName: string) =>
      message('Send {count, plural, =1 {{fileName}} other {# submissions}}?', { count, fileName }),
    confirm: message('Send'),
    goBack: message('Not yet'),
  },
  allowHost: {
    title: (_count: number, _fileName: string) => message('Allow another storage host?'),
    confirm: message('Allow host'),
    goBack: message('Do not allow'),
    hosts: (host: string, kept: string) =>
      kept === ''
        ? message('The files of this connection will go to {host}.', { host })
        : message('So far, the files of this connection went to {kept}. They may then also go to {host}.', {
            kept,
            host,
          }),
    ask: message(
      'The owner of that host can read what is sent to it. Ask the provider first, by telephone or another known way.',
    ),
    goesOn: message('What waits for this connection continues by itself.'),
    /** Of a host that was kept without the key of the data folder. */
    unconfirmed: {
      words: {
        title: message('Confirm the storage host?'),
        confirm: message('Confirm host'),
        goBack: message('Do not confirm'),
      },
      host: (host: string) =>
        message(
          'The files of this connection may go to {host}. This was kept without the key of the data folder, so another program may have written it.',
          { host },
        ),
    },
  },
  retry: {
    title: (count: number, fileName: string) =>
      message('Send {count, plural, =1 {{fileName}} other {# submissions}} again?', { count, fileName }),
    confirm: message('Send again'),
    goBack: message('Wait'),
    unknown: (batches: number) => [
      message(
        'It is not known whether {batches, plural, one {# batch} other {# batches}} arrived. Ask the provider first: the batch ids are in the table of batches.',
        { batches },
      ),
      message(
        'If you wait, Tranship keeps asking the service and continues by itself once it knows that the file arrived.',
      ),
      message(
        'If you send again, Tranship uses a new id. If the first upload did arrive, its transactions are then at the service twice.',
      ),
    ],
  },
  pause: {
    title: (count: number, fileName: string) =>
      message('Pause {count, plural, =1 {{fileName}} other {# submissions}}?', { count, fileName }),
    confirm: message('Pause'),
    goBack: message('Keep going'),
    costs: (size: string, time: string) => [
      message(
        'About {time} of sending is lost: {size} must be sent again when you resume, because an upload cannot continue in the middle.',
        { time, size },
      ),
      message('What has arrived stays.'),
      message('If you pause after it instead, what is being sent arrives first, and nothing begins again.'),
    ],
    instead: message('Pause after it'),
  },
  cancel: {
    title: (count: number, fileName: string) =>
      message('Cancel {count, plural, =1 {{fileName}} other {# submissions}}?', { count, fileName }),
    confirm: message('Cancel sending'),
    goBack: message('Keep going'),
    givenUp: (lines: number, fileName: string, sums: string) =>
      message(
        '{lines, plural, one {# line} other {# lines}} of {fileName}{hasSums, select, yes {, as far as they can be read {sums},} other {}} {lines, plural, one {is} other {are}} not sent.',
        { lines, fileName, sums, hasSums: sums === '' ? 'no' : 'yes' },
      ),
    unchecked: message('The check stops. Nothing was sent.'),
    unsent: (batches: number) =>
      message('{batches, plural, one {# batch} other {# batches}} will not be sent.', { batches }),
    underWay: message('Uploads under way stop. They cannot continue in the middle later.'),
    atService: (batches: number) =>
      message(
        '{batches, plural, one {# batch} other {# batches}} already reached the service. The service may still process what it has; this cannot be undone.',
        { batches },
      ),
    keeps: message('Your files and the history stay as they are.'),
  },
  remove: {
    title: (count: number, fileName: string) =>
      message('Remove {count, plural, =1 {{fileName}} other {# submissions}} from the list?', { count, fileName }),
    confirm: message('Remove'),
    goBack: message('Keep'),
    /** What of these still waits for a person, in files that are not among them. */
    stays: (files: readonly string[], lines: number) =>
      message(
        '{files}, with {lines, plural, one {# open line} other {# open lines}}, {count, plural, one {is} other {are}} not removed.',
        { lines, files: namesInWords(files, 3), count: files.length },
      ),
    keeps: message(
      'Your own files stay on the disk, nothing changes at the service, and the history and the receipts stay.',
    ),
    recognised: message('What was sent is still recognised, and does not go again without a question.'),
    back: message('For ten minutes they can be brought back.'),
    deleted: message('After that, Tranship deletes their findings, their reports and the copies that it made.'),
  },
};

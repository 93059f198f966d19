/** @file `tranship diagnose`: all that lies between this computer and the service, each step with what to do about it. */

import type { DiagnosisStep } from '../../../../src-shared/contract.ts';
import { stepInWords } from '../../../../src-shared/diagnosis-step.ts';
import { type DiagnosisSummary, summaryOf } from '../../../../src-shared/diagnosis-summary.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Tell } from '../../../actions/ports.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { duration } from '../wording.ts';

export interface DiagnoseOptions {
  askForStorage: boolean;
}

const stepNames: Record<DiagnosisStep['step'], () => string> = {
  name: () => message('Name'),
  proxy: () => message('Proxy'),
  encryption: () => message('Encryption'),
  token: () => message('Sign-in'),
  service: () => message('Service'),
  storage: () => message('Storage'),
  clock: () => message('Clock'),
  limits: () => message('Limits'),
};

const outcomeWords: Record<DiagnosisStep['outcome'], () => string> = {
  good: () => message('good'),
  doubtful: () => message('doubtful'),
  bad: () => message('BAD'),
  skipped: () => message('not tried'),
};

const summaryWords: Record<DiagnosisSummary, (name: string) => string> = {
  works: (name) => message('The connection “{name}” works.', { name }),
  'may-work': (name) => message('The connection “{name}” may work: see what is doubtful.', { name }),
  fails: (name) => message('The connection “{name}” does not work.', { name }),
  untested: (name) => message('The connection “{name}” was not tested to the end.', { name }),
};

/** Room for the longest of them, with a space at least. */
const widest = (words: Record<string, () => string>): number =>
  Math.max(10, ...Object.values(words).map((word) => word().length));

/** Shows each step as it ends; the summary has the whole as a text for the help desk. */
export async function diagnose(
  session: Session,
  name: string = ENVIRONMENT,
  { askForStorage }: DiagnoseOptions,
): Promise<ExitCode> {
  const { output } = session;
  const onTold: Tell = (event, payload) => {
    if (event !== 'diagnosis.stepped') return;
    output.emit('step', stepInWords(payload.step));
    show(output, payload.step);
  };
  const work = async (actions: Actions) => {
    const { steps, text } = await actions.call('connections.diagnose', { name, askForStorage });
    const summary = summaryOf(steps);
    const works = summary === 'works' || summary === 'may-work';
    output.say(summaryWords[summary](name));
    output.emit('summary', { connection: name, works, text });
    return works ? exitCodes.done : exitCodes.connection;
  };
  return await session.withActions('diagnose', work, onTold, { alone: aloneUnlessNamed(name) });
}

function show(output: Output, said: DiagnosisStep): void {
  const { step, outcome, sentence, remedy, milliseconds } = stepInWords(said);
  const took = outcome === 'skipped' ? '' : ` (${duration(milliseconds)})`;
  const head = `${stepNames[step]().padEnd(widest(stepNames) + 1)} ${outcomeWords[outcome]().padEnd(widest(outcomeWords))} `;
  output.sayBeside(head, `${sentence}${took}`);
  if (remedy !== undefined) output.sayBeside(' '.repeat(head.length), remedy);
}

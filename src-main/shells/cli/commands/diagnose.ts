/** @file `tranship diagnose`: all that lies between this computer and the service, each step with what to do about it. */

import type { DiagnosisStep } from '../../../../src-shared/contract.ts';
import { stepInWords } from '../../../../src-shared/diagnosis-step.ts';
import { type DiagnosisSummary, summaryOf } from '../../../../src-shared/diagnosis-summary.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Tell } from '../../../actions/ports.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { duration } from '../wording.ts';

export interface DiagnoseOptions {
  askForStorage: boolean;
}

const stepNames: Record<DiagnosisStep['step'], string> = {
  name: 'Name',
  proxy: 'Proxy',
  encryption: 'Encryption',
  token: 'Sign-in',
  service: 'Service',
  storage: 'Storage',
  clock: 'Clock',
  limits: 'Limits',
};

const outcomeWords: Record<DiagnosisStep['outcome'], string> = {
  good: 'good',
  doubtful: 'doubtful',
  bad: 'BAD',
  skipped: 'not tried',
};

const summaryWords: Record<DiagnosisSummary, string> = {
  works: 'works',
  'may-work': 'may work: see what is doubtful',
  fails: 'does not work',
  untested: 'was not tested to the end',
};

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
    output.say(`The connection “${name}” ${summaryWords[summary]}.`);
    output.emit('summary', { connection: name, works, text });
    return works ? exitCodes.done : exitCodes.connection;
  };
  return await session.withActions('diagnose', work, onTold, { alone: aloneUnlessNamed(name) });
}

function show(output: Output, said: DiagnosisStep): void {
  const { step, outcome, sentence, remedy, milliseconds } = stepInWords(said);
  const took = outcome === 'skipped' ? '' : ` (${duration(milliseconds)})`;
  const head = `${stepNames[step].padEnd(11)} ${outcomeWords[outcome].padEnd(10)} `;
  output.sayBeside(head, `${sentence}${took}`);
  if (remedy !== undefined) output.sayBeside(' '.repeat(head.length), remedy);
}

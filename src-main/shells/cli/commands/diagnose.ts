/** @file `tranship diagnose`: all that lies between this computer and the service, each step with what to do about it. */

import type { DiagnosisStep } from '../../../../src-shared/contract.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
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

/** Shows each step as it ends; the summary has the whole as a text for the help desk. */
export async function diagnose(
  session: Session,
  name: string | undefined,
  { askForStorage }: DiagnoseOptions,
): Promise<ExitCode> {
  const { output, interrupted } = session;
  return await session.withApp('diagnose', async (app) => {
    const connection = app.services.connection(name);
    const onStep = (step: DiagnosisStep) => {
      output.emit('step', step);
      show(output, step);
    };
    const options = { audience: 'terminal', askForStorage, onStep } as const;
    const { steps, text } = await app.diagnose(name, options, interrupted);
    const works = steps.every(({ outcome }) => outcome !== 'bad');
    output.say(`The connection “${connection.name}” ${inOneSentence(steps)}.`);
    output.emit('summary', { connection: connection.name, works, text });
    return works ? exitCodes.done : exitCodes.connection;
  });
}

function show(output: Output, { step, outcome, sentence, remedy, milliseconds }: DiagnosisStep): void {
  const took = outcome === 'skipped' ? '' : ` (${duration(milliseconds)})`;
  const head = `${stepNames[step].padEnd(11)} ${outcomeWords[outcome].padEnd(10)} `;
  output.sayBeside(head, `${sentence}${took}`);
  if (remedy !== undefined) output.sayBeside(' '.repeat(head.length), remedy);
}

function inOneSentence(steps: readonly DiagnosisStep[]): string {
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  if (outcomes.has('bad')) return 'does not work';
  return outcomes.has('doubtful') ? 'may work: see what is doubtful' : 'works';
}

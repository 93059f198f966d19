/** @file `tranship diagnose`: all that lies between this computer and the service, each step with what to do about it. */

import manifest from '../../../../package.json' with { type: 'json' };
import type { DiagnosisStep } from '../../../../src-preload/contract.ts';
import { diagnosisAsText } from '../../../diagnosis/as-text.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { duration } from '../wording.ts';

export interface DiagnoseOptions {
  askForStorage: boolean;
}

const stepNames: Record<DiagnosisStep['step'], string> = {
  name: 'Name',
  proxy: 'Way, proxy',
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
    const connection = app.connection(name);
    const at = Date.now();
    const steps: DiagnosisStep[] = [];
    for await (const step of app.diagnose(connection, { audience: 'terminal', askForStorage }, interrupted)) {
      steps.push(step);
      output.emit('step', step);
      output.say(inWords(step));
    }
    const works = steps.every(({ outcome }) => outcome !== 'bad');
    output.say(`The connection “${connection.name}” ${works ? 'works' : 'does not work'}.`);
    const text = diagnosisAsText(connection, steps, { version: manifest.version, at });
    output.emit('summary', { connection: connection.name, works, text });
    return works ? exitCodes.done : exitCodes.connection;
  });
}

function inWords({ step, outcome, sentence, remedy, milliseconds }: DiagnosisStep): string {
  const took = outcome === 'skipped' ? '' : ` (${duration(milliseconds)})`;
  const line = `${stepNames[step].padEnd(11)} ${outcomeWords[outcome].padEnd(10)} ${sentence}${took}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(23)}${remedy}`;
}

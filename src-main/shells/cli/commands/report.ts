/** @file `tranship report BATCH_ID`: what the service says of the lines of a batch that has a report. */

import { basename, join } from 'node:path';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import { saveFile } from '../../../ground/files/saved-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { assertWritable, makeFolderOf } from '../written-file.ts';
import { emitLines, showLines } from './report-table.ts';

export interface ReportOptions {
  /** A folder for a copy of the report as it came. */
  out?: string;
  /** A file for the table. */
  csv?: string;
  /** A file for a rule set that is as strict as the service was. */
  rules?: string;
  /** Replaces files that are there. */
  force: boolean;
}

/** Gets the service's report on a batch, and prints what it says of each line beside what our check found. */
export async function report(
  session: Session,
  batchId: string,
  { out, csv, rules, force }: ReportOptions,
): Promise<ExitCode> {
  const { output } = session;
  await session.withActions('report', async (actions) => {
    const reading = await actions.call('report.reading', { batch: batchId });
    const { file: kept, source, figures, counts } = reading;
    for (const path of [csv, rules])
      if (path !== undefined) await assertWritable(path, { force, sources: [source, kept] });
    const file = out === undefined ? kept : join(out, basename(kept));
    if (out !== undefined) {
      await makeFolderOf(file);
      await assertWritable(file, { force });
      await actions.save({ kind: 'report', batch: batchId }, file);
    }
    output.sayLines(reading.notes.map(inWords));
    if (csv !== undefined) {
      await actions.save({ kind: 'report-table', batch: batchId }, csv);
      output.say(message('The table is in {csv}', { csv }));
    } else if (output.json) await emitLines(session, actions, batchId);
    else await showLines(session, actions, batchId, counts);
    const stricter = rules === undefined ? undefined : await writeRules(session, actions, batchId, rules);
    output.say(message('The report is in {file}', { file }));
    output.emit('summary', { batchId, file, ...figures, ...counts, ...(stricter !== undefined && { stricter }) });
  });
  if (csv === undefined) await session.recordSecurity({ kind: 'exported', what: 'report', path: 'the terminal' });
  return exitCodes.done;
}

/** Writes the rule set, and says what checking with it would change; nothing else is changed. */
async function writeRules({ output }: Session, { call }: Actions, batch: string, path: string): Promise<object> {
  const { proposed, preview, notes, ruleSet } = await call('report.stricter', { batch });
  output.sayLines(notes.map(inWords));
  await saveFile(path, [`${ruleSet}\n`]);
  output.say(
    message('The rule set is in {path}. Check with it (check --rules {path}), or set it in the settings.', { path }),
  );
  return { proposed, preview };
}

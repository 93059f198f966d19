/** @file `tranship prepare EXPORT…` without a template: what the export was recognised as, and a proposal for a template. */

import { parse } from 'node:path';
import type { Proposal } from '../../../../src-shared/contract.ts';
import { saveFile } from '../../../ground/files/saved-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withExports } from '../preparing.ts';
import type { Session } from '../session.ts';
import { assertWritable } from '../written-file.ts';

export interface ProposalOptions {
  out?: string;
  reading: string[];
  /** Patterns for the names of files in folders and archives; none: all are taken. */
  only: string[];
  propose?: string;
  /** Replaces a file that is there. */
  force: boolean;
}

/** Says what was recognised, and writes the proposal where it is wanted. @throws AppError file.*, usage.invalid */
export async function proposeTemplate(
  session: Session,
  exports: readonly string[],
  { propose, reading, out, only, force }: ProposalOptions,
): Promise<ExitCode> {
  const { output } = session;
  if (out !== undefined)
    throw usageError(
      'Say with --template how the exports become transactions. Without one, and without --out, --propose FILE writes a proposal.',
    );
  const proposal = await withExports(session, { exports, only }, async (call, { offers, sources, first }) => {
    const paths = sources.map(({ path }) => path);
    if (propose !== undefined) await assertWritable(propose, { force, sources: paths });
    return await call('preparations.propose', { offers, reading, name: parse(first).name });
  });
  const { columns, guesses, recognised } = proposal;
  output.say(`Read as ${readingInWords(proposal)}; ${columns.length} columns.`);
  if (recognised !== undefined) {
    output.say(`The columns are those of the stored template “${recognised.name}”: prepare with --template.`);
  } else {
    output.table(
      ['field', 'confidence', 'why'],
      guesses.map(({ field, confidence, reason }) => [field, confidence, reason]),
    );
  }
  if (propose !== undefined) {
    await saveFile(propose, [proposal.text]);
    output.say(`The template is in ${propose}. Correct what is not right, then prepare with --template ${propose}.`);
  } else output.say('Write a template with --propose FILE, or name one with --template.');
  output.emit('summary', {
    ...{ reading: proposal.reading, columns, guesses },
    ...(recognised !== undefined && { recognised: recognised.name }),
    ...(propose !== undefined && { out: propose }),
  });
  return exitCodes.done;
}

function readingInWords({ reading }: Pick<Proposal, 'reading'>): string {
  const details = Object.entries(reading).flatMap(([name, value]) =>
    name === 'format' || typeof value === 'object' ? [] : [`${name} ${value === '\t' ? 'tab' : String(value)}`],
  );
  return [reading.format, ...details].join(', ');
}

/** @file `tranship prepare EXPORT…` without a template: what the export was recognised as, and a proposal for a template. */

import { parse } from 'node:path';
import type { Template } from '../../../../src-shared/template-shapes.ts';
import { readingFrom } from '../../../exports/reading-choices.ts';
import { WorkArea } from '../../../exports/work-area.ts';
import { examineExport } from '../../../prepare/examination.ts';
import { firstTemplate } from '../../../prepare/first-template.ts';
import { templateText } from '../../../templates/template-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { assertWritable, writePieces } from '../written-file.ts';
import { nothingFound, sourcesOf } from './sources-of-call.ts';
import { keptTemplates } from './template.ts';

export interface ProposalOptions {
  out?: string;
  reading: string[];
  /** Patterns for the names of files in folders and archives; none: all are taken. */
  only: string[];
  propose?: string;
}

/** Says what was recognised, and writes the proposal where it is wanted. @throws AppError file.*, usage.invalid */
export async function proposeTemplate(
  session: Session,
  exports: readonly string[],
  { propose, reading, out, only }: ProposalOptions,
): Promise<ExitCode> {
  const { output, interrupted } = session;
  if (out !== undefined)
    throw usageError(
      'Say with --template how the exports become transactions. Without one, and without --out, --propose FILE writes a proposal.',
    );
  const workArea = new WorkArea();
  try {
    const { sources } = await sourcesOf(exports, workArea, session.call, only);
    const paths = sources.map(({ path }) => path);
    const [first] = sources;
    if (first === undefined) throw usageError(nothingFound(only));
    if (propose !== undefined) await assertWritable(propose, paths);
    const asked = reading.length === 0 ? undefined : readingFrom({ format: 'delimited' }, reading);
    const choices = new Map(
      sources.flatMap(({ path, choice }) => (choice === undefined ? [] : [[path, choice] as const])),
    );
    const request = { paths, choices, reading: asked, workFolder: workArea.folder };
    const examined = await examineExport(request, interrupted);
    const { template, guesses, recognised } = firstTemplate(
      examined,
      keptTemplates(session).all(),
      parse(first.name).name,
    );
    const [table] = examined.tables;
    output.say(`Read as ${readingInWords(template)}; ${table?.columns.length ?? 0} columns.`);
    if (recognised !== undefined) {
      output.say(`The columns are those of the stored template “${recognised.name}”: prepare with --template.`);
    } else {
      output.table(
        ['field', 'confidence', 'why'],
        guesses.map(({ field, confidence, reason }) => [field, confidence, reason]),
      );
    }
    if (propose !== undefined) {
      await writePieces(propose, [templateText(template)], 'w');
      output.say(`The template is in ${propose}. Correct what is not right, then prepare with --template ${propose}.`);
    } else output.say('Write a template with --propose FILE, or name one with --template.');
    output.emit('summary', {
      ...{ reading: template.reading, columns: template.columns, guesses },
      ...(recognised !== undefined && { recognised: recognised.name }),
      ...(propose !== undefined && { out: propose }),
    });
    return exitCodes.done;
  } finally {
    workArea.remove();
  }
}

function readingInWords({ reading }: Template): string {
  const details = Object.entries(reading).flatMap(([name, value]) =>
    name === 'format' || typeof value === 'object' ? [] : [`${name} ${value === '\t' ? 'tab' : String(value)}`],
  );
  return [reading.format, ...details].join(', ');
}

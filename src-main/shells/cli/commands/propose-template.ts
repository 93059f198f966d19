/** @file `tranship prepare EXPORT…` without a template: what the export was recognised as, and a proposal for a template. */

import { parse } from 'node:path';
import { replacedColumns } from '../../../../src-shared/changed-columns.ts';
import type { FittingTemplate, PreparationOrdered, Proposal } from '../../../../src-shared/contract.ts';
import { isPaymentReading } from '../../../../src-shared/formats.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import { quotedList } from '../../../../src-shared/languages/quoted.ts';
import { templateDifferencesInWords } from '../../../../src-shared/template-difference-words.ts';
import { saveFile } from '../../../ground/files/saved-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CallPreparations, withExports } from '../exports-of-call.ts';
import { type Output, usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { counted } from '../wording.ts';
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
    throw usageError(fact('A proposal is written in place of files: leave out --propose, or --out.'));
  const proposal = await withExports(session, { exports, only }, async (call, { offers, sources, first }) => {
    const paths = sources.map(({ path }) => path);
    if (propose !== undefined) await assertWritable(propose, { force, sources: paths });
    return await call('preparations.propose', { offers, reading, name: parse(first).name });
  });
  const { columns, guesses, recognised, isCertain, differences, otherTemplates, questions } = proposal;
  output.say(
    message('Read as {reading}; {length} columns.', { reading: readingInWords(proposal), length: columns.length }),
  );
  if (recognised === undefined)
    output.table(
      [message('field'), message('confidence'), message('why')],
      guesses.map(({ field, confidence, reason }) => [field, confidence, inWords(reason)]),
    );
  output.sayLines(proposedInWords(proposal));
  for (const { column, rows, message: question } of questions)
    output.say(
      `  ${[counted(rows, 'row'), ...(column === undefined ? [] : [message('column “{column}”', { column })])].join(' · ')}: ${inWords(question)}`,
    );
  if (propose !== undefined) {
    await saveFile(propose, [proposal.text]);
    output.say(
      message('The template is in {propose}. Correct what is not right, then prepare with --template {propose}.', {
        propose,
      }),
    );
  } else if (isCertain) output.say(message('Prepare with --out FOLDER, or see with --plan what would come of it.'));
  else output.say(message('Write a template with --propose FILE, or name one with --template.'));
  output.emit('summary', {
    reading: proposal.reading,
    columns,
    guesses,
    isCertain,
    questions,
    ...(recognised !== undefined && { recognised: recognised.name, differences }),
    ...(otherTemplates.length > 0 && { otherTemplates }),
    ...(propose !== undefined && { out: propose }),
  });
  return exitCodes.done;
}

/**
 * The template of exports for which none was named: a stored one with their look, or none is needed. It is said which, and what
 * has changed. @throws AppError usage.invalid where a person has to decide
 */
export async function templateByLook(
  call: CallPreparations,
  asked: Parameters<CallPreparations>[1] & { offers: string[]; reading: string[]; name: string },
  output: Output,
): Promise<PreparationOrdered['template']> {
  const proposal = await call('preparations.propose', asked);
  const { text, recognised, isCertain, otherTemplates } = proposal;
  if (!isCertain) {
    const near = otherTemplates.slice(0, 1).map(nearInWords);
    throw usageError(
      [
        ...near,
        message(
          'Say with --template how the exports become transactions. Without it, --propose FILE writes a proposal.',
        ),
      ].join(' '),
    );
  }
  output.sayLines(proposedInWords(proposal));
  return { text, name: recognised?.name ?? asked.name, ...(recognised !== undefined && { id: recognised.id }) };
}

/** Which template is used, or would be, and what of the export it does not know. */
function proposedInWords(proposal: Proposal): string[] {
  const { recognised, isCertain, differences, otherTemplates, unusedColumns, reading } = proposal;
  const others = otherTemplates.map(recognised === undefined ? nearInWords : alsoInWords);
  if (recognised !== undefined) {
    const changes = templateDifferencesInWords(recognised.name, differences);
    return [
      message('The export has the look of the stored template “{name}”.', { name: recognised.name }),
      changes,
      ...others,
    ].filter(Boolean);
  }
  if (!isCertain) return others;
  if (isPaymentReading(reading)) {
    const kind = reading.format === 'swift' ? `MT${reading.message ?? ''}` : (reading.message ?? '');
    return [
      message('A payment message ({kind}): the standard says what its parts mean, and no template is needed.', {
        kind,
      }),
      message(
        'No message says the risk of an unknown party: give it with --set receiver.unknown.risk_assessment=VALUE, and the same of sender.',
      ),
      ...others,
    ];
  }
  const rest = quotedList(unusedColumns);
  return [
    message('The columns are the fields of a transaction: no template is needed.'),
    ...(rest.length === 0 ? [] : [message('Left out, because they are no fields: {rest}.', { rest })]),
    ...others,
  ];
}

const nearInWords = ({ name, differences }: FittingTemplate): string =>
  [
    message('The stored template “{name}” is near. {templateDifferences}', {
      name,
      templateDifferences: templateDifferencesInWords(name, differences),
    }).trim(),
    ...(replacedColumns(differences).length > 0
      ? [
          message('With {options} it is used with what has changed.', {
            options: `--template "${name}" --take-changes`,
          }),
        ]
      : []),
  ].join(' ');

const alsoInWords = ({ name }: FittingTemplate): string => message('The stored template “{name}” fits, too.', { name });

function readingInWords({ reading }: Pick<Proposal, 'reading'>): string {
  const details = Object.entries(reading).flatMap(([name, value]) =>
    name === 'format' || typeof value === 'object' ? [] : [`${name} ${value === '\t' ? 'tab' : String(value)}`],
  );
  return [reading.format, ...details].join(', ');
}

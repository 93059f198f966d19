/** @file The commands that correct what was rejected, and send what is missing. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { noteBelow } from '../help.ts';
import { formerly, type Grammar, ruleSetOption } from './grammar.ts';
import { reason } from './values.ts';

const fromFix = () => import('../commands/fix.ts');
const fromResend = () => import('../commands/resend.ts');
const fromExport = () => import('../commands/export.ts');

const rejectedOption = [
  '--rejected-lines <file>',
  'line numbers that the service has rejected, one a line, beside those that the check finds',
] as const;
const logOption = ['--log <file>', 'the change log (JSON Lines); by default beside the new file'] as const;
const sendChangedOption = [
  '--send-changed',
  'also send lines whose modification id was accepted or went before with another content',
  false,
] as const;
const sendAgainOption = [
  '--send-again',
  'also send lines whose modification id went before with another submission; without --reason, the new submission waits for it',
  false,
] as const;
const reasonOption = [
  '--reason <text>',
  'why lines go again that went before; the history keeps it, and the new submission waits for no other',
  reason,
] as const;
const dryRunOption = ['--dry-run', 'only count what would be done, and show some of it', false] as const;

export function declareFixingCommands({ command: declare, run }: Grammar): void {
  const command = (...declared: Parameters<typeof declare>) =>
    formerly(declare(...declared), '--refused-lines <file>', 'rejectedLines');

  command(
    'fix <file-or-id>',
    'make a corrected file by a recipe or by hand, from a file or from what is missing of a submission',
  )
    .option('--recipe <file>', 'what is to be done (JSON)')
    .option('--with-edits', 'take the lines as they were corrected by hand in the window', false)
    .option('--out <file>', 'the new file; the source is never changed')
    .option(...logOption)
    .option(...rejectedOption)
    .option(...ruleSetOption)
    .option('--add', 'add the new file to the queue, in place of what was missing of the submission', false)
    .option(
      '--keep-rest',
      'with --add, add the lines that stay faulty as a file of their own, to be corrected later, in place of leaving them out',
      false,
    )
    .option(...sendChangedOption)
    .option(...sendAgainOption)
    .option(...reasonOption)
    .option(...dryRunOption)
    .addHelpText(
      'after',
      noteBelow(fact('The steps of a recipe always run in this order, whatever its own:'), {
        'drop-bom': fact('a byte order mark at the start'),
        'drop-blank': fact('lines of nothing but spaces'),
        replace: fact('one value of a field by another'),
        'trim, upper-case': fact('spaces around a text; capital letters'),
        'number-from-text': fact('"12.50" becomes 12.50, with every digit'),
        'date-from-text': fact('another form of date becomes that of the service, such as DD.MM.YYYY'),
        'uuid-from-text': fact('a UUID in braces, without hyphens or with spaces around it'),
        'strip-zone': fact('the zone offset of a time, converted to a zone that is named, or cut off'),
        'drop-field': fact('a field with its value'),
        'keep-form': fact('one form of an entity that is given in both'),
        'set-missing': fact('a field where it is missing'),
        'drop-with-value': fact('lines in which a field has a value'),
        'drop-with-fault': fact('lines in which the check still finds this'),
        'drop-refused': fact('lines that are still faulty'),
        'keep-one': fact(
          'the first or last of lines with one modification id and equal content, or of equal lines; or of each id what its first or last line says',
        ),
      }),
    )
    .action((source, options) => run(async (session) => (await fromFix()).fix(session, source, options), options.json));

  command('resend <id>', 'send what is missing of a submission, and never what the service has accepted')
    .option(
      '--file <file>',
      'a corrected file: what of it was accepted already is recognised by modification id, and not sent again',
    )
    .option(...sendChangedOption)
    .option(...sendAgainOption)
    .option(...reasonOption)
    .option(...rejectedOption)
    .option('--out <file>', 'where to keep what is sent; by default in the data folder')
    .option(...dryRunOption)
    .action((id, options) => run(async (session) => (await fromResend()).resend(session, id, options), options.json));

  formerly(
    command(
      'export <id>',
      'write the accepted, rejected, unclear or left-out lines of a submission to a file, as they are',
    ),
    '--refused',
    'rejected',
  )
    .option('--accepted', 'the lines that the service has accepted', false)
    .option('--rejected', 'the lines that the service or the check has rejected', false)
    .option('--first', 'with --rejected, also the lines that were rejected at first, and corrected since', false)
    .option('--unknown', 'the lines of which it is not known what became of them', false)
    .option('--left-out', 'the lines that were left out, also of what corrects it; by itself', false)
    .option(
      '--reasons <file>',
      'with --left-out, a table of all lines that were not sent, with number and reason (CSV)',
    )
    .option(
      '--changes',
      'what a correction changed, line by line, as a table (CSV), or into a file .jsonl as the list that a receipt names; by itself',
      false,
    )
    .option(...rejectedOption)
    .requiredOption('--out <file>', 'the new file')
    .action((id, options) =>
      run(async (session) => (await fromExport()).exportLines(session, id, options), options.json),
    );
}

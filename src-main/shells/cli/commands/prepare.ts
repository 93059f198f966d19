/** @file `tranship prepare EXPORT…`: files for the service of what another system exported, or a plan of them. */

import { existsSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { amountDigits } from '../../../../src-shared/amounts.ts';
import type { FindingKind, PreparationOrdered, PreparationWork, Prepared } from '../../../../src-shared/contract.ts';
import {
  balanceInWords,
  differenceInWords,
  differenceSubject,
  noCurrency,
} from '../../../../src-shared/control-words.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { labelled } from '../../../../src-shared/languages/labelled.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import { flowInWords } from '../../../../src-shared/money-flow.ts';
import { agreementInWords, messageInWords } from '../../../../src-shared/payment-message-words.ts';
import { uploadInWords } from '../../../../src-shared/upload-words.ts';
import type { Tell } from '../../../actions/ports.ts';
import { readUtf8 } from '../../../ground/files/utf8-file.ts';
import { controlFile } from '../control-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withExports } from '../exports-of-call.ts';
import { LiveLines } from '../live-lines.ts';
import { type Output, usageError } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, grouped, percent, size } from '../wording.ts';
import { processedInWords } from './processed-in-words.ts';
import { type ProposalOptions, proposeTemplate, templateByLook } from './propose-template.ts';
import { storedTemplate } from './template.ts';

export interface PrepareCommandOptions extends ProposalOptions {
  template?: string;
  takeChanges: boolean;
  name?: string;
  split?: NonNullable<PreparationOrdered['split']>;
  keepPayments: boolean;
  plan: boolean;
  connection?: string;
  leaveOutProcessed: boolean;
  control?: string;
  expect: string[];
  set: string[];
  rules?: string;
  workers?: number;
}

const SHOWN_FILES = 20;
const SHOWN_SUMS = 20;
const SHOWN_MESSAGES = 5;
const SHOWN_SHARING = 3;
const SHOWN_KINDS = 10;
const SHOWN_LEFT_OUT = 5;

/** Prepares the exports, or plans it. @throws AppError usage.invalid, template.*, control.*, preparation.*, file.* */
export async function prepareExports(
  session: Session,
  exports: readonly string[],
  options: PrepareCommandOptions,
): Promise<ExitCode> {
  const { output } = session;
  const { only, plan: isPlan, expect: expected, set: fixed, split, workers, connection } = options;
  const { template: wanted } = options;
  const isProposal = options.propose !== undefined || (options.out === undefined && !isPlan);
  if (wanted === undefined && isProposal) return await proposeTemplate(session, exports, options);
  if (!isPlan && options.out === undefined)
    throw usageError(fact('Say with --out where the files go, or write nothing, with --plan.'));
  const out = isPlan || options.out === undefined ? undefined : resolve(options.out);
  const ruleSet = await rulesOfCall(session, options.rules);
  const live = new LiveLines(output);
  const tellProgress: Tell = (event, payload) => {
    if (event !== 'preparation.changed' || payload.work === undefined) return;
    const { work } = payload;
    live.draw(() => [progressLine(work)]);
  };
  const control = options.control === undefined ? undefined : await controlFile(session, options.control);
  const prepared = await withExports(
    session,
    { exports, only },
    async (call, { offers, first, leftOut, repeated }) => {
      const { keepPayments, leaveOutProcessed, reading, name = parse(first).name } = options;
      const template =
        wanted === undefined
          ? await templateByLook(call, { offers, reading, name }, output)
          : existsSync(wanted)
            ? { text: await readUtf8(wanted, 'template.unreadable', session.interrupted), name: wanted }
            : await storedTemplate(call, wanted, true);
      tellLeftOut(output, leftOut);
      for (const name of repeated)
        output.say(message('{name} was named more than once, and is prepared once.', { name }));
      return await call('preparations.run', {
        offers,
        template,
        reading,
        name,
        split,
        keepPayments,
        connection,
        leaveOutProcessed,
        control,
        expected,
        fixed,
        ...(options.takeChanges && { takesChanges: true }),
        workers,
        isPlan,
      });
    },
    { ruleSet, out, tell: tellProgress },
  ).finally(() => live.clear());
  tell(output, prepared, isPlan ? undefined : options.out);
  return faultsOf(prepared).length === 0 ? exitCodes.done : exitCodes.refused;
}

/** Why what was prepared should not be sent as it is. */
function faultsOf({ refused, errors, control, duplicates }: Prepared): string[] {
  return [
    ...(refused === 0 ? [] : [message('{count, plural, one {# row} other {# rows}} refused', { count: refused })]),
    ...(errors === 0
      ? []
      : [message('{count, plural, one {# error} other {# errors}} in the files', { count: errors })]),
    ...(duplicates.ids === 0
      ? []
      : [
          message('{count, plural, one {# modification id} other {# modification ids}} in several transactions', {
            count: duplicates.ids,
          }),
        ]),
    ...(figuresThatDiffer(control).length === 0 ? [] : [message('control figures differ')]),
  ];
}

const stepWords: Record<NonNullable<PreparationWork['step']>, () => string> = {
  comparing: () => message('comparing'),
  measuring: () => message('measuring'),
  preparing: () => message('preparing'),
  checking: () => message('checking'),
};

function progressLine({ step, bytes, totalBytes, rows, lines = 0 }: PreparationWork): string {
  const done = totalBytes === 0 ? [] : [percent(bytes, totalBytes)];
  return [
    step === undefined ? '' : stepWords[step](),
    ...done,
    step === 'checking' ? counted(lines, 'line') : counted(rows, 'row'),
  ].join('  ');
}

function tellLeftOut(output: Output, names: readonly string[]): void {
  for (const name of names.slice(0, SHOWN_LEFT_OUT))
    output.say(message('{name} is no export, and is left out.', { name }));
  const more = names.length - SHOWN_LEFT_OUT;
  if (more > 0) output.say(message('… and {count, plural, one {# more file} other {# more files}}.', { count: more }));
}

/** How many rows have a finding, where the first of them is, and what is wrong there. */
function kindLine({ rule, rows, severity, column, message: found, first: [place] }: FindingKind): string {
  const isOfFile = rule === 'file.disagrees';
  const parts = isOfFile ? [] : [counted(rows, severity === 'error' ? 'row' : 'warning')];
  if (column !== undefined) parts.push(message('column “{column}”', { column }));
  if (isOfFile) parts.push(place?.source ?? '');
  else if (place !== undefined)
    parts.push(
      [place.source, place.table, message('row {row}', { row: String(place.row) })]
        .filter((name) => name !== '')
        .join(', '),
    );
  return `${parts.join(' · ')}: ${inWords(found)}`;
}

function tell(output: Output, summary: Prepared, out: string | undefined): void {
  const {
    rows,
    transactions,
    leftOut,
    refused,
    files,
    byCurrency,
    errors,
    warnings,
    bytes,
    control,
    notes,
    duplicates,
    kinds,
    refusedRows,
    messages,
    incoming,
  } = summary;
  const placeOf = (name?: string) => (out === undefined || name === undefined ? name : join(out, name));
  for (const note of notes) output.say(inWords(note));
  for (const facts of messages.slice(0, SHOWN_MESSAGES))
    output.say([messageInWords(facts), agreementInWords(facts)].filter((sentence) => sentence !== undefined).join(' '));
  if (messages.length > SHOWN_MESSAGES)
    output.say(message('… and {count, number} more payment messages', { count: messages.length - SHOWN_MESSAGES }));
  output.table(
    [message('file'), message('size'), message('lines')],
    files.slice(0, SHOWN_FILES).map((file) => [file.name, size(file.bytes), grouped(file.lines)]),
  );
  if (files.length > SHOWN_FILES)
    output.say(message('… and {files}', { files: counted(files.length - SHOWN_FILES, 'more file') }));
  output.table(
    [message('currency'), message('transactions'), message('sum')],
    byCurrency
      .slice(0, SHOWN_SUMS)
      .map(({ currency, count, sum }) => [currency || noCurrency(), grouped(count), amountDigits(sum, currency)]),
  );
  if (incoming !== undefined) output.sayLines(flowInWords(byCurrency.slice(0, SHOWN_SUMS), incoming));
  output.say(
    message('{rows}: {transactions}, {leftOut, number} left out, {refused, number} refused; {files} with {size}.', {
      rows: counted(rows, 'row'),
      transactions: counted(transactions, 'transaction'),
      leftOut,
      refused,
      files: counted(files.length, 'file'),
      size: size(bytes),
    }),
  );
  for (const kind of kinds.slice(0, SHOWN_KINDS)) output.say(`  ${kindLine(kind)}`);
  if (kinds.length > SHOWN_KINDS)
    output.say(`  ${message('… and findings of {count, number} more kinds', { count: kinds.length - SHOWN_KINDS })}`);
  const [manifest, findingsFile] = [summary.manifest, summary.findingsFile].map(placeOf);
  if (findingsFile !== undefined && (kinds.some(({ severity }) => severity === 'error') || errors > 0))
    output.say(message('Every finding is in {path}.', { path: findingsFile }));
  if (out !== undefined && refusedRows.length > 0) {
    const places = refusedRows.map((name) => join(out, name)).join(', ');
    output.say(
      message('The refused rows are in {places}: correct them there, and prepare that file by the same template.', {
        places,
      }),
    );
  }
  const { ids, transactions: sharing } = duplicates;
  if (ids > 0)
    output.say(
      message('{sharing, number} transactions share {ids}: {places}.', {
        sharing,
        ids: counted(ids, 'modification id'),
        places: `${duplicates.first.slice(0, SHOWN_SHARING).map(sharingLine).join('; ')}${ids > SHOWN_SHARING ? '; …' : ''}`,
      }),
    );
  output.sayLines(processedInWords(summary.processedBefore));
  if (files.length > 0) output.say(uploadInWords(summary.upload));
  if (out !== undefined)
    output.say(
      message('{errors} and {warnings} in the files.', {
        errors: counted(errors, 'error'),
        warnings: counted(warnings, 'warning'),
      }),
    );
  // In which an export contradicts itself is said above.
  for (const difference of figuresThatDiffer(control))
    output.say(message('Control figures differ for {difference}', { difference: differenceInWords(difference) }));
  for (const figure of control?.figures.filter(({ balance }) => balance !== undefined) ?? [])
    output.say(`${labelled(differenceSubject(figure), balanceInWords())}.`);
  const paths = files.map(({ name, bytes: size, lines, sha256 }) => ({
    path: out === undefined ? name : join(out, name),
    bytes: size,
    lines,
    sha256,
  }));
  output.emit('summary', { ...summary, files: paths, manifest, findingsFile });
  if (manifest !== undefined) output.say(message('The manifest is {path}.', { path: manifest }));
  const faults = faultsOf(summary);
  if (faults.length > 0)
    output.say(message('Not ready to be sent: {faults}. Correct this before you send.', { faults: faults.join('; ') }));
}

/** “konten.csv, rows 2, 7”. */
function sharingLine({ source, table, rows }: Prepared['duplicates']['first'][number]): string {
  const place = [source, table].filter((name) => name !== '').join(', ');
  return message('{place}, rows {rows}', { place, rows: rows.join(', ') });
}

const figuresThatDiffer = (control: Prepared['control']) =>
  (control?.differences ?? []).filter((difference) => !('sentence' in difference));

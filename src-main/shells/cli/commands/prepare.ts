/** @file `tranship prepare EXPORT…`: files for the service of what another system exported, or a plan of them. */

import { existsSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import { amountDigits } from '../../../../src-shared/amounts.ts';
import type { FindingKind, PreparationOrdered, PreparationWork, Prepared } from '../../../../src-shared/contract.ts';
import { differenceInWords, noCurrency } from '../../../../src-shared/control-words.ts';
import { inWords } from '../../../../src-shared/languages/message.ts';
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
    throw usageError('Say with --out where the files go, or write nothing, with --plan.');
  const out = isPlan || options.out === undefined ? undefined : resolve(options.out);
  const ruleSet = await rulesOfCall(session, options.rules);
  const live = new LiveLines(output);
  const tellProgress: Tell = (event, payload) => {
    if (event === 'preparation.changed' && payload.work !== undefined) live.draw([progressLine(payload.work)]);
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
            : await storedTemplate(call, wanted, 'no file and no');
      tellLeftOut(output, leftOut);
      for (const name of repeated) output.say(`${name} was named more than once, and is prepared once.`);
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
    ...(refused === 0 ? [] : [`${counted(refused, 'row')} refused`]),
    ...(errors === 0 ? [] : [`${counted(errors, 'error')} in the files`]),
    ...(duplicates.ids === 0 ? [] : [`${counted(duplicates.ids, 'modification id')} in several transactions`]),
    ...(figuresThatDiffer(control).length === 0 ? [] : ['control figures differ']),
  ];
}

function progressLine({ step, bytes, totalBytes, rows, lines = 0 }: PreparationWork): string {
  const done = totalBytes === 0 ? [] : [percent(bytes, totalBytes)];
  return [step ?? '', ...done, step === 'checking' ? counted(lines, 'line') : counted(rows, 'row')].join('  ');
}

function tellLeftOut(output: Output, names: readonly string[]): void {
  for (const name of names.slice(0, SHOWN_LEFT_OUT)) output.say(`${name} is no export, and is left out.`);
  const more = names.length - SHOWN_LEFT_OUT;
  if (more > 0) output.say(`… and ${counted(more, 'more file')}.`);
}

/** How many rows have a finding, where the first of them is, and what is wrong there. */
function kindLine({ rule, rows, severity, column, message, first: [place] }: FindingKind): string {
  const isOfFile = rule === 'file.disagrees';
  const parts = isOfFile ? [] : [counted(rows, severity === 'error' ? 'row' : 'warning')];
  if (column !== undefined) parts.push(`column “${column}”`);
  if (isOfFile) parts.push(place?.source ?? '');
  else if (place !== undefined)
    parts.push([place.source, place.table, `row ${place.row}`].filter((name) => name !== '').join(', '));
  return `${parts.join(' · ')}: ${inWords(message)}`;
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
  } = summary;
  const placeOf = (name?: string) => (out === undefined || name === undefined ? name : join(out, name));
  for (const note of notes) output.say(note);
  for (const facts of messages.slice(0, SHOWN_MESSAGES))
    output.say([messageInWords(facts), agreementInWords(facts)].filter((sentence) => sentence !== undefined).join(' '));
  if (messages.length > SHOWN_MESSAGES)
    output.say(`… and ${grouped(messages.length - SHOWN_MESSAGES)} more payment messages`);
  output.table(
    ['file', 'size', 'lines'],
    files.slice(0, SHOWN_FILES).map((file) => [file.name, size(file.bytes), grouped(file.lines)]),
  );
  if (files.length > SHOWN_FILES) output.say(`… and ${counted(files.length - SHOWN_FILES, 'more file')}`);
  output.table(
    ['currency', 'transactions', 'sum'],
    byCurrency
      .slice(0, SHOWN_SUMS)
      .map(({ currency, count, sum }) => [currency || noCurrency(), grouped(count), amountDigits(sum, currency)]),
  );
  output.say(
    `${counted(rows, 'row')}: ${counted(transactions, 'transaction')}, ${grouped(leftOut)} left out, ${grouped(refused)} refused; ${counted(files.length, 'file')} with ${size(bytes)}.`,
  );
  for (const kind of kinds.slice(0, SHOWN_KINDS)) output.say(`  ${kindLine(kind)}`);
  if (kinds.length > SHOWN_KINDS) output.say(`  … and findings of ${grouped(kinds.length - SHOWN_KINDS)} more kinds`);
  const [manifest, findingsFile] = [summary.manifest, summary.findingsFile].map(placeOf);
  if (findingsFile !== undefined && (kinds.some(({ severity }) => severity === 'error') || errors > 0))
    output.say(`Every finding is in ${findingsFile}.`);
  if (out !== undefined && refusedRows.length > 0) {
    const places = refusedRows.map((name) => join(out, name)).join(', ');
    output.say(`The refused rows are in ${places}: correct them there, and prepare that file by the same template.`);
  }
  const { ids, transactions: sharing } = duplicates;
  if (ids > 0)
    output.say(
      `${grouped(sharing)} transactions share ${counted(ids, 'modification id')}: ${duplicates.first.slice(0, SHOWN_SHARING).map(sharingLine).join('; ')}${ids > SHOWN_SHARING ? '; …' : ''}.`,
    );
  output.sayLines(processedInWords(summary.processedBefore));
  if (files.length > 0) output.say(uploadInWords(summary.upload));
  if (out !== undefined) output.say(`${counted(errors, 'error')} and ${counted(warnings, 'warning')} in the files.`);
  // In which an export contradicts itself is said above.
  for (const difference of figuresThatDiffer(control))
    output.say(`Control figures differ for ${differenceInWords(difference)}`);
  const paths = files.map(({ name, bytes: size, lines, sha256 }) => ({
    path: out === undefined ? name : join(out, name),
    bytes: size,
    lines,
    sha256,
  }));
  output.emit('summary', { ...summary, files: paths, manifest, findingsFile });
  if (manifest !== undefined) output.say(`The manifest is ${manifest}.`);
  const faults = faultsOf(summary);
  if (faults.length > 0) output.say(`Not ready to be sent: ${faults.join('; ')}. Correct this before you send.`);
}

/** “konten.csv, rows 2, 7”. */
function sharingLine({ source, table, rows }: Prepared['duplicates']['first'][number]): string {
  return `${[source, table].filter((name) => name !== '').join(', ')}, rows ${rows.join(', ')}`;
}

const figuresThatDiffer = (control: Prepared['control']) =>
  (control?.differences ?? []).filter((difference) => !('sentence' in difference));

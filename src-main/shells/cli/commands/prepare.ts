/** @file `tranship prepare EXPORT…`: files for the service of what another system exported, or a plan of them. */

import { availableParallelism } from 'node:os';
import { join, parse, resolve } from 'node:path';
import manifest from '../../../../package.json' with { type: 'json' };
import { amountDigits } from '../../../../src-shared/amounts.ts';
import type { ProcessedBefore, UploadForecast } from '../../../../src-shared/contract.ts';
import { differenceInWords, noCurrency } from '../../../../src-shared/control-words.ts';
import { uploadInWords } from '../../../../src-shared/upload-words.ts';
import { FINDINGS, MANIFEST } from '../../../exports/output-folder.ts';
import { readingFrom } from '../../../exports/reading-choices.ts';
import { WorkArea } from '../../../exports/work-area.ts';
import { loadControl, parseExpected } from '../../../prepare/control-file.ts';
import { comparedIds, processedBefore } from '../../../prepare/earlier-ids.ts';
import type { PreparationProgress, PreparationSummary } from '../../../prepare/preparation.ts';
import { prepare } from '../../../prepare/prepare.ts';
import { safeName } from '../../../prepare/split.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../send/batch-limit.ts';
import { uploadForecast } from '../../../send/upload-forecast.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { PrepareSplit } from '../grammar/values.ts';
import { LiveLines } from '../live-lines.ts';
import { type Output, usageError } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, grouped, percent, size } from '../wording.ts';
import { earlierOfCall, processedInWords } from './earlier-of-call.ts';
import { type ProposalOptions, proposeTemplate } from './propose-template.ts';
import { nothingFound, sourcesOf } from './sources-of-call.ts';
import { findTemplate } from './template.ts';

export interface PrepareCommandOptions extends ProposalOptions {
  template?: string;
  name?: string;
  split?: PrepareSplit;
  keepPayments: boolean;
  plan: boolean;
  connection?: string;
  leaveOutProcessed: boolean;
  control?: string;
  expect: string[];
  rules?: string;
  workers?: number;
}

const MOST_THREADS = 4;
const SHOWN_FILES = 20;
const SHOWN_SUMS = 20;
const SHOWN_FAULTS = 3;
const SHOWN_LEFT_OUT = 5;

/** Prepares the exports, or plans it. @throws AppError usage.invalid, template.*, control.*, preparation.*, file.* */
export async function prepareExports(
  session: Session,
  exports: readonly string[],
  options: PrepareCommandOptions,
): Promise<ExitCode> {
  const { output, interrupted } = session;
  const { only } = options;
  if (options.template === undefined) return await proposeTemplate(session, exports, options);
  const template = await findTemplate(session, options.template);
  if (!options.plan && options.out === undefined)
    throw usageError('Say with --out where the files go, or write nothing, with --plan.');
  const ruleSet = await rulesOfCall(session, options.rules);
  const figures = [
    ...(options.control === undefined ? [] : await loadControl(options.control)),
    ...options.expect.map((text) => parseExpected(text)),
  ];
  const { earlier, bytesPerSecond } = await earlierOfCall(session, options);
  const compared = comparedIds(earlier, options.leaveOutProcessed);
  const workArea = new WorkArea();
  const live = new LiveLines(output);
  try {
    const { sources, leftOut, repeated } = await sourcesOf(exports, workArea, session.call, only);
    tellLeftOut(output, leftOut);
    for (const name of repeated) output.say(`${name} was named more than once, and is prepared once.`);
    const [first] = sources;
    if (first === undefined) throw usageError(nothingFound(only));
    const { grouping, bytes, lines } = options.split ?? wholeBatches;
    const summary = await prepare(
      {
        ...{ sources, template, ruleSet, workFolder: workArea.folder, grouping, limits: { bytes, lines } },
        ...(options.reading.length > 0 && { reading: readingFrom(template.reading, options.reading) }),
        ...(!options.plan && options.out !== undefined && { out: resolve(options.out) }),
        name: safeName(options.name ?? parse(first.name).name),
        keepPayments: options.keepPayments,
        threads: options.workers ?? Math.min(availableParallelism(), MOST_THREADS),
        ...(figures.length > 0 && { control: figures }),
        ...(compared !== undefined && { earlier: compared }),
        toolVersion: manifest.version,
      },
      { signal: interrupted, onProgress: (progress) => live.draw([progressLine(progress)]) },
    ).finally(() => live.clear());
    const before = processedBefore(summary, earlier);
    const files = summary.files.map((file) => file.bytes);
    const upload = uploadForecast({ files, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES, bytesPerSecond });
    tell(output, { ...summary, processedBefore: before, upload }, options.plan ? undefined : options.out);
    return faultsOf(summary).length === 0 ? exitCodes.done : exitCodes.refused;
  } finally {
    workArea.remove();
  }
}

const wholeBatches: PrepareSplit = {
  grouping: 'none',
  bytes: DEFAULT_MAX_BATCH_BYTES,
  lines: Number.MAX_SAFE_INTEGER,
};

/** Why what was prepared should not be sent as it is. */
function faultsOf({ refused, errors, control, duplicates }: Omit<PreparationSummary, 'processedBefore'>): string[] {
  return [
    ...(refused === 0 ? [] : [`${counted(refused, 'row')} refused`]),
    ...(errors === 0 ? [] : [`${counted(errors, 'error')} in the files`]),
    ...(duplicates.ids === 0 ? [] : [`${counted(duplicates.ids, 'modification id')} in several transactions`]),
    ...((control?.differences.length ?? 0) === 0 ? [] : ['control figures differ']),
  ];
}

function progressLine({ step, bytes, totalBytes, rows, lines }: PreparationProgress): string {
  const done = totalBytes === 0 ? [] : [percent(bytes, totalBytes)];
  return [step, ...done, step === 'checking' ? counted(lines, 'line') : counted(rows, 'row')].join('  ');
}

function tellLeftOut(output: Output, names: readonly string[]): void {
  for (const name of names.slice(0, SHOWN_LEFT_OUT)) output.say(`${name} is no export, and is left out.`);
  const more = names.length - SHOWN_LEFT_OUT;
  if (more > 0) output.say(`… and ${counted(more, 'more file')}.`);
}

/** What is told: of what went before, the submissions instead of the indexes. */
type Told = Omit<PreparationSummary, 'processedBefore'> & { processedBefore: ProcessedBefore; upload: UploadForecast };

function tell(output: Output, summary: Told, out: string | undefined): void {
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
    firstFaults,
    refusedRows,
  } = summary;
  for (const note of notes) output.say(note);
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
  for (const { source, table, row, column, message } of firstFaults.slice(0, SHOWN_FAULTS)) {
    const place = [`row ${row}`, ...(column === undefined ? [] : [`column “${column}”`])].join(', ');
    output.say(`  ${[source, table].filter(Boolean).join(', ')}, ${place}: ${message}`);
  }
  if (out !== undefined && (firstFaults.length > 0 || errors > 0))
    output.say(`Every finding is in ${join(out, FINDINGS)}.`);
  if (out !== undefined && refusedRows.length > 0) {
    const places = refusedRows.map((name) => join(out, name)).join(', ');
    output.say(`The refused rows are in ${places}: correct them there, and prepare that file by the same template.`);
  }
  const { ids, transactions: sharing } = duplicates;
  if (ids > 0)
    output.say(`${grouped(sharing)} transactions share ${grouped(ids)} modification ids; see --json for their rows.`);
  output.sayLines(processedInWords(summary.processedBefore));
  if (files.length > 0) output.say(uploadInWords(summary.upload));
  if (out !== undefined) output.say(`${counted(errors, 'error')} and ${counted(warnings, 'warning')} in the files.`);
  for (const difference of control?.differences ?? [])
    output.say(`Control figures differ for ${differenceInWords(difference)}`);
  const paths = files.map(({ name, bytes: size, lines, sha256 }) => ({
    ...{ path: out === undefined ? name : join(out, name), bytes: size, lines, sha256 },
  }));
  output.emit('summary', {
    ...summary,
    files: paths,
    ...(out !== undefined && { manifest: join(out, MANIFEST) }),
  });
  if (out !== undefined) output.say(`The manifest is ${join(out, MANIFEST)}.`);
  const faults = faultsOf(summary);
  if (faults.length > 0) output.say(`Not ready to be sent: ${faults.join('; ')}. Correct this before you send.`);
}

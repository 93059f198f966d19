/** @file `tranship check FILE…`: checks offline and says what it found. */

import { amountIn } from '../../../../src-shared/amounts.ts';
import type { FindingRow } from '../../../../src-shared/contract.ts';
import { type AppError, toAppError } from '../../../../src-shared/errors.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import { severityInWords } from '../../../../src-shared/severity-words.ts';
import { sumsOfInWords } from '../../../../src-shared/sums-of.ts';
import {
  type CheckFigures,
  type CheckProgress,
  checkOffline,
  type Finding,
  type FindingGroup,
  findingsAsText,
  type GroupPage,
  openFindings,
  type PackedFindings,
  rulesFor,
  type TemporaryFindings,
  type Totals,
} from '../../../actions/offline-check.ts';
import { SavedFile } from '../../../ground/files/saved-file.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import type { Output } from '../output.ts';
import { counted, duration, percent, remaining, size, speed } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

export interface CheckOptions {
  rules?: string;
  findings?: string;
  /** Replaces a file of findings that is there. */
  force: boolean;
  /** Prints groups of findings in place of the first ones. */
  group?: boolean;
  workers?: number;
}

/** How many findings are shown to a person; all of them go to a file on request. */
export const SHOWN_FINDINGS = 20;

/** How many groups of findings are shown to a person, and to a program. */
const SHOWN_GROUPS = 20;
const EMITTED_GROUPS = 1000;

/** Larger counts seldom come again. */
const MOST_SAID_ONCE = 1000;

/** How many sums are shown to a person; `--json` prints all of them. */
const SHOWN_SUMS = 6;

export async function check(
  { output, interrupted, policy, clock }: Call,
  files: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  const { ruleSet, rules } = await rulesFor(policy, options.rules, interrupted);
  if (options.findings !== undefined) await assertWritable(options.findings, { force: options.force, sources: files });
  const isStored = options.findings !== undefined || options.group === true || output.json;
  const store = isStored ? await openFindings() : undefined;
  let exitCode: ExitCode = exitCodes.done;
  /** Why the findings cannot be written. The check is worth more than them, so it continues. */
  let unwritten: AppError | undefined;
  await using written = options.findings === undefined ? undefined : new WrittenFindings(options.findings);
  const ports = { output, clock, store, most: options.group === true ? 0 : SHOWN_FINDINGS };
  const listen = (path: string) => new CheckNews(path, ports);
  const inCounts = sayingOnce();
  const request = { ruleSet, ...(options.workers !== undefined && { workers: options.workers }) };
  for await (const { path, listener: news, figures: checked } of checkOffline(
    [...new Set(files)],
    request,
    interrupted,
    listen,
  )) {
    news.show();
    const figures = await checked.finally(() => news.end());
    if (figures.errors > 0) exitCode = exitCodes.refused;
    const all = store?.iterate(path) ?? [];
    if (written !== undefined) unwritten ??= await written.add(all);
    else if (output.json) await emitFindings({ output, interrupted }, all);
    const most = output.json ? EMITTED_GROUPS : SHOWN_GROUPS;
    const page = options.group === true ? await store?.groups(path, most, interrupted) : undefined;
    if (page !== undefined) printGroups(output, page);
    printSummary(output, path, figures, page === undefined ? news.shown : undefined, inCounts);
    if (rules !== 'default')
      output.say(
        `  ${rules === 'file' ? message('By the rules in {path}.', { path: options.rules ?? '' }) : message('By the rules of the organisation.')}`,
      );
    const groups = page && { groups: page.groups.map(({ id: _, ...group }) => group), groupCount: page.total };
    output.emit('summary', { file: path, rules, ...figures, ...groups });
  }
  await written?.publish();
  if (unwritten !== undefined) throw unwritten;
  if (options.findings !== undefined) output.say(message('All findings are in {path}.', { path: options.findings }));
  return exitCode;
}

/** What is told of a check: shown once it is the turn of its file, since others are checked ahead of theirs. */
class CheckNews {
  /** Findings so far, of those that are shown. */
  shown = 0;
  readonly #path: string;
  readonly #ports: CheckNewsPorts;
  readonly #live: LiveLines;
  readonly #started: number;
  /** What waits for the turn of the file; undefined once that is there. */
  #waiting: (() => void)[] | undefined = [];

  constructor(path: string, ports: CheckNewsPorts) {
    this.#path = path;
    this.#ports = ports;
    this.#live = new LiveLines(ports.output);
    this.#started = ports.clock.steady();
  }

  onFindings = (findings: PackedFindings): void => {
    const { store, output, most } = this.#ports;
    store?.add(this.#path, findings);
    // The first ones at once: somebody may be waiting for them.
    const news = findings.first(most - this.shown);
    if (news.length === 0) return;
    this.shown += news.length;
    this.#tell(() => {
      this.#live.clear();
      for (const finding of news) output.say(findingInWords(finding));
    });
  };

  onJudgeAlone = (error: AppError): void => this.#tell(() => this.#ports.output.warn(error));

  onProgress = (progress: CheckProgress): void => {
    if (this.#waiting !== undefined) return;
    this.#live.draw(() => [progressLine(this.#path, progress, this.#ports.clock.steady() - this.#started)]);
  };

  /** It is the turn of its file. */
  show(): void {
    for (const tell of this.#waiting ?? []) tell();
    this.#waiting = undefined;
  }

  /** Its check is over. */
  end(): void {
    this.#live.clear();
  }

  #tell(tell: () => void): void {
    if (this.#waiting === undefined) tell();
    else this.#waiting.push(tell);
  }
}

interface CheckNewsPorts {
  output: Output;
  clock: Call['clock'];
  /** Keeps all findings; undefined where that is not needed. */
  store: TemporaryFindings | undefined;
  /** How many findings are shown. */
  most: number;
}

/** A finding as a line for people. */
export const findingInWords = ({ line, severity, message: found, rule }: FindingRow): string =>
  `  ${line === 0 ? message('file') : message('line {line}', { line })}  ${severityInWords(severity)}  ${inWords(found)}  (${rule})`;

export function progressLine(path: string, progress: Omit<CheckProgress, 'warnings'>, elapsedMs: number): string {
  const { bytes, totalBytes, lines, errors } = progress;
  const rate = (1000 * bytes) / Math.max(1, elapsedMs);
  const left = rate === 0 ? '' : remaining((1000 * (totalBytes - bytes)) / rate);
  const parts = [percent(bytes, totalBytes), speed(rate), counted(lines, 'line'), counted(errors, 'error'), left];
  return message('checking {path}  {progress}', { path, progress: parts.join('  ') });
}

function printGroups(output: Output, { groups, total, findings }: GroupPage): void {
  for (const group of groups) output.say(`  ${groupInWords(group)}`);
  const left = findings - groups.reduce((sum, { count }) => sum + count, 0);
  if (total > groups.length) {
    const more = { groups: counted(total - groups.length, 'group'), findings: counted(left, 'finding') };
    output.say(`  ${message('Not shown: {groups} with {findings}; --json prints a thousand groups.', more)}`);
  }
}

/** A group as a line for people: “payment_source_country: “Sweden”  980,547 times  (error, field.format; first on lines 1, 2, 3)”. */
function groupInWords({ path, value, message: found, count, severity, rule, firstLines }: FindingGroup): string {
  const isOfOne = count === 1 || rule !== 'modification.duplicate';
  const subject =
    value !== undefined ? `${path}: “${value}”` : isOfOne ? found : message('{path} is also on other lines', { path });
  const times = message('{count, plural, one {once} other {# times}}', { count });
  const first = firstLines.filter((line) => line > 0);
  const place = { count: first.length, lines: first.join(', ') };
  const where =
    count > first.length
      ? message('first on {count, plural, one {line} other {lines}} {lines}', place)
      : message('on {count, plural, one {line} other {lines}} {lines}', place);
  return `${subject}  ${times}  (${severityInWords(severity)}, ${rule}${first.length === 0 ? '' : `; ${where}`})`;
}

/** Puts a count into words once: small files have the same ones again and again. */
function sayingOnce(): typeof counted {
  const said = new Map<string, string>();
  return (count, noun) => {
    const key = `${count} ${noun}`;
    const words = said.get(key) ?? counted(count, noun);
    if (count < MOST_SAID_ONCE) said.set(key, words);
    return words;
  };
}

function printSummary(
  output: Output,
  path: string,
  figures: CheckFigures,
  shownFindings: number | undefined,
  inCounts: typeof counted,
): void {
  const { bytes, lines, transactions, valid, unsummed, totals, errors, warnings, byRule, durationMs, sha256 } = figures;
  const more = shownFindings === undefined ? 0 : errors + warnings - shownFindings;
  if (more > 0)
    output.say(`  ${message('… and {count, number} more; --findings FILE writes all of them.', { count: more })}`);
  if (errors + warnings > 0) output.table([message('rule'), message('findings')], Object.entries(byRule));
  const took = message('checked in {duration}', { duration: duration(durationMs) });
  output.sayLines([
    errors === 0 ? message('{path} has no errors.', { path }) : message('{path} has errors.', { path }),
    `  ${size(bytes)}, ${inCounts(lines, 'line')}; ${message('{valid, number} of {transactions} valid', { valid, transactions: inCounts(transactions, 'transaction') })}`,
    `  ${totalsInWords(transactions, totals, inCounts)}`,
    ...(totals.sums.length === 0 ? [] : sumsOfInWords(lines, unsummed).map((sentence) => `  ${sentence}`)),
    `  ${inCounts(errors, 'error')}, ${inCounts(warnings, 'warning')}, ${took}`,
    `  SHA-256 ${sha256}`,
  ]);
}

/** What a file adds up to, as a person says it: “1,204 transactions, 2026-01-03 to 2026-01-05 (3 days), 12,345.67 EUR, 8.90 USD”. */
export function totalsInWords(
  transactions: number,
  { sums, firstDay, lastDay, days }: Totals,
  inCounts = counted,
): string {
  const span =
    firstDay === lastDay
      ? firstDay
      : message('{first} to {last} ({days})', {
          first: firstDay ?? '',
          last: lastDay ?? '',
          days: inCounts(days, 'day'),
        });
  const shown = sums.slice(0, SHOWN_SUMS).map(({ currency, amount }) => amountIn(amount, currency));
  const more =
    sums.length > SHOWN_SUMS ? [message('… and {count, number} more', { count: sums.length - SHOWN_SUMS })] : [];
  return [inCounts(transactions, 'transaction'), ...(span === undefined ? [] : [span]), ...shown, ...more].join(', ');
}

/** All findings for a program, no faster than it reads: else millions of them would wait in memory. */
export async function emitFindings(
  { output, interrupted }: Pick<Call, 'output' | 'interrupted'>,
  findings: Iterable<Finding>,
): Promise<void> {
  for (const finding of findings) {
    output.emit('finding', finding);
    await output.room();
    interrupted.throwIfAborted();
  }
}

/** The findings of all files, in line order. What was written is kept, also where a later file cannot be checked. */
class WrittenFindings {
  readonly #path: string;
  #file: SavedFile | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns why they could not all be written. */
  async add(findings: Iterable<Finding>): Promise<AppError | undefined> {
    try {
      const isFirst = this.#file === undefined;
      this.#file ??= await SavedFile.create(this.#path);
      await this.#file.write(findingsAsText(this.#path, findings, isFirst));
    } catch (thrown) {
      return toAppError(thrown);
    }
    return undefined;
  }

  async publish(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.publish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.publish();
  }
}

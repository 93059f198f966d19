/** @file `tranship post FILE`: single transactions, checked and sent one by one; called again, it continues where it stopped. */

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { patience } from '../../../actions/patience.ts';
import type { App } from '../../../app.ts';
import type { Finding } from '../../../check/findings/finding.ts';
import type { RuleSet } from '../../../check/rules/rule-set.ts';
import { toWriteError } from '../../../ground/files/file-errors.ts';
import { PRIVATE_FILE } from '../../../ground/files/own-folder.ts';
import { requireMayPost, requireServiceMayDecide } from '../../../policy/rules.ts';
import type { ReportedLine } from '../../../posting/line-result.ts';
import type { LineCounts } from '../../../posting/posted-lines.ts';
import { Posting } from '../../../posting/posting.ts';
import type { RunEnding } from '../../../posting/posting-run.ts';
import { checkSource, type PostingSource } from '../../../posting/source.ts';
import { findSourceFile } from '../../../send/source-file.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import type { ServiceClient } from '../../../wire/service/service-client.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import type { Output } from '../output.ts';
import { forPrograms, PostBoard } from '../post-board.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, duration, grouped } from '../wording.ts';
import { assertWritable } from '../written-file.ts';
import { inWords, progressLine, SHOWN_FINDINGS } from './check.ts';

export interface PostOptions {
  connection?: string;
  rules?: string;
  onInvalid: 'stop' | 'service-decides';
  results?: string;
  concurrency: number;
  resendUnknown: boolean;
  resendRefused: boolean;
}

/** From here on a batch is the better tool. */
const MANY_LINES = 100_000;

export async function post(session: Session, file: string, options: PostOptions): Promise<ExitCode> {
  const { output } = session;
  const ruleSet = await rulesOfCall(session, options.rules);
  const work = async (app: App): Promise<ExitCode> => {
    if (options.onInvalid === 'service-decides') requireServiceMayDecide(app.policy.values);
    requireMayPost(app.policy.values);
    app.requireAllowedRules(ruleSet);
    const connection = app.services.connection(options.connection);
    await app.team.requireMayPost({ connection: connection.name });
    // Before the file is checked, so that a typing error is not found out only then.
    const service = app.services.client(connection);
    const path = await findSourceFile(file);
    if (options.results !== undefined) await assertWritable(options.results, [path]);
    const { source, errors } = await check(session, path, ruleSet);
    const hasNothing = source.lines === 0;
    if (hasNothing || (errors > 0 && options.onInvalid === 'stop')) {
      const advice = hasNothing ? '' : ' “--on-invalid service-decides” sends it anyway.';
      output.say(`${path} has errors, and nothing was sent.${advice}`);
      output.emit('summary', { file: path, lines: source.lines, errors, exitCode: exitCodes.refused });
      return exitCodes.refused;
    }
    if (source.lines > MANY_LINES)
      output.say(`${counted(source.lines, 'line')}: for so many, “tranship send” (in batches) is better suited.`);
    const posting = await Posting.open({
      source,
      destination: destinationOf(connection),
      folder: app.folder,
      clock: session.clock,
    });
    try {
      return await sendLines(session, posting, service, source, options);
    } finally {
      await posting.close();
    }
  };
  return await session.withApp('post', work);
}

async function check(session: Session, path: string, ruleSet: RuleSet) {
  const { output, clock } = session;
  const live = new LiveLines(output);
  const started = clock.steady();
  let found = 0;
  const show = (finding: Finding) => {
    output.emit('finding', finding);
    found += 1;
    if (found <= SHOWN_FINDINGS) output.say(inWords(finding));
  };
  const checked = await checkSource(path, ruleSet, {
    signal: session.interrupted,
    onFindings: (findings) => {
      live.clear();
      for (const finding of findings) show(finding);
    },
    onJudgeAlone: (error) => output.warn(error),
    onProgress: (progress) => live.draw([progressLine(path, progress, clock.steady() - started)]),
  }).finally(() => live.clear());
  const more = found - SHOWN_FINDINGS;
  if (more > 0) output.say(`  … and ${grouped(more)} more; “tranship check FILE --findings OUT” writes all of them.`);
  return checked;
}

async function sendLines(
  session: Session,
  posting: Posting,
  service: ServiceClient,
  source: PostingSource,
  options: PostOptions,
): Promise<ExitCode> {
  const { output, clock } = session;
  const resend = { unknown: options.resendUnknown, refused: options.resendRefused };
  const due = posting.due(resend);
  if (due === 0 && posting.counts.unknown === 0)
    output.say('Every line of this file has been sent and answered before. Nothing is sent now.');
  else if (due < source.lines)
    output.say(`${grouped(source.lines - due)} of ${counted(source.lines, 'line')} were sent before.`);
  const board = new PostBoard(session, { due, isSingle: source.lines === 1 });
  const started = clock.steady();
  const run = () =>
    posting.run(
      {
        post: (transaction, signal, passage) => service.postTransaction(transaction, signal, passage),
        random: Math.random,
        patience,
        onResult: (result) => board.show(result),
        onTrouble: (error) => board.tell(error),
      },
      { ...resend, concurrency: options.concurrency, signal: session.interrupted },
    );
  const ending: RunEnding = due === 0 ? { kind: 'finished' } : await run();
  const milliseconds = clock.steady() - started;
  board.close();
  if (options.results !== undefined) await writeResults(options.results, posting.results());
  if (ending.kind === 'failed') output.complain(ending.error);
  const exitCode = summarise(output, posting, source, { ending, sent: board.sent, milliseconds });
  sayWhatNext(output, posting, ending, options);
  return exitCode;
}

/** Says how it went, as sentences and as the summary for programs; returns the exit code. */
function summarise(
  output: Output,
  { counts }: Posting,
  source: PostingSource,
  { ending, sent, milliseconds }: { ending: RunEnding; sent: number; milliseconds: number },
): ExitCode {
  const { open, accepted, refused, unknown } = counts;
  const words = [`${grouped(accepted)} accepted`, `${grouped(refused)} refused`, `${grouped(unknown)} unknown`];
  const perSecond = Math.round((1000 * sent) / Math.max(milliseconds, 1));
  output.say(`${source.path}  ${words.join(', ')}, ${grouped(open)} not sent`);
  const rate = sent > 1 ? `, ${grouped(perSecond)} a second` : '';
  if (sent > 0) output.say(`  ${counted(sent, 'line')} sent in ${duration(milliseconds)}${rate}`);
  const exitCode = exitCodeAfter(counts, ending);
  output.emit('summary', {
    ...{ file: source.path, sha256: source.sha256, lines: source.lines },
    ...{ accepted, refused, unknown, notSent: open, ending: ending.kind },
    ...{ sent, seconds: Math.round(milliseconds) / 1000, perSecond, exitCode },
  });
  return exitCode;
}

function exitCodeAfter(counts: LineCounts, ending: RunEnding): ExitCode {
  if (ending.kind === 'failed') return exitCodeOf(ending.error);
  if (counts.unknown > 0 || ending.kind !== 'finished') return exitCodes.leftInQueue;
  // What is still open after a run that has finished could not be sent: blank lines, which the check complains of.
  return counts.refused > 0 || counts.open > 0 ? exitCodes.refused : exitCodes.done;
}

function sayWhatNext(output: Output, { counts }: Posting, ending: RunEnding, options: PostOptions): void {
  if (ending.kind === 'unreachable') output.say('There is no answer.');
  if (ending.kind !== 'finished') output.say('The same command sends the rest.');
  if (ending.kind === 'finished' && counts.open > 0)
    output.say(`${counted(counts.open, 'line')} cannot be sent: blank, or longer than 16 MiB.`);
  if (counts.refused > 0)
    output.say('Correct what was refused, and send it as a separate file. “--resend-refused” sends it again as it is.');
  if (counts.unknown > 0)
    output.say(
      'It is not known whether the unknown lines arrived. “--resend-unknown” sends exactly these again; a line that did arrive is replaced.',
    );
  if (counts.refused + counts.unknown > 0 && options.results === undefined)
    output.say('“--results FILE” writes the outcome of each line.');
}

async function writeResults(path: string, lines: AsyncIterable<ReportedLine>): Promise<void> {
  const text = async function* () {
    for await (const line of lines) yield `${JSON.stringify(forPrograms(line))}\n`;
  };
  await pipeline(Readable.from(text()), createWriteStream(path, { mode: PRIVATE_FILE })).catch((thrown: unknown) => {
    throw toWriteError(thrown, path);
  });
}

/** @file What `tranship fix`, `resend` and `export` have in common: how they ask for a correction, and tell what came of it. */

import type {
  CommandOutput,
  CorrectionOutcome,
  CorrectionRequest,
  EventPayload,
} from '../../../../src-shared/contract.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Tell } from '../../../actions/ports.ts';
import type { ReadingActions } from '../../../actions/reading.ts';
import { largest, readSmall } from '../../../ground/files/small-file.ts';
import { LiveLines } from '../live-lines.ts';
import { offeredFile } from '../offered-file.ts';
import { type Output, usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted, percent } from '../wording.ts';

export type Named = NonNullable<CommandOutput<'queue.named'>[number]>;

export interface Wish extends Partial<Omit<CorrectionRequest, 'id' | 'offer'>> {
  /** A corrected file that a person has. */
  file?: string | undefined;
}

export interface Goal {
  /** The new file and its change log. Without one, what is added is kept in the data folder, and all else only counted. */
  out?: string | undefined;
  log?: string | undefined;
  add: boolean;
  /** Called before anything is made or added. */
  onMeant?: (submission: Named) => void;
}

const SHOWN_CONFLICTS = 10;

export interface Corrected {
  outcome: CorrectionOutcome;
  /** The one that was corrected. */
  submission: Named;
  /** The app that has the queue, if one does. */
  holder: string | undefined;
}

/** A submission in the queue, by its number or the id of a batch. @throws AppError queue.unknown-id */
export async function submissionMeant({ call }: Pick<ReadingActions, 'call'>, id: string): Promise<Named> {
  const [named] = await call('queue.named', { ids: [id] });
  if (named === undefined || named === null || named.isRemoved) throw new AppError('queue.unknown-id', { id });
  return named;
}

/** Has a submission corrected: where nothing is added, also while another process works on the queue. */
export async function correct(
  session: Session,
  command: string,
  id: string,
  { file, ...wish }: Wish,
  { out, log, add, onMeant }: Goal,
): Promise<Corrected> {
  /** @param app adds it, where that is wanted */
  const correctBy = async (actions: ReadingActions, app?: Actions): Promise<Corrected> => {
    const submission = await submissionMeant(actions, id);
    onMeant?.(submission);
    const offer = file === undefined ? undefined : await offeredFile(actions, file);
    const request = { steps: [], withEdits: false, sendChanged: false, ...wish, id: submission.id, offer };
    const make = () =>
      app?.call('submission.correct', request) ?? actions.call('submission.previewCorrection', request);
    const save = (path: string) =>
      app?.save({ kind: 'correction', ...request }, path, log) ??
      actions.save({ kind: 'corrected', ...request }, path, log);
    const outcome = out === undefined ? await make() : told((await save(out)).correction);
    return { outcome, submission, holder: app?.holder };
  };
  return await drawing(session, (onProgress) => {
    const hear: Tell = (...[event, payload]) => {
      if (event === 'submission.correcting') onProgress(payload);
    };
    const correctAndAdd = (app: Actions) => correctBy(app, app);
    return add ? session.withActions(command, correctAndAdd, hear) : withReading(session, correctBy, hear);
  });
}

/** What the app tells of what it has saved. */
export function told<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The answer does not say what is in the file.');
  return value;
}

export async function drawing<Result>(
  { output }: Session,
  work: (onProgress: (progress: Omit<EventPayload<'submission.correcting'>, 'id'>) => void) => Promise<Result>,
): Promise<Result> {
  const live = new LiveLines(output);
  return await work(({ bytes, totalBytes, lines }) =>
    live.draw(() => [`${percent(bytes, totalBytes)}  ${counted(lines, 'line')}`]),
  ).finally(() => live.clear());
}

/** Line numbers, one a line. @throws AppError usage.invalid, file.* */
export async function readLineNumbers(
  { interrupted }: Pick<Session, 'interrupted'>,
  path: string | undefined,
): Promise<number[] | undefined> {
  if (path === undefined) return undefined;
  const text = (await readSmall(path, largest.record, interrupted)).toString();
  return text.split(/\s+/).flatMap((word) => {
    if (word === '') return [];
    const line = Number(word);
    if (!Number.isSafeInteger(line) || line < 1)
      throw usageError(
        fact('{path} must hold line numbers, one a line, but has “{word}”.', { path, word: word.slice(0, 40) }),
      );
    return [line];
  });
}

interface Context {
  source: string;
  out?: string;
  log?: string;
  batches?: CorrectionOutcome['batches'];
}

/** Says what was done. */
export function tell(
  output: Output,
  outcome: Omit<CorrectionOutcome, 'batches'>,
  context: Context,
  isLast = true,
): void {
  const { lines, kept, changed, dropped, leftOut, byHand, byStep, samples, differing, conflicts } = outcome;
  if (byStep.length > 0)
    output.table(
      [message('step'), message('field'), message('changed'), message('left out')],
      byStep.map(({ step, field, ...counts }) => [step, field ?? '', counts.changed, counts.dropped]),
    );
  if (byHand.changed + byHand.dropped > 0)
    output.say(
      message('By hand: {lines} corrected, {dropped} left out.', {
        lines: counted(byHand.changed, 'line'),
        dropped: byHand.dropped,
      }),
    );
  if (context.out === undefined) {
    for (const { line, step, before, after } of samples)
      output.say(
        `  ${message('line {line}', { line: String(line) })}  ${step}  ${before ?? message('(missing)')} → ${after ?? message('(left out)')}`,
      );
  }
  const { batches } = context;
  if (batches !== undefined && batches.all > 0)
    output.say(
      message('The service accepted {accepted} of {batches}, all or in part: what it accepted is not sent again.', {
        accepted: batches.accepted,
        batches: counted(batches.all, 'batch'),
      }),
    );
  if (batches !== undefined && batches.doubtful > 0)
    output.say(
      message(
        'Of {batches} it is not known whether it arrived: not sent again either. Decide with “tranship queue retry”.',
        { batches: counted(batches.doubtful, 'batch') },
      ),
    );
  if (outcome.sentBefore > 0)
    output.say(
      message('{lines} of it went before with other submissions, by the modification ids: not sent again.', {
        lines: counted(outcome.sentBefore, 'line'),
      }),
    );
  if (outcome.goneWith !== undefined)
    output.say(
      message('{lines} of it went with submission {submission}, which has the same content: not sent again.', {
        lines: counted(outcome.goneWith.lines, 'line'),
        submission: outcome.goneWith.submission,
      }),
    );
  if (differing.count > 0)
    output.say(
      message('{lines} with a modification id that was accepted with another content: {numbers}', {
        lines: counted(differing.count, 'line'),
        numbers: `${differing.lines.slice(0, 10).join(', ')}${differing.count > 10 ? ' …' : ''}`,
      }),
    );
  tellConflicts(output, conflicts);
  const left = leftOut === 0 ? '' : message(', {leftOut} not sent again', { leftOut });
  output.say(
    message('{lines}: {kept} kept, {changed} of them changed, {dropped} left out{left}.', {
      lines: counted(lines, 'line'),
      kept,
      changed,
      dropped,
      left,
    }),
  );
  if (context.out !== undefined) output.say(message('The new file is {out}', { out: context.out }));
  if (context.log !== undefined) output.say(message('Every change is in {log}', { log: context.log }));
  if (isLast) output.emit('summary', { ...outcome, ...context, ...forPrograms(context) });
  else for (const sample of samples) output.emit('change', sample);
}

/** Says which lines share an id and are no duplicates. */
export function tellConflicts(output: Output, { lines, groups }: CorrectionOutcome['conflicts']): void {
  if (lines === 0) return;
  output.say(
    message(
      '{lines} with the same modification id and OTHER CONTENT: different payments, none of which is dropped as a duplicate. Correct an id, or leave a line out by hand:',
      { lines: counted(lines, 'line') },
    ),
  );
  for (const { id, lines: own } of groups.slice(0, SHOWN_CONFLICTS))
    output.say(`  ${id}  ${message('lines {lines}', { lines: own.join(', ') })}`);
  if (groups.length > SHOWN_CONFLICTS) output.say('  …');
}

/** Says what was added, and when it is sent. */
export function tellAdded(output: Output, { outcome, submission, holder }: Corrected): void {
  const { added: id, batches, ...others } = outcome;
  const who = holder === undefined ? message('“tranship work”') : message('The Tranship that is running');
  output.say(
    message('It is submission {id}, and completes submission {corrected}. {who} checks and sends it.', {
      id: String(id),
      corrected: String(submission.id),
      who,
    }),
  );
  if (outcome.stays?.submission !== undefined)
    output.say(
      message(
        '{lines, plural, one {# line stays} other {# lines stay}} to be corrected, as submission {id}. Nothing of it is sent before you say so.',
        { lines: outcome.stays.lines, id: String(outcome.stays.submission) },
      ),
    );
  output.emit('summary', { ...others, ...forPrograms({ batches }), id, corrects: submission.id });
}

/** “taken” is the former name of what was accepted, which programs may read. */
function forPrograms({ batches }: Pick<Context, 'batches'>) {
  return batches === undefined ? {} : { batches: { ...batches, taken: batches.accepted } };
}

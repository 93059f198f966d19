/** @file What a run came to: the exit code, and what a person can do next. Pure. */

import { awaitsTeam } from '../../../src-shared/awaits-team.ts';
import type { ConnectionWait, LaterStep, SubmissionForPrograms, WaitState } from '../../../src-shared/contract.ts';
import { whyRefused } from '../../../src-shared/error-words/refusals.ts';
import { assertNever, type ErrorCode, type ErrorRecord } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { needsReason } from '../../../src-shared/needs-reason.ts';
import { momentOf } from '../../../src-shared/quantities.ts';
import { type BatchState, factsOf, wordOnLines } from '../../../src-shared/states.ts';
import { waitInWords } from '../../../src-shared/wait-words.ts';
import { type ExitCode, exitCodeOf, exitCodes } from './exit-codes.ts';

const SHOWN_REFUSALS = 5;

/** How a wait ended. */
export type Ending =
  | { kind: Exclude<WaitState, 'wait' | 'stopped'> | 'interrupted' | 'timed-out' | 'app-ended' }
  /** The queue itself could not continue. */
  | { kind: 'stopped'; error: ErrorRecord };

/** What the summary of a run needs. */
export interface Run {
  ending: Ending;
  /** The app that sends by itself, where that is another process. */
  holder?: string | undefined;
  /** All that was open in this run, and what waits for a decision. */
  views: readonly SubmissionForPrograms[];
  /** Of these, what had waited for a decision before the run began. */
  waitedBefore: ReadonlySet<number>;
  /** Of these, what is held and has nothing in it that can be sent. */
  empty: ReadonlySet<number>;
  /** Whether a connection is on hold until somebody has seen to it. */
  onHold: boolean;
  /** What is done later by itself, of all that the first. */
  next?: LaterStep | undefined;
  /** The connections of which something waits for sending hours. */
  hours: readonly ConnectionWait[];
}

/**
 * What this run did decides, so that a scheduled job can tell news from history: what failed in it comes before what waits
 * for a person.
 */
export function exitCodeOfRun(run: Run): ExitCode {
  const { ending } = run;
  switch (ending.kind) {
    case 'stopped':
      return exitCodeOf(ending.error);
    case 'interrupted':
    case 'app-ended':
    case 'timed-out':
    case 'unreachable':
    case 'hours':
    case 'elsewhere':
      return exitCodes.leftInQueue;
    case 'needs-person':
      return run.onHold ? exitCodes.connection : exitCodeOfNews(run, exitCodes.leftInQueue);
    case 'finished':
      return exitCodeOfNews(run, exitCodes.done);
    default:
      return assertNever(ending);
  }
}

function exitCodeOfNews({ views, waitedBefore }: Run, otherwise: ExitCode): ExitCode {
  const unchecked = views.find(({ state }) => state === 'check-failed')?.error;
  if (unchecked !== undefined) return exitCodeOf({ code: unchecked });
  const fates = views.map((view) => fateOf(view, waitedBefore.has(view.id)));
  if (fates.includes('not-accepted')) return exitCodes.refused;
  return fates.includes('waits-for-person') ? exitCodes.leftInQueue : otherwise;
}

/** What came of a submission that is no history. */
function fateOf(
  { state, error, account, doubled }: SubmissionForPrograms,
  waitedBefore: boolean,
): 'well' | 'not-accepted' | 'waits-for-person' | 'open' {
  // Of a file that is under way, what the service has rejected already is a result as well.
  if (state !== 'corrected' && account !== undefined && account.rejected > 0) return 'not-accepted';
  // The check of this very run found something: that is a result.
  const awaits = error !== undefined && (error === 'submission.awaits-confirmation' || awaitsTeam({ code: error }));
  if (state === 'held') return waitedBefore || awaits ? 'waits-for-person' : 'not-accepted';
  // Which of its batch ids counts, only a person can find out.
  const wellUnlessDoubled = doubled === undefined ? 'well' : 'waits-for-person';
  const { phase, end } = factsOf(state);
  switch (phase) {
    case 'checking':
    case 'sending':
      return 'open';
    case 'at-service':
      return wellUnlessDoubled;
    case 'deciding':
    case 'paused':
      return 'waits-for-person';
    case 'ended':
      return end === 'success' || end === 'settled' || end === 'checked' ? wellUnlessDoubled : 'not-accepted';
    default:
      return assertNever(phase);
  }
}

/** What a person can do next, and what is done later without one, a sentence each. */
export function hintsAfter(run: Run): string[] {
  const later = laterInWords(run);
  const { next, hours } = run;
  // That pause was not asked for by the service: it is said of the connection.
  const isOfHours = next?.about === 'batch' && hours.some(({ until }) => until === next.at);
  return [...hintsAtEnd(run), ...(later === undefined || isOfHours ? [] : [later])];
}

/** What waits for the sending hours of a connection, and until when. @param now ms since the epoch */
export const hoursInWords = (wait: ConnectionWait, now: number): string =>
  `${wait.connection}  ${waitInWords(wait, now)}.`;

/** When the service is asked next, and by whom; undefined where “tranship work” goes on at once, which is said already. */
function laterInWords({ ending, holder, next }: Run): string | undefined {
  if (next === undefined || ending.kind === 'stopped' || ending.kind === 'app-ended') return undefined;
  const { about, batchId, at, outlastsRestart } = next;
  const [when, batch] = [
    momentOf(at),
    batchId === undefined ? message('the next batch') : message('batch {id}', { id: batchId }),
  ];
  if (about === 'abandoned-id') {
    const who = holder ?? message('the window, “tranship serve” or a “tranship work” then');
    return message(
      'Batch id {batchId} was abandoned, but the file may have arrived under it. The service is to be asked about it again at {when}: {who} does so.',
      { batchId: batchId ?? '', when, who },
    );
  }
  if (outlastsRestart)
    return message('The other side has asked for a pause: {batch} goes on at {when}.', { batch, when });
  if (ending.kind !== 'needs-person') return undefined;
  if (holder !== undefined) return message('{holder} asks about {batch} again at {when}.', { holder, batch, when });
  return message('The window, “tranship serve” or the next “tranship work” asks about {batch} at once.', { batch });
}

function hintsAtEnd(run: Run): string[] {
  const { ending, holder, hours } = run;
  const rest =
    holder === undefined
      ? message('Everything is in the queue; “tranship work” continues')
      : message('Everything is in the queue; {holder} goes on with it', { holder });
  switch (ending.kind) {
    case 'stopped':
      return [];
    case 'app-ended':
      return [
        message('{holder} has ended. Everything is in the queue; “tranship work” continues.', { holder: holder ?? '' }),
      ];
    case 'interrupted':
      return [message('Stopped. {rest}.', { rest })];
    case 'timed-out':
      return [message('The time limit is reached. {rest}.', { rest })];
    case 'elsewhere':
      return [message('Other desks of the team have the rest; “tranship team parts” shows where it is.')];
    case 'hours':
      return [
        ...hours.map((wait) => hoursInWords(wait, wait.until ?? 0)),
        holder === undefined
          ? message(
              'Everything is in the queue; “tranship work” waits for the hours and sends it then. “--timeout 15h” has this command wait so long.',
            )
          : message('Everything is in the queue; {holder} sends it then.', { holder }),
      ];
    case 'unreachable':
      return [message('There is no answer. {rest}.', { rest })];
    case 'needs-person':
      return [...hintsOn(run), message('{rest} once this is settled.', { rest })];
    case 'finished':
      return hintsOn(run);
    default:
      return assertNever(ending);
  }
}

function hintsOn({ views, empty }: Run): string[] {
  const all = (fits: (view: SubmissionForPrograms) => boolean, hint: (id: string) => string) => {
    const found = views.filter(fits);
    return found.length > 0 && hint(found.length === 1 ? String(found[0]?.id) : 'ID');
  };
  const isSendable = ({ id, state }: SubmissionForPrograms) => state === 'held' && !empty.has(id);
  const isFaulty = (view: SubmissionForPrograms) => isSendable(view) && (view.errors ?? 0) > 0;
  const isHeldFor =
    (test: (error: { code: ErrorCode }) => boolean) =>
    ({ error, ...view }: SubmissionForPrograms) =>
      isSendable({ error, ...view }) && error !== undefined && test({ code: error });
  const inBatch = (test: (state: BatchState) => boolean) => (view: SubmissionForPrograms) =>
    view.batches.some(({ state }) => test(state));
  const hints: (string | false)[] = [
    all(
      ({ doubled }) => doubled !== undefined,
      (id) =>
        message(
          'DOUBLED: lines are at the service twice, under two batch ids. “tranship receipt {id}” shows both: tell them to the provider, and ask which of them counts.',
          { id },
        ),
    ),
    all(isFaulty, (id) =>
      message('The check has rejected lines, so nothing was sent. “tranship fix {id}” says how to correct them.', {
        id,
      }),
    ),
    all(isFaulty, (id) =>
      message(
        'To send the valid lines, “tranship queue approve {id} --ingest-valid --reason TEXT” asks the service to accept those and to reject the others. Without --ingest-valid, it may reject all. “tranship send FILE --on-invalid service-decides --ingest-valid” does so at once.',
        { id },
      ),
    ),
    all(
      isHeldFor(({ code }) => code === 'submission.ids-sent-before'),
      (id) => message('“tranship resend {id}” sends only what is new of it.', { id }),
    ),
    all(isHeldFor(needsReason), (id) =>
      message('“tranship queue approve {id} --reason TEXT” sends again what has been sent before.', { id }),
    ),
    all(
      isHeldFor(({ code }) => code === 'submission.awaits-confirmation'),
      (id) =>
        message(
          'A person confirms what goes to Production: in the window, or with “tranship queue approve {id} --confirm CONNECTION”.',
          { id },
        ),
    ),
    views.some(isHeldFor(({ code }) => code === 'team.put-back')) &&
      message(
        'The team ledger was put back, and waits for desks: “tranship team status” shows which. Run “tranship work” there; for one that does not come back, “tranship team continue --without DESK --reason TEXT”.',
      ),
    views.some(isHeldFor(awaitsTeam)) &&
      message('What waits for the team ledger is sent by “tranship work”, once the ledger allows it.'),
    all(
      ({ id }) => empty.has(id),
      (id) =>
        message(
          'The file contains nothing that can be sent. Export it again and send the new file; “tranship queue remove {id}” removes this one.',
          { id },
        ),
    ),
    ...views.flatMap(refusalsOf).slice(0, SHOWN_REFUSALS),
    all(
      inBatch((state) => state === 'unknown'),
      (id) =>
        message(
          'It is not known whether a batch arrived. Ask the provider. To wait, let “tranship work” keep asking. “tranship queue retry {id}” sends it again under a new id; if the first upload did arrive, its transactions are then at the service twice.',
          { id },
        ),
    ),
    all(
      inBatch((state) => state === 'unreported'),
      (id) =>
        message('“tranship queue retry {id}” asks again for the report, which says which lines were accepted.', { id }),
    ),
    all(
      inBatch((state) => state === 'failed'),
      (id) => message('“tranship queue retry {id}” sends again what has failed.', { id }),
    ),
    views.some(inBatch((state) => wordOnLines(state).rejected)) &&
      message(
        '“tranship report BATCH_ID” fetches the service’s report, which says which lines of a batch it rejected.',
      ),
    all(
      ({ state }) => mayBeRepaired(state),
      (id) =>
        message(
          '“tranship fix {id} --recipe FILE --add --out FILE” corrects the rejected lines; “tranship fix {id}” says what a recipe is. “tranship resend {id}” sends what is missing again, as it is.',
          { id },
        ),
    ),
  ];
  return hints.filter((hint) => hint !== false);
}

/** What the storage said to batches of which a person decides whether they are sent again. */
function refusalsOf({ batches }: SubmissionForPrograms): string[] {
  return batches.flatMap(({ number, state, refused }) => {
    if (state !== 'unknown' || refused === undefined) return [];
    const { times, answer, at } = refused;
    const words = whyRefused({ refusals: times, answer, refusedAt: at });
    return words === undefined ? [] : message('Batch {number}: {words}', { number, words });
  });
}

/** The one command that a person would type next about what is open. @param isEmpty it is held, and nothing in it can be sent */
export function nextCommand(
  { id, state, error, errors = 0, doubled }: SubmissionForPrograms,
  isEmpty: boolean,
): string {
  const queue = (action: string) => `tranship queue ${action} ${id}`;
  const { phase, end, canRetry } = factsOf(state);
  if (state === 'held') {
    if (isEmpty) return queue('remove');
    if (errors > 0) return `tranship fix ${id}`;
    if (error === 'submission.awaits-confirmation') return `${queue('approve')} --confirm CONNECTION`;
    if (error !== undefined && needsReason({ code: error })) return `${queue('approve')} --reason TEXT`;
    return error !== undefined && awaitsTeam({ code: error }) ? 'tranship work' : queue('approve');
  }
  if (end === 'partial' || end === 'rejected') return `tranship fix ${id}`;
  if (state === 'paused') return queue('resume');
  if (doubled !== undefined && phase === 'ended' && !canRetry) return `tranship receipt ${id}`;
  if (canRetry || (phase === 'ended' && state !== 'processed')) return queue('retry');
  return phase === 'ended' ? `tranship receipt ${id}` : 'tranship work';
}

/** Whether lines of it are rejected, and nothing of it is under way any more. */
export function mayBeRepaired(state: SubmissionForPrograms['state']): boolean {
  const { end } = factsOf(state);
  return end === 'partial' || end === 'rejected';
}

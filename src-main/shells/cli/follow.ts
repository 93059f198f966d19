/** @file Follows the queue for a command, as a window does: shows how submissions get on, and tells when to wait no longer. */

import type {
  ConnectionWait,
  LaterStep,
  QueueChanged,
  SubmissionForPrograms,
  SubmissionRow,
  WaitFor,
} from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { factsOf, type SubmissionState } from '../../../src-shared/states.ts';
import type { Actions } from '../../actions/actions.ts';
import type { Call } from '../../actions/calls.ts';
import type { Tell } from '../../actions/ports.ts';
import { after, every, MINUTE, SECOND } from '../../ground/clock.ts';
import { Board } from './board.ts';
import type { Call as Terminal } from './call.ts';
import { News } from './news.ts';
import { type Ending, hoursInWords, type Run } from './outcome.ts';
import { iso } from './wording.ts';

type SubmissionId = SubmissionRow['id'];
type Followed = Pick<Actions, 'holder'> & {
  call: Call<'queue.snapshot' | 'queue.watch' | 'queue.situation' | 'queue.named'>;
};

const REDRAW_MS = 100;
/** Several changes at once are one reason to ask. */
const ASK_MS = 20;
/** For sending hours that begin so soon, each command waits. */
const SOON = 10 * MINUTE;
/** As many as one call may name. */
const NAMED_AT_ONCE = 20_000;

export interface Wait {
  waitFor: WaitFor;
  /** Whether it also waits while no host answers, for room on the disk, for what other desks have, and for sending hours. */
  patient?: boolean;
  /** In milliseconds; for ever unless it is given. */
  timeout?: number | undefined;
  /** Whether something may still come that is not in the queue yet. */
  isMoreToCome?: () => boolean;
}

function isToBeSent(state: SubmissionState): boolean {
  const { phase } = factsOf(state);
  return phase === 'checking' || phase === 'sending';
}

export class Following {
  readonly #terminal: Pick<Terminal, 'output' | 'clock' | 'interrupted'>;
  readonly #board: Board;
  readonly #news: News;
  #actions: Followed | undefined;
  /** What was told before it was known whom it concerns. */
  #early: QueueChanged[] = [];
  #asked: readonly SubmissionId[] | undefined;
  /** Those that are followed. What had come to its end before is history, and is not; what waits for a decision is. */
  readonly #followed = new Set<number>();
  readonly #rows = new Map<SubmissionId, SubmissionRow>();
  #waits: readonly ConnectionWait[] = [];
  #openBefore: readonly SubmissionId[] = [];
  #waitedBefore: ReadonlySet<number> = new Set();
  /** The latest that was there before. */
  #latest = 0;
  #isOver = false;
  #isOnHold = false;
  #next: LaterStep | undefined;
  #hours: readonly ConnectionWait[] = [];
  /** What was said of sending hours that are waited for. */
  readonly #saidOfHours = new Set<string>();
  #onNews: () => void = () => {};

  constructor(terminal: Pick<Terminal, 'output' | 'clock' | 'interrupted'>) {
    const { output } = terminal;
    this.#terminal = terminal;
    this.#board = new Board(
      terminal,
      () => [...this.#rows.values()],
      () => this.#waits,
    );
    this.#news = new News({
      output,
      concerns: (id) => this.#followed.has(id),
      say: (sentence) => this.#board.say(sentence),
    });
  }

  /** Hears what happens; to be given to `withActions`. */
  readonly tell: Tell = (event, payload) => {
    if (event !== 'queue.changed' || this.#isOver) return;
    if (this.#actions === undefined) this.#early.push(payload);
    else this.#take(payload);
  };

  /**
   * Looks at what is there, and shows what happens from now on; before anything starts.
   * @param ids those that are followed; unless they are given, all that have not come to their end by now
   */
  async begin(actions: Followed, ids?: readonly SubmissionId[]): Promise<void> {
    const { submissions } = await actions.call('queue.snapshot', undefined);
    this.#asked = ids;
    for (const id of ids ?? []) this.#followed.add(id);
    const before = submissions.filter(({ id }) => !this.#followed.has(id));
    this.#openBefore = before.filter(({ state }) => isToBeSent(state)).map(({ id }) => id);
    this.#waitedBefore = new Set(before.filter(({ state }) => state === 'held').map(({ id }) => id));
    this.#latest = submissions.at(-1)?.id ?? 0;
    this.#actions = actions;
    this.#note(submissions);
    for (const { news = [] } of this.#early.splice(0)) this.#news.tell(news);
    // The service is asked about these first. A window has its own.
    if (ids !== undefined && actions.holder === undefined) await actions.call('queue.watch', { ids: [...ids] });
  }

  /** What was checked or sent before, and is as well once the queue is started. */
  get openBefore(): readonly SubmissionId[] {
    return this.#openBefore;
  }

  /** Waits, and prints on the way: lines that last for every step, and on a terminal a few that move. */
  async until({ waitFor, patient = false, timeout, isMoreToCome = () => false }: Wait): Promise<Ending> {
    const { clock, interrupted } = this.#terminal;
    const ended = Promise.withResolvers<Ending>();
    const begun = clock.now();
    const ask = async () => {
      const {
        state,
        stopped,
        isOnHold,
        next,
        waits = [],
      } = await this.#begun.call('queue.situation', {
        ids: this.#asked && [...this.#asked],
        waitFor,
      });
      this.#isOnHold = isOnHold;
      this.#next = next;
      this.#hours = waits.filter(({ kind }) => kind === 'hours');
      const hasStopped = state === 'stopped' || (state === 'finished' && isMoreToCome());
      if (hasStopped && stopped !== undefined) {
        if (!(patient && stopped.code === 'disk.full')) ended.resolve({ kind: 'stopped', error: stopped });
      } else if (state === 'wait' || state === 'stopped') return;
      else if (state === 'hours') {
        const latest = Math.max(clock.now() + SOON, begun + (timeout ?? 0));
        if (patient || isMoreToCome() || (this.#hoursBegin ?? latest) <= latest) this.#sayHours();
        else ended.resolve({ kind: state });
      } else if (state === 'unreachable' || state === 'elsewhere') {
        if (!patient) ended.resolve({ kind: state });
      } else if (!isMoreToCome()) ended.resolve({ kind: state });
    };
    const askNow = () =>
      void ask().catch((thrown: unknown) => {
        if (thrown instanceof AppError && thrown.code === 'queue.unanswered') ended.resolve({ kind: 'app-ended' });
        else ended.reject(thrown);
      });
    let stopAsking: (() => void) | undefined;
    this.#onNews = () => {
      stopAsking ??= after(clock, ASK_MS, () => {
        stopAsking = undefined;
        askNow();
      });
    };
    const interrupt = () => ended.resolve({ kind: 'interrupted' });
    interrupted.addEventListener('abort', interrupt);
    const timers = [every(clock, SECOND, askNow), every(clock, REDRAW_MS, () => this.#board.draw())];
    if (timeout !== undefined) timers.push(after(clock, timeout, () => ended.resolve({ kind: 'timed-out' })));
    try {
      if (interrupted.aborted) interrupt();
      askNow();
      return await ended.promise;
    } finally {
      stopAsking?.();
      for (const stop of timers) stop();
      interrupted.removeEventListener('abort', interrupt);
      this.#board.clear();
    }
  }

  /** Prints nothing more; what happened until then was told. */
  end(): void {
    this.#isOver = true;
    this.#board.clear();
  }

  /** What came of it, once nothing moves any more. Another app that is not there any more, or was left, cannot be asked. */
  async conclude(ending: Ending): Promise<Run> {
    this.end();
    const { holder } = this.#begun;
    const isLeft = ending.kind === 'app-ended' || (ending.kind === 'interrupted' && holder !== undefined);
    const ids = isLeft ? [] : [...this.#followed].sort((one, other) => one - other).map(String);
    const views: SubmissionForPrograms[] = [];
    const empty = new Set<SubmissionId>();
    for (let first = 0; first < ids.length; first += NAMED_AT_ONCE) {
      const named = await this.#begun.call('queue.named', { ids: ids.slice(first, first + NAMED_AT_ONCE) });
      for (const one of named) {
        // Of what was taken out of the queue, only that lines of it are at the service twice is still news.
        if (one === null || (one.isRemoved && one.doubled === undefined)) continue;
        const { isRemoved: _, isEmpty, ...view } = one;
        views.push(view);
        if (isEmpty) empty.add(view.id);
      }
    }
    const [waitedBefore, onHold, next, hours] = [this.#waitedBefore, this.#isOnHold, this.#next, this.#hours];
    return { ending, holder, views, empty, waitedBefore, onHold, next, hours };
  }

  /** When the first that waits for sending hours is sent. */
  get #hoursBegin(): number | undefined {
    const begins = this.#hours.flatMap(({ until }) => until ?? []);
    return begins.length === 0 ? undefined : Math.min(...begins);
  }

  /** That the night is waited for, and until when: once, and again when that has changed. */
  #sayHours(): void {
    for (const wait of this.#hours) {
      const { connection, until, error } = wait;
      const said = `${connection} ${until}`;
      if (this.#saidOfHours.has(said)) continue;
      this.#saidOfHours.add(said);
      this.#terminal.output.emit('waits', { connection, code: error?.code, until: until && iso(until) });
      this.#board.say(hoursInWords(wait, this.#terminal.clock.now()));
    }
  }

  get #begun(): Followed {
    if (this.#actions === undefined) throw new TypeError('Nothing is followed yet.');
    return this.#actions;
  }

  #take({ submissions, removed, waits = [], news = [] }: QueueChanged): void {
    this.#waits = waits;
    // What is heard of an abandoned id may be about a submission that had ended well before.
    for (const one of this.#asked === undefined ? news : [])
      if (one.kind === 'abandoned-moved' || one.kind === 'doubled') this.#followed.add(one.submission);
    this.#note(submissions);
    for (const id of removed) this.#rows.delete(id);
    this.#news.tell(news);
    if (news.length + removed.length > 0) this.#onNews();
  }

  #note(rows: readonly SubmissionRow[]): void {
    for (const row of rows) {
      const isOpen = row.isMoving || row.state === 'held' || row.id > this.#latest;
      if (this.#asked === undefined && isOpen) this.#followed.add(row.id);
      if (this.#followed.has(row.id)) this.#rows.set(row.id, row);
    }
  }
}

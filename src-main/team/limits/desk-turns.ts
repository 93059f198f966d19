/**
 * @file What a desk may send of the limits that it shares: turns that the team ledger gave it, and, once the ledger has been
 * away for long enough, a cautious share. See [Note: Never more than the limit] in migrations/limits.ts. Pure.
 */

import { HOUR, SECOND } from '../../ground/clock.ts';
import type { Limit } from '../../wire/service/endpoints.ts';
import type { Budget } from '../../wire/service/shared-turns.ts';
import {
  type CountedTurn,
  counting,
  type Ending,
  endTurn,
  halved,
  isBrief,
  reachOf,
  recovered,
  recoveryOf,
  whenRoom,
} from '../../wire/service/turns.ts';
import { elapsed, type Moment } from './moment.ts';

/** An answer that takes longer is none. */
export const ANSWER_MS = 5 * SECOND;
/** The ledger counts the share of a desk that it has not heard for 20 s; the desk uses it only well after that. */
const CUT_OFF_MS = 30 * SECOND;
/** After this the desk is no longer counted. */
const LONGEST_CUT_OFF_MS = HOUR;
/** As many desks have a share at most. */
const SHARES = 8;
const MOST_TURNS = 100;
const LONGEST_VALID_MS = 5 * SECOND;
/** However long the ledger says that there is no turn, it is asked again after this: other desks may have left. */
const LONGEST_WAIT_MS = 10 * SECOND;
/** How often is looked whether a ledger that is away is back. */
const LOOK_MS = SECOND;

/** What became of turns that the ledger gave, of which no more will be used. */
export interface Spent {
  /** As the ledger called them. */
  grant: string;
  used: number;
  /** How long they count from the question on, in ms. */
  counts: number;
  /** Whether the ledger need not hear of them again. */
  isSettled: boolean;
}

export interface Question {
  wanted: number;
  /** How long after the question the turns may be used, in ms. */
  valid: number;
  /** The stamp of the last answer, which this question confirms. */
  seen: string | undefined;
  spent: readonly Spent[];
}

export interface Answer {
  turns: number;
  /** Names the turns, where there are any. */
  grant: string | null;
  /** When to ask again where there is no turn, in ms. */
  wait: number;
  hasShare: boolean;
  stamp: string;
  /** How long the endpoint pauses for all, in ms. */
  pause: number;
  /** The part of the limit that all together make use of, as `shareOf`. */
  part: number;
}

/** alone: by the cautious share · away: the ledger is, and the desk may not send without it */
export type Step =
  | { kind: 'send'; alone: boolean; turn: CountedTurn }
  | { kind: 'wait'; milliseconds: number }
  | ({ kind: 'ask' } & Question)
  | { kind: 'away' };

/** Turns that the ledger gave. */
interface Grant {
  name: string;
  asked: Moment;
  /** In ms from the question on. */
  valid: number;
  left: number;
  used: CountedTurn[];
}

interface BudgetState {
  /** Those that the ledger counts; of the last one, turns may be left. */
  grants: Grant[];
  /** How many of the last ones were used. */
  used: number;
  /** When not to ask again before. */
  told: { at: Moment; wait: number } | undefined;
  /** Turns of the cautious share. */
  alone: CountedTurn[];
  /** The longest pause that is known, by the service or by the ledger. */
  pause: { at: Moment; milliseconds: number } | undefined;
  /** The part of the limit that was left after refusals; it grows back. */
  part: { at: Moment; value: number } | undefined;
}

export class DeskTurns {
  readonly #budgets = new Map<string, BudgetState>();
  /** The tenants of which this desk has a cautious share. */
  readonly #shares = new Set<string>();
  /** When the last question was sent that was answered in time, and the stamp of its answer. */
  #last: { asked: Moment; stamp: string } | undefined;
  #isAway = false;
  /** How long an answer took last, in ms. */
  #way = 0;

  /** Whether the last question was not answered in time. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** The stamp of the last answer. */
  get seen(): string | undefined {
    return this.#last?.stamp;
  }

  /** What to do for one turn; `send` uses it up, and `ended` has to hear what became of it. */
  next(budget: Budget, now: Moment): Step {
    const state = this.#stateOf(budget);
    const grant = state.grants.at(-1);
    if (grant !== undefined && elapsed(grant.asked, now).most > grant.valid) grant.left = 0;
    if (grant !== undefined && grant.left > 0) {
      grant.left -= 1;
      state.used = grant.used.length + 1;
      return { kind: 'send', alone: false, turn: begin(grant.used, now) };
    }
    if (this.#isAway) return this.#nextAlone(budget, state, now);
    const wait = state.told === undefined ? 0 : state.told.wait - elapsed(state.told.at, now).least;
    if (wait > 0) return { kind: 'wait', milliseconds: Math.ceil(wait) };
    return { kind: 'ask', ...this.#questionOf(budget.limit, state, now) };
  }

  ended({ limit }: Budget, turn: CountedTurn, ending: Ending, now: Moment): void {
    endTurn(turn, limit, ending, now.steady);
  }

  /** Takes in what the ledger said to a question; what comes too late counts as no answer. */
  answered(
    budget: Budget,
    { asked, valid, spent }: Pick<Question, 'valid' | 'spent'> & { asked: Moment },
    now: Moment,
    answer: Answer,
  ): void {
    if (!this.heard(asked, now, answer.stamp)) return;
    if (answer.hasShare) this.#shares.add(budget.tenant);
    else this.#shares.delete(budget.tenant);
    const state = this.#stateOf(budget);
    const { turns, grant, wait } = answer;
    const settled = new Set(spent.filter(({ isSettled }) => isSettled).map((each) => each.grant));
    state.grants = state.grants.filter(({ name }) => !settled.has(name));
    if (turns > 0 && grant !== null) {
      for (const before of state.grants) before.left = 0;
      state.grants.push({ name: grant, asked, valid, left: turns, used: [] });
    }
    state.told = turns > 0 ? undefined : { at: now, wait: Math.min(wait, LONGEST_WAIT_MS) };
    lengthen(state, answer.pause, now);
    // The ledger cannot have known of a refusal that came after the question.
    if (state.part === undefined || state.part.at.steady <= asked.steady) state.part = { at: now, value: answer.part };
  }

  /** The service asked for a pause (ms), by a 429 or otherwise. It holds also where the ledger cannot be told. */
  paused(budget: Budget, milliseconds: number, by: 'refusal' | 'wish', now: Moment): void {
    const state = this.#stateOf(budget);
    lengthen(state, milliseconds, now);
    if (by === 'refusal') state.part = { at: now, value: halved(partAt(state, budget.limit, now)) };
  }

  /** The ledger answered a question of any kind. @returns whether in time */
  heard(asked: Moment, now: Moment, stamp: string): boolean {
    const { most } = elapsed(asked, now);
    this.#isAway = most > ANSWER_MS;
    if (this.#isAway) return false;
    this.#way = most;
    // Of two questions under way at once, the later one may be answered first.
    if (this.#last === undefined || asked.steady >= this.#last.asked.steady) this.#last = { asked, stamp };
    return true;
  }

  /** The ledger did not answer. */
  missed(): void {
    this.#isAway = true;
  }

  /** Nothing is sent from now on: the ledger may count without this desk. */
  end(): void {
    this.#isAway = true;
    this.#shares.clear();
    this.#budgets.clear();
  }

  #nextAlone({ tenant, limit }: Budget, state: BudgetState, now: Moment): Step {
    const reach = reachOf(limit);
    const share = this.#shares.has(tenant) ? Math.floor(limit.requests / SHARES) : 0;
    if (this.#last === undefined) return { kind: 'away' };
    const { least, most } = elapsed(this.#last.asked, now);
    if (least <= CUT_OFF_MS + reach) return { kind: 'wait', milliseconds: LOOK_MS };
    if (share === 0 || most > LONGEST_CUT_OFF_MS) return { kind: 'away' };
    const pause = pauseLeft(state, now);
    if (pause > 0) return { kind: 'wait', milliseconds: Math.ceil(Math.min(pause, LOOK_MS)) };
    state.alone = counting(state.alone, now.steady);
    // Each 429 halves it, as it halves the room of all while the ledger answers.
    const room = Math.max(1, Math.floor(share * partAt(state, limit, now)));
    if (whenRoom(state.alone, room, limit, now.steady) > now.steady) return { kind: 'wait', milliseconds: LOOK_MS };
    return { kind: 'send', alone: true, turn: begin(state.alone, now) };
  }

  #questionOf(limit: Limit, { grants, used }: BudgetState, now: Moment): Question {
    const valid = Math.min(LONGEST_VALID_MS, Math.max(100, limit.window / 100) + 2 * this.#way);
    // As many as were used of the last ones and as many again: what is held for this desk waits for no other.
    const wanted = isBrief(limit) ? Math.min(MOST_TURNS, Math.max(1, 2 * used)) : 1;
    const spent = grants.map((grant) => spentOf(grant, limit, now));
    return { wanted, valid: Math.ceil(valid), seen: this.seen, spent };
  }

  #stateOf({ tenant, endpoint }: Budget): BudgetState {
    const key = `${endpoint} ${tenant}`;
    let state = this.#budgets.get(key);
    if (state === undefined) {
      state = { grants: [], used: 0, alone: [], told: undefined, pause: undefined, part: undefined };
      this.#budgets.set(key, state);
    }
    return state;
  }
}

function begin(turns: CountedTurn[], now: Moment): CountedTurn {
  const turn = { from: now.steady, until: undefined };
  turns.push(turn);
  return turn;
}

/** A request that is under way counts as one of which nothing was heard, until more is said of it. */
function spentOf({ name, used }: Grant, limit: Limit, now: Moment): Spent {
  const isSettled = used.every(({ until }) => until !== undefined);
  const counts = used.map(({ until }) => (until === undefined ? reachOf(limit) : until - now.steady));
  return { grant: name, used: used.length, counts: Math.ceil(Math.max(0, ...counts)), isSettled };
}

/** Of two pauses, the one that ends later counts. */
function lengthen(state: BudgetState, milliseconds: number, now: Moment): void {
  if (milliseconds > pauseLeft(state, now)) state.pause = { at: now, milliseconds };
}

function pauseLeft({ pause }: BudgetState, now: Moment): number {
  return pause === undefined ? 0 : Math.max(0, pause.milliseconds - elapsed(pause.at, now).least);
}

function partAt({ part }: BudgetState, limit: Limit, now: Moment): number {
  return part === undefined ? 1 : recovered(part.value, elapsed(part.at, now).least, recoveryOf(limit));
}

/** @file The state of the queue in one line of words: what moves, what holds it up, and who can help. Pure. */

import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { ConnectionRow, ConnectionWait, SubmissionRow } from '../../src-shared/contract.ts';
import { clockTrouble } from '../../src-shared/error-words/wrong-clock.ts';
import { describeError, type ErrorCode, type ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { isOpenAt, openingsFrom, unruled } from '../../src-shared/sending-hours.ts';
import { factsOf } from '../../src-shared/states.ts';
import { stopsConnection } from '../../src-shared/stopped-connections.ts';
import { waitInWords } from '../../src-shared/wait-words.ts';
import type { QueueList } from '../queue-list.ts';
import { isWay, nextActions, type Way } from '../steps/next-steps.ts';
import { type Awaited, lineTexts } from '../texts/frame.ts';

/** good: could send · moving: sends · doubtful: waits · bad: a person is needed · none: nothing to send with */
export type Tone = 'good' | 'moving' | 'doubtful' | 'bad' | 'none';

export interface QueueLine {
  tone: Tone;
  words: string;
  /** The way to what helps, and the submission that it is about. */
  way?: { way: Way; row: SubmissionRow };
  /** The connection that needs a person, where no submission leads there. */
  connection?: string;
}

export interface Circumstances {
  /** Undefined until it is known. */
  list: Pick<QueueList, 'rows' | 'stopped' | 'waits'> | undefined;
  /** In ms since the epoch. */
  now?: number;
  /** Undefined until they are known. */
  connections: readonly Troubled[] | undefined;
  /** Whether the page hears from the app. */
  isConnected: boolean;
}

type Troubled = Pick<ConnectionRow, 'name' | 'error' | 'refusedSignIn' | 'sending'>;

/** Why nothing goes over a connection until a person helps, as far as no submission says so. */
const troubleOf = ({ error, refusedSignIn }: Troubled): ErrorRecord | undefined => error ?? refusedSignIn;

interface Tally {
  /** Under way: checked, sent, or at the service. */
  moving: number;
  /** How many are being sent this very moment, also of those of which a part needs a person. */
  sending: number;
  paused: number;
  /** Those that the queue lists so. */
  needing: number;
  /** Of these, how many wait only for their connection: where there are no others, what stops it says all. */
  held: number;
  /** Wait for something that comes by itself. */
  waiting: number;
  awaited: Set<Awaited>;
  /** The first row of each connection that is stopped until a person helps. */
  stopped: Map<string, SubmissionRow>;
  /** How wrong this computer’s clock is, as far as something waits because of it. */
  wrongClock: string | undefined;
}

/** The line for the header. */
export function queueLine({ list, connections, isConnected, now = Date.now() }: Circumstances): QueueLine {
  if (!isConnected) return { tone: 'bad', words: message('Tranship does not answer') };
  if (list?.stopped !== undefined) return { tone: 'bad', words: lineTexts.stopped(titleOf(list.stopped)) };
  if (connections?.length === 0) return { tone: 'none', words: message('No connection') };
  if (list === undefined) return { tone: 'none', words: message('Loading the queue') };
  const tally = tallyOf(list.rows.values());
  const broken = connections?.filter((one) => troubleOf(one) !== undefined && !tally.stopped.has(one.name)) ?? [];
  return lineOf(tally, broken, { ...shownOf(list.waits ?? [], tally, now), closed: closedInWords(connections, now) });
}

interface ShownWaits {
  /** One sentence for each connection whose files wait in line. */
  inLine: readonly string[];
  /** Connections that were not reached last, though nothing in the queue says so. */
  dead: readonly string[];
  /** That no connection may send at this hour. */
  closed: string | undefined;
}

/** That nothing would be sent now, and from when on something would; undefined where any connection may send. */
function closedInWords(connections: Circumstances['connections'], now: number): string | undefined {
  const rules = connections?.map(({ sending }) => sending ?? unruled) ?? [];
  if (rules.length === 0 || rules.some((one) => isOpenAt(one, now))) return undefined;
  const next = Math.min(
    ...rules.flatMap((one) =>
      openingsFrom(one, now)
        .slice(0, 1)
        .map(({ from }) => from),
    ),
  );
  return Number.isFinite(next) ? lineTexts.closed(next, now) : undefined;
}

/** What rows say already is not said twice. */
function shownOf(
  waits: readonly ConnectionWait[],
  { waiting, stopped }: Tally,
  now: number,
): Omit<ShownWaits, 'closed'> {
  const named = (wait: ConnectionWait) => lineTexts.about(wait.connection, waitInWords(wait, now));
  const inLine = waits.filter(({ kind }) => kind !== 'person' && kind !== 'host');
  const dead = waits.filter(({ kind, connection }) => kind === 'host' && waiting === 0 && !stopped.has(connection));
  return { inLine: inLine.map(named), dead: dead.map(named) };
}

/** The colour of what a connection waits for. */
export function toneOfWait({ kind }: ConnectionWait): Tone {
  if (kind === 'turn') return 'moving';
  return kind === 'person' ? 'bad' : 'doubtful';
}

function lineOf(tally: Tally, broken: readonly Troubled[], { inLine, dead, closed }: ShownWaits): QueueLine {
  const { moving, sending, paused, needing, held, waiting, awaited, stopped, wrongClock } = tally;
  const counts = [
    ...(moving > 0 ? [message('{count, number} in progress', { count: moving })] : []),
    ...(paused > 0 ? [message('{count, number} paused', { count: paused })] : []),
    ...(needing > held ? [message('{count, plural, one {# needs} other {# need}} you', { count: needing })] : []),
  ];
  const waits = [
    ...(wrongClock === undefined ? [] : [wrongClock]),
    ...(awaited.size > 0 ? [lineTexts.waiting([...awaited].sort(), waiting)] : []),
    ...dead,
    ...inLine,
  ];
  const [row] = stopped.values();
  const [connection] = broken;
  const troubled = stopped.size + broken.length;
  if (troubled > 1)
    return {
      tone: 'bad',
      words: joined([
        message('{count, plural, one {# connection needs} other {# connections need}} you', { count: troubled }),
        ...waits,
        ...counts,
      ]),
    };
  if (row?.error !== undefined) {
    const way = nextActions(row).find(isWay);
    const words = joined([lineTexts.about(row.connection, titleOf(row.error)), ...waits, ...counts]);
    return { tone: 'bad', words, ...(way !== undefined && { way: { way, row } }) };
  }
  const trouble = connection && troubleOf(connection);
  if (connection !== undefined && trouble !== undefined) {
    const words = joined([lineTexts.about(connection.name, titleOf(trouble)), ...waits, ...counts]);
    return { tone: 'bad', words, connection: connection.name };
  }
  if (dead.length > 0 || (waiting > 0 && sending === 0))
    return { tone: 'doubtful', words: joined([...waits, ...counts]) };
  if (moving + sending > 0) return { tone: 'moving', words: joined([...counts, ...waits]) };
  if (waits.length + paused > 0) return { tone: 'doubtful', words: joined([...waits, ...counts]) };
  if (closed !== undefined) return { tone: 'doubtful', words: joined([closed, ...counts]) };
  return { tone: 'good', words: joined([message('Ready to send'), ...counts]) };
}

function tallyOf(rows: Iterable<SubmissionRow>): Tally {
  const tally: Tally = {
    moving: 0,
    sending: 0,
    paused: 0,
    needing: 0,
    held: 0,
    waiting: 0,
    awaited: new Set(),
    stopped: new Map(),
    wrongClock: undefined,
  };
  for (const row of rows) count(tally, row);
  return tally;
}

function count(tally: Tally, row: SubmissionRow): void {
  const { state, paused, error, connection } = row;
  const { phase, isActive } = factsOf(state);
  const group = groupOf(row);
  if (group === 'done') return;
  if (group === 'needs') tally.needing += 1;
  if (state === 'held' && error !== undefined && awaitsTeam(error)) {
    tally.waiting += 1;
    tally.awaited.add(error.code === 'submission.not-released' ? 'release' : 'ledger');
    return;
  }
  const isOpen = phase === 'sending' || phase === 'at-service' || phase === 'paused';
  if (isOpen && error !== undefined && stopsConnection(error)) {
    tally.held += 1;
    if (!tally.stopped.has(connection)) tally.stopped.set(connection, row);
    return;
  }
  const waits = !paused && isOpen && error?.retryable === true;
  if (isActive && phase === 'sending' && !waits) tally.sending += 1;
  if (group === 'needs') return;
  if (phase === 'paused') tally.paused += 1;
  else if (waits) {
    tally.waiting += 1;
    // Until when, its connection says.
    if (!error.code.startsWith('hours.')) tally.awaited.add(awaitedAfter(error.code));
    tally.wrongClock ??= clockTrouble(error.params);
  } else tally.moving += 1;
}

function awaitedAfter(code: ErrorCode): Awaited {
  if (code.startsWith('network.proxy-')) return 'proxy';
  if (code.startsWith('network.')) return 'network';
  if (code.startsWith('upload.')) return 'storage';
  if (code.startsWith('file.')) return 'file';
  if (code.startsWith('secret.')) return 'keys';
  if (code === 'disk.full' || code === 'report.no-room') return 'disk';
  return 'service';
}

/** A wrong clock explains more than what was refused for it. */
const titleOf = (error: ErrorRecord): string => clockTrouble(error.params) ?? describeError(error).title;
const joined = (parts: readonly string[]): string => parts.join(' · ');

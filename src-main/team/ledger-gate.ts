/**
 * @file The word of the team ledger on each file, before the first byte of it leaves: that it was released where that is
 * required, and that no other desk has sent it. A ledger that does not answer says nothing: what needs it waits.
 */

import { AppError, type ErrorCode, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { SortedIds } from '../check/id-index/id-matches.ts';
import type { IdIndexOrder } from '../check/id-index/order.ts';
import { after, SECOND } from '../ground/clock.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { SentElsewhere, TeamWord } from '../send/decision.ts';
import type { Queue } from '../send/queue.ts';
import type { QueueChange } from '../send/queue-change.ts';
import type { Submission } from '../send/submission.ts';
import type { Sendable, TeamGate } from '../send/team-gate.ts';
import { hasEndedRejected } from '../send/view/standing.ts';
import { Announcements, type AnnouncementsPorts, announceWith, isAnnouncedHere, onLedger } from './announcements.ts';
import type { TeamLink } from './connection/team-link.ts';
import { nameInLedger } from './name-in-ledger.ts';
import type { EarlierSending, TeamSendings } from './sendings/sendings.ts';
import { SentEarlier, type SentEarlierPorts } from './sent-earlier.ts';
import type { Team } from './team.ts';

/** How often it is asked whether a file was released meanwhile, or a role given. */
const AGAIN_MS = 30 * SECOND;
const askedAgain: ReadonlySet<ErrorCode> = new Set(['team.refused', 'team.sign-in', 'team.put-back']);

export interface LedgerGatePorts
  extends Omit<AnnouncementsPorts, 'exclusively' | 'closing' | 'store' | 'team' | 'isInDoubt'> {
  team: Pick<Team, 'linkFor' | 'ledgerOf'>;
  store: AnnouncementsPorts['store'] & SentEarlierPorts['store'];
  isFor: SentEarlierPorts['isFor'];
  /** Tells what became of the parts of files of the team that this desk knows of. @throws AppError team.* */
  tellParts: (link: TeamLink, isOwn: (submission: Submission) => boolean) => Promise<void>;
  /** Why the data folder may be a copy, if so: it asks nothing and withdraws nothing then, since the ledger knows better. */
  doubt: () => AppError | undefined;
  /** Whether the policy demands that only what another person has released is sent; the ledger may demand it as well. */
  isReleaseRequired: boolean;
}

/** What the gate follows of the queue that asks it. */
type FollowedQueue = Pick<Queue, 'subscribe' | 'situation' | 'has' | 'standing'>;

export class LedgerGate implements TeamGate {
  readonly #ports: LedgerGatePorts;
  readonly #announcements: Announcements;
  readonly #sentEarlier: SentEarlier;
  readonly #listeners = new Set<() => void>();
  /** The links whose news are heard. */
  readonly #heard = new WeakSet<TeamLink>();
  /** Those that do not answer, and since when. */
  readonly #away = new Map<TeamLink, number>();
  /** Those that are told what they lack now. */
  readonly #telling = new Map<TeamLink, { again: boolean }>();
  readonly #turns = new Map<SubmissionId, Promise<unknown>>();
  readonly #closing = new AbortController();
  #isWaiting = false;
  #queue: FollowedQueue | undefined;

  constructor(ports: LedgerGatePorts) {
    this.#ports = ports;
    const exclusively: AnnouncementsPorts['exclusively'] = (id, work) => this.exclusively(id, work);
    const isInDoubt = () => ports.doubt() !== undefined;
    const own = { ...ports, exclusively, isInDoubt, closing: this.#closing.signal };
    this.#announcements = new Announcements(own);
    const announce: SentEarlierPorts['announce'] = (...sent) => this.#announcements.announceSent(...sent);
    const isChecking = () => (this.#queue?.situation().checking ?? 0) > 0;
    this.#sentEarlier = new SentEarlier({ ...own, announce, isChecking });
  }

  /** Follows the queue that asks it, so that the ledgers hear of what becomes of its files. */
  attach(queue: FollowedQueue): void {
    this.#queue = queue;
    queue.subscribe((change) => this.#note(change, queue));
  }

  #note(change: QueueChange, queue: FollowedQueue): void {
    if (change.kind === 'submission' && change.cause === 'rebound') this.#noteOnItsWay(change.submission);
    if (change.kind === 'action' && change.action === 'retry') this.#noteOnItsWay(this.#stored(change.submission));
    if (change.kind !== 'batch' || !isEndState(change.batch.state)) return;
    const { submission: id } = change.batch;
    if (!queue.has(id) || !hasEndedRejected(queue.standing(id))) return;
    const refused = this.#stored(id);
    if (refused !== undefined) this.#announcements.noteRefused(refused);
  }

  #stored(id: SubmissionId): Submission | undefined {
    return this.#ports.store.submission(id);
  }

  /** It goes to another place than before, or is sent again: the ledger hears of what it does not know. */
  #noteOnItsWay(submission: Submission | undefined): void {
    if (submission === undefined) return;
    try {
      const link = this.#ports.team.linkFor(submission);
      if (link === undefined) return;
      // At its old place, it does not count any more.
      void this.#announcements.reconcile(link, nameInLedger(submission)).then(() => this.#sentEarlier.tell(link));
    } catch {
      // Without a ledger that can be used, nothing of it is announced.
    }
  }

  /** Hears the news of a ledger from now on, and tells it what it lacks. */
  hear(link: TeamLink): void {
    if (this.#heard.has(link)) return;
    this.#heard.add(link);
    link.subscribe(() => {
      if (link.away !== undefined) {
        this.#away.set(link, this.#ports.clock.now());
        return;
      }
      this.#away.delete(link);
      void this.#reconcile(link);
      this.#tell();
    });
    void this.#reconcile(link);
  }

  get awaySince(): number | undefined {
    return this.#away.size === 0 ? undefined : Math.min(...this.#away.values());
  }

  get isTelling(): boolean {
    return this.#telling.size > 0;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  ledgerOf(submission: Pick<Submission, 'connection' | 'ledger'>): string | undefined {
    return this.#ports.team.ledgerOf(submission);
  }

  mayNeedWord(submission: Pick<Submission, 'connection' | 'ledger'>): boolean {
    try {
      return submission.ledger !== undefined || this.#linkFor(submission) !== undefined;
    } catch {
      // It is held, and told why.
      return true;
    }
  }

  async order(submission: Submission): Promise<IdIndexOrder | undefined> {
    try {
      const link = this.#linkFor(submission);
      if (link === undefined || link.away !== undefined || !this.#ports.keepsIds()) return undefined;
      const key = await this.#announcements.keyOf(link, submission.destination);
      return this.#ports.indexes.teamOrder(submission.id, key);
    } catch {
      // It is asked again before the file is sent, and told then.
      return undefined;
    }
  }

  async admit(submission: Sendable, reason: string | undefined, signal: AbortSignal): Promise<TeamWord | undefined> {
    try {
      const link = this.#linkFor(submission);
      const ledger = this.ledgerOf(submission);
      if (ledger !== link?.address.name) throw otherLedger(ledger, link?.address.name);
      if (link === undefined) return undefined;
      const doubt = this.#ports.doubt();
      if (doubt !== undefined) return { kind: 'unknown', error: doubt.toRecord() };
      const asking = this.#ask(link, submission, reason, signal);
      void this.#settleIfAborted(submission.id, asking, signal);
      return await untilAborted(asking, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toAppError(thrown);
      if (error.code === 'disk.full') throw error;
      // The ledger itself takes nothing else.
      if (error.code === 'submission.not-released') return this.#notReleased();
      // A role that was withdrawn may be given again, desks may tell what they know, and no one tells this one.
      if (askedAgain.has(error.code)) this.#askAgain();
      return { kind: 'unknown', error: error.toRecord() };
    }
  }

  async exclusively<Result>(id: SubmissionId, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(id);
    const turn = (async () => {
      await before?.catch(() => {});
      try {
        return await work();
      } finally {
        await this.#announcements.settle(id);
      }
    })();
    this.#turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }

  /** Ends what waits. */
  close(): void {
    this.#closing.abort();
  }

  /** The link of a connection, whose news are heard from now on. @throws AppError team.address, folder.unusable */
  #linkFor(bound: Pick<Submission, 'connection'>): TeamLink | undefined {
    const link = this.#ports.team.linkFor(bound);
    if (link !== undefined) this.hear(link);
    return link;
  }

  /** Tells the ledger what it lacks, again and again until it has all of it. Does not throw. */
  async #reconcile(link: TeamLink): Promise<void> {
    const running = this.#telling.get(link);
    if (running !== undefined) {
      running.again = true;
      return;
    }
    const own = { again: true };
    let isTold = false;
    this.#telling.set(link, own);
    while (own.again) {
      own.again = false;
      isTold = await this.#toldAll(link);
    }
    this.#telling.delete(link);
    // What is held here because this desk had not told everything yet.
    if (isTold) this.#tell();
    // Other desks may wait for this one. A ledger that is away hears of it once it is back.
    if (isTold || link.away !== undefined || this.#closing.signal.aborted) return;
    after(this.#ports.clock, AGAIN_MS, () => void this.#reconcile(link), this.#closing);
  }

  async #toldAll(link: TeamLink): Promise<boolean> {
    try {
      // One that was put back to a backup in between hears all of it again.
      const generation = await link.use(async () => link.generation);
      if (!(await this.#announcements.reconcile(link)) || !(await this.#sentEarlier.tell(link))) return false;
      await this.#ports.tellParts(link, (submission) => isAnnouncedHere(submission, this.#ports.store));
      if (generation !== undefined) await onLedger(link, (sendings) => sendings.toldAll(link.desk.id, generation));
      return true;
    } catch {
      return false;
    }
  }

  async #ask(link: TeamLink, submission: Sendable, reason: string | undefined, signal: AbortSignal): Promise<TeamWord> {
    if (this.#ports.isReleaseRequired && !(await isReleased(link, submission))) return this.#notReleased();
    const before = await onLedger(link, async (sendings, remember) => {
      signal.throwIfAborted();
      await remember();
      await sendings.requireAllHeard();
      const sending = await this.#announcements.begin(link, sendings, submission, reason);
      const { same } = await sendings.announcedBefore(sending);
      return { sending, same: (await sendings.described(same)).at(0) };
    });
    if (before.same !== undefined && reason === undefined) return { kind: 'announced', same: elsewhere(before.same) };
    const ids = await this.#announcements.idsOf(link, submission, signal);
    signal.throwIfAborted();
    const word = await onLedger(
      link,
      async (sendings, remember) => await announced(sendings, before.sending, ids, { signal, remember }),
    );
    void this.#sentEarlier.resume(link);
    return word;
  }

  /** What it has begun before it noticed that the signal came is withdrawn as well. */
  async #settleIfAborted(id: SubmissionId, asking: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await asking.catch(() => {});
    // Where the app is closed by now, its announcements are looked at at its next start.
    if (signal.aborted) await this.exclusively(id, async () => {}).catch(() => {});
  }

  #notReleased(): TeamWord {
    this.#askAgain();
    return { kind: 'not-released' };
  }

  /** Soon, what the ledger did not allow may be allowed. */
  #askAgain(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const over = () => {
      this.#isWaiting = false;
      this.#tell();
    };
    after(this.#ports.clock, AGAIN_MS, over, this.#closing);
  }

  #tell(): void {
    if (this.#closing.signal.aborted) return;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Another ledger, or none, is named than the one that the file waits for. */
function otherLedger(ledger = '', named: string | undefined): AppError {
  const problem =
    named === undefined
      ? fact('The file waits for the word of the team ledger {ledger}, and now no team ledger is named.', { ledger })
      : fact('The file waits for the word of the team ledger {ledger}, and now {named} is named.', { ledger, named });
  return new AppError('team.address', { problem });
}

/** Whether another person has released this content for its destination. @throws AppError team.* */
export async function isReleased(
  link: TeamLink,
  { check, destination }: Pick<Sendable, 'check' | 'destination'>,
): Promise<boolean> {
  const { TeamLedger } = await import('./team-ledger.ts');
  const offer = await link.use((connection) => new TeamLedger(connection).releasedOffer(check.sha256, destination));
  return offer !== undefined;
}

/** Stores its ids, announces it, and only then looks at what others announced: see [Note: Who sees whom]. */
async function announced(
  sendings: TeamSendings,
  sending: number,
  ids: SortedIds | 'unknown' | undefined,
  { signal, remember }: { signal: AbortSignal; remember: () => Promise<void> },
): Promise<TeamWord> {
  const known = await announceWith(sendings, sending, ids, { signal, isAgain: false, remember });
  const { same, alike } = await sendings.announcedBefore(sending);
  const shared = known === undefined ? undefined : await sendings.idsBefore(sending, known, signal);
  const most = shared?.sendings.at(0)?.sending;
  const wanted = [same.at(0), alike.at(0), most].filter((id) => id !== undefined);
  const described = new Map((await sendings.described(wanted)).map((one) => [one.id, elsewhere(one)]));
  const of = (id: number | undefined) => (id === undefined ? undefined : described.get(id));
  const [sameOne, alikeOne, mostOne] = [of(same.at(0)), of(alike.at(0)), of(most)];
  return {
    kind: 'announced',
    ...(sameOne && { same: sameOne }),
    ...(alikeOne && { alike: alikeOne }),
    ...(shared && mostOne && { ids: { lines: shared.lines, most: mostOne, others: shared.sendings.length - 1 } }),
    ...(ids === 'unknown' && {
      uncompared: fact('The file is no longer the one that was checked, or cannot be read.'),
    }),
  };
}

function elsewhere({ id, fileName, person, desk, at }: EarlierSending): SentElsewhere {
  return { sending: id, path: fileName, person, desk, at };
}

/**
 * @file The word of the team ledger on each file, before the first byte of it leaves: that it was released where that is
 * required, and that no other desk has sent it. A ledger that does not answer says nothing: what needs it waits.
 */

import { toAppError } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { SortedIds } from '../checking/id-index/id-matches.ts';
import type { IdKey } from '../checking/id-index/keyed-ids.ts';
import type { IdIndexOrder } from '../checking/id-index/order.ts';
import { type Clock, DAY, SECOND } from '../clock.ts';
import { RESTORABLE } from '../queue/actions.ts';
import type { Batch, SubmissionId } from '../queue/batch.ts';
import type { SentElsewhere, TeamWord } from '../queue/decision.ts';
import type { QueueStore } from '../queue/storage/store.ts';
import { currentBatches, type Submission, submissionIdSchema, wasSent } from '../queue/submission.ts';
import type { Sendable, TeamGate } from '../queue/team-gate.ts';
import type { TeamLink } from '../team/connection/team-link.ts';
import { type Figures, figuresOf } from '../team/offers/offer.ts';
import type { EarlierSending, OwnSending, TeamSendings } from '../team/sendings/sendings.ts';
import type { IdIndexes } from '../whereabouts/id-indexes.ts';
import { partsOf } from '../whereabouts/sent-ids.ts';
import { teamIdsOf, teamIdsOnlyIn } from '../whereabouts/team-ids.ts';
import type { Team } from './team.ts';

/** How often it is asked whether a file was released meanwhile, or a role given. */
const AGAIN_MS = 30 * SECOND;
/** What was added longer ago is in every backup that a ledger is restored from. */
const LACKING_MS = 30 * DAY;

export interface LedgerGatePorts {
  team: Pick<Team, 'linkFor'>;
  indexes: IdIndexes;
  store: Pick<QueueStore, 'submission' | 'submissions' | 'batches'>;
  clock: Clock;
  /** Whether the policy demands that only what another person has released is sent; the ledger may demand it as well. */
  isReleaseRequired: boolean;
  /** Whether modification ids may be kept. */
  keepsIds: () => boolean;
  /** Its ids could not be compared with those of other desks. */
  onUncompared: (id: SubmissionId) => void;
}

/** What is being announced: nothing of it may be left if it is not approved. */
interface Begun {
  link: TeamLink;
  sending: number;
  key?: IdKey;
}

export class LedgerGate implements TeamGate {
  readonly #ports: LedgerGatePorts;
  readonly #listeners = new Set<() => void>();
  /** The links whose news are heard. */
  readonly #heard = new WeakSet<TeamLink>();
  /** Those that do not answer, and since when. */
  readonly #away = new Map<TeamLink, number>();
  readonly #keys = new Map<string, IdKey>();
  /** Of how many refused batches of a sending the ledger has heard, or cannot hear, in this run. */
  readonly #toldRefused = new Map<number, number>();
  readonly #begun = new Map<SubmissionId, Begun>();
  readonly #turns = new Map<SubmissionId, Promise<unknown>>();
  readonly #closing = new AbortController();
  #waiting: Promise<void> | undefined;

  constructor(ports: LedgerGatePorts) {
    this.#ports = ports;
  }

  get awaySince(): number | undefined {
    return this.#away.size === 0 ? undefined : Math.min(...this.#away.values());
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async order(submission: Submission): Promise<IdIndexOrder | undefined> {
    try {
      const link = this.#linkFor(submission);
      if (link === undefined || link.away !== undefined || !this.#ports.keepsIds()) return undefined;
      return this.#ports.indexes.teamOrder(submission.id, await this.#keyOf(link, submission.destination));
    } catch {
      // It is asked again before the file is sent, and told then.
      return undefined;
    }
  }

  async admit(submission: Sendable, reason: string | undefined, signal: AbortSignal): Promise<TeamWord | undefined> {
    try {
      const link = this.#linkFor(submission);
      if (link === undefined) return undefined;
      const asking = this.#ask(link, submission, reason, signal);
      void this.#settleIfAborted(submission.id, asking, signal);
      return await untilAborted(asking, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toAppError(thrown);
      if (error.code === 'disk.full') throw error;
      // The ledger itself takes nothing else.
      if (error.code === 'submission.not-released') return this.#notReleased();
      // A role that was withdrawn may be given again, and no one tells this desk.
      if (error.code === 'team.refused' || error.code === 'team.sign-in') this.#askAgain();
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
        await this.#settle(id);
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
    if (link === undefined || this.#heard.has(link)) return link;
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
    return link;
  }

  async #ask(link: TeamLink, submission: Sendable, reason: string | undefined, signal: AbortSignal): Promise<TeamWord> {
    if (this.#ports.isReleaseRequired && !(await isReleased(link, submission))) return this.#notReleased();
    const before = await onLedger(link, async (sendings) => {
      signal.throwIfAborted();
      const sending = await sendings.begin(sendingOf(link, submission, reason));
      this.#begun.set(submission.id, { link, sending });
      const { same } = await sendings.announcedBefore(sending);
      return { sending, same: (await sendings.described(same)).at(0) };
    });
    if (before.same !== undefined && reason === undefined) return { kind: 'announced', same: elsewhere(before.same) };
    const ids = await this.#idsOf(link, submission, signal);
    signal.throwIfAborted();
    return await onLedger(link, async (sendings) => await announced(sendings, before.sending, ids, signal));
  }

  /** Undefined where the ids are not to be kept; `unknown` where they cannot be had. */
  async #idsOf(link: TeamLink, submission: Sendable, signal: AbortSignal): Promise<SortedIds | 'unknown' | undefined> {
    const { indexes, keepsIds, onUncompared } = this.#ports;
    if (!keepsIds()) return undefined;
    const key = await this.#keyOf(link, submission.destination);
    const begun = this.#begun.get(submission.id);
    if (begun !== undefined) this.#begun.set(submission.id, { ...begun, key });
    const ids = await teamIdsOf(submission, key, indexes, signal);
    if (ids === undefined) onUncompared(submission.id);
    return ids ?? 'unknown';
  }

  async #keyOf(link: TeamLink, destination: string): Promise<IdKey> {
    const name = `${link.address.name} ${destination}`;
    const key = this.#keys.get(name) ?? (await onLedger(link, (sendings) => sendings.idKey(destination)));
    this.#keys.set(name, key);
    return key;
  }

  /** What it has begun before it noticed that the signal came is withdrawn as well. */
  async #settleIfAborted(id: SubmissionId, asking: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await asking.catch(() => {});
    // Where the app is closed by now, #reconcile does so at its next start.
    if (signal.aborted) await this.exclusively(id, async () => {}).catch(() => {});
  }

  /** What was announced and then not approved does not count. Where the ledger does not answer now, see #reconcile. */
  async #settle(id: SubmissionId): Promise<void> {
    const begun = this.#begun.get(id);
    if (begun === undefined) return;
    this.#begun.delete(id);
    if (this.#ports.store.submission(id)?.stage === 'approved') {
      if (begun.key !== undefined) this.#ports.indexes.removeTeamIndex(id, begun.key);
      return;
    }
    await onLedger(begun.link, (sendings) => sendings.withdraw(begun.sending)).catch(() => {});
  }

  /** Nothing of it is on its way any more, and the service has refused something of it. */
  noteRefused(submission: Submission): void {
    try {
      const link = this.#ports.team.linkFor(submission);
      if (link !== undefined) void this.#reconcile(link, nameOf(submission));
    } catch {
      // Without a ledger that can be used, nothing of it is announced.
    }
  }

  /**
   * Withdraws what this desk announced and will not send: it was ended while the ledger did not answer, or was refused. Announces
   * again what a ledger lacks that another server took over, or that was restored from a backup.
   * @param only one of them
   */
  async #reconcile(link: TeamLink, only?: string): Promise<void> {
    try {
      const { own, lifeAge } = await onLedger(link, async (sendings) => ({
        own: await sendings.ofDesk(link.desk.id, only),
        lifeAge: only === undefined ? await sendings.lifeAge() : undefined,
      }));
      if (lifeAge !== undefined && lifeAge < LACKING_MS) await this.#announceAgain(link, own);
      for (const one of own) {
        const { id: sending, submission: name } = one;
        const id = numberIn(name);
        await this.exclusively(id, async () => {
          const now = this.#standing(id, name);
          if (now === 'counts') await this.#tellRefused(link, one, id);
          else await onLedger(link, (sendings) => sendings.withdraw(sending, now === 'refused'));
        });
      }
    } catch {
      // When the ledger answers again, all of it is looked at again.
    }
  }

  /**
   * What only refused batches had holds up others no more. Once all have ended, since the ids are read from the whole file; a
   * file that is gone, or not the one that was checked, counts as a whole.
   */
  async #tellRefused(link: TeamLink, { id: sending, submission: name, refused, hasIds }: OwnSending, id: SubmissionId) {
    const { store, indexes, keepsIds } = this.#ports;
    const submission = store.submission(id);
    if (submission?.stage !== 'approved' || nameOf(submission) !== name || !hasIds || !keepsIds()) return;
    const batches = currentBatches(store.batches(id));
    if (!batches.every(({ state }) => isEndState(state))) return;
    const parts = partsOf(batches, cameToNothing);
    if (parts.length === Math.max(refused, this.#toldRefused.get(sending) ?? 0)) return;
    const key = await this.#keyOf(link, submission.destination);
    const { signal } = this.#closing;
    const found = await teamIdsOnlyIn(parts, submission, key, indexes, signal).finally(() =>
      indexes.removeTeamIndex(id, key),
    );
    if (found !== undefined)
      await onLedger(link, (sendings) => sendings.refuseIds(sending, parts.length, found, signal));
    this.#toldRefused.set(sending, parts.length);
  }

  async #announceAgain(link: TeamLink, own: readonly OwnSending[]): Promise<void> {
    const { store, team, clock } = this.#ports;
    const { signal } = this.#closing;
    const announced = new Set(own.filter(({ isAnnounced }) => isAnnounced).map(({ submission }) => submission));
    for (const submission of store.submissions()) {
      // Files of the team are announced by the desk that shared them.
      if (submission.stage !== 'approved' || submission.team !== undefined) continue;
      const name = nameOf(submission);
      if (announced.has(name) || clock.now() - submission.addedAt > LACKING_MS) continue;
      if (team.linkFor(submission) !== link) continue;
      await this.exclusively(submission.id, async () => {
        if (this.#standing(submission.id, name) !== 'counts') return;
        const begin = (sendings: TeamSendings) => sendings.begin(sendingOf(link, submission, undefined));
        const sending = await onLedger(link, begin);
        this.#begun.set(submission.id, { link, sending });
        const ids = await this.#idsOf(link, submission, signal);
        await onLedger(link, (sendings) => announceWith(sendings, sending, ids, { signal, isAgain: true }));
      });
    }
  }

  /** Whether it still holds up others. What is not known here any more may have been sent. */
  #standing(id: SubmissionId, name: string): 'counts' | 'not-sent' | 'refused' {
    const { store, clock } = this.#ports;
    const submission = store.submission(id);
    if (submission === undefined || nameOf(submission) !== name) return 'counts';
    if (submission.stage !== 'approved') return 'not-sent';
    const batches = store.batches(id);
    // Until then it may be brought back, and tried again.
    const isGone = submission.removedAt !== undefined && clock.now() - submission.removedAt > RESTORABLE;
    if (isRefused(batches)) return 'refused';
    return isGone && !wasSent(batches) ? 'not-sent' : 'counts';
  }

  #notReleased(): TeamWord {
    this.#askAgain();
    return { kind: 'not-released' };
  }

  /** Soon, what the ledger did not allow may be allowed. */
  #askAgain(): void {
    const { signal } = this.#closing;
    this.#waiting ??= this.#ports.clock.sleep(AGAIN_MS, signal).then(
      () => {
        this.#waiting = undefined;
        this.#tell();
      },
      () => {},
    );
  }

  #tell(): void {
    if (this.#closing.signal.aborted) return;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Loaded only where there is a ledger. */
async function onLedger<Result>(link: TeamLink, work: (sendings: TeamSendings) => Promise<Result>): Promise<Result> {
  const { TeamSendings } = await import('../team/sendings/sendings.ts');
  return await link.use((connection) => work(new TeamSendings(connection)));
}

/** Whether another person has released this content for its destination. @throws AppError team.* */
export async function isReleased(
  link: TeamLink,
  { check, destination }: Pick<Sendable, 'check' | 'destination'>,
): Promise<boolean> {
  const { TeamLedger } = await import('../team/team-ledger.ts');
  const offer = await link.use((connection) => TeamLedger.over(connection).releasedOffer(check.sha256, destination));
  return offer !== undefined;
}

/** Stores its ids, announces it, and only then looks at what others announced: see [Note: Who sees whom]. */
async function announced(
  sendings: TeamSendings,
  sending: number,
  ids: SortedIds | 'unknown' | undefined,
  signal: AbortSignal,
): Promise<TeamWord> {
  const known = await announceWith(sendings, sending, ids, { signal, isAgain: false });
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
    ...(ids === 'unknown' && { uncompared: 'The file is no longer the one that was checked, or cannot be read.' }),
  };
}

/** @returns the ids that others can find now; undefined where they are not known */
async function announceWith(
  sendings: TeamSendings,
  sending: number,
  ids: SortedIds | 'unknown' | undefined,
  { signal, isAgain }: { signal: AbortSignal; isAgain: boolean },
): Promise<SortedIds | undefined> {
  const known = ids === 'unknown' ? undefined : ids;
  if (known !== undefined) await sendings.storeIds(sending, known, signal);
  await sendings.announce(sending, known && known.length / 2, isAgain);
  return known;
}

function sendingOf(link: TeamLink, submission: Sendable, reason: string | undefined) {
  const { name, destination, check } = submission;
  return {
    desk: link.desk.id,
    submission: nameOf(submission),
    ...{ sha256: check.sha256, destination, reason },
    fileName: name.split(/[\\/]/).at(-1) || name,
    figures: figuresIn(submission),
  };
}

function figuresIn({ check, prepared }: Sendable): Figures {
  const manifest = prepared && {
    ...{ sha256: prepared.manifestSha256, template: prepared.template.name },
    differences: prepared.control?.differences ?? 0,
  };
  return figuresOf({ ...check, totals: check.totals ?? { sums: [], days: 0 } }, manifest);
}

/** Numbers may come again where a queue was lost. */
function nameOf({ id, addedAt }: Pick<Submission, 'id' | 'addedAt'>): string {
  return `${id}/${addedAt}`;
}

function numberIn(name: string): SubmissionId {
  return submissionIdSchema.parse(Number.parseInt(name, 10));
}

function elsewhere({ id, fileName, person, desk, at }: EarlierSending): SentElsewhere {
  return { sending: id, path: fileName, person, desk, at };
}

/** Whether the service has refused all of it, as a whole: that is to be sent again, corrected. */
function isRefused(batches: readonly Batch[]): boolean {
  const current = currentBatches(batches);
  return current.length > 0 && current.every(cameToNothing);
}

/** Whether it is certain that nothing of a batch was taken: also not under an id that was given up. */
function cameToNothing({ state, ingestValid, watched }: Batch): boolean {
  return state === 'rejected' && !ingestValid && watched.length === 0;
}

/** As the promise, unless the signal comes first: what it began ends by itself. */
async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * @file Announces each file of this desk in the team ledger before it is sent, with its figures and ids. Takes the announcement back if
 * the file is not approved, and keeps it true: also after the ledger was away, was restored, or a standby took over.
 */

import { AppError } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { SortedIds } from '../check/id-index/id-matches.ts';
import type { IdKey } from '../check/id-index/keyed-ids.ts';
import { type Clock, DAY } from '../ground/clock.ts';
import { mayBeRetried, RESTORABLE } from '../send/actions.ts';
import type { Batch, SubmissionId } from '../send/batch.ts';
import { linesOfBatches } from '../send/line-range.ts';
import type { IdIndexes } from '../send/sent-before/id-indexes.ts';
import { wordOnBatch } from '../send/sent-before/may-go-again.ts';
import { rejectedLines } from '../send/sent-before/sent-files.ts';
import { teamIdsOf, teamIdsOnlyIn } from '../send/sent-before/team-ids.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { currentBatches, type Submission, wasSent } from '../send/submission.ts';
import type { Sendable } from '../send/team-gate.ts';
import type { TeamLink } from './connection/team-link.ts';
import { nameInLedger, numberIn } from './name-in-ledger.ts';
import { type Figures, figuresOf } from './offers/offer.ts';
import type { OwnSending, TeamSendings } from './sendings/sendings.ts';
import type { Team } from './team.ts';

/** What was added longer ago is in every backup that a ledger is restored from. */
const LACKING_MS = 30 * DAY;

export interface AnnouncementsPorts {
  team: Pick<Team, 'linkFor'>;
  indexes: IdIndexes;
  store: Pick<QueueStore, 'submission' | 'submissions' | 'batches' | 'lines' | 'history'>;
  clock: Clock;
  /** Whether modification ids may be kept. */
  keepsIds: () => boolean;
  /** Its ids could not be compared with those of other desks. */
  onUncompared: (id: SubmissionId) => void;
  /** Does the work once all other work on the submission has ended, and then calls `settle`. */
  exclusively: (id: SubmissionId, work: () => Promise<void>) => Promise<void>;
  /** The data folder may be a copy, which does not know what was sent of what it has announced. */
  isInDoubt: () => boolean;
  /** Aborts when the app is closed. */
  closing: AbortSignal;
}

/** What is being announced: nothing of it may be left if it is not approved. */
interface Begun {
  link: TeamLink;
  sending: number;
  key?: IdKey;
}

export class Announcements {
  readonly #ports: AnnouncementsPorts;
  readonly #keys = new Map<string, IdKey>();
  /** Of how many refused batches of a sending the ledger has heard, or cannot hear, in this run. */
  readonly #toldRefused = new Map<number, number>();
  readonly #begun = new Map<SubmissionId, Begun>();

  constructor(ports: AnnouncementsPorts) {
    this.#ports = ports;
  }

  /** The key for the ids of a destination. @throws AppError team.* */
  async keyOf(link: TeamLink, destination: string): Promise<IdKey> {
    const name = `${link.address.name} ${destination}`;
    const key = this.#keys.get(name) ?? (await onLedger(link, (sendings) => sendings.idKey(destination)));
    this.#keys.set(name, key);
    return key;
  }

  /** What others do not see yet. Returns its number in the ledger. @throws AppError team.* */
  async begin(link: TeamLink, sendings: TeamSendings, submission: Sendable, reason?: string): Promise<number> {
    const sending = await sendings.begin(sendingOf(link, submission, reason));
    this.#begun.set(submission.id, { link, sending });
    return sending;
  }

  /** What was approved so long ago (ms), before this ledger was used for it. Only within `exclusively`. @throws AppError team.* */
  async announceSent(link: TeamLink, submission: Sendable, ago: number): Promise<void> {
    const { closing: signal } = this.#ports;
    const sending = await onLedger(link, (sendings) => sendings.beginSent(sendingOf(link, submission), ago));
    this.#begun.set(submission.id, { link, sending });
    const ids = await this.idsOf(link, submission, signal);
    await onLedger(link, (sendings, remember) =>
      announceWith(sendings, sending, ids, { signal, isAgain: true, remember }),
    );
  }

  /** Undefined where the ids are not to be kept; `unknown` where they cannot be had. */
  async idsOf(link: TeamLink, submission: Sendable, signal: AbortSignal): Promise<SortedIds | 'unknown' | undefined> {
    const { indexes, keepsIds, onUncompared } = this.#ports;
    if (!keepsIds()) return undefined;
    const key = await this.keyOf(link, submission.destination);
    const begun = this.#begun.get(submission.id);
    if (begun !== undefined) this.#begun.set(submission.id, { ...begun, key });
    const ids = await teamIdsOf(submission, key, indexes, signal);
    if (ids === undefined) onUncompared(submission.id);
    return ids ?? 'unknown';
  }

  /** What was announced and then not approved does not count. Where the ledger does not answer now, see reconcile. */
  async settle(id: SubmissionId): Promise<void> {
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
      if (link !== undefined) void this.reconcile(link, nameInLedger(submission));
    } catch {
      // Without a ledger that can be used, nothing of it is announced.
    }
  }

  /**
   * Withdraws what this desk announced and will not send: it was ended while the ledger did not answer, or was refused. Announces
   * again what a ledger lacks that another server took over, or that was restored from a backup.
   * @param only one of them
   * @returns whether that succeeded; otherwise it is to be done again once the ledger answers
   */
  async reconcile(link: TeamLink, only?: string): Promise<boolean> {
    if (this.#ports.isInDoubt()) return false;
    try {
      const { own, lifeAge } = await onLedger(link, async (sendings) => ({
        own: await sendings.ofDesk(link.desk.id, only),
        lifeAge: only === undefined ? await sendings.lifeAge() : undefined,
      }));
      if (lifeAge !== undefined && lifeAge < LACKING_MS) await this.#announceAgain(link, own);
      for (const one of own) {
        const { id: sending, submission: name } = one;
        const id = numberIn(name);
        if (id === undefined) continue;
        await this.#ports.exclusively(id, async () => {
          const now = this.#standing(id, one);
          if (now === 'counts') await this.#tellRefused(link, one, id);
          else await onLedger(link, (sendings) => sendings.withdraw(sending, now === 'refused'));
        });
      }
      return true;
    } catch {
      return false;
    }
  }

  /**
   * What only refused batches had holds up others no more. Once all have ended, since the ids are read from the whole file; a
   * file that is gone, or not the one that was checked, counts as a whole.
   */
  async #tellRefused(link: TeamLink, { id: sending, submission: name, refused, hasIds }: OwnSending, id: SubmissionId) {
    const { store, indexes, keepsIds } = this.#ports;
    const submission = store.submission(id);
    if (submission?.stage !== 'approved' || nameInLedger(submission) !== name || !hasIds || !keepsIds()) return;
    const batches = currentBatches(store.batches(id));
    if (!batches.every(({ state }) => isEndState(state))) return;
    // Lines that a report names came to nothing as whole batches did.
    const parts = [
      ...linesOfBatches(batches).filter(({ batch }) => cameToNothing(batch)),
      ...rejectedLines(batches, store.lines).runs(),
    ];
    if (parts.length === Math.max(refused, this.#toldRefused.get(sending) ?? 0)) return;
    const key = await this.keyOf(link, submission.destination);
    const { closing: signal } = this.#ports;
    const found = await teamIdsOnlyIn(parts, submission, key, indexes, signal).finally(() =>
      indexes.removeTeamIndex(id, key),
    );
    if (found !== undefined)
      await onLedger(link, (sendings) => sendings.refuseIds(sending, parts.length, found, signal));
    this.#toldRefused.set(sending, parts.length);
  }

  async #announceAgain(link: TeamLink, own: readonly OwnSending[]): Promise<void> {
    const { store, team, clock } = this.#ports;
    const { closing: signal } = this.#ports;
    const announced = new Set(own.filter(({ isAnnounced }) => isAnnounced).map(({ submission }) => submission));
    for (const submission of store.submissions()) {
      if (submission.stage !== 'approved' || !isAnnouncedHere(submission, store)) continue;
      const name = nameInLedger(submission);
      if (announced.has(name) || clock.now() - submission.addedAt > LACKING_MS) continue;
      if (team.linkFor(submission) !== link) continue;
      await this.#ports
        .exclusively(submission.id, async () => {
          const { destination } = submission;
          if (this.#standing(submission.id, { submission: name, destination }) !== 'counts') return;
          const sending = await onLedger(link, (sendings) => this.begin(link, sendings, submission));
          const ids = await this.idsOf(link, submission, signal);
          await onLedger(link, (sendings, remember) =>
            announceWith(sendings, sending, ids, { signal, isAgain: true, remember }),
          );
        })
        .catch((thrown: unknown) => {
          // The ledger requires a release, and has lost that of this file: the others are announced.
          if (!(thrown instanceof AppError) || thrown.code !== 'submission.not-released') throw thrown;
        });
    }
  }

  /** Whether it still holds up others. What is not known here any more may have been sent. */
  #standing(
    id: SubmissionId,
    { submission: name, destination }: Pick<OwnSending, 'submission' | 'destination'>,
  ): 'counts' | 'not-sent' | 'refused' {
    const { store, clock } = this.#ports;
    const submission = store.submission(id);
    if (submission === undefined || nameInLedger(submission) !== name) return 'counts';
    // Its connection was corrected, which it can be only before anything of it has left.
    if (submission.destination !== destination) return 'not-sent';
    if (submission.stage !== 'approved') return 'not-sent';
    const batches = store.batches(id);
    // Until then it may be brought back, and tried again.
    const isGone = submission.removedAt !== undefined && clock.now() - submission.removedAt > RESTORABLE;
    if (isRefused(batches)) return 'refused';
    return isGone && !wasSent(batches) ? 'not-sent' : 'counts';
  }
}

/**
 * Loaded only where there is a ledger. With `remember`, this desk hears how far the ledger is now, and notices from then on if it is
 * put back to before that.
 */
export async function onLedger<Result>(
  link: TeamLink,
  work: (sendings: TeamSendings, remember: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { TeamSendings } = await import('./sendings/sendings.ts');
  return await link.use((connection) => work(new TeamSendings(connection), () => link.greet(connection)));
}

/** @returns the ids that others can find now; undefined where they are not known */
export async function announceWith(
  sendings: TeamSendings,
  sending: number,
  ids: SortedIds | 'unknown' | undefined,
  { signal, isAgain, remember }: { signal: AbortSignal; isAgain: boolean; remember: () => Promise<void> },
): Promise<SortedIds | undefined> {
  const known = ids === 'unknown' ? undefined : ids;
  if (known !== undefined) await sendings.storeIds(sending, known, signal);
  await sendings.announce(sending, known && known.length / 2, isAgain);
  await remember();
  return known;
}

function sendingOf(link: TeamLink, submission: Sendable, reason?: string) {
  const { name, destination, check } = submission;
  return {
    desk: link.desk.id,
    submission: nameInLedger(submission),
    sha256: check.sha256,
    destination,
    reason,
    fileName: name.split(/[\\/]/).at(-1) || name,
    figures: figuresIn(submission),
  };
}

/** Files of the team are announced by the desk that shared them: there, and only there, they were approved. */
export function isAnnouncedHere({ id, team }: Submission, store: Pick<QueueStore, 'history'>): boolean {
  return team === undefined || store.history(id).some(({ kind }) => kind === 'approved');
}

function figuresIn({ check, prepared }: Sendable): Figures {
  const manifest = prepared && {
    sha256: prepared.manifestSha256,
    template: prepared.template.name,
    differences: prepared.control?.differences ?? 0,
  };
  return figuresOf({ ...check, totals: check.totals ?? { sums: [], days: 0 } }, manifest);
}

/** Whether the service has refused all of it, as a whole: that is to be sent again, corrected. */
export function isRefused(batches: readonly Batch[]): boolean {
  const current = currentBatches(batches);
  return current.length > 0 && current.every(cameToNothing);
}

/** Whether all of a batch may go from another desk: also from here, nobody can try it again. */
function cameToNothing(batch: Batch): boolean {
  return wordOnBatch(batch) === 'free' && !mayBeRetried(batch);
}

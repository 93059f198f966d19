/**
 * @file What a person at a window does in the team ledgers of this desk: offer a submission, prove what others have offered
 * with their own copy, release or refuse it. The ledger keeps the rules; here nothing is released that was not proved.
 */

import { basename } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import type { TeamHistoryFilter, TeamHistoryPage } from '../../src-shared/team-history-shapes.ts';
import type {
  Comparison,
  FoundInTeam,
  OfferDetails,
  OfferRow,
  OffersPage,
  ReleaseRule,
  SubmissionOffers,
  TeamLedgerRow,
  TeamLedgers,
} from '../../src-shared/team-shapes.ts';
import type { App } from '../app.ts';
import type { CheckProgress } from '../check/check.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { SubmissionId } from '../send/batch.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { isBound, type Submission } from '../send/submission.ts';
import type { TeamLink } from '../team/connection/team-link.ts';
import { findInTeam } from '../team/found-in-team.ts';
import { type Figures, figuresOf, type Offer } from '../team/offers/offer.ts';
import { checkedForTeam, comparedWithOffer } from '../team/offers/proof.ts';
import type { LedgerStatus, TeamLedger } from '../team/team-ledger.ts';
import { destinationOf } from '../wire/credentials/connection.ts';

/** So many offers are told at once. */
const PAGE = 50;

type OfferInLedger = Pick<OfferDetails, 'id'> & { ledger: string };

export interface TeamOffersPorts {
  app: Pick<App, 'team' | 'connections' | 'services' | 'queue' | 'store' | 'policy'>;
  /** Hears when a ledger went away or is back. */
  onChange: () => void;
  signal: AbortSignal;
}

export class TeamOffers {
  readonly #ports: TeamOffersPorts;
  /** What the check of this desk has found as it was offered: the ledger, the offer and its SHA-256. */
  readonly #proved = new Set<string>();
  readonly #endNews = new Map<TeamLink, () => void>();
  #comparing = new AbortController();

  constructor(ports: TeamOffersPorts) {
    this.#ports = ports;
  }

  /** The ledgers that this desk uses, without asking them. */
  ledgers(): TeamLedgers {
    const { links, problem } = this.#links();
    const rows = [...links].map(([ledger, { link, connections }]): TeamLedgerRow => {
      const { address, desk, away } = link;
      return {
        ...{ ledger, name: address.name, person: address.person, desk: desk.name, connections },
        ...(away !== undefined && { away: away.toRecord() }),
      };
    });
    return { ledgers: rows, ...(problem !== undefined && { problem: problem.toRecord() }) };
  }

  /** Some offers that the person may see. @throws AppError team.* */
  async offers(ledger: string, asked: { isOpen: boolean; before?: number | undefined }): Promise<OffersPage> {
    return await this.#use(ledger, async (team, link) => {
      const { roles, release } = await team.status();
      const { offers, before } = await team.offersPage({ ...asked, limit: PAGE });
      const rule = this.#releaseRule(release);
      return {
        ...{ roles: [...roles], offers: offers.map((offer) => offerRow(offer, link)) },
        ...(rule !== undefined && { release: rule }),
        ...(before !== undefined && { before }),
      };
    });
  }

  /** @throws AppError team.*; team.refused where the person may not see it, or there is none */
  async details({ ledger, id }: OfferInLedger): Promise<OfferDetails> {
    return await this.#use(ledger, async (team, link) => await this.#detailsIn(team, link, { ledger, id }));
  }

  /**
   * Checks a file of this desk, and tells whether it is what was offered. A later call ends the earlier one.
   * @throws AppError team.*, file.*, check.failed
   */
  async compare(
    wanted: OfferInLedger,
    { path, name, ruleSet }: { path: string; name: string; ruleSet: RuleSet },
    onProgress: (progress: CheckProgress) => void,
  ): Promise<Comparison> {
    this.stopComparing();
    const own = this.#comparing;
    const signal = AbortSignal.any([own.signal, this.#ports.signal]);
    const fileName = basename(name);
    try {
      const offered = await this.#use(wanted.ledger, async (team) => known(await team.findOffer(wanted.id), wanted.id));
      const found = await checkedForTeam({ path, ruleSet }, { signal, onProgress });
      const outcome = comparedWithOffer(offered, found);
      const { rules, sha256, figures } = found;
      if (outcome.kind === 'other-bytes') return { ...outcome, fileName, sha256, bytes: figures.bytes };
      if (outcome.kind === 'other-figures') return { ...outcome, fileName, figures, rules };
      this.#proved.add(proofKey(wanted, offered));
      return { ...outcome, fileName, rules };
    } catch (thrown) {
      if (own.signal.aborted) return { kind: 'stopped' };
      throw thrown;
    }
  }

  stopComparing(): void {
    this.#comparing.abort();
    this.#comparing = new AbortController();
  }

  /**
   * Releases or refuses what another person has offered.
   * @throws AppError team.*; team.refused also where it is to be released and was not proved at this desk
   */
  async decide(
    wanted: OfferInLedger,
    { outcome, reason }: { outcome: 'released' | 'refused'; reason: string },
  ): Promise<OfferDetails> {
    return await this.#use(wanted.ledger, async (team, link) => {
      const offered = known(await team.findOffer(wanted.id), wanted.id);
      if (outcome === 'released' && !this.#proved.has(proofKey(wanted, offered)))
        throw refused('Your own copy of the file has to be checked before you release it.');
      await team.decide(offered, { outcome, reason, desk: link.desk.name });
      return await this.#detailsIn(team, link, wanted);
    });
  }

  /** Who did what at which desk, as far as the person may read it. @throws AppError team.* */
  async history(
    ledger: string,
    filter: TeamHistoryFilter,
    page: { olderThan?: string | undefined; limit: number },
  ): Promise<TeamHistoryPage> {
    return await this.#use(ledger, async (team) => await team.history(filter, page));
  }

  /** Who announced this modification id, with which file. @throws AppError team.* */
  async find(ledger: string, id: string): Promise<FoundInTeam> {
    const { store } = this.#ports.app;
    const connectionTo = (destination: string) => this.#connectionTo(destination);
    return await findInTeam(this.#linkOf(ledger), id, { store, connectionTo });
  }

  /** Where a submission can be offered, and what became of its bytes. @throws AppError queue.unknown-id, team.* */
  async ofSubmission(id: SubmissionId): Promise<SubmissionOffers> {
    const { submission } = this.#ports.app.queue.findRemoved(String(id));
    const { check } = submission;
    const ways = [...this.#links().links].flatMap(([ledger, { link, connections }]) => {
      const fitting = connections.filter((name) => !isBound(submission) || name === submission.connection);
      return fitting.length === 0 ? [] : [{ ledger, link, connections: fitting }];
    });
    if (check === undefined) return { connections: [], offers: [] };
    const destination = isBound(submission) ? submission.destination : undefined;
    const found = await Promise.all(
      ways.map(async ({ ledger, link }) => {
        const offers = await inLedger(link, async (team) => await team.offersOf(check.sha256, destination));
        return offers.map((offer) => ({ ...offerRow(offer, link), ledger }));
      }),
    );
    return { connections: ways.flatMap(({ connections }) => connections), offers: found.flat() };
  }

  /**
   * Offers a checked submission for release, with the figures that its check has found.
   * @param connection by which it is to be sent; one that is bound has its own
   * @throws AppError team.*; team.refused also for one that was offered before, unless `again`
   */
  async offerSubmission(
    id: SubmissionId,
    { connection, reason, again }: { connection: string; reason: string; again: boolean },
  ): Promise<{ ledger: string; id: number }> {
    const { queue, services, team } = this.#ports.app;
    const { submission } = queue.view(id);
    const over = isBound(submission) ? submission.connection : connection;
    const link = team.linkFor({ connection: over });
    if (link === undefined) throw refused(`The connection “${over}” uses no team ledger.`);
    const { sha256, figures } = await this.#figuresOf(submission);
    const offer = {
      ...{ sha256, figures, reason, again, desk: link.desk.name, fileName: basename(submission.name) },
      destination: isBound(submission) ? submission.destination : destinationOf(services.connection(over)),
    };
    const [made] = await inLedger(link, async (ledger) => await ledger.offer([offer]));
    if (made === undefined) throw new Error('The ledger gave no number.');
    return { ledger: keyOf(link), id: made };
  }

  close(): void {
    this.stopComparing();
    for (const end of this.#endNews.values()) end();
    this.#endNews.clear();
  }

  /** The figures that the person has seen, where another desk finds the same; those of another check otherwise. */
  async #figuresOf({ check, options, content, prepared }: Submission): Promise<{ sha256: string; figures: Figures }> {
    if (check === undefined) throw refused('The file has to be checked before it is offered.');
    const manifest = prepared && {
      sha256: prepared.manifestSha256,
      template: `${prepared.template.name} ${prepared.template.version}`,
      differences: prepared.control?.differences ?? 0,
    };
    const isCut = (most: number) => check.bytes > most;
    // That it is cut into several batches is a finding.
    if (check.totals !== undefined && isCut(options.maxBatchBytes) === isCut(DEFAULT_MAX_BATCH_BYTES))
      return { sha256: check.sha256, figures: figuresOf({ ...check, totals: check.totals }, manifest) };
    const { ruleSet } = options;
    const file = { path: content, ruleSet, ...(manifest && { manifest }) };
    const found = await checkedForTeam(file, { signal: this.#ports.signal });
    if (found.sha256 !== check.sha256)
      throw new AppError('file.changed', { path: content, how: 'was written to after it had been checked' });
    return found;
  }

  async #detailsIn(team: TeamLedger, link: TeamLink, wanted: OfferInLedger): Promise<OfferDetails> {
    const offer = known(await team.findOffer(wanted.id), wanted.id);
    const { roles } = await team.status();
    const { sha256, destination, reason, figures } = offer;
    const connection = this.#connectionTo(destination);
    return {
      ...{ ...offerRow(offer, link), sha256, destination, reason, figures, roles: [...roles] },
      isProved: this.#proved.has(proofKey(wanted, offer)),
      ...(connection !== undefined && { connection }),
    };
  }

  /** The stricter of the ledger and the policy. */
  #releaseRule(ofLedger: LedgerStatus['release']): ReleaseRule | undefined {
    if (ofLedger !== undefined) {
      const { by, at, reason, ending } = ofLedger;
      const asked = ending && { by: ending.by, at: Date.parse(ending.at) };
      return { setBy: 'ledger', by, since: Date.parse(at), reason, ...(asked && { ending: asked }) };
    }
    const { ledger } = this.#ports.app.policy.values;
    return ledger?.release === 'required' ? { setBy: 'policy' } : undefined;
  }

  /** The name of the connection of this desk that leads there. */
  #connectionTo(destination: string): string | undefined {
    return this.#connectionNames().find((name) => {
      try {
        return destinationOf(this.#ports.app.services.connection(name)) === destination;
      } catch {
        return false;
      }
    });
  }

  /** @throws AppError team.address where no connection uses it any more, and what `work` throws */
  async #use<Result>(ledger: string, work: (team: TeamLedger, link: TeamLink) => Promise<Result>): Promise<Result> {
    const link = this.#linkOf(ledger);
    return await inLedger(link, async (team) => await work(team, link));
  }

  /** @throws AppError team.address where no connection uses it any more */
  #linkOf(ledger: string): TeamLink {
    const link = this.#links().links.get(ledger)?.link;
    if (link !== undefined) return link;
    throw new AppError('team.address', { problem: `This desk does not use the team ledger ${ledger}.` });
  }

  /** The links of this desk, each with the connections that use it, and the first reason why one cannot be used. */
  #links(): { links: Map<string, { link: TeamLink; connections: string[] }>; problem?: AppError } {
    const links = new Map<string, { link: TeamLink; connections: string[] }>();
    let problem: AppError | undefined;
    // The organisation may name a ledger before there is a connection.
    for (const connection of [undefined, ...this.#connectionNames()]) {
      try {
        const link = this.#ports.app.team.linkFor({ connection: connection ?? '' });
        if (link === undefined) continue;
        const entry = links.get(keyOf(link)) ?? { link, connections: [] };
        if (connection !== undefined) entry.connections.push(connection);
        links.set(keyOf(link), entry);
        this.#hear(link);
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        problem ??= thrown;
      }
    }
    // Who signs in may be set for a connection alone.
    return { links, ...(problem !== undefined && links.size === 0 && { problem }) };
  }

  #hear(link: TeamLink): void {
    if (!this.#endNews.has(link)) this.#endNews.set(link, link.subscribe(this.#ports.onChange));
  }

  #connectionNames(): string[] {
    const { connections, services } = this.#ports.app;
    const fromEnvironment = services.environmentConnection();
    const stored = connections.names();
    return [...stored, ...(fromEnvironment === undefined ? [] : [fromEnvironment.name])];
  }
}

/** What speaks with PostgreSQL is loaded only where there is a ledger. */
async function inLedger<Result>(link: TeamLink, work: (team: TeamLedger) => Promise<Result>): Promise<Result> {
  const { TeamLedger } = await import('../team/team-ledger.ts');
  return await link.use(async (connection) => await work(new TeamLedger(connection)));
}

const keyOf = ({ address }: TeamLink): string => `${address.person}@${address.name}`;

const proofKey = ({ ledger, id }: OfferInLedger, { sha256 }: Pick<Offer, 'sha256'>): string =>
  `${ledger} ${id} ${sha256}`;

function offerRow(offer: Offer, { address }: TeamLink): OfferRow {
  const { id, state, fileName, figures, offeredBy, offeredAt, desk, decision } = offer;
  const { bytes, transactions, errors, warnings } = figures;
  return {
    ...{ id, state, fileName, bytes, transactions, errors, warnings, offeredBy, desk },
    isOwn: offeredBy === address.person,
    offeredAt: Date.parse(offeredAt),
    ...(decision && { decision: { ...decision, at: Date.parse(decision.at) } }),
  };
}

function known(found: Offer | undefined, id: number): Offer {
  if (found === undefined) throw refused(`There is no offer ${id} that you may see.`);
  return found;
}

const refused = (reason: string) => new AppError('team.refused', { reason });

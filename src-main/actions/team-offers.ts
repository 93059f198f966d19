/** @file The team ledgers of this desk, and what a person does in them with its submissions. */

import { basename } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { SubmissionOffers, TeamLedgerRow, TeamLedgers } from '../../src-shared/team-shapes.ts';
import type { App } from '../app.ts';
import type { SubmissionId } from '../send/batch.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { isBound, type Submission } from '../send/submission.ts';
import type { TeamLink } from '../team/connection/team-link.ts';
import { type Figures, figuresOf } from '../team/offers/offer.ts';
import { checkedForTeam } from '../team/offers/proof.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { keyOf, offerRow, refused, type UsedLedger, usedOver } from './used-ledger.ts';

export interface TeamOffersPorts {
  app: Pick<App, 'team' | 'connections' | 'services' | 'queue' | 'store' | 'policy'>;
  /** Hears when a ledger went away or is back. */
  onChange: () => void;
  signal: AbortSignal;
}

export class TeamOffers {
  readonly #ports: TeamOffersPorts;
  readonly #endNews = new Map<TeamLink, () => void>();

  constructor(ports: TeamOffersPorts) {
    this.#ports = ports;
  }

  /** The ledgers that this desk uses, without asking them. */
  ledgers(): TeamLedgers {
    const { links, problem } = this.#links();
    const rows = [...links].map(([ledger, { link, connections }]): TeamLedgerRow => {
      const { address, desk, away } = link;
      return {
        ledger,
        name: address.name,
        person: address.person,
        desk: desk.name,
        connections,
        ...(away !== undefined && { away: away.toRecord() }),
      };
    });
    return { ledgers: rows, ...(problem !== undefined && { problem: problem.toRecord() }) };
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
        const offers = await usedOver(link).use(async (team) => await team.offersOf(check.sha256, destination));
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
    if (link === undefined)
      throw refused(fact('The connection “{connection}” uses no team ledger.', { connection: over }));
    const { sha256, figures } = await this.#figuresOf(submission);
    const offer = {
      sha256,
      figures,
      reason,
      again,
      desk: link.desk.name,
      fileName: basename(submission.name),
      destination: isBound(submission) ? submission.destination : destinationOf(services.connection(over)),
    };
    const [made] = await usedOver(link).use(async (ledger) => await ledger.offer([offer]));
    if (made === undefined) throw new Error('The ledger gave no number.');
    return { ledger: keyOf(link), id: made };
  }

  close(): void {
    for (const end of this.#endNews.values()) end();
    this.#endNews.clear();
  }

  /** The figures that the person has seen, where another desk finds the same; those of another check otherwise. */
  async #figuresOf({ check, options, content, prepared }: Submission): Promise<{ sha256: string; figures: Figures }> {
    if (check === undefined) throw refused(fact('The file has to be checked before it is offered.'));
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
      throw new AppError('file.changed', { path: content, how: fact('was written to after it had been checked') });
    return found;
  }

  /** The name of the connection of this desk that leads there. */
  connectionTo(destination: string): string | undefined {
    return this.#connectionNames().find((name) => {
      try {
        return destinationOf(this.#ports.app.services.connection(name)) === destination;
      } catch {
        return false;
      }
    });
  }

  /** @throws AppError team.address where no connection uses it any more */
  ledger(key: string): UsedLedger {
    const link = this.#links().links.get(key)?.link;
    if (link !== undefined) return usedOver(link);
    throw new AppError('team.address', {
      problem: fact('This desk does not use the team ledger {ledger}.', { ledger: key }),
    });
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

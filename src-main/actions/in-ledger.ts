/**
 * @file What a person does in a team ledger: offers files, proves with an own copy what others have offered, releases or refuses
 * it, and reads who did what. The ledger keeps the rules; here nothing is released that was not proved. Needs no data folder.
 */

import { basename, dirname, join } from 'node:path';
import type { CommandInput, CommandOutput, EventPayload } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Comparison, LedgerStatus, OfferDetails, OfferRow, ReleaseRule } from '../../src-shared/team-shapes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { parseRuleSet } from '../check/rules/rule-set-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { requireAllowedRules } from '../policy/rules.ts';
import { manifestAt, openPrepared } from '../prepare/prepared-folder.ts';
import { digestOf } from '../prepare/watching/as-it-is.ts';
import type { LedgerConnection } from '../team/connection/ledger-connection.ts';
import { type Here, placesIn } from '../team/found-in-team.ts';
import type { Figures, Offer } from '../team/offers/offer.ts';
import { checkedForTeam, comparedWithOffer, type ProofOptions } from '../team/offers/proof.ts';
import type { TeamLedger } from '../team/team-ledger.ts';
import type { LedgerAddress } from '../wire/credentials/ledger-address.ts';
import { shownName } from './file-name.ts';
import type { OfferedFiles } from './offered-files.ts';

/** So many offers are told at once. */
const PAGE = 50;

/** A ledger, and the desk at which a person uses it. */
export interface UsedLedger {
  address: Pick<LedgerAddress, 'name' | 'person'>;
  /** Its number is known where it has a data folder. */
  desk: { name: string; id?: string };
  use<Result>(work: (connection: LedgerConnection) => Promise<Result>): Promise<Result>;
}

export interface InLedgerPorts extends Pick<Here, 'store' | 'connectionTo'> {
  /** The ledger of this key. @throws AppError team.address where it is not used */
  ledger: (key: string) => UsedLedger;
  offered: Pick<OfferedFiles, 'use'>;
  /** Where a connection leads. @throws AppError connection.*, policy.managed */
  destination: (connection: string) => Promise<string>;
  /** The rules that files are checked by, where no others are given. */
  ruleSet: () => RuleSet;
  policy: Pick<PolicyValues, 'ledger' | 'ruleSet' | 'serviceDecides'>;
  /** Hears how far the check of a file is. */
  onRead: (progress: EventPayload<'team.comparing'>) => void;
  signal: AbortSignal;
  /** How the check of a file goes about it. */
  check?: Pick<ProofOptions, 'mayBlock' | 'onJudgeAlone'>;
}

type OfferInLedger = Pick<OfferDetails, 'id'> & { ledger: string };
/** `name`: where that is not its path. */
type OwnFile = { path: string; name?: string; manifest?: Figures['manifest'] };

export class InLedger {
  readonly #ports: InLedgerPorts;
  /** What the check of this desk has found as it was offered: the ledger, the offer and its SHA-256. */
  readonly #proved = new Set<string>();
  #comparing = new AbortController();

  constructor(ports: InLedgerPorts) {
    this.#ports = ports;
  }

  async status(ledger: string): Promise<LedgerStatus> {
    return await this.#use(ledger, async (team) => {
      const { release, ...status } = await team.status();
      const rule = this.#releaseRule(release);
      return { ...status, roles: [...status.roles], ...(rule !== undefined && { release: rule }) };
    });
  }

  async requireRelease({ ledger, isRequired, reason }: CommandInput<'team.requireRelease'>) {
    return await this.#use(ledger, async (team) => await team.requireRelease(isRequired, reason));
  }

  async roles({ ledger, give, withdraw }: CommandInput<'team.roles'>): Promise<CommandOutput<'team.roles'>> {
    return await this.#use(ledger, async (team) => {
      if (give !== undefined) await team.giveRole(give.person, give.role);
      if (withdraw !== undefined) await team.withdrawRole(withdraw.person, withdraw.role);
      return (await team.appointments()).map(({ givenAt, withdrawnAt, ...appointment }) => ({
        ...{ ...appointment, givenAt: Date.parse(givenAt) },
        withdrawnAt: withdrawnAt === null ? null : Date.parse(withdrawnAt),
      }));
    });
  }

  async parts(ledger: string): Promise<CommandOutput<'team.parts'>> {
    const parts = await this.#use(ledger, async (team) => await team.parts());
    return parts.map(({ token: taken, ...part }) => ({ ...part, taken }));
  }

  async find({ ledger, ids, most }: CommandInput<'team.find'>): Promise<CommandOutput<'team.find'>> {
    const { store, connectionTo } = this.#ports;
    const wanted = ids.map((id) => id.trim()).filter((id) => id !== '');
    if (wanted.length === 0) return { places: [], isCut: false, unsearched: 0 };
    const found = await this.#use(ledger, async (team, { desk }) =>
      placesIn(await team.findSent(wanted), most, { deskId: desk.id, store, connectionTo }),
    );
    return { ...found, places: found.places.map((place) => ({ ...place, fileName: shownName(place.fileName) })) };
  }

  async history({ ledger, filter, ...page }: CommandInput<'team.history'>): Promise<CommandOutput<'team.history'>> {
    return await this.#use(ledger, async (team) => await team.history(filter, page));
  }

  /** Some offers that the person may see. */
  async offers({ ledger, ...asked }: CommandInput<'team.offers'>): Promise<CommandOutput<'team.offers'>> {
    return await this.#use(ledger, async (team, used) => {
      const { roles, release } = await team.status();
      const { offers, before } = await team.offersPage({ ...asked, limit: PAGE });
      const rule = this.#releaseRule(release);
      return {
        ...{ roles: [...roles], offers: offers.map((offer) => offerRow(offer, used)) },
        ...(rule !== undefined && { release: rule }),
        ...(before !== undefined && { before }),
      };
    });
  }

  /** @throws AppError team.refused where the person may not see it, or there is none */
  async details({ ledger, id }: OfferInLedger): Promise<OfferDetails> {
    return await this.#use(ledger, async (team, used) => await this.#detailsIn(team, used, { ledger, id }));
  }

  /**
   * Checks a file of this desk, and tells whether it is what was offered. A later call ends the earlier one.
   * @throws AppError file.*, check.failed, rules.unreadable, policy.managed
   */
  async compare({ copy, rules, ...wanted }: CommandInput<'team.compare'>): Promise<Comparison> {
    this.stopComparing();
    const own = this.#comparing;
    const { offered, signal } = this.#ports;
    const ruleSet = this.#ruleSet(rules);
    try {
      return await offered.use(copy, async ({ path, name = path }) => {
        const offer = await this.#use(wanted.ledger, async (team) => known(await team.findOffer(wanted.id), wanted.id));
        const found = await this.#checked({ path, ruleSet }, AbortSignal.any([own.signal, signal]));
        const outcome = comparedWithOffer(offer, found);
        const { sha256, figures } = found;
        const said = { fileName: basename(name), rules: found.rules };
        if (outcome.kind === 'other-bytes') return { ...outcome, ...said, sha256, bytes: figures.bytes };
        if (outcome.kind === 'other-figures') return { ...outcome, ...said, figures };
        this.#proved.add(proofKey(wanted, offer));
        return { ...outcome, ...said };
      });
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
   * @throws AppError team.refused, also where it is to be released and was not proved at this desk
   */
  async decide({ outcome, reason, ...wanted }: CommandInput<'team.decide'>): Promise<OfferDetails> {
    return await this.#use(wanted.ledger, async (team, used) => {
      const offered = known(await team.findOffer(wanted.id), wanted.id);
      if (outcome === 'released' && !this.#proved.has(proofKey(wanted, offered)))
        throw refused('Your own copy of the file has to be checked before you release it.');
      await team.decide(offered, { outcome, reason, desk: used.desk.name });
      return await this.#detailsIn(team, used, wanted);
    });
  }

  /** @throws AppError team.refused, also for what was offered before, unless `again`; file.*, check.failed, connection.*, … */
  async offerFiles(wish: CommandInput<'team.offerFiles'>): Promise<CommandOutput<'team.offerFiles'>> {
    const { ledger, connection, rules, offers, reason, again } = wish;
    const { offered, signal } = this.#ports;
    const destination = await this.#ports.destination(connection);
    const ruleSet = this.#ruleSet(rules);
    const files: OwnFile[] = [];
    for (const offer of offers) files.push(...(await offered.use(offer, async (file) => await filesOf(file, signal))));
    return await this.#use(ledger, async (team, { desk }) => {
      const checked = [];
      for (const { path, name = path, manifest } of files) {
        const { sha256, figures } = await this.#checked({ path, ruleSet, ...(manifest && { manifest }) }, signal);
        checked.push({ fileName: basename(name), sha256, figures });
      }
      const wanted = checked.map((file) => ({ ...file, destination, reason, again, desk: desk.name }));
      const ids = await team.offer(wanted);
      return { destination, offers: checked.map((file, index) => ({ ...file, id: ids[index] ?? 0 })) };
    });
  }

  async verify({ ledger, connection, copy }: CommandInput<'team.verify'>): Promise<CommandOutput<'team.verify'>> {
    const { offered, signal } = this.#ports;
    const destination = await this.#ports.destination(connection);
    const sha256 = await offered.use(copy, async ({ path }) => await digestOf(path, signal));
    return await this.#use(ledger, async (team, used) => {
      const found = await team.releasedOffer(sha256, destination);
      return { sha256, destination, ...(found !== undefined && { released: offerRow(found, used) }) };
    });
  }

  async #checked(file: Parameters<typeof checkedForTeam>[0], signal: AbortSignal) {
    const { check, onRead } = this.#ports;
    const onProgress: ProofOptions['onProgress'] = ({ bytes: read, totalBytes: whole }) => onRead({ read, whole });
    return await checkedForTeam(file, { ...check, signal, onProgress });
  }

  /** @throws AppError rules.unreadable, policy.managed */
  #ruleSet(given: CommandInput<'team.compare'>['rules']): RuleSet {
    if (given === undefined) return this.#ports.ruleSet();
    const ruleSet = parseRuleSet(given.text, given.name);
    requireAllowedRules(this.#ports.policy, ruleSet, 'Leave out --rules');
    return ruleSet;
  }

  async #detailsIn(team: TeamLedger, used: UsedLedger, wanted: OfferInLedger): Promise<OfferDetails> {
    const offer = known(await team.findOffer(wanted.id), wanted.id);
    const { roles } = await team.status();
    const connection = this.#ports.connectionTo(offer.destination);
    return {
      ...{ ...offerRow(offer, used), roles: [...roles], isProved: this.#proved.has(proofKey(wanted, offer)) },
      ...(connection !== undefined && { connection }),
    };
  }

  /** The stricter of the ledger and the policy. */
  #releaseRule(ofLedger: Awaited<ReturnType<TeamLedger['status']>>['release']): ReleaseRule | undefined {
    if (ofLedger !== undefined) {
      const { by, at, reason, ending } = ofLedger;
      const asked = ending && { ...ending, at: Date.parse(ending.at) };
      return { setBy: 'ledger', by, since: Date.parse(at), reason, ...(asked && { ending: asked }) };
    }
    return this.#ports.policy.ledger?.release === 'required' ? { setBy: 'policy' } : undefined;
  }

  /** @throws AppError team.*, and what `work` throws */
  async #use<Result>(key: string, work: (team: TeamLedger, used: UsedLedger) => Promise<Result>): Promise<Result> {
    const used = this.#ports.ledger(key);
    return await inLedger(used, async (team) => await work(team, used));
  }
}

/** What speaks with PostgreSQL is loaded only where there is a ledger. */
export async function inLedger<Result>(
  used: Pick<UsedLedger, 'use'>,
  work: (team: TeamLedger) => Promise<Result>,
): Promise<Result> {
  const { TeamLedger } = await import('../team/team-ledger.ts');
  return await used.use(async (connection) => await work(new TeamLedger(connection)));
}

export function offerRow({ offeredAt, decision, ...offer }: Offer, { address }: Pick<UsedLedger, 'address'>): OfferRow {
  return {
    ...{ ...offer, isOwn: offer.offeredBy === address.person, offeredAt: Date.parse(offeredAt) },
    ...(decision && { decision: { ...decision, at: Date.parse(decision.at) } }),
  };
}

export const keyOf = ({ address }: Pick<UsedLedger, 'address'>): string => `${address.person}@${address.name}`;

export const refused = (reason: string) => new AppError('team.refused', { reason });

const proofKey = ({ ledger, id }: OfferInLedger, { sha256 }: Pick<Offer, 'sha256'>): string =>
  `${ledger} ${id} ${sha256}`;

function known(found: Offer | undefined, id: number): Offer {
  if (found === undefined) throw refused(`There is no offer ${id} that you may see.`);
  return found;
}

/** A file, or all files of a preparation whose manifest it is, which are verified before. */
async function filesOf(file: OwnFile, signal: AbortSignal): Promise<OwnFile[]> {
  const manifestPath = await manifestAt(file.path);
  if (manifestPath === undefined) return [file];
  const { manifest, sha256, path: absolute } = await openPrepared(manifestPath, signal);
  const { name, version } = manifest.template;
  const facts = { sha256, template: `${name} ${version}`, differences: manifest.control?.differences.length ?? 0 };
  return manifest.files.map(({ name: own }) => ({ path: join(dirname(absolute), own), manifest: facts }));
}
